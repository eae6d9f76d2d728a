import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openLocalStack, startStandInConnector } from "../../src/cli/smoke/local-stack.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { loadConfig } from "../../src/config.ts";
import { startApp } from "../../src/main.ts";
import { instantOf } from "../../src/language/calendar/instants.ts";
import { allCases } from "../../src/smoke/cases/all.ts";
import { runCases } from "../../src/smoke/run.ts";
import { findMorningZone } from "../support/morning-zone.ts";
import { meanwhile } from "../support/command-line.ts";

const token = "a-token-for-tests-that-is-long-enough-to-pass";
const wxid = "wxid_smoke_bundled";

it("the smoke test finds the bundled database of a running instance by its data directory", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-smoke-bundled-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const connector = await startStandInConnector();
  onTestFinished(() => connector.close());
  const env = {
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: token,
    MEANWHILE_DEFAULT_TIMEZONE: findMorningZone(),
    MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
    MEANWHILE_CHANNELS__WECHAT__INSECURE_NO_SECRET: "true",
    MEANWHILE_CHANNELS__WECHAT__CONNECTOR_SEND_URL: connector.url,
    MEANWHILE_CHANNELS__WECHAT__ALLOWED_HOSTS: "127.0.0.1",
  };
  const app = await startApp({
    config: loadConfig({ env, cwd: dataDir }),
    logStream: { write: () => true },
    command: "meanwhile start",
    pageDir: dataDir,
  });
  onTestFinished(() => app.close());
  const post = async (path: string, json: object): Promise<unknown> =>
    (
      await fetch(new URL(path, app.url), {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(json),
      })
    ).json();
  const { id } = (await post("/api/accounts", { display_name: "Ming" })) as { id: string };
  await post(`/api/accounts/${id}/identities`, { channel: "wechat_personal", subject: wxid });
  const smoke = (...args: readonly string[]) =>
    meanwhile(
      [
        "smoke",
        "--target",
        app.url,
        "--as",
        wxid,
        "--case",
        "f1-swimming",
        "--out",
        dataDir,
        ...args,
      ],
      { env: { MEANWHILE_OPERATOR_TOKEN: token } },
    );
  expect(await smoke("--data", dataDir)).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 passed, 0 failed") as string,
  });
  expect(await smoke("--data", join(dataDir, "elsewhere"))).toMatchObject({
    err: expect.stringContaining("There is no database") as string,
  });
  // Its database can be started; no process would answer messages.
  await app.close();
  expect(await smoke("--data", dataDir)).toMatchObject({
    err: expect.stringMatching(/No instance runs on .*--data/) as string,
  });
});

it("a case during which the smoke run is stopped counts as not run", async () => {
  // The first has two steps, of which the run is stopped in the first.
  const cases = ["a10-undo", "a1-tomorrow"].flatMap((id) =>
    allCases.filter((each) => each.id === id),
  );
  const start = Math.min(...cases.map(({ now, zone }) => instantOf(now, zone)));
  const chance = createSystemChance(() => systemClock.now());
  const { stack, close } = await openLocalStack({ chance, model: undefined, start });
  onTestFinished(close);
  const stopping = new AbortController();
  let sent = 0;
  const webhook: typeof stack.webhook = (body) => {
    sent += 1;
    stopping.abort();
    return stack.webhook(body);
  };
  const run = {
    id: "s1",
    stack: { ...stack, webhook },
    clock: systemClock,
    signal: stopping.signal,
  };
  const results = await runCases(run, cases, () => undefined);
  expect(results.map(({ status, reason }) => [status, reason])).toEqual(
    cases.map(() => ["skipped", "the run was stopped"]),
  );
  // No one is sent anything more.
  expect(sent).toBe(1);
});
