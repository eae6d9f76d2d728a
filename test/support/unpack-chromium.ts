import { join } from "node:path";
import { inflate } from "@sparticuz/chromium";

// The package unpacks into the temporary directory of its process and nowhere else. So this runs as a child whose
// TMPDIR is the place we want: `node unpack-chromium.ts <archives>`.
const archives = process.argv[2];
if (archives === undefined)
  throw new Error("usage: node unpack-chromium.ts <directory of archives>");

const names = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
await Promise.all(names.map((name) => inflate(join(archives, name))));
