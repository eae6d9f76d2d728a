import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { meanwhile } from "../support/command-line.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "meanwhile-peers-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  meanwhile(["peers", "--lang", "en", ...args], {
    cwd: home,
    env: { MEANWHILE_DATA: join(home, "data"), ...env },
  });
const named = { MEANWHILE_PEERS__HOST: "elm.example" };

it("`meanwhile peers` shows the same name and key before the first start and later, and asks for a name where there is none", async () => {
  const first = await run([], named);
  expect(first.out).toMatch(
    /host: elm\.example\n {6}url: https:\/\/elm\.example\n {6}key: [\w-]{43}\n/,
  );
  expect(await run([], named)).toEqual(first);
  const nameless = await run([]);
  expect(nameless).toMatchObject({ code: 1, out: "" });
  expect(nameless.err).toContain("peers.host");
});

it("`meanwhile peers --check` fails and names the server that can't be reached", async () => {
  const known = JSON.stringify([
    { host: "oak.example", url: "http://127.0.0.1:9", key: "A".repeat(43) },
  ]);
  const { code, out } = await run(["--check"], { ...named, MEANWHILE_PEERS__KNOWN: known });
  expect([code, out]).toEqual([1, expect.stringContaining("oak.example: can't be reached")]);
});
