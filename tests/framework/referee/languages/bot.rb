require "json"
$stdout.sync = true
while (line = gets)
  message = JSON.parse(line)
  case message["type"]
  when "hello" then puts JSON.generate(type: "ready")
  when "question" then puts JSON.generate(type: "answer", number: message["number"], action: message["legal"][0])
  when "end" then break
  end
end
