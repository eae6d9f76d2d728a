import type { JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryList, StoryQuery } from "../../../domain/views/scenes.ts";
import type { EdgeView } from "../../../domain/views/story-view.ts";
import { readChatState } from "../state/chat-states.ts";
import { hideSealedFacts } from "../stage-view/view.ts";
import { findHiddenEvents } from "../state/spoilers.ts";

const tables: Readonly<Record<StoryList, string>> = {
  containers: "containers",
  scenes: "scenes",
  presence: "presence",
  activities: "activities",
  edges: "edges",
  turns: "scene_turns",
  memories: "memories",
  threads: "threads",
  digests: "digests",
  plans: "scene_plans",
};

const sceneLists: readonly StoryList[] = [
  "presence",
  "turns",
  "memories",
  "threads",
  "digests",
  "plans",
];

/** Lists with one event per row: hidden rows are filtered by event. */
const eventLists: readonly StoryList[] = ["turns", "memories", "threads"];

/**
 * The newest rows of a chat, oldest first, and all of the event of the last one. The content of sealed
 * digests is omitted.
 */
export async function readList(
  read: Reads,
  of: { readonly chatId: string; readonly what: StoryList },
  query: StoryQuery,
): Promise<readonly JsonObject[]> {
  const byScene = sceneLists.includes(of.what) ? "scene_id" : "null::bigint";
  const byOwner =
    of.what === "memories" ? "owner_id" : of.what === "edges" ? "source_id" : "null::text";
  const rows = await read.rows<JsonObject>(
    `select * from ${tables[of.what]} where chat_id = $1 and ($2::bigint is null or event_id < $2)
       and ($3::bigint is null or ${byScene} = $3) and ($4::text is null or ${byOwner} = $4) and event_id <> all($6::bigint[])
     order by event_id desc fetch first $5 rows with ties`,
    [
      of.chatId,
      query.before ?? null,
      query.sceneId ?? null,
      query.ownerId ?? null,
      query.limit,
      await listHiddenRows(read, of, query),
    ],
  );
  if (of.what === "edges" && query.spoilers !== undefined)
    return (
      await hideSealedFacts(read, of.chatId, rows as unknown as EdgeView[])
    ).toReversed() as unknown as JsonObject[];
  const shown =
    of.what === "digests"
      ? rows.map((row) => (row["sealed"] === true ? { ...row, directors_cut: null } : row))
      : rows;
  return shown.toReversed();
}

async function listHiddenRows(
  read: Reads,
  of: { readonly chatId: string; readonly what: StoryList },
  { spoilers }: StoryQuery,
): Promise<number[]> {
  if (spoilers === undefined || !eventLists.includes(of.what)) return [];
  const state = await readChatState(read, of.chatId);
  return state === undefined ? [] : [...(await findHiddenEvents(read, state, spoilers))];
}
