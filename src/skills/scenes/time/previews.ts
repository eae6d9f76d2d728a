import type { JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { CutPoint, StoryPoint } from "../../../domain/views/story-time.ts";
import { slices } from "../../../domain/slices.ts";
import { cutPath } from "../state/path.ts";
import { findBranchPoint, findCut, readPast, readStateAt } from "./history.ts";
import { compareStates } from "./state-view.ts";

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
}

/** What a rewind would remove. */
export async function previewRewind(read: Reads, of: InChat, cut: CutPoint): Promise<JsonObject> {
  const past = await readPast(read, of.chatId);
  const to = findCut(past, cut);
  const kept = new Set(cutPath(past.path, to));
  const gone = past.path.filter((event) => !kept.has(event));
  const turns = gone.filter(({ kind }) => kind === "user_turn" || kind === "assistant_turn").length;
  const summary = {
    preview: true,
    branch_id: past.branch,
    to_event_id: to,
    forgotten: gone.length,
    turns_forgotten: turns,
  };
  return { ...summary, differences: await compareAt(read, of, [{}, { eventId: to }]) };
}

/** What a branch would start without. */
export async function previewBranch(read: Reads, of: InChat, cut: CutPoint): Promise<JsonObject> {
  const past = await readPast(read, of.chatId);
  const from = findBranchPoint(past, cut);
  const left = past.path.length - cutPath(past.path, from).length;
  const found = {
    preview: true,
    parent_branch_id: past.branch,
    from_event_id: from,
    left_out: left,
  };
  return { ...found, differences: await compareAt(read, of, [{}, { eventId: from }]) };
}

/** How another branch differs from the active one. */
export async function previewSwitch(read: Reads, of: InChat, branch: string): Promise<JsonObject> {
  return {
    preview: true,
    branch_id: branch,
    differences: await compareAt(read, of, [{}, { branch }]),
  };
}

async function compareAt(
  read: Reads,
  of: InChat,
  [a, b]: readonly [StoryPoint, StoryPoint],
): Promise<JsonObject[]> {
  const found = await slices.run(
    compareStates(await readStateAt(read, of, a), await readStateAt(read, of, b)),
  );
  return found as unknown as JsonObject[];
}
