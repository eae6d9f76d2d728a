import { loadConfig } from "../../config.ts";
import { defaultPageDir, startApp } from "../../main.ts";

/** The whole product as its settings say, in a process of its own. It prints one JSON line when it listens. */
const app = await startApp({
  config: loadConfig(),
  logStream: process.stderr,
  command: "bench",
  pageDir: defaultPageDir,
});
process.stdout.write(`${JSON.stringify({ url: app.url })}\n`);
