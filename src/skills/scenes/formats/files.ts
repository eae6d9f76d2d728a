import type { Blob } from "../../../domain/blob.ts";
import type { Desk } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { FileReader } from "../../../domain/ports/file-reader.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ImportedCard, SceneFiles } from "../../../domain/views/scene-files.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { folded } from "../state/call-names.ts";
import { chatFact } from "../state/story-events.ts";
import { takeIn } from "../api/take-events.ts";
import { labelsOf } from "../state/namesakes.ts";
import { rootBranch, versionKind } from "../state/path.ts";
import { plainName } from "../state/plain-name.ts";
import { text } from "../state/payload.ts";
import { assetsOf, botPictures, theBot } from "./bot-pictures.ts";
import { assetsBrought, withoutBytes } from "./card-assets.ts";
import { botFromCard, cardFromBot } from "./card-bot.ts";
import { writeCardFile } from "./card-file.ts";
import type { WholeCard } from "./card-read.ts";
import { chatLines, versionsAside } from "./chat-lines.ts";
import type { ReadChat } from "./chat-read.ts";
import { writeChat } from "./chat-write.ts";
import { besides, isObject, looseObject } from "./loose.ts";
import { joinedBooks } from "./lorebook.ts";
import { sampleBots, sampleChat, sampleIds, sampleTitles } from "./samples.ts";

type At = Parameters<Parameters<Desk["work"]>[1]>[0];
interface Written<T> {
  readonly lines: Parameters<typeof takeIn>[1];
  /** Besides what the lines become. */
  readonly events?: readonly EventDraft[];
  readonly blobs?: readonly Blob[];
  readonly result: T;
}
type Work<T> = (at: At & { readonly accountId: string }) => Promise<Written<T>>;

const types = { png: "image/png", json: "application/json", charx: "application/zip" } as const;

export interface SceneFileDeps {
  readonly desk: Desk;
  /** Takes files apart, outside of this process. */
  readonly fileReader: FileReader;
}

/** Stories as files: cards, lorebooks and chats of other programs come in and go out; three characters come with us. */
export function createSceneFiles({ desk, fileReader }: SceneFileDeps): SceneFiles {
  const on: FileDesk = {
    fileReader,
    /** What a file becomes is taken in like everything from outside: checked, all or none. */
    write: (accountId, job) =>
      desk.work(accountId, async (at) => {
        const { lines, events = [], blobs, result } = await job({ ...at, accountId });
        const { drafts, opened, expects } = await takeIn({ ...at, accountId }, lines);
        return { events: [...drafts, ...opened, ...events], blobs, expects, result };
      }),
    look: (accountId, job) =>
      desk.work(accountId, async ({ read }) => ({ events: [], result: await job(read) })),
  };
  return {
    ...cardFiles(on),
    ...botPictures({ look: (accountId, job) => on.look(accountId, job) }),
    ...chatFiles(on),
    takeSamples: (accountId, language) => on.write(accountId, (at) => sampleLines(at, language)),
  };
}

interface FileDesk {
  readonly fileReader: FileReader;
  write<T>(accountId: string, job: Work<T>): Promise<T>;
  look<T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T>;
}

function cardFiles(on: FileDesk): Pick<SceneFiles, "importCard" | "exportCard" | "importLore"> {
  return {
    importCard: async (accountId, { bytes, botId }) => {
      const { card, assets } = (await on.fileReader.read({
        accountId,
        kind: "card",
        bytes,
      })) as WholeCard;
      return on.write(accountId, async ({ read, newId, now }) => {
        const bot = botFromCard(withoutBytes(card, assets), botId ?? newId());
        const brought = assetsBrought({ accountId, botId: text(bot, "id"), now }, assets);
        const told = {
          has_picture: assets.picture !== undefined,
          assets: assets.others.length,
          assets_left_out: assets.leftOut,
        };
        const namesakes = await namesakesOf(read, accountId, bot);
        const result = {
          ...shown(bot),
          id: text(bot, "id"),
          name: text(bot, "name"),
          ...told,
          namesakes,
        };
        return { lines: [{ kind: "bot_authored", payload: bot }], ...brought, result };
      });
    },
    exportCard: (accountId, { botId, format }) =>
      on.look(accountId, async (read) => {
        const bot = await theBot(read, accountId, botId);
        const kept = await assetsOf(read, { accountId, botId });
        return {
          bytes: writeCardFile(cardFromBot(bot), format, kept),
          type: types[format],
          name: `${fileName(text(bot, "name"))}.${format}`,
        };
      }),
    importLore: async (accountId, { bytes, botId }) => {
      const book = (await on.fileReader.read({
        accountId,
        kind: "lorebook",
        bytes,
        options: { ownerId: botId },
      })) as Payload;
      return on.write(accountId, async ({ read }) => {
        const bot = besides(await theBot(read, accountId, botId), [
          "account_id",
          "event_id",
          "created_at",
          "updated_at",
        ]);
        const extensions = looseObject(bot["extensions"]);
        const older = extensions["lorebook"];
        const lorebook = joinedBooks(isObject(older) ? older : undefined, book);
        const whole = { ...bot, extensions: { ...extensions, lorebook } };
        return { lines: [{ kind: "bot_authored", payload: whole }], result: shown(whole) };
      });
    },
  };
}

