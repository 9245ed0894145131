const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ type: "ready" }));
  if (message.type === "question")
    console.log(JSON.stringify({ type: "answer", number: message.number, action: message.legal[0] }));
  if (message.type === "end") process.exit(0);
});
