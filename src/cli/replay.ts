import type { Language } from "../domain/language.ts";
import type { Config } from "../config.ts";
import { engine } from "../domain/principal.ts";
import type { ReplayReport, RerunReport } from "../domain/views/story-replay.ts";
import { productProjector } from "../main/projections.ts";
import { openScenesApi, storyReplay } from "../main/scenes.ts";
import { modelHosts, modelSettings } from "../main/settings.ts";
import { otherModels } from "../model/create.ts";
import { createGuardedFetch } from "../outbound/safe-fetch.ts";
import type { Database } from "../store/database/database.ts";
import { openModelCalls } from "../store/model-calls.ts";
import { withDatabase, quietLog } from "./attach.ts";
import {
  type Call,
  type Command,
  CommandFailure,
  printLine,
  text,
  printError,
  UsageError,
} from "./command.ts";
import { configOf, languageWith } from "./settings.ts";
import { createSystemChance, systemClock } from "./system.ts";
import { withAdminContext } from "./token.ts";

/** Replays a story: from its recorded answers, as a check, or with another model, to compare. */
export const replay: Command = {
  options: {
    chat: { type: "string" },
    model: { type: "string" },
    from: { type: "string" },
    name: { type: "string" },
    json: { type: "boolean" },
  },
  help: {
    en: [
      "npx meanwhile replay [--chat <id>] [--json]",
      "npx meanwhile replay --chat <id> --model <name> [--from <turn>] [--name <branch>] [--json]",
      "",
      "Replays each story from its recorded answers and compares every event with the original: prints a line",
      "for each chat and exits with 1 if one differs. Nothing is changed.",
      "With --model another model answers (a name that your provider knows, or `offline`): from that turn on the story is replayed",
      "on a branch, and the differences are printed. The chat itself stays as it is.",
    ].join("\n"),
    zh: [
      "npx meanwhile replay [--chat <编号>] [--json]",
      "npx meanwhile replay --chat <编号> --model <模型> [--from <回合>] [--name <分支>] [--json]",
      "",
      "用记录下来的回答把故事重演一遍，逐个事件与原记录核对：每个故事输出一行，有不同则以 1 退出。不改动任何内容。",
      "加 --model 则换一个模型回答（服务商的模型名，或 offline）：从该回合起在另一条分支上重演，并输出两边的差异。当前故事不受影响。",
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const [chat, model] = [text(call, "chat"), text(call, "model")];
    if (model !== undefined && chat === undefined) throw new UsageError(words.which[language]);
    return withDatabase({ config, command: "meanwhile replay", language }, (on) =>
      withAdminContext(on, { call, config, language }, ({ db }) =>
        model === undefined
          ? replayAll(call, { db, language })
          : rerun(call, { db, config, language, model }),
      ),
    );
  },
};

interface Chat {
  readonly id: string;
  readonly account_id: string;
}

async function chatsOf(db: Database, call: Call, language: Language): Promise<Chat[]> {
  const wanted = text(call, "chat");
  const sql = "select id, account_id from chats where $1::text is null or id = $1 order by id";
  const chats = await db.transaction(engine, (tx) => tx.rows<Chat>(sql, [wanted ?? null]));
  if (wanted !== undefined && chats.length === 0)
    throw new CommandFailure(words.none(wanted)[language]);
  return chats;
}

async function replayAll(
  call: Call,
  { db, language }: { db: Database; language: Language },
): Promise<number> {
  const reports: (ReplayReport & { chat_id: string })[] = [];
  for (const { id, account_id } of await chatsOf(db, call, language)) {
    const report = await db.transaction(engine, (sql) =>
      storyReplay(sql, { chatId: id, accountId: account_id }),
    );
    reports.push({ chat_id: id, ...report });
  }
  if (call.values["json"] === true) printLine(call, JSON.stringify(reports));
  else for (const report of reports) printLine(call, words.line(report)[language]);
  return reports.every(({ same }) => same) ? 0 : 1;
}

interface Rerunning {
  readonly db: Database;
  readonly config: Config;
  readonly language: Language;
  readonly model: string;
}

async function rerun(call: Call, { db, config, language, model }: Rerunning): Promise<number> {
  const [chat] = await chatsOf(db, call, language);
  const chance = createSystemChance(() => systemClock.now());
  const fetch = createGuardedFetch({
    allowedHosts: modelHosts(config),
    clock: systemClock,
    timeoutMs: config.model.timeouts.total_seconds * 1000,
    maxBytes: 8_000_000,
  });
  const ports = {
    clock: systemClock,
    chance,
    log: quietLog,
    metrics: { count: () => undefined, observe: () => undefined },
  };
  const models = otherModels({
    ...ports,
    settings: modelSettings(config),
    ledger: openModelCalls(db, quietLog, {
      day: { clock: systemClock, zone: config.default_timezone },
    }),
    fetch,
  });
  if (models(model) === undefined) throw new CommandFailure(words.noModel[language]);
  const scenes = openScenesApi({
    db,
    projector: productProjector(),
    clock: systemClock,
    chance,
    models,
  });
  const stopped = new AbortController();
  const forget = call.terminal.onSignal(() => stopped.abort());
  const asked = {
    chatId: chat?.id ?? "",
    model,
    fromTurnId: text(call, "from"),
    name: text(call, "name"),
  };
  const report = await scenes.time
    .rerun(chat?.account_id ?? "", { ...asked, signal: stopped.signal })
    .finally(forget);
  printReport(call, report, language);
  return report.failed === null ? 0 : 1;
}

function printReport(call: Call, report: RerunReport, language: Language): void {
  if (call.values["json"] === true) return printLine(call, JSON.stringify(report));
  for (const { what, key, a, b } of report.differences)
    printLine(call, `${what}  ${key}\n  - ${JSON.stringify(a)}\n  + ${JSON.stringify(b)}`);
  printError(call, words.rerun(report)[language]);
}

const words = {
  which: { en: "Name a chat: --chat <id>", zh: "请写上故事编号：--chat <编号>" },
  none: (id: string) => ({ en: `There is no chat ${id}.`, zh: `没有故事 ${id}。` }),
  noModel: {
    en: "No provider is connected: only `--model offline` can answer. Set MEANWHILE_MODEL_BASE_URL and MEANWHILE_MODEL.",
    zh: "没有连接模型服务商：只能用 --model offline。请设置 MEANWHILE_MODEL_BASE_URL 和 MEANWHILE_MODEL。",
  },
  line: ({
    chat_id,
    same,
    turns,
    replayed,
    calls,
    as_is,
    differences,
  }: ReplayReport & { chat_id: string }) => ({
    en: `${same ? "same     " : "DIFFERENT"}  ${chat_id}: ${replayed} of ${turns} turns replayed from ${calls} recorded answers, ${as_is.length} kept as they are, ${differences.length} events differ`,
    zh: `${same ? "相同" : "不同"}  ${chat_id}：${turns} 个回合中重演 ${replayed} 个，用了 ${calls} 个记录的回答，${as_is.length} 个保持原样，${differences.length} 个事件不同`,
  }),
  rerun: ({ branch_id, model, turns, differences, failed }: RerunReport) => ({
    en: `${turns} turns replayed with ${model} on the branch ${branch_id}: ${differences.length} rows differ.${failed === null ? "" : ` It ended at ${failed.turn_id}: ${failed.reason}.`}`,
    zh: `${model} 在分支 ${branch_id} 上重演了 ${turns} 个回合：${differences.length} 处不同。${failed === null ? "" : `在 ${failed.turn_id} 处中断：${failed.reason}。`}`,
  }),
};
