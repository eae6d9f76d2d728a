import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { say } from "../vendors/model-script.ts";
import { startModelServer } from "../vendors/model-server.ts";
import { takePictures, talks } from "./pictures.ts";

/** `npm run pictures`: the product as a newcomer starts it, with a model that plays its part, photographed into docs/pictures. */
const root = join(import.meta.dirname, "..", "..");
const answers = new Map([...talks.en, ...talks.zh]);
const data = await mkdtemp(join(tmpdir(), "meanwhile-pictures-"));
const model = await startModelServer({
  behaviour: (body) => say(answers.get(String(body.messages.at(-1)?.content)) ?? "…"),
});
const product = spawn(process.execPath, [join(root, "bin", "meanwhile.js"), "start"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    MEANWHILE_DATA: data,
    MEANWHILE_PORT: "0",
    MEANWHILE_LOG__LEVEL: "warn",
    MEANWHILE_MODEL_BASE_URL: model.baseUrl,
    MEANWHILE_MODEL_API_KEY: model.apiKey,
    MEANWHILE_MODEL: "a-model",
  },
});
try {
  const link = await printedLink(product);
  for (const path of await takePictures(link, join(root, "docs", "pictures"))) process.stdout.write(`${path}\n`);
} finally {
  product.kill("SIGTERM");
  await new Promise((resolve) => product.once("exit", resolve));
  await model.close();
  await rm(data, { recursive: true, force: true });
}

/** Both lines are needed: the link, and the one that says that the page is built. */
async function printedLink(child: ChildProcess): Promise<string> {
  let link: string | undefined;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    link ??= /https?:\S+#code=\S+/.exec(line)?.[0];
    if (link !== undefined && /Ctrl-C/.test(line)) return link;
  }
  throw new Error("the product ended before it printed its link");
}
