import { isEventOf } from "../../../domain/events/catalogue.ts";
import { readId, readPosition, type RecordedChatEvent } from "../state/events.ts";
import { planKinds } from "../state/fold-plans.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { isPathEvent } from "../state/path.ts";

/** A story as a sequence of single events and turns, which can be replayed. */
export type StoryPart =
  | { readonly is: "fact"; readonly event: RecordedChatEvent }
  | {
      readonly is: "turn";
      readonly turnId: string;
      readonly events: readonly RecordedChatEvent[];
      readonly why?: string | undefined;
    };

/**
 * Splits the path into parts. Turns that were amended, partly withdrawn or stopped, and turns that
 * regenerated others, cannot be replayed: their original events no longer count.
 */
export function splitPath(
  path: readonly RecordedChatEvent[],
  log: readonly RecordedChatEvent[],
): StoryPart[] {
  const raw = Map.groupBy(log, ({ turnId }) => turnId ?? "");
  const parts: StoryPart[] = [];
  const split = new Set<string>();
  // Feelings count at the end of their beat and were recorded later, by a turn of their own.
  const readOrder = (event: RecordedChatEvent): number =>
    event.kind === "edge_update" && raw.get(event.turnId ?? "")?.some(isPathEvent) === false
      ? event.id
      : readPosition(event);
  for (const event of path.toSorted((a, b) => readOrder(a) - readOrder(b))) {
    const last = parts.at(-1);
    if (event.turnId === undefined) parts.push({ is: "fact", event });
    else if (last?.is === "turn" && last.turnId === event.turnId)
      parts[parts.length - 1] = { ...last, events: [...last.events, event] };
    else {
      if (parts.some((part) => part.is === "turn" && part.turnId === event.turnId))
        split.add(event.turnId);
      parts.push({ is: "turn", turnId: event.turnId, events: [event] });
    }
  }
  return parts.map((part) =>
    part.is === "fact" ? part : { ...part, why: explainAsIs(part, { raw, split }) },
  );
}

function explainAsIs(
  { turnId, events }: Extract<StoryPart, { is: "turn" }>,
  {
    raw,
    split,
  }: { raw: ReadonlyMap<string, readonly RecordedChatEvent[]>; split: ReadonlySet<string> },
): string | undefined {
  const first = raw.get(turnId) ?? [];
  if (first.some(isPathEvent)) return "made_again";
  if (first.length !== events.length || split.has(turnId)) return "amended";
  if (events.some((event) => !first.includes(event))) return "amended";
  return events.some(isStopped) ? "stopped" : undefined;
}

const isStopped = (event: RecordedChatEvent): boolean =>
  event.kind === "turn_cancelled" || (isTurnEvent(event) && event.payload.status === "cancelled");

/** The ids a turn created, in order, so that a replay creates the same ones. */
export const listCreatedIds = (
  events: readonly RecordedChatEvent[],
  known: (id: string) => boolean,
): string[] =>
  events.flatMap((event) => {
    const id = readId(event);
    return id === "" || isEventOf(event, ...planKinds, "digest_delivered") || known(id) ? [] : [id];
  });
