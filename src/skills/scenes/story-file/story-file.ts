import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { Refusal } from "../../../domain/errors.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { StoryFile } from "../../../domain/views/scene-files.ts";
import { readAssets } from "../formats/bot-pictures.ts";
import { toFileName } from "../formats/file-name.ts";
import { keepTexts, omitFields, readText, toJsonBytes } from "../formats/lenient-json.ts";
import { readChatEvents } from "../state/read-log.ts";
import { computePaths } from "../state/path.ts";
import { readSealedEvents } from "../state/spoilers.ts";
import { you } from "../state/chat-state.ts";
import {
  type BodyLine,
  characterFields,
  characterLists,
  isBranchLine,
  mapCharacters,
  nestedKinds,
  type StoryCharacter,
  storyFileVersion,
} from "./story-lines.ts";
import { writeStory } from "./write-story.ts";

export interface StoryExport {
  readonly accountId: string;
  readonly chatId: string;
  /** Sealed scenes in plain text. */
  readonly showSealed: boolean;
}

/** A whole story as a file. */
export async function exportStory(read: Reads, of: StoryExport): Promise<StoryFile> {
  const [chat] = await read.rows<{ title: string | null }>(
    "select title from chats where account_id = $1 and id = $2",
    [of.accountId, of.chatId],
  );
  if (chat === undefined) throw new Refusal("not_found");
  const paths = await slices.run(computePaths(await readChatEvents(read, of.chatId, 0)));
  const sealed = of.showSealed ? new Set<number>() : await readSealedEvents(read, of, paths);
  const { active, body } = await slices.run(writeStory(paths));
  const head = { meanwhile_story: storyFileVersion, title: chat.title ?? "", active };
  const parts = [toJsonBytes(head)];
  const [self] = await read.rows<JsonObject>(
    "select name, pronouns, persona from you where account_id = $1",
    [of.accountId],
  );
  if (self !== undefined) parts.push(toJsonBytes({ you: self }));
  for (const id of listCharacters(body.map(({ line }) => line)))
    parts.push(toJsonBytes((await readCharacter(read, of.accountId, id)) as unknown as Json));
  const slice = slices.short();
  for (const { line, eventId } of body) {
    const bytes = toJsonBytes(line as unknown as Json);
    parts.push(sealed.has(eventId) ? toJsonBytes({ sealed: pack(bytes) }) : bytes);
    await slice.yieldIfDue();
  }
  const newline = Buffer.from("\n");
  return {
    bytes: Buffer.concat(parts.flatMap((part) => [part, newline])),
    type: "application/x-ndjson",
    name: `${toFileName(chat.title || of.chatId)}.story.jsonl`,
  };
}

/** Not a secret, since the file is the person's own. It only keeps a glance from spoiling it. */
const pack = (bytes: Uint8Array): string => deflateRawSync(bytes).toString("base64");

/** In the order in which they appear. */
function listCharacters(lines: readonly BodyLine[]): Set<string> {
  const found = new Set<string>();
  for (const line of lines) {
    if (isBranchLine(line)) continue;
    const { payload } = line;
    for (const name of characterFields) {
      const id = payload[name];
      if (typeof id === "string" && id !== "" && id !== you) found.add(id);
    }
    for (const name of characterLists)
      for (const id of keepTexts(payload[name])) if (id !== you) found.add(id);
    if (nestedKinds.has(line.kind))
      mapCharacters(payload, (id) => {
        found.add(id);
        return id;
      });
  }
  return found;
}

const ownColumns = ["account_id", "event_id", "created_at", "updated_at"];

/** A character that is gone is kept by its id. */
async function readCharacter(read: Reads, accountId: string, id: string): Promise<StoryCharacter> {
  const [row] = await read.rows<JsonObject>(
    "select * from bots where account_id = $1 and id = $2",
    [accountId, id],
  );
  if (row === undefined) return { bot: { id, name: id } };
  const { picture, others } = await readAssets(read, { accountId, botId: id });
  const toData = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return {
    bot: { ...omitFields(row, ownColumns), id: readText(row["id"]) },
    ...(picture === undefined
      ? {}
      : { picture: { type: picture.mediaType ?? "image/png", data: toData(picture.bytes) } }),
    ...(others.length === 0
      ? {}
      : {
          assets: others.map(({ type, name, ext, bytes }) => ({
            type,
            name,
            ext,
            data: toData(bytes),
          })),
        }),
  };
}