/** Others who are called the same: a card that was taken twice is two characters, and whoever took it is told. */
async function namesakesOf(
  read: Reads,
  accountId: string,
  bot: Payload,
): Promise<ImportedCard["namesakes"]> {
  const rows = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1 and id <> $2",
    [accountId, text(bot, "id")],
  );
  const name = folded(plainName(text(bot, "name")));
  const others = rows.filter((one) => folded(one.name) === name);
  const labels = labelsOf([...others, { id: text(bot, "id"), name: text(bot, "name") }]);
  return others.length === 0 ? [] : [...labels].map(([id, label]) => ({ id, label }));
}

function chatFiles(on: FileDesk): Pick<SceneFiles, "importChat" | "exportChat"> {
  return {
    importChat: async (accountId, bytes) => {
      const chat = (await on.fileReader.read({ accountId, kind: "chat", bytes })) as ReadChat;
      return on.write(accountId, async ({ read, newId, now }) => {
        const sql = "select id, name from bots where account_id = $1 order by event_id desc";
        const known = await read.rows<{ id: string; name: string }>(sql, [accountId]);
        const chatId = newId();
        const lines = chatLines(chat, { known, chatId, now: iso(now), newId });
        const aside = versionsAside(lines);
        const moment = { chat: { id: chatId, accountId, branchId: rootBranch }, now };
        const events =
          aside.length === 0
            ? []
            : [chatFact(moment, versionKind, { branch_id: rootBranch, sets_aside: aside })];
        return {
          lines,
          events,
          result: { chat_id: chatId, turns: chat.said.length, left_out: chat.leftOut },
        };
      });
    },
    exportChat: (accountId, chatId) =>
      on.look(accountId, (read) => chatFile(read, accountId, chatId)),
  };
}

/** What was understood of a file, without all that was only kept. */
function shown(bot: Payload): Payload {
  const book = looseObject(looseObject(bot["extensions"])["lorebook"]);
  return {
    ...besides(bot, ["extensions"]),
    lore_entries: Array.isArray(book["entries"]) ? book["entries"].length : 0,
  };
}

const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .slice(0, 60) || "card";

async function chatFile(
  read: Reads,
  accountId: string,
  chatId: string,
): ReturnType<SceneFiles["exportChat"]> {
  const [chat] = await read.rows<Payload>("select * from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  if (chat === undefined) throw new Refusal("not_found", "");
  const turns = await read.rows<Payload>(
    "select * from scene_turns where chat_id = $1 and status = 'completed' order by event_id",
    [chatId],
  );
  const bots = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1",
    [accountId],
  );
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    accountId,
  ]);
  const names = new Map(bots.map(({ id, name }) => [id, name]));
  const bytes = writeChat({
    chat,
    turns,
    yourName: self?.name ?? "You",
    nameOf: (id) => names.get(id) ?? id,
  });
  return {
    bytes,
    type: "application/x-ndjson",
    name: `${fileName(text(chat, "title") || chatId)}.jsonl`,
  };
}

/** What is there already stays as it is: somebody may have changed it. */
export async function sampleLines(
  { read, accountId, newId, now }: Parameters<Work<Payload>>[0],
  language: "en" | "zh",
): ReturnType<Work<Payload>> {
  const bots = await read.rows<{ id: string }>(
    "select id from bots where account_id = $1 and id = any($2)",
    [accountId, sampleIds],
  );
  const chats = await read.rows<{ id: string; title: string }>(
    "select id, title from chats where account_id = $1 and title = any($2) and host_bot_id = any($3)",
    [accountId, sampleTitles, sampleIds],
  );
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    accountId,
  ]);
  const yourName = self?.name ?? (language === "zh" ? "阿远" : "Robin");
  const missing = sampleBots().filter(({ id }) => !bots.some((bot) => bot.id === id));
  const begun = sampleTitles
    .filter((title) => !chats.some((chat) => chat.title === title))
    .map((title) => ({ title, ...sampleChat(title, { yourName, now: iso(now), newId }) }));
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
