import { join } from "node:path";
import { buildPage } from "./build-page.ts";

// Run as `npm run build` before a release is packed: a machine that installs the release then needs no build tools.
const { directory, built } = await buildPage({ root: join(import.meta.dirname, "..", "..") });
process.stdout.write(`${directory}: ${built ? "built" : "up to date"}\n`);
