// node read.js FILE...: every vector as id, quantity, and the bits of its binary64 ends. Tested.
const fs = require("fs");

function bits(text) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, text === "inf" ? Infinity : Number(text));
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

for (const path of process.argv.slice(2)) {
  const suite = JSON.parse(fs.readFileSync(path, "utf8"));
  if (suite.schema !== "hallmark-vectors-v1") throw new Error(`${path}: unknown schema`);
  for (const group of suite.testGroups) {
    for (const { id, out } of group.tests) {
      // lo64 <= true value <= hi64; lo and hi are the same ends with more digits
      console.log(id, group.quantity, bits(out.lo64), bits(out.hi64));
    }
  }
}
