import { engine } from "../domain/principal.ts";
import type { AuditProgress, StoryAudit, StoryLeak } from "../domain/views/story-time.ts";
import type { MemoryAudit, MemoryLeak } from "../domain/views/memory.ts";
import type { ChainReport } from "../domain/views/audit.ts";
import type { Reads } from "../domain/ports/reads.ts";
import { storyAudit } from "../main/scenes.ts";
import { auditMemories } from "../skills/memory/audit.ts";
import { verifyChain } from "../store/audit/verify-chain.ts";
import { withDatabase } from "./attach.ts";
import { type Both, type Call, type Command, printLine, text, printError } from "./command.ts";
import { printVerdict, withProgress } from "./progress.ts";
import { configOf, languageWith } from "./settings.ts";
import { withAdminContext } from "./token.ts";

/** Checks that nothing reached a prompt which its character or person did not witness. */
export const audit: Command = {
  options: { chat: { type: "string" }, chain: { type: "boolean" }, json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile audit [--chat <id>] [--json]",
      "npx meanwhile audit --chain [--json]",
      "",
      "Checks every model call of every story: its character must have witnessed the events it names. Also checks what",
      "everything that a character remembers or feels rests on, and the prompt that each would get now. Words that no named event",
      "explains, and imported lines that repeat what their speaker never heard, are listed apart and do not count.",
      "Of talks it checks that every prompt was made of what its person said there: private words in private chats only, a group's",
      "in that group only, nothing forgotten. Prints 0, or each leak with its path, and exits with 1.",
      "With --chain it reads the record of what operators did instead: prints its last hash, or the first row that is not as it",
      "was written, and ends with 1. Seals are checked with the key (secret.key or MEANWHILE_SECRET_KEY), and the end of the record",
      "with those noted in audit.anchors and in the backups.",
    ].join("\n"),
    zh: [
      "npx meanwhile audit [--chat <编号>] [--json]",
      "npx meanwhile audit --chain [--json]",
      "",
      "检查故事里的每次模型调用：引用的事件必须是该角色亲历的。同时检查每个角色的记忆和感情由何而来，以及当前的提示词。",
      "提示词里没有出处的用词，以及导入台词中说话人没听到过的长句，只另行列出，不计入结果。",
      "也检查聊天的提示词：私聊里说的只在私聊里用，群里说的只在那个群里用，忘掉的不再出现。没有泄漏则输出 0；否则列出每条泄漏及其路径，并以 1 退出。",
      "加 --chain 则检查管理操作记录：输出最后的哈希，或第一条被改动的记录并以 1 退出。签封用密钥（secret.key 或 MEANWHILE_SECRET_KEY）核对，末尾与 audit.anchors 及各备份中的锚点核对。",
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    if (call.values["chain"] === true) return chain(call);
    const { bots, people, ...report } = await withProgress(call, lookingWords[language], (say) =>
      withDatabase({ config, command: "meanwhile audit", language }, (on) =>
        withAdminContext(on, { call, config, language }, async ({ db }) => {
          // One query at a time: a transaction would stay open for minutes over a long story.
          const read: Reads = { rows: (sql, params) => db.ask(engine, sql, params) };
          const chats = await read.rows<{ id: string; account_id: string }>(
            "select id, account_id from chats where $1::text is null or id = $1 order by id",
            [text(call, "chat") ?? null],
          );
          const audits: StoryAudit[] = [];
          for (const { id, account_id } of chats)
            audits.push(
              await storyAudit(read, {
                chatId: id,
                accountId: account_id,
                onProgress: (done) => say(progressWords(done)[language]),
              }),
            );
          const bots = await read.rows<Bot>(
            "select distinct id, name from bots where id <> name and account_id = any($1)",
            [chats.map(({ account_id }) => account_id)],
          );
          const archived = await countArchived(read, text(call, "chat"));
          const people = text(call, "chat") === undefined ? await auditMemories(read) : undefined;
          return { ...combineAudits(audits), bots, people, archived };
        }),
      ),
    );
    const found = report.leaks.length + (people?.leaks.length ?? 0);
    if (call.values["json"] === true) printLine(call, JSON.stringify({ ...report, people }));
    else {
      printLine(call, String(found));
      for (const leak of report.leaks) printLine(call, withNames(describeLeak(leak), bots));
      for (const leak of people?.leaks ?? []) printLine(call, describeMemoryLeak(leak));
      if (report.suspicions.length > 0)
        printLine(call, suspicionWords(report.suspicions.length)[language]);
      for (const leak of report.suspicions) printLine(call, withNames(describeLeak(leak), bots));
      printError(call, words(report)[language]);
      if (report.archived > 0) printError(call, describeArchived(report.archived)[language]);
      if (people !== undefined) printError(call, peopleWords(people)[language]);
      printVerdict(call, found === 0, verdictWords(found)[language]);
    }
    return found === 0 ? 0 : 1;
  },
};

/** Calls are judged by the events that they name, which stay; their words are elsewhere. */
async function countArchived(read: Reads, chatId: string | undefined): Promise<number> {
  const [row] = await read.rows<{ count: number }>(
    "select count(*) as count from model_call where archive_name is not null and ($1::text is null or chat_id = $1)",
    [chatId ?? null],
  );
  return row?.count ?? 0;
}

