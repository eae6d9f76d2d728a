import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settingsFileFinding, userFinding } from "./installation.ts";

it("S44: root is named, with what to do instead", async () => {
  expect(await userFinding(0)).toMatchObject({
    status: "warn",
    fix: { en: expect.stringContaining("useradd") as string },
  });
  expect(await userFinding(1000)).toMatchObject({ status: "ok" });
});

it("S44: settings with secrets that others can read are named", async () => {
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-settings-"));
  const file = join(directory, "meanwhile.yaml");
  try {
    expect(await settingsFileFinding(file)).toBeUndefined();
    await writeFile(file, "model:\n  api_key: sk-something\n");
    await chmod(file, 0o644);
    expect(await settingsFileFinding(file)).toMatchObject({
      status: "warn",
      fix: { en: `chmod 600 ${file}` },
    });
    await chmod(file, 0o600);
    expect(await settingsFileFinding(file)).toMatchObject({ status: "ok" });
    await writeFile(file, "server:\n  port: 7788\n  # token: none\n");
    await chmod(file, 0o644);
    expect(await settingsFileFinding(file)).toMatchObject({ status: "ok" });
  } finally {
    await rm(directory, { recursive: true });
  }
});
