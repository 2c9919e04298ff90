// A bot for `casual:!node engine.js`: YBP, version 1, in JavaScript. It picks the legal answer that the seed names.
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const said = JSON.parse(line);
  const answer = { id: said.id };
  if (said.do === "hello") {
    Object.assign(answer, { name: "engine-js", version: "1", wants: ["legal"] });
  } else if (said.do === "ask") {
    // The seed has 63 bits, more than a number of JavaScript holds: its text is read instead.
    const seed = BigInt(line.match(/"seed":(\d+)/)[1]);
    answer.pick = Number(seed % BigInt(said.legal.length));
  } else if (said.do === "bye") {
    process.exit(0);
  } else if (said.do !== "new") {
    return; // "see", and whatever a later version may say, wants no answer
  }
  console.log(JSON.stringify(answer));
});
