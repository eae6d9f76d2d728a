import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { Refusal } from "../domain/errors.ts";
import { canonicalId } from "../domain/ids.ts";
import { productProjector } from "../main/projections.ts";
import { openScenesApi } from "../main/scenes.ts";
import { convertTranscript, parseTranscriptLine } from "../skills/scenes/audit/transcript-lines.ts";
import { withDatabase } from "./attach.ts";
import {
  type Call,
  type Command,
  CommandFailure,
  printLine,
  text,
  printError,
  UsageError,
} from "./command.ts";
import { noteCommand } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { importCard, importChatFile, isChatFile, wordIn } from "./story-files.ts";
import { createSystemChance, systemClock } from "./system.ts";
import { operatorOf, withAdminContext } from "./token.ts";

/** Imports a transcript from elsewhere as a chat, with who was present at each line. */
export const importCommand: Command = {
  options: {
    chat: { type: "string" },
    card: { type: "string" },
    as: { type: "string" },
    account: { type: "string" },
    json: { type: "boolean" },
  },
  help: {
    en: [
      "npx meanwhile import --chat <file.jsonl> [--as <chat id>] [--account <id>]     “-” reads standard input",
      "npx meanwhile import --card <card.png|.json|.charx> [--account <id>]",
      "",
      'Each line is {"speaker", "text", "present": […]}: who said what, and who was there. The person is "you". Whole stories and chats of SillyTavern are taken too.',
      "Then run npx meanwhile audit to check that no character knew something they had not witnessed.",
    ].join("\n"),
    zh: [
      "npx meanwhile import --chat <file.jsonl> [--as <故事编号>] [--account <账号>]     “-” 表示标准输入",
      "npx meanwhile import --card <card.png|.json|.charx> [--account <账号>]",
      "",
      '每行是 {"speaker", "text", "present": […]}：谁说了什么，当时谁在场。本人写作 "you"。也可以是导出的整个故事，或 SillyTavern 的聊天记录。',
      "之后用 npx meanwhile audit 检查有没有角色知道了他没亲历的事。",
    ].join("\n"),
  },
  async run(call) {
    const card = text(call, "card");
    if (card !== undefined) return importCard(call, card);
    const file = text(call, "chat");
    if (file === undefined) throw new UsageError(words.which[call.language]);
    const content = await contentOf(call, file);
    if (isChatFile(content)) return importChatFile(call, content);
    const lines = linesIn(content, call);
    const chatId = canonicalId(text(call, "as") ?? nameOf(file));
    if (chatId === undefined) throw new UsageError(words.name[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const events = await withDatabase({ config, command: "meanwhile import", language }, (on) =>
      withAdminContext(on, { call, config, language }, async (admin) => {
        const accountId = canonicalId(text(call, "account") ?? "") ?? (await operatorOf(admin));
        const chance = createSystemChance(() => systemClock.now());
        const scenes = openScenesApi({
          db: admin.db,
          projector: productProjector(),
          clock: systemClock,
          chance,
        });
        const known = (await scenes.listBots(accountId)).map((bot) => ({
          id: wordIn(bot, "id"),
          name: wordIn(bot, "name"),
        }));
        const startedAt = new Date().toISOString();
        const taken = await scenes
          .importEvents(accountId, convertTranscript(lines, { chatId, startedAt, known }))
          .catch((error: unknown) => {
            if (error instanceof Refusal && error.code === "already_recorded")
              throw new CommandFailure(words.taken(chatId)[language]);
            throw error;
          });
        await noteCommand(admin, { action: "story_imported", accountId, subject: chatId });
        return taken;
      }),
    );
    if (call.values["json"] === true)
      printLine(
        call,
        JSON.stringify({ chat_id: chatId, lines: lines.length, events: events.length }),
      );
    else printLine(call, chatId);
    printError(call, words.done(lines.length)[language]);
    return 0;
  },
};

const contentOf = (call: Call, file: string): Promise<string> =>
  file === "-"
    ? readAll(call.terminal.stdin)
    : readFile(resolve(call.terminal.cwd, file), "utf8").catch(() => {
        throw new CommandFailure(words.noFile(file)[call.language]);
      });

/** By the name of the file. */
const nameOf = (file: string): string =>
  file === "-"
    ? "imported"
    : basename(file)
        .replace(/\.[^.]*$/, "")
        .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
        .replace(/^[-_]+/, "") || "imported";

function linesIn(content: string, call: Call): ReturnType<typeof parseTranscriptLine>[] {
  const lines = content.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [parseTranscriptLine(JSON.parse(line), index + 1)];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof Refusal)
        throw new CommandFailure(words.line(index + 1)[call.language]);
      throw error;
    }
  });
  if (lines.length === 0) throw new CommandFailure(words.empty[call.language]);
  return lines;
}

const words = {
  which: {
    en: "Name a file: npx meanwhile import --chat file.jsonl",
    zh: "请写上文件名：npx meanwhile import --chat file.jsonl",
  },
  name: { en: "--as may contain letters, digits, - and _.", zh: "--as 只能用字母、数字、- 和 _。" },
  noFile: (file: string) => ({ en: `${file} can't be read.`, zh: `读不到 ${file}。` }),
  line: (line: number) => ({
    en: `Line ${line} is not {"speaker", "text", "present": […]}. Nothing was imported.`,
    zh: `第 ${line} 行不是 {"speaker", "text", "present": […]}。什么都没有导入。`,
  }),
  empty: { en: "The file is empty.", zh: "文件是空的。" },
  taken: (id: string) => ({
    en: `There is already a chat ${id}. Choose another name with --as.`,
    zh: `已有故事 ${id}，请用 --as 换个名字。`,
  }),
  done: (lines: number) => ({ en: `${lines} lines were imported.`, zh: `导入了 ${lines} 行。` }),
};
