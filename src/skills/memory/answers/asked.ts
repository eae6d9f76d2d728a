import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { TurnContext } from "../../../domain/skill.ts";
import { isSaidIn } from "../sayings.ts";
import { type MemoryRow, readMemories, type Viewer } from "../witness.ts";
import type { Listener } from "../words.ts";

/** A message about the memory, by whom, before whom and in which language. */
export interface Asked {
  readonly turn: TurnContext;
  readonly viewer: Viewer;
  readonly to: Listener;
}

export interface Answered {
  readonly text: string;
  readonly events: readonly EventDraft[];
}

export const say = (text: string, events: readonly EventDraft[] = []): Answered => ({
  text,
  events,
});

export const mostListed = 20;
const mostRead = 500;

export const readAll = ({ turn, viewer }: Asked): Promise<readonly MemoryRow[]> =>
  readMemories(turn.read, viewer, mostRead);

export const readLastReply = async ({ turn }: Pick<Asked, "turn">): Promise<string> =>
  (await turn.history(4)).findLast(({ direction }) => direction === "outbound")?.text ?? "";

/** The memories of our last reply, in the order in which it lists them. */
export async function findListed(on: Asked, all: readonly MemoryRow[]): Promise<MemoryRow[]> {
  const lines = (await readLastReply(on)).split("\n").filter((line) => /^\d{1,2}\. /.test(line));
  return lines.flatMap((line) => all.find(({ words }) => line.includes(`“${words}”`)) ?? []);
}

/**
 * The memories that “that” can mean: those that our last reply says, or else those that the
 * person's message before it stated.
 */
export async function findSpokenOf(
  { turn }: Asked,
  all: readonly MemoryRow[],
): Promise<MemoryRow[]> {
  const history = await turn.history(4);
  const reply = history.findLast(({ direction }) => direction === "outbound");
  const literal = all.filter(({ words }) => reply?.text.includes(words) === true);
  if (literal.length > 0) return literal;
  const spoken = all.filter(
    (memory) => memory.value !== null && isSaidIn(memory, reply?.text ?? ""),
  );
  if (spoken.length > 0) return spoken;
  const before = history.findLast(({ direction }) => direction === "inbound");
  return all.filter(({ sources }) => before !== undefined && sources.includes(before.eventId));
}
