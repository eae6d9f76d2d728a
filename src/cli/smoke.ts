import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { iso } from "../domain/ports/clock.ts";
import { instantOf } from "../language/calendar/instants.ts";
import type { SmokeCase } from "../smoke/case.ts";
import { whyNotNow } from "../smoke/can-run.ts";
import { allCases } from "../smoke/cases/all.ts";
import { smokeDirectory } from "../main/insight.ts";
import { evidenceLines } from "../smoke/evidence.ts";
import { evidenceFile } from "../smoke/stored-reports.ts";
import { listOf, planOf, select } from "../smoke/plan.ts";
import { reportPage } from "../smoke/report.ts";
import type { CaseResult } from "../smoke/run-case.ts";
import { exitCodeOf, runCases, tallyOf } from "../smoke/run.ts";
import { type Call, type Command, printLine, text, UsageError } from "./command.ts";
import { attach } from "./attach.ts";
import { configOf, languageWith } from "./settings.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import { readCases } from "./smoke/read-cases.ts";
import { chineseFont } from "./smoke/report-font.ts";
import { openDeployedStack } from "./smoke/deployed-stack.ts";
import { openLocalStack, type OpenStack } from "./smoke/local-stack.ts";
import { createSystemChance, systemClock } from "./system.ts";

export const smoke: Command = {
  options: {
    "dry-run": { type: "boolean" },
    local: { type: "boolean" },
    list: { type: "boolean" },
    model: { type: "boolean" },
    group: { type: "string", multiple: true },
    case: { type: "string", multiple: true },
    out: { type: "string" },
    target: { type: "string" },
    "database-url": { type: "string" },
    token: { type: "string" },
    secret: { type: "string" },
    as: { type: "string" },
    friend: { type: "string", multiple: true },
    "i-mean": { type: "string", multiple: true },
    wait: { type: "string" },
    received: { type: "string" },
    at: { type: "string" },
    cases: { type: "string", multiple: true },
  },
  help: {
    en: [
      "npx meanwhile smoke [--group A,D] [--case a1-tomorrow] [--list | --dry-run]",
      "",
      "Sends messages as a person would, and checks the resulting rows, what the connector received and the times in the replies.",
      "Exits with 0 when all cases that ran passed.",
      "  --local              on a temporary instance with a fixed clock (the default)",
      "  --model              with the model of MEANWHILE_MODEL_BASE_URL, not the rules alone",
      "  --target <url>       on a running instance, with --data or --database-url, --token (or MEANWHILE_OPERATOR_TOKEN),",
      "                       --secret (or MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET), --as <wxid> and --friend <wxid>",
      "  --i-mean <wxid>      confirms that this real person gets real messages",
      "  --wait <minutes>     longest real time that a case may take there (3)",
      "  --received <file>    the connector's record of what it received, one line of JSON per call",
      "  --cases <file>       your own cases, in YAML or JSON (docs/smoke.md)",
      "  --at <wall time>     the clock of all cases, such as 2026-12-31T23:50:00",
      "  --list, --dry-run    the cases; what each would do",
      "  --out <directory>    where evidence.jsonl and report.html are written (artifacts/smoke/<run>)",
    ].join("\n"),
    zh: [
      "npx meanwhile smoke [--group A,D] [--case a1-tomorrow] [--list | --dry-run]",
      "",
      "像真人一样发消息，再核对数据库、连接器实际收到的内容和回复里的时间。运行过的全部通过时退出码为 0。",
      "  --local              自己启动一个时钟固定的临时实例（默认）",
      "  --model              用 MEANWHILE_MODEL_BASE_URL 的模型，而不是只用规则",
      "  --target <地址>      对运行中的实例，另需 --data 或 --database-url、--token（或 MEANWHILE_OPERATOR_TOKEN）、",
      "                       --secret（或 MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET）、--as <wxid>、--friend <wxid>",
      "  --i-mean <wxid>      确实要用这个真人：对方会收到真实消息",
      "  --wait <分钟>        在那里一个用例最多占用的真实时间（3）",
      "  --received <文件>    那里的连接器把收到的内容写在这里，每次调用一行 JSON",
      "  --cases <文件>       自己的用例，YAML 或 JSON（docs/smoke.md）",
      "  --at <本地时间>      所有用例都按这个时钟运行，例如 2026-12-31T23:50:00",
      "  --list、--dry-run    列出用例；说明每个用例会做什么",
      "  --out <目录>         evidence.jsonl 和 report.html 的位置（artifacts/smoke/<run>）",
    ].join("\n"),
  },
  async run(call) {
    const { chosen: asked, unknown } = select(await casesOf(call), {
      groups: several(call, "group"),
      ids: several(call, "case"),
    });
    const chosen = atClock(call, asked);
    if (unknown.length > 0)
      throw new UsageError(`${unknown.join(", ")}? npx meanwhile smoke --list`);
    if (call.values["list"] === true || call.values["dry-run"] === true) {
      printLine(call, call.values["list"] === true ? listOf(chosen) : planOf(chosen));
      return 0;
    }
    return runOn(call, chosen);
  },
};