const describeArchived = (count: number): Both => ({
  en: `${count} calls are archived: checked by the events that they name, not by their words. npx meanwhile archive --restore all puts the words back.`,
  zh: `${count} 次调用已归档：核对了它们引用的事件，没有核对用词。npx meanwhile archive --restore all 可放回内容。`,
});

const verdictWords = (found: number): Both =>
  found === 0
    ? { en: "No one knows what they did not witness.", zh: "没有人知道自己没有亲历的事。" }
    : {
        en: `${found === 1 ? "1 leak was" : `${found} leaks were`} found: see above.`,
        zh: `发现 ${found} 处泄漏，见上。`,
      };

const lookingWords: Both = { en: "Reading the stories…", zh: "正在读取故事…" };

const progressWords = ({ chatId, calls, of }: AuditProgress): Both => ({
  en: `${chatId}: ${calls} of ${of} calls`,
  zh: `${chatId}：${calls} / ${of} 次调用`,
});

const suspicionWords = (found: number): Both => ({
  en: `By words alone, ${found === 1 ? "1 place deserves" : `${found} places deserve`} a look:`,
  zh: `仅从用词看，有 ${found} 处值得留意：`,
});

interface Bot {
  readonly id: string;
  readonly name: string;
}

/** Replaces generated ids by the names of their characters. */
function withNames(line: string, bots: readonly Bot[]): string {
  const nameOf = new Map(bots.map(({ id, name }) => [id, name]));
  return line.replaceAll(/(?<=[:,(] |by |for |  )[\w-]+(?=[:,)]| |$)/g, (id) => {
    const name = nameOf.get(id);
    return name === undefined ? id : `${name} [${id}]`;
  });
}

async function chain(call: Call): Promise<number> {
  const config = configOf(call);
  const language = languageWith(call, config);
  const report = await withDatabase({ config, command: "meanwhile audit", language }, (on) =>
    withAdminContext(on, { call, config, language }, ({ db }) =>
      db.transaction(engine, verifyChain),
    ),
  );
  if (call.values["json"] === true) printLine(call, JSON.stringify(report));
  else {
    printLine(call, report.ok ? report.last_hash : `${report.problem}  ${report.broken_at}`);
    printVerdict(call, report.ok, chainWords(report)[language]);
  }
  return report.ok ? 0 : 1;
}

function combineAudits(audits: readonly StoryAudit[]): StoryAudit {
  const sum = (of: (audit: StoryAudit) => number): number =>
    audits.reduce((total, one) => total + of(one), 0);
  return {
    chats: sum(({ chats }) => chats),
    calls: sum(({ calls }) => calls),
    contexts: sum(({ contexts }) => contexts),
    lines: sum(({ lines }) => lines),
    leaks: audits.flatMap(({ leaks }) => leaks),
    suspicions: audits.flatMap(({ suspicions }) => suspicions),
  };
}

function describeLeak({ kind, chatId, viewer, words: found, path }: StoryLeak): string {
  const said = found.length === 0 ? "" : `  (${found.slice(0, 5).join(" | ")})`;
  return `${kind}  ${chatId}  ${viewer}: ${path.join(" → ")}${said}`;
}

const describeMemoryLeak = (leak: MemoryLeak): string =>
  [
    leak.kind,
    leak.conversationId ?? "-",
    `event #${leak.eventId}`,
    leak.callId === undefined ? `memory ${leak.memoryId}` : `call ${leak.callId}`,
  ].join("  ");

const peopleWords = ({ calls, memories }: MemoryAudit): Both => ({
  en: `${memories} memories of people, ${calls} calls in talks.`,
  zh: `${memories} 条关于人的记忆，聊天里 ${calls} 次调用。`,
});

const words = ({ chats, calls, contexts, lines }: StoryAudit) => ({
  en: `${chats} chats, ${lines} lines, ${calls} calls, ${contexts} current prompts.`,
  zh: `${chats} 个故事，${lines} 句台词，${calls} 次调用，${contexts} 份当前提示词。`,
});

export const chainWords = ({
  ok,
  entries,
  broken_at: at,
  problem,
  sealed_from: from,
  anchors,
}: ChainReport): Both => {
  if (!ok && problem === "unknown_key")
    return {
      en: `Entry ${at} was sealed with a key that is missing: add that key again, after the current one.`,
      zh: `第 ${at} 条由另一把密钥签封，请把那把密钥补在当前密钥之后。`,
    };
  if (!ok)
    return {
      en: `Entry ${at} is the first that was altered.`,
      zh: `第 ${at} 条是第一条被改动的记录。`,
    };
  if (from === null)
    return {
      en: `${entries} entries, all unaltered.`,
      zh: `${entries} 条记录，全部完好。`,
    };
  return {
    en: `${entries} entries, all unaltered; sealed with the key from entry ${from} on; ${anchors} anchors found.`,
    zh: `${entries} 条记录，全部完好；自第 ${from} 条起有密钥签封；找到 ${anchors} 个锚点。`,
  };
};
