import type { Both } from "../domain/both.ts";
import type { Language } from "../domain/language.ts";
import { type Holder, readHolder } from "../store/bundled/data-lock.ts";
import { isRunning } from "./attach.ts";
import { type Call, type Command, printLine } from "./command.ts";
import { askProcess } from "./doctor/ask-process.ts";
import { examine } from "./doctor/examine.ts";
import { type Finding, note } from "../domain/finding.ts";
import { paint } from "./paint.ts";
import { withProgress } from "./progress.ts";
import { configOf, languageWith } from "./settings.ts";

export const doctor: Command = {
  options: { json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile doctor [--json]",
      "",
      "Looks at Node, the data directory, the database, the clock, the model, the port, the page, the channels, the key and the",
      "newest backup.",
      "Works whether or not Meanwhile is running; a running one is asked, so its own settings count. Exits with 1 if something is wrong.",
    ].join("\n"),
    zh: [
      "npx meanwhile doctor [--json]",
      "",
      "检查 Node、数据目录、数据库、时钟、模型、端口、网页、渠道、密钥和最近的备份。运行时、停止时都能用；运行时由该进程自己检查，以它的设置为准。有问题则以 1 退出。",
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const byUrl = config.database.url !== undefined;
    const holder = byUrl ? undefined : await readHolder(config.data_dir);
    const running = holder !== undefined && isRunning(holder) ? holder : undefined;
    const { ok, findings } = await withProgress(call, words.looking[language], async () => {
      const answered = running?.url === undefined ? undefined : await askProcess(call, language);
      if (answered !== undefined) return answered;
      const found = await examine(config, language);
      return running?.url === undefined
        ? found
        : { ...found, findings: [note("process", words.silent), ...found.findings] };
    });
    if (call.values["json"] === true)
      printLine(call, JSON.stringify(asJson(findings, { ok, running, byUrl, language }), null, 2));
    else report(call, findings, { ok, running, byUrl, language });
    return ok ? 0 : 1;
  },
};

interface Outcome {
  readonly ok: boolean;
  readonly running: Holder | undefined;
  readonly byUrl: boolean;
  readonly language: Language;
}

function asJson(findings: readonly Finding[], { ok, running, language }: Outcome): unknown {
  return {
    ok,
    running:
      running === undefined
        ? null
        : { pid: running.pid, url: running.url ?? null, started_at: running.startedAt },
    checks: findings.map(({ name, status, says, fix }) => ({
      name,
      status,
      message: says[language],
      fix: fix?.[language] ?? null,
    })),
  };
}

function report(
  call: Call,
  findings: readonly Finding[],
  { ok, running, byUrl, language }: Outcome,
): void {
  const first =
    running === undefined
      ? words[byUrl ? "elsewhere" : "stopped"]
      : words.running(running.pid, running.url ?? "");
  printLine(call, first[language]);
  const colour = paint(call.terminal, call.terminal.stdout);
  const width = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, status, says, fix } of findings) {
    printLine(
      call,
      `${colour(marks[status], colours[status])}  ${name.padEnd(width)}  ${says[language].replaceAll("\n", " ")}`,
    );
    if (fix !== undefined) printLine(call, `${" ".repeat(width + 8)}→ ${fix[language]}`);
  }
  printLine(call, colour(describeOutcome(findings, ok)[language], ok ? "green" : "red"));
}

/** A note with something to do, such as a forgotten switch, does not fail the check and is not fine either. */
function describeOutcome(findings: readonly Finding[], ok: boolean): Both {
  if (!ok) return words.wrong;
  return findings.some(({ status, fix }) => status === "warn" && fix !== undefined)
    ? words.noted
    : words.fine;
}

const marks = { ok: "ok  ", warn: "note", fail: "FAIL" };
const colours = { ok: "green", warn: "yellow", fail: "red" } as const;

const words = {
  looking: { en: "Looking…", zh: "正在检查…" },
  silent: {
    en: "The running process did not answer, so these checks use the settings of this terminal.",
    zh: "运行中的进程没有回应，以下按当前终端的设置检查。",
  },
  stopped: {
    en: "Meanwhile is not running here; some checks are skipped.",
    zh: "Meanwhile 没有在这里运行，部分检查已跳过。",
  },
  elsewhere: {
    en: "The data is in the database of DATABASE_URL.",
    zh: "数据在 DATABASE_URL 指定的数据库里。",
  },
  running: (pid: number, url: string) => ({
    en: `Meanwhile is running (process ${pid}, ${url}).`,
    zh: `Meanwhile 正在运行（进程 ${pid}，${url}）。`,
  }),
  fine: { en: "Everything is fine.", zh: "一切正常。" },
  noted: {
    en: "Nothing is broken. See the notes with an arrow above.",
    zh: "没有故障。请看上面带箭头的 note。",
  },
  wrong: { en: "Something is wrong: see FAIL above.", zh: "有问题：见上面的 FAIL。" },
};
