import type { Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Cut, Moment } from "../../../domain/views/story-time.ts";
import { upToPlace } from "../state/path.ts";
import { branchPoint, cutAt, pastOf, stateAt } from "./travel.ts";
import { differences } from "./view.ts";

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
}

/** What a rewind would forget. */
export async function rewindPreview(read: Reads, of: InChat, cut: Cut): Promise<Payload> {
  const past = await pastOf(read, of.chatId);
  const to = cutAt(past, cut);
  const kept = new Set(upToPlace(past.path, to));
  const gone = past.path.filter((event) => !kept.has(event));
  const turns = gone.filter(({ kind }) => kind === "user_turn" || kind === "assistant_turn").length;
  const told = {
    preview: true,
    branch_id: past.branch,
    to_event_id: to,
    forgotten: gone.length,
    turns_forgotten: turns,
  };
  return { ...told, differences: await between(read, of, [{}, { eventId: to }]) };
}

/** What a branch would begin without. */
export async function branchPreview(read: Reads, of: InChat, cut: Cut): Promise<Payload> {
  const past = await pastOf(read, of.chatId);
  const from = branchPoint(past, cut);
  const left = past.path.length - upToPlace(past.path, from).length;
  const found = {
    preview: true,
    parent_branch_id: past.branch,
    from_event_id: from,
    left_out: left,
  };
  return { ...found, differences: await between(read, of, [{}, { eventId: from }]) };
}

/** How another branch differs from the one that is played. */
export async function switchPreview(read: Reads, of: InChat, branch: string): Promise<Payload> {
  return {
    preview: true,
    branch_id: branch,
    differences: await between(read, of, [{}, { branch }]),
  };
}

async function between(
  read: Reads,
  of: InChat,
  [a, b]: readonly [Moment, Moment],
): Promise<Payload[]> {
  return differences(
    await stateAt(read, of, a),
    await stateAt(read, of, b),
  ) as unknown as Payload[];
}
