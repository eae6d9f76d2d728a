import { Buffer } from "node:buffer";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Blob, Decision, RecordingContext } from "../../../domain/ports/decisions.ts";
import { slices } from "../../../domain/slices.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import type { ImportedChat } from "../../../domain/views/scene-files.ts";
import { draftConversation, importEvents } from "../api/import-events.ts";
import { type CardAsset, draftAssets } from "../formats/card-assets.ts";
import { readText } from "../formats/lenient-json.ts";
import { detectPictureType } from "../formats/pictures.ts";
import { foldName } from "../state/call-names.ts";
import { chatStream } from "../state/chat-state.ts";
import { draftStory } from "./draft-story.ts";
import type { ParsedStory, StoryCharacter } from "./story-lines.ts";

/** Drafts that are held before they are written. */
const mostHeld = 500;

interface ImportContext extends RecordingContext {
  readonly accountId: string;
}

/**
 * Writes a whole story as a new one. Its characters come along; one that is here already, by id and
 * name, stays as it is.
 */
export async function importStory(
  at: ImportContext,
  story: ParsedStory,
): Promise<Decision<JsonObject & ImportedChat>> {
  const cast = await matchCharacters(at, story.characters);
  const isNamed =
    (await at.read.rows("select 1 from you where account_id = $1", [at.accountId])).length > 0;
  const lines: StoryEventInput[] = [
    ...(isNamed || story.you === undefined || story.you.name === ""
      ? []
      : [{ kind: "you_authored", payload: story.you }]),
    ...cast
      .filter(({ isNew }) => isNew)
      .map(({ id, from }) => ({ kind: "bot_authored", payload: { ...from.bot, id } })),
  ];
  const authored = await importEvents(at, lines);
  const stored = cast.filter(({ isNew }) => isNew).map((one) => draftPictures(at, one));
  const chatId = at.newId();
  const written = await writeEvents(at, { story, chatId, cast });
  return {
    events: [
      ...authored.drafts,
      ...stored.flatMap(({ events }) => events),
      ...written.rest,
      draftConversation(at, {
        chatId,
        at: iso(at.now),
        payload: { title: story.head.title, host_bot_id: "", initial_time: "" },
      }),
    ],
    blobs: stored.flatMap(({ blobs }): readonly Blob[] => blobs),
    expects: written.expects,
    result: {
      chat_id: chatId,
      turns: story.body.filter((line) => "kind" in line && line.kind.endsWith("_turn")).length,
      left_out: 0,
      persona_kept: isNamed,
      characters: cast.map(({ id, from, isNew }) => ({
        id,
        name: readText(from.bot["name"]),
        is_new: isNew,
      })),
    },
  };
}

interface Cast {
  readonly from: StoryCharacter;
  readonly id: string;
  readonly isNew: boolean;
}

/** Ids belong to an account, so a character keeps its id unless another one has it here. */
async function matchCharacters(
  { read, accountId, newId }: ImportContext,
  characters: readonly StoryCharacter[],
): Promise<Cast[]> {
  const rows = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1 and id = any($2)",
    [accountId, characters.map(({ bot }) => bot.id)],
  );
  const known = new Map(rows.map(({ id, name }) => [id, foldName(name)]));
  return characters.map((from) => {
    const here = known.get(from.bot.id);
    const isSame = here === foldName(readText(from.bot["name"]));
    return {
      from,
      id: here === undefined || isSame ? from.bot.id : newId(),
      isNew: here === undefined || !isSame,
    };
  });
}

function draftPictures(
  { accountId, now }: ImportContext,
  { id: botId, from: { picture, assets = [] } }: Cast,
): ReturnType<typeof draftAssets> {
  const main = picture === undefined ? undefined : Buffer.from(picture.data, "base64");
  const mediaType = main === undefined ? undefined : detectPictureType(main);
  return draftAssets(
    { accountId, botId, now },
    {
      picture:
        main === undefined || mediaType === undefined
          ? undefined
          : { type: "icon", name: "main", ext: "", mediaType, bytes: main },
      others: assets.map(({ data, ...asset }): CardAsset => {
        const bytes = Buffer.from(data, "base64");
        return {
          type: readText(asset["type"]),
          name: readText(asset["name"]),
          ext: readText(asset["ext"]),
          mediaType: detectPictureType(bytes),
          bytes,
        };
      }),
      leftOut: 0,
    },
  );
}

/** Writes most of the events ahead, in the same transaction: a long story is not kept in memory. */
async function writeEvents(
  at: ImportContext,
  of: { readonly story: ParsedStory; readonly chatId: string; readonly cast: readonly Cast[] },
): Promise<{ rest: EventDraft[]; expects: Record<string, number> }> {
  const characters = new Map(of.cast.map(({ id, from }) => [from.bot.id, id]));
  const target = {
    chatId: of.chatId,
    accountId: at.accountId,
    now: at.now,
    newId: () => at.newId(),
    characters,
  };
  const slice = slices.short();
  let rest: EventDraft[] = [];
  let expects: Record<string, number> = { [chatStream(of.chatId)]: 0 };
  for (const draft of draftStory(of.story, target)) {
    rest.push(draft);
    await slice.yieldIfDue();
    if (rest.length < mostHeld) continue;
    await at.write(rest, expects);
    [rest, expects] = [[], {}];
  }
  return { rest, expects };
}
