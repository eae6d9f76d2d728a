import type { Blob, Decisions, DecisionContext } from "../../../domain/ports/decisions.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { isJsonObject, type JsonObject } from "../../../domain/json.ts";
import type { FileReader } from "../../../domain/ports/file-reader.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type {
  AskedSamples,
  ImportedCard,
  ImportedChat,
  SceneFiles,
} from "../../../domain/views/scene-files.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { foldName } from "../state/call-names.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { importEvents } from "../api/import-events.ts";
import { labelNamesakes } from "../state/namesakes.ts";
import { rootBranch, versionKind } from "../state/path.ts";
import { toCharacterName } from "../../../domain/character-name.ts";
import { readAssets, createBotPictures, requireBot } from "./bot-pictures.ts";
import { createCharacterActs } from "./character-acts.ts";
import { draftAssets, removeInlineBytes } from "./card-assets.ts";
import { type BotFields, toBot, toCard } from "./card-bot.ts";
import { type WholeCard, writeCardFile } from "./card-file.ts";
import { convertChat } from "./chat-events.ts";
import type { ParsedChat } from "./chat-read.ts";
import { exportChat } from "./export-chat.ts";
import { keepList, readObject } from "./lenient-json.ts";
import { joinBooks } from "./lorebook.ts";
import { findSettings, parsePreset } from "./preset-file.ts";
import { readPreset } from "./preset-read.ts";
import { writePreset } from "./preset-write.ts";
import { toFileName } from "./file-name.ts";
import { importStory } from "../story-file/import-story.ts";
import { isStoryFile } from "../story-file/read-story.ts";
import { exportStory } from "../story-file/story-file.ts";
import type { ParsedStory } from "../story-file/story-lines.ts";
import { createSampleBots, createSampleChat, listSampleTitles, sampleIds } from "./samples.ts";

interface FileImport<T> {
  readonly lines: Parameters<typeof importEvents>[1];
  /** Further events; a function is called after all lines were imported. */
  readonly events?: readonly EventDraft[] | (() => readonly EventDraft[]);
  readonly blobs?: readonly Blob[];
  readonly result: T;
}
type ImportJob<T> = (
  at: DecisionContext & { readonly accountId: string },
) => Promise<FileImport<T>>;

const types = { png: "image/png", json: "application/json", charx: "application/zip" } as const;

export interface SceneFileDeps {
  readonly decisions: Decisions;
  /** Parses files outside this process. */
  readonly fileReader: FileReader;
}

/** Import and export of cards, lorebooks and chats, and the sample characters. */
export function createSceneFiles({ decisions, fileReader }: SceneFileDeps): SceneFiles {
  const on: FileAccess = {
    fileReader,
    /** Files are recorded like all imported events: validated, all or none. */
    importAs: (accountId, job) =>
      decisions.run(accountId, async (at) => {
        const { lines, events = [], blobs, result } = await job({ ...at, accountId });
        const { drafts, opened, expects } = await importEvents(
          { ...at, accountId, writeAhead: (facts, expected) => at.write(facts, expected) },
          lines,
        );
        const also = typeof events === "function" ? events() : events;
        return { events: [...drafts, ...opened, ...also], blobs, expects, result };
      }),
    readAs: (accountId, job) => decisions.read(accountId, job),
    importStory: (accountId, story) =>
      decisions.run(accountId, (at) => importStory({ ...at, accountId }, story)),
  };
  return {
    ...createCardFiles(on),
    ...createBotPictures({ readAs: (accountId, job) => on.readAs(accountId, job) }),
    ...createCharacterActs(decisions),
    ...createChatFiles(on),
    ...createPresetFiles(on),
    importSamples: (accountId, asked) => on.importAs(accountId, (at) => draftSamples(at, asked)),
  };
}

interface FileAccess {
  readonly fileReader: FileReader;
  importAs<T>(accountId: string, job: ImportJob<T>): Promise<T>;
  readAs<T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T>;
  importStory(accountId: string, story: ParsedStory): Promise<JsonObject & ImportedChat>;
}

function createCardFiles(
  on: FileAccess,
): Pick<SceneFiles, "importCard" | "exportCard" | "importLore"> {
  return {
    importCard: async (accountId, { bytes, botId }) => {
      const { card, assets } = (await on.fileReader.read({
        accountId,
        kind: "card",
        bytes,
      })) as WholeCard;
      return on.importAs(accountId, async ({ read, newId, now }) => {
        const bot = toBot(removeInlineBytes(card, assets), botId ?? newId());
        const brought = draftAssets({ accountId, botId: bot.id, now }, assets);
        const assetCounts = {
          has_picture: assets.picture !== undefined,
          assets: assets.others.length,
          assets_left_out: assets.leftOut,
        };
        const namesakes = await findNamesakes(read, accountId, bot);
        const result = {
          ...describeBot(bot),
          id: bot.id,
          name: bot.name,
          ...assetCounts,
          namesakes,
        };
        return { lines: [{ kind: "bot_authored", payload: bot }], ...brought, result };
      });
    },
    exportCard: (accountId, { botId, format }) =>
      on.readAs(accountId, async (read) => {
        const bot = await requireBot(read, accountId, botId);
        const kept = await readAssets(read, { accountId, botId });
        return {
          bytes: writeCardFile(toCard(bot), format, kept),
          type: types[format],
          name: `${toFileName(bot.name)}.${format}`,
        };
      }),
    importLore: async (accountId, { bytes, botId }) => {
      const book = (await on.fileReader.read({
        accountId,
        kind: "lorebook",
        bytes,
        options: { ownerId: botId },
      })) as JsonObject;
      return on.importAs(accountId, async ({ read }) => {
        const {
          account_id: _account,
          event_id: _event,
          created_at: _created,
          updated_at: _updated,
          ...bot
        } = await requireBot(read, accountId, botId);
        const { extensions } = bot;
        const older = extensions["lorebook"];
        const lorebook = joinBooks(isJsonObject(older) ? older : undefined, book);
        const whole = { ...bot, extensions: { ...extensions, lorebook } };
        return { lines: [{ kind: "bot_authored", payload: whole }], result: describeBot(whole) };
      });
    },
  };
}

