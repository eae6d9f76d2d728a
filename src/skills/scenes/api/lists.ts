import type { Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryList, StoryQuery } from "../../../domain/views/scenes.ts";
import type { EdgeView } from "../../../domain/views/story-view.ts";
import { readChatState } from "../state/chat-states.ts";
import { unsealedEdges } from "../stage-view/view.ts";
import { unseenOf } from "../state/unseen.ts";

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

const hasScene: readonly StoryList[] = [
  "presence",
  "turns",
  "memories",
  "threads",
  "digests",
  "plans",
];

/** Lists whose rows are each of one event: what is unseen is left out row by row. */
const isOfEvents: readonly StoryList[] = ["turns", "memories", "threads"];

/** The newest rows of a chat, oldest first. What is under seal is told by its seal alone. */
export async function readList(
  read: Reads,
  of: { readonly chatId: string; readonly what: StoryList },
  query: StoryQuery,
): Promise<readonly Payload[]> {
  const byScene = hasScene.includes(of.what) ? "scene_id" : "null::bigint";
  const byOwner =
    of.what === "memories" ? "owner_id" : of.what === "edges" ? "source_id" : "null::text";
  const rows = await read.rows<Payload>(
    `select * from ${tables[of.what]} where chat_id = $1 and ($2::bigint is null or event_id < $2)
       and ($3::bigint is null or ${byScene} = $3) and ($4::text is null or ${byOwner} = $4) and event_id <> all($6::bigint[])
     order by event_id desc limit $5`,
    [
      of.chatId,
      query.before ?? null,
      query.sceneId ?? null,
      query.ownerId ?? null,
      query.limit,
      await unseenRows(read, of, query),
    ],
  );
  if (of.what === "edges" && query.veil !== undefined)
    return (
      await unsealedEdges(read, of.chatId, rows as unknown as EdgeView[])
    ).toReversed() as unknown as Payload[];
  const shown =
    of.what === "digests"
      ? rows.map((row) => (row["sealed"] === true ? { ...row, directors_cut: null } : row))
      : rows;
  return shown.toReversed();
}

async function unseenRows(
  read: Reads,
  of: { readonly chatId: string; readonly what: StoryList },
  { veil }: StoryQuery,
): Promise<number[]> {
  if (veil === undefined || !isOfEvents.includes(of.what)) return [];
  const state = await readChatState(read, of.chatId);
  return state === undefined ? [] : [...(await unseenOf(read, state, veil))];
}
