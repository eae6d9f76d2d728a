import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const urlOf = (path: string): string => pathToFileURL(join(root, path)).href;

/** What Node loads for all channels, and for mail, before one of them is switched on. */
async function listLoaded(): Promise<readonly string[]> {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(urlOf("src/outbound/safe-mail.ts"))});
    await import(${JSON.stringify(urlOf("src/channels/list.ts"))});
    process.stdout.write(JSON.stringify(loaded));
    process.exit(0);`;
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    maxBuffer: 16 * 1024 ** 2,
  });
  return JSON.parse(stdout) as readonly string[];
}

it("a start without optional channels loads neither their code nor their packages", async () => {
  const loaded = await listLoaded();
  expect(loaded).toContain(urlOf("src/channels/telegram/descriptor.ts"));
  const isMade = /\/src\/channels\/(?!web|notifiers)\w+\/(?:\w+\/)?(?:create|wire)\.ts$/;
  expect(loaded.filter((url) => isMade.test(url))).toEqual([]);
  expect(loaded.filter((url) => url.includes("/node_modules/nodemailer/"))).toEqual([]);
});
