import type { Payload } from "../../domain/events.ts";
import type { Reads } from "../../domain/reads.ts";
import type { StoryList, StoryQuery } from "../../domain/scenes.ts";

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

const hasScene: readonly StoryList[] = ["presence", "turns", "memories", "threads", "digests", "plans"];

/** The newest rows of a chat, oldest first. What is under seal is told by its seal alone. */
export async function readList(
  read: Reads,
  of: { readonly chatId: string; readonly what: StoryList },
  query: StoryQuery,
): Promise<readonly Payload[]> {
  const byScene = hasScene.includes(of.what) ? "scene_id" : "null::bigint";
  const byOwner = of.what === "memories" ? "owner_id" : of.what === "edges" ? "source_id" : "null::text";
  const rows = await read.rows<Payload>(
    `select * from ${tables[of.what]} where chat_id = $1 and ($2::bigint is null or event_id < $2)
       and ($3::bigint is null or ${byScene} = $3) and ($4::text is null or ${byOwner} = $4)
     order by event_id desc limit $5`,
    [of.chatId, query.before ?? null, query.sceneId ?? null, query.ownerId ?? null, query.limit],
  );
  const shown = of.what === "digests" ? rows.map((row) => (row["sealed"] === true ? { ...row, directors_cut: null } : row)) : rows;
  return shown.toReversed();
}