/**
 * Other bots with the same name: importing a card twice creates two characters, and the result says
 * so.
 */
async function findNamesakes(
  read: Reads,
  accountId: string,
  bot: { readonly id: string; readonly name: string },
): Promise<ImportedCard["namesakes"]> {
  const rows = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1 and id <> $2",
    [accountId, bot.id],
  );
  const name = foldName(toCharacterName(bot.name));
  const others = rows.filter((one) => foldName(one.name) === name);
  const labels = labelNamesakes([...others, { id: bot.id, name: bot.name }]);
  return others.length === 0 ? [] : [...labels].map(([id, label]) => ({ id, label }));
}

function createPresetFiles(on: FileAccess): Pick<SceneFiles, "readPreset" | "exportPreset"> {
  return {
    readPreset: (bytes, target) => readPreset(parsePreset(bytes), target),
    exportPreset: (accountId, of) =>
      on.readAs(accountId, async (read) => {
        const { name, settings } = await findSettings(read, accountId, of);
        const text = JSON.stringify(writePreset(name, settings), null, 2);
        const bytes = new TextEncoder().encode(text);
        return { bytes, type: types.json, name: `${toFileName(name)}.preset.json` };
      }),
  };
}

function createChatFiles(
  on: FileAccess,
): Pick<SceneFiles, "importChat" | "exportChat" | "exportStory"> {
  return {
    importChat: async (accountId, bytes, meant) => {
      if (isStoryFile(bytes)) {
        const story = await on.fileReader.read({ accountId, kind: "story", bytes });
        return on.importStory(accountId, story as ParsedStory);
      }
      const chat = (await on.fileReader.read({ accountId, kind: "chat", bytes })) as ParsedChat;
      return on.importAs(accountId, async ({ read, newId, now }) => {
        const sql = "select id, name from bots where account_id = $1 order by event_id desc";
        const known = await read.rows<{ id: string; name: string }>(sql, [accountId]);
        const [self] = await read.rows<{ name: string }>(
          "select name from you where account_id = $1",
          [accountId],
        );
        const chatId = newId();
        const { lines, inactive } = convertChat(chat, {
          known,
          usualName: self?.name ?? "",
          meant,
          chatId,
          now: iso(now),
          newId,
        });
        const moment = { chat: { id: chatId, accountId, branchId: rootBranch }, now };
        return {
          lines,
          events: () =>
            inactive.length === 0
              ? []
              : [
                  draftStoryEvent(moment, versionKind, {
                    branch_id: rootBranch,
                    sets_aside: inactive,
                  }),
                ],
          result: { chat_id: chatId, turns: chat.said.length, left_out: chat.leftOut },
        };
      });
    },
    exportChat: (accountId, of) =>
      on.readAs(accountId, (read) => exportChat(read, { accountId, ...of })),
    exportStory: (accountId, of) =>
      on.readAs(accountId, (read) => exportStory(read, { accountId, ...of })),
  };
}

/** The parsed fields of a card, without the preserved ones. */
function describeBot({ extensions, ...bot }: BotFields): JsonObject {
  const book = readObject(extensions["lorebook"]);
  return { ...bot, lore_entries: keepList(book["entries"]).length };
}

/** Existing samples are left unchanged, because the person may have edited them. */
export async function draftSamples(
  { read, accountId, newId, now }: Parameters<ImportJob<JsonObject>>[0],
  { language, stories }: AskedSamples,
): ReturnType<ImportJob<JsonObject>> {
  const bots = await read.rows<{ id: string }>(
    "select id from bots where account_id = $1 and id = any($2)",
    [accountId, sampleIds],
  );
  const chats = await read.rows<{ id: string; title: string }>(
    "select id, title from chats where account_id = $1 and title = any($2) and host_bot_id = any($3)",
    [accountId, listSampleTitles(), sampleIds],
  );
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    accountId,
  ]);
  const yourName = self?.name ?? (language === "zh" ? "阿远" : "Robin");
  const missing = createSampleBots().filter(({ id }) => !bots.some((bot) => bot.id === id));
  const begun = listSampleTitles(stories === "own_language" ? language : undefined)
    .filter((title) => !chats.some((chat) => chat.title === title))
    .map((title) => ({ title, ...createSampleChat(title, { yourName, now: iso(now), newId }) }));
  return {
    lines: [
      ...(self === undefined ? [{ kind: "you_authored", payload: { name: yourName } }] : []),
      ...missing.map((payload) => ({ kind: "bot_authored", payload })),
      ...begun.flatMap(({ lines }) => lines),
    ],
    result: {
      bots: [...sampleIds],
      chats: [...chats, ...begun.map(({ chatId, title }) => ({ id: chatId, title }))],
    },
  };
}