/** With a file of cases only its own run, unless others are asked for as well. */
async function casesOf(call: Call): Promise<readonly SmokeCase[]> {
  const files = several(call, "cases");
  if (files.length === 0) return allCases;
  const brought: SmokeCase[] = [];
  for (const file of files)
    brought.push(
      ...(await readCases(
        resolve(call.terminal.cwd, file),
        [...allCases, ...brought].map(({ id }) => id),
      )),
    );
  const isMore = several(call, "group").length + several(call, "case").length > 0;
  return isMore ? [...brought, ...allCases] : brought;
}

/** Runs all cases at another clock than their own. Those that make no sense then are left out. */
function atClock(call: Call, cases: readonly SmokeCase[]): readonly SmokeCase[] {
  const at = text(call, "at");
  if (at === undefined) return cases;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(at) || Number.isNaN(Date.parse(`${at}Z`)))
    throw new UsageError("--at takes a wall time, such as 2026-06-10T14:30:00.");
  if (text(call, "target") !== undefined)
    throw new UsageError(
      "--at sets the clock of a temporary instance: it can't be used with --target.",
    );
  return cases
    .filter((each) => whyNotNow(each, at) === undefined)
    .map((each) => ({ ...each, now: at }));
}

async function runOn(call: Call, chosen: readonly SmokeCase[]): Promise<number> {
  const chance = createSystemChance(() => systemClock.now());
  const id = `s${Buffer.from(chance.bytes(4)).toString("hex")}`;
  const startedAt = iso(systemClock.now());
  const stopping = new AbortController();
  const deaf = call.terminal.onSignal(() => stopping.abort());
  const open = await openStack(call, chosen);
  try {
    const run = { id, stack: open.stack, clock: systemClock, signal: stopping.signal };
    const results = await runCases(run, chosen, (result) => printLine(call, lineOf(result)));
    const tally = tallyOf(results);
    const { name: stack, version: runsOn, received } = open.stack;
    const seesConnector = received !== undefined;
    const facts = {
      run: id,
      stack,
      version: runsOn,
      seesConnector,
      startedAt,
      endedAt: iso(systemClock.now()),
    };
    const out = resolve(call.terminal.cwd, text(call, "out") ?? join("artifacts", "smoke", id));
    const evidence = evidenceLines(facts, results, tally);
    for (const folder of [out, ...findReportFolder(call, id)]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, evidenceFile), evidence);
    }
    await writeFile(
      join(out, "report.html"),
      reportPage({ facts, results, tally, fontCss: chineseFont }),
    );
    printLine(
      call,
      `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} not run. ${join(out, "report.html")}`,
    );
    return exitCodeOf(tally);
  } finally {
    deaf();
    await open.close();
  }
}

