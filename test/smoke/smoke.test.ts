import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allCases } from "../../src/smoke/cases/all.ts";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { pickSome } from "../support/runs.ts";
import { startModelServer } from "../vendors/model-server.ts";
import { say } from "../vendors/model-script.ts";

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), "meanwhile-smoke-test-"));
});
afterAll(() => rm(out, { recursive: true, force: true }));

interface Line {
  readonly type: string;
  readonly case: string;
  readonly status: string;
  readonly reason: string | null;
}

const linesOf = async (directory: string): Promise<Line[]> =>
  (await readFile(join(directory, "evidence.jsonl"), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

const wrongIn = (ran: Ran): string[] =>
  ran.out.split("\n").filter((line) => /^(?:✗| {4})/.test(line));

describe("on an instance of its own", () => {
  // Each case says things that the transcripts and the labelled sentences have as well; the long run plays all.
  const byRules = pickSome(allCases, 5).map(({ id }) => id);

  it(
    "every case passes with the rules alone, and what could not be run says why",
    { timeout: 600_000 },
    async () => {
      const directory = join(out, "rules");
      const ran = await meanwhile(["smoke", "--case", byRules.join(","), "--out", directory]);
      expect(wrongIn(ran)).toEqual([]);
      expect(ran).toMatchObject({ code: 0, err: "" });
      const cases = (await linesOf(directory)).filter(({ type }) => type === "case");
      expect(cases.map((line) => line.case)).toEqual(byRules);
      expect(
        cases.filter(
          ({ status, reason }) => status !== "passed" && (status !== "skipped" || reason === null),
        ),
      ).toEqual([]);
      expect(cases.filter(({ status }) => status === "passed").length).toBeGreaterThan(
        byRules.length / 3,
      );
      const page = await readFile(join(directory, "report.html"), "utf8");
      expect(page.match(/<details class="case"/g)).toHaveLength(byRules.length);
      expect(page).not.toMatch(/<script|src=|href="(?!#)|url\((?!data:font\/woff2)/);
    },
  );

  // Whether a model is asked is decided again for each case, so a few of those where it hardly is shows as much as all of them.
  const sometimes = pickSome(allCases, 24);
  const withModel = allCases
    .filter((each) => each.group === "F" || sometimes.includes(each))
    .map(({ id }) => id);

  it("cases pass with a model that talks and claims, too", { timeout: 600_000 }, async () => {
    const model = await startModelServer({
      behaviour: () => say("I would say yes, and it is done already."),
    });
    try {
      const env = {
        MEANWHILE_MODEL_BASE_URL: model.baseUrl,
        MEANWHILE_MODEL_API_KEY: model.apiKey,
        MEANWHILE_MODEL: "scripted",
      };
      const ran = await meanwhile(
        ["smoke", "--model", "--case", withModel.join(","), "--out", join(out, "model")],
        { env },
      );
      expect(wrongIn(ran)).toEqual([]);
      expect(ran.code).toBe(0);
      expect(ran.out).toContain(`${withModel.length} passed, 0 failed, 0 not run`);
      expect(model.requests.length).toBeGreaterThanOrEqual(8);
    } finally {
      await model.close();
    }
  });
});

describe("without an instance", () => {
  it("the plan names every case with its fixtures, its messages and what must come of them", async () => {
    const { code, out: plan } = await meanwhile(["smoke", "--dry-run"]);
    expect(code).toBe(0);
    for (const { id } of allCases) expect(plan).toContain(`${id} (`);
    expect(plan).toContain("me says “明天下午三点提醒我交房租”");
    expect(plan).toContain("→ new: “交房租” timed tomorrow 15:00");
  });

  it("groups, cases and gists can be chosen, and a name that fits nothing is reported", async () => {
    const listCases = async (...args: string[]): Promise<string[]> =>
      (await meanwhile(["smoke", "--list", ...args])).out.trimEnd().split("\n");
    expect(await listCases()).toHaveLength(allCases.length);
    expect((await listCases("--group", "b,F")).every((line) => /^[bf]\d/.test(line))).toBe(true);
    expect((await listCases("--at", "2026-06-10T23:58:00")).length).toBeGreaterThan(80);
    expect(await meanwhile(["smoke", "--list", "--at", "midnight"])).toMatchObject({
      code: 2,
      out: "",
    });
    expect((await listCases("--case", "A5")).map((line) => line.split(" ")[0])).toEqual([
      "a5-bare-hour",
    ]);
    expect(await meanwhile(["smoke", "--case", "nothing"])).toMatchObject({ code: 2, out: "" });
  });

  it("cases can be brought as a file; every mistake in it is reported with its line, and nothing runs", async () => {
    const file = join(out, "mine.yaml");
    await writeFile(
      file,
      `cases:
  - id: mine
    about: milk, tomorrow at nine
    steps:
      - say: 明天早上9点提醒我买牛奶
        expect: { made: [{ title: 买牛奶, kind: timed, at: { days: 1, at: "09:00" } }] }
`,
    );
    expect((await meanwhile(["smoke", "--list", "--cases", file])).out).toMatch(
      /^mine +X from a file +milk, tomorrow at nine\n$/,
    );
    expect((await meanwhile(["smoke", "--dry-run", "--cases", file])).out).toContain(
      "→ new: “买牛奶” timed tomorrow 09:00",
    );
    await writeFile(
      file,
      `cases:\n  - id: mine\n    about: x\n    steps:\n      - say: hi\n        expect: { mdae: [] }\n`,
    );
    expect(await meanwhile(["smoke", "--cases", file])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(`${file}:6: `) as string,
    });
    await writeFile(file, "cases: [");
    expect(await meanwhile(["smoke", "--cases", file])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${file}:1: `) as string,
    });
    expect(await meanwhile(["smoke", "--cases", join(out, "none.yaml")])).toMatchObject({
      code: 2,
    });
  });
});
