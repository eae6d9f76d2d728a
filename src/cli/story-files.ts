import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { canonicalId } from "../domain/ids.ts";
import type { SceneFiles } from "../domain/views/scene-files.ts";
import { productProjector } from "../main/projections.ts";
import { openScenesApi } from "../main/scenes.ts";
import { withDatabase } from "./attach.ts";
import { type Call, CommandFailure, printLine, text, printError, UsageError } from "./command.ts";
import { noteCommand } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { createSystemChance, systemClock } from "./system.ts";
import { operatorOf, withAdminContext } from "./token.ts";

interface Work<T> {
  readonly action: "story_imported" | "story_exported";
  /** The bot or chat, where it is known before. */
  readonly subject?: string;
  run(files: SceneFiles, accountId: string): Promise<T>;
}

/** Story files on behalf of an account, by default the operator's. */
async function withFiles<T>(call: Call, work: Work<T>): Promise<T> {
  const config = configOf(call);
  const language = languageWith(call, config);
  return withDatabase({ config, command: "meanwhile import", language }, (on) =>
    withAdminContext(on, { call, config, language }, async (admin) => {
      const accountId = canonicalId(text(call, "account") ?? "") ?? (await operatorOf(admin));
      const chance = createSystemChance(() => systemClock.now());
      const scenes = openScenesApi({
        db: admin.db,
        projector: productProjector(),
        clock: systemClock,
        chance,
      });
      const done = await work.run(scenes.files, accountId).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        const reason = error.fact?.["reason"];
        throw new CommandFailure(
          words.refused(typeof reason === "string" ? reason : error.code)[language],
        );
      });
      await noteCommand(admin, { action: work.action, accountId, subject: work.subject ?? null });
      return done;
    }),
  );
}

export const wordIn = (row: JsonObject, name: string): string => {
  const value = row[name];
  return typeof value === "string" ? value : "";
};

/** A character card becomes a bot. Its id is printed. */
export async function importCard(call: Call, file: string): Promise<number> {
  const bytes = await readFile(resolve(call.terminal.cwd, file)).catch(() => {
    throw new CommandFailure(words.noFile(file)[call.language]);
  });
  const bot = await withFiles(call, {
    action: "story_imported",
    run: (files, accountId) => files.importCard(accountId, { bytes }),
  });
  printLine(call, wordIn(bot, "id"));
  printError(call, words.taken(wordIn(bot, "name"))[call.language]);
  return 0;
}

/** Whether these lines are a whole story or a chat of SillyTavern. */
export const isChatFile = (content: string): boolean =>
  /^\s*\{[^\n]*"(?:mes|user_name|chat_metadata|meanwhile_story)"\s*:/.test(content);

export async function importChatFile(call: Call, content: string): Promise<number> {
  const chat = await withFiles(call, {
    action: "story_imported",
    run: (files, accountId) => files.importChat(accountId, new TextEncoder().encode(content)),
  });
  printLine(call, wordIn(chat, "chat_id"));
  printError(call, words.turns(Number(chat["turns"]), Number(chat["left_out"]))[call.language]);
  return 0;
}

/** Writes a bot as a card to a file, because it is not text for a terminal. */
export async function exportCard(call: Call, botId: string): Promise<number> {
  const wanted = text(call, "format") ?? "png";
  const format = (["png", "json", "charx"] as const).find((one) => one === wanted);
  if (format === undefined) throw new UsageError(words.format[call.language]);
  const card = await withFiles(call, {
    action: "story_exported",
    subject: botId,
    run: (files, accountId) => files.exportCard(accountId, { botId, format }),
  });
  const path = resolve(call.terminal.cwd, text(call, "out") ?? card.name);
  await writeFile(path, card.bytes, { flag: "wx" }).catch(() => {
    throw new CommandFailure(words.noWrite(path)[call.language]);
  });
  printLine(call, path);
  return 0;
}

/** Prints a chat for SillyTavern, or a whole story. What is sealed stays so unless it is asked for. */
export async function exportChatFile(
  call: Call,
  { chatId, format }: { readonly chatId: string; readonly format: "sillytavern" | "story" },
): Promise<number> {
  const of = { chatId, showSealed: text(call, "unseen") === "show" };
  const chat = await withFiles(call, {
    action: "story_exported",
    subject: chatId,
    run: (files, accountId) =>
      format === "story" ? files.exportStory(accountId, of) : files.exportChat(accountId, of),
  });
  call.terminal.stdout.write(new TextDecoder().decode(chat.bytes));
  return 0;
}

const words = {
  noFile: (file: string) => ({ en: `${file} can't be read.`, zh: `读不到 ${file}。` }),
  noWrite: (path: string) => ({
    en: `${path} can't be written or already exists.`,
    zh: `无法写入 ${path}，或文件已存在。`,
  }),
  refused: (reason: string) => ({
    en: `This file was not imported: ${reason}.`,
    zh: `没有导入这个文件：${reason}。`,
  }),
  taken: (name: string) => ({ en: `${name} is here.`, zh: `${name} 来了。` }),
  turns: (count: number, left: number) => ({
    en: `${count} turns were imported, ${left} lines skipped.`,
    zh: `导入了 ${count} 句，跳过 ${left} 行。`,
  }),
  format: { en: "--format is png, json or charx.", zh: "--format 可选 png、json 或 charx。" },
};