/** Where an instance has its data, its operators see the run on their page. */
function findReportFolder(call: Call, id: string): string[] {
  const { data_dir: dataDir } = configOf(call);
  return existsSync(dataDir) ? [join(smokeDirectory(dataDir), id)] : [];
}

function lineOf({ case: { id }, status, reason, steps, tookMs, cleared }: CaseResult): string {
  if (status === "skipped") return `- ${id}: not run: ${reason ?? ""}`;
  if (status === "passed") return `✓ ${id} (${tookMs} ms)`;
  const wrong = steps.flatMap(({ findings }, index) =>
    findings.map(
      ({ what, expected, found }) =>
        `    step ${index + 1}: ${what}: expected “${expected}”, found “${found}”`,
    ),
  );
  const left = (cleared?.left ?? []).map((row) => `    left behind: ${row}`);
  return [
    `✗ ${id} (${tookMs} ms)`,
    ...(reason === undefined ? [] : [`    ${reason}`]),
    ...wrong,
    ...left,
  ].join("\n");
}

async function openStack(call: Call, chosen: readonly SmokeCase[]): Promise<OpenStack> {
  const target = text(call, "target");
  if (target === undefined) {
    const start = Math.min(...chosen.map(({ now, zone }) => instantOf(now, zone)));
    return openLocalStack({
      chance: createSystemChance(() => systemClock.now()),
      model: modelOf(call),
      start,
    });
  }
  if (call.values["local"] === true) throw new UsageError("--local or --target, not both.");
  const { env } = call.terminal;
  const wxids = [requireValue(call, "as"), ...several(call, "friend")];
  return openDeployedStack({
    target: new URL(target).href,
    connection: await connectionOf(call),
    token: requireValue(call, "token", env["MEANWHILE_OPERATOR_TOKEN"]),
    secret: text(call, "secret") ?? env["MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET"],
    wxids,
    meant: several(call, "i-mean"),
    waitMinutes: minutesOf(call, 3),
    received: text(call, "received"),
  });
}

/** The database of the running instance: by its address, or else the bundled one of the data directory. */
async function connectionOf(call: Call): Promise<ConnectionSettings> {
  const url = text(call, "database-url") ?? call.terminal.env["DATABASE_URL"];
  if (url !== undefined) return { connectionString: url };
  const config = configOf(call);
  const { connection, how, close } = await attach({
    config,
    command: "meanwhile smoke",
    language: languageWith(call, config),
  });
  if (how !== "started") return connection;
  await close();
  throw new UsageError(
    `No instance runs on ${config.data_dir}. Name the data directory of the target with --data, or its database with --database-url.`,
  );
}

function requireValue(call: Call, name: string, otherwise?: string): string {
  const value = text(call, name) ?? otherwise;
  if (value === undefined) throw new UsageError(`--target needs --${name}.`);
  return value;
}

function minutesOf(call: Call, otherwise: number): number {
  const said = text(call, "wait");
  if (said === undefined) return otherwise;
  const minutes = Number(said);
  if (!Number.isFinite(minutes) || minutes < 0 || said.trim() === "")
    throw new UsageError("--wait takes minutes, such as 3.");
  return minutes;
}

/** Several values, separated by commas or by repeating the option. */
function several(call: Call, name: string): readonly string[] {
  const value = call.values[name];
  const all = value === undefined ? [] : [value].flat();
  return all
    .flatMap((each) => (typeof each === "string" ? each.split(",") : []))
    .filter((each) => each !== "");
}

/**
 * Only the settings of the model are passed to the temporary instance: all others here are the real
 * one's.
 */
function modelOf(call: Call): Record<string, string> | undefined {
  if (call.values["model"] !== true) return undefined;
  const named = Object.entries(call.terminal.env).filter(([name]) =>
    name.startsWith("MEANWHILE_MODEL"),
  );
  if (named.length === 0)
    throw new UsageError("--model needs MEANWHILE_MODEL_BASE_URL and MEANWHILE_MODEL.");
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? ""]));
}
