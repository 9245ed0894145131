import java.io.*;
import java.util.regex.*;
public class Bot {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Pattern question = Pattern.compile("\"number\":(\\d+),\"legal\":\\[(\\d+)");
        for (String line; (line = in.readLine()) != null; ) {
            if (line.startsWith("{\"type\":\"hello\"")) System.out.println("{\"type\":\"ready\"}");
            else if (line.startsWith("{\"type\":\"question\"")) {
                Matcher found = question.matcher(line);
                found.find();
                System.out.println("{\"type\":\"answer\",\"number\":" + found.group(1) + ",\"action\":" + found.group(2) + "}");
            } else return;
        }
    }
}
