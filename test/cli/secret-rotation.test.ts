import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callServer } from "../support/api.ts";
import { type Instance, startInstance } from "../support/instance.ts";

const before = "the-secret-of-last-year";
const after = "the-secret-of-this-year";

describe("a webhook's secret", () => {
  let directory: string;
  let instance: Instance;
  let pid: number;

  const write = (secrets: readonly string[], more = ""): Promise<void> =>
    writeFile(
      join(directory, "meanwhile.yaml"),
      `channels:\n  wechat:\n    enabled: true\n    webhook_secret: "${secrets.join(",")}"\nlog:\n  level: info\n${more}`,
    );
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "meanwhile-rotation-"));
    await write([before]);
    instance = await startInstance({
      dataDir: join(directory, "data"),
      env: { MEANWHILE_CONFIG: join(directory, "meanwhile.yaml") },
    });
    pid = instance.pid;
  });
  afterAll(async () => {
    await instance.end();
    await rm(directory, { recursive: true, force: true });
  });

  /** 400 is for the sender, who is not paired: the secret was right. */
  const sendCallback = async (secret: string): Promise<number> => {
    const headers = { "X-Webhook-Secret": secret, "Content-Type": "application/json" };
    const json = { wxid: "wxid_a", account_id: "nobody", message_id: "1", text: "hello" };
    return (
      await callServer(Number(new URL(instance.url).port), "/webhooks/wechat/personal", {
        method: "POST",
        json,
        headers,
      })
    ).status;
  };
  const countInLog = (sentence: string): number => instance.err().split(sentence).length - 1;
  const hangUp = async (sentence: string): Promise<void> => {
    const heard = countInLog(sentence);
    instance.child.kill("SIGHUP");
    while (countInLog(sentence) === heard) await new Promise((resolve) => setImmediate(resolve));
  };

  test("a webhook's secret is replaced while the server runs: both are valid for as long as both are listed, then only the new one", async () => {
    expect([await sendCallback(before), await sendCallback(after)]).toEqual([400, 401]);
    await write([after, before]);
    expect([await sendCallback(before), await sendCallback(after)]).toEqual([400, 401]);
    await hangUp("settings were reloaded");
    expect([await sendCallback(before), await sendCallback(after)]).toEqual([400, 400]);
    await write([after]);
    await hangUp("settings were reloaded");
    expect([await sendCallback(before), await sendCallback(after)]).toEqual([401, 400]);
    expect([instance.pid, instance.child.exitCode]).toEqual([pid, null]);
    for (const secret of [before, after])
      expect(instance.err() + instance.out()).not.toContain(secret);
  });

  test("a webhook's secret stays as it is when the file has a mistake, and when the last one is taken away", async () => {
    await write(["another-secret-altogether"], "lgo: {}\n");
    await hangUp("have mistakes; nothing was changed");
    expect([await sendCallback(after), await sendCallback("another-secret-altogether")]).toEqual([
      400, 401,
    ]);
    await write([""], "");
    await hangUp("have mistakes; nothing was changed");
    expect([await sendCallback(after), await sendCallback("")]).toEqual([400, 401]);
  });
});
