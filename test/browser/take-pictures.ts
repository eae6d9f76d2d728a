import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "../../src/cli/system.ts";
import { startIlinkServer } from "../vendors/ilink-server.ts";
import { startModelServer } from "../vendors/model-server.ts";
import { ilinkSettings } from "./lively.ts";
import { pictureModel } from "./picture-words.ts";
import { takePictures } from "./pictures.ts";

/** `npm run pictures`: the product as a newcomer starts it, with a model and a WeChat that play their part, photographed into docs/pictures. */
const root = join(import.meta.dirname, "..", "..");
const data = await mkdtemp(join(tmpdir(), "meanwhile-pictures-"));
const operatorToken = "a-token-for-pictures-that-is-long-enough-to-pass";
const model = await startModelServer({ behaviour: pictureModel() });
const vendor = await startIlinkServer({ clock: systemClock });
const product = spawn(process.execPath, [join(root, "bin", "meanwhile.js"), "start"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    MEANWHILE_DATA: data,
    MEANWHILE_PORT: "0",
    MEANWHILE_LOG__LEVEL: "warn",
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    ...ilinkSettings(vendor),
    MEANWHILE_MODEL_BASE_URL: model.baseUrl,
    MEANWHILE_MODEL_API_KEY: model.apiKey,
    MEANWHILE_MODEL: "qwen3:8b",
  },
});
try {
  const url = await readPrintedAddress(product);
  const outDir = join(root, "docs", "pictures");
  for (const path of await takePictures({ url, operatorToken, vendor, outDir }))
    process.stdout.write(`${path}\n`);
} finally {
  product.kill("SIGTERM");
  await new Promise((resolve) => product.once("exit", resolve));
  await model.close();
  await vendor.close();
  await rm(data, { recursive: true, force: true });
}

/** Both lines are needed: the address, and the one that says that the page is ready or needs no building. */
async function readPrintedAddress(child: ChildProcess): Promise<string> {
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    url ??= /https?:\/\/[\w.:]+/.exec(line)?.[0];
    if (url !== undefined && /Ctrl-C/.test(line)) return url;
  }
  throw new Error("the product ended before it printed its address");
}
