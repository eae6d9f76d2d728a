import { engine } from "../domain/principal.ts";
import type { StoryAudit, StoryLeak } from "../domain/views/story-time.ts";
import type { MemoryAudit, MemoryLeak } from "../domain/views/memory.ts";
import type { ChainReport } from "../domain/views/audit.ts";
import { storyAudit } from "../main/scenes.ts";
import { auditMemories } from "../skills/memory/audit.ts";
import { verifyChain } from "../store/audit/verify-chain.ts";
import { withDatabase } from "./attach.ts";
import { type Both, type Call, type Command, printLine, text, printError } from "./command.ts";
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
      "Checks every model call of every story: its character must have witnessed the events it names,",
      "and its prompt may contain no other words. Also checks what every character remembers, imported lines,",
      "and the prompt that each would get now. Of talks it checks that every prompt was made of what its person said there: private words",
      "in private chats only, a group's in that group only, nothing forgotten. Prints 0, or each leak with its path, and exits with 1.",
      "With --chain it reads the record of what operators did instead: prints its last hash, or the first row that is not as it",
      "was written, and ends with 1. Seals are checked with the key (secret.key or MEANWHILE_SECRET_KEY), and the end of the record",
      "with those noted in audit.anchors and in the backups.",
    ].join("\n"),
    zh: [
      "npx meanwhile audit [--chat <编号>] [--json]",
      "npx meanwhile audit --chain [--json]",
      "",
      "检查故事里的每次模型调用：引用的事件必须是该角色亲历的，提示词里不能有他没听到的话。",
      "同时检查每个角色的记忆、导入的台词和当前的提示词；也检查聊天的提示词：私聊里说的只在私聊里用，群里说的只在那个群里用，忘掉的不再出现。没有泄漏则输出 0；否则列出每条泄漏及其路径，并以 1 退出。",
      "加 --chain 则检查管理操作记录：输出最后的哈希，或第一条被改动的记录并以 1 退出。签封用密钥（secret.key 或 MEANWHILE_SECRET_KEY）核对，末尾与 audit.anchors 及各备份中的锚点核对。",
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    if (call.values["chain"] === true) return chain(call);
    const { bots, people, ...report } = await withDatabase(
      { config, command: "meanwhile audit", language },
      (on) =>
        withAdminContext(on, { call, config, language }, ({ db }) =>
          db.transaction(engine, async (sql) => {
            const chats = await sql.rows<{ id: string; account_id: string }>(
              "select id, account_id from chats where $1::text is null or id = $1 order by id",
              [text(call, "chat") ?? null],
            );
            const audits: StoryAudit[] = [];
            for (const { id, account_id } of chats)
              audits.push(await storyAudit(sql, { chatId: id, accountId: account_id }));
            const bots = await sql.rows<Bot>(
              "select distinct id, name from bots where id <> name and account_id = any($1)",
              [chats.map(({ account_id }) => account_id)],
            );
            const people = text(call, "chat") === undefined ? await auditMemories(sql) : undefined;
            return { ...combineAudits(audits), bots, people };
          }),
        ),
    );
    const found = report.leaks.length + (people?.leaks.length ?? 0);
    if (call.values["json"] === true) printLine(call, JSON.stringify({ ...report, people }));
    else {
      printLine(call, String(found));
      for (const leak of report.leaks) printLine(call, withNames(describeLeak(leak), bots));
      for (const leak of people?.leaks ?? []) printLine(call, describeMemoryLeak(leak));
      printError(call, words(report)[language]);
      if (people !== undefined) printError(call, peopleWords(people)[language]);
    }
    return found === 0 ? 0 : 1;
  },
};

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
    printError(call, chainWords(report)[language]);
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
