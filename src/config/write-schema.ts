import { writeFileSync } from "node:fs";
import { configJsonSchema } from "./json-schema.ts";

// Run as `node src/config/write-schema.ts && oxfmt meanwhile.schema.json` after a change of the
// settings.
writeFileSync(
  new URL("../../meanwhile.schema.json", import.meta.url),
  `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
);
