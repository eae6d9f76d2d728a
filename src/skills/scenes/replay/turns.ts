import type { RecordedEvent } from "../../../domain/events.ts";
import { isPathKind } from "../state/path.ts";
import { text } from "../state/payload.ts";

/** A story as it came about: what was simply so, and turns, which can be played again. */
export type Part =
  | { readonly is: "fact"; readonly event: RecordedEvent }
  | {
      readonly is: "turn";
      readonly turnId: string;
      readonly events: readonly RecordedEvent[];
      readonly why?: string | undefined;
    };

/**
 * The path in its parts. A turn of which something was amended, withdrawn or stopped, and one that made others again, stands as
 * it is: what it made at the time is no longer what counts.
 */
export function partsOfPath(path: readonly RecordedEvent[], log: readonly RecordedEvent[]): Part[] {
  const raw = Map.groupBy(log, ({ turnId }) => turnId ?? "");
  const parts: Part[] = [];
  const split = new Set<string>();
  for (const event of path) {
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
    part.is === "fact" ? part : { ...part, why: whyAsIs(part, { raw, split }) },
  );
}

function whyAsIs(
  { turnId, events }: Extract<Part, { is: "turn" }>,
  {
    raw,
    split,
  }: { raw: ReadonlyMap<string, readonly RecordedEvent[]>; split: ReadonlySet<string> },
): string | undefined {
  const first = raw.get(turnId) ?? [];
  if (first.some(({ kind }) => isPathKind(kind))) return "made_again";
  if (first.length !== events.length || split.has(turnId)) return "amended";
  if (events.some((event) => !first.includes(event))) return "amended";
  if (
    events.some(
      ({ kind, payload }) => kind === "turn_cancelled" || payload["status"] === "cancelled",
    )
  )
    return "stopped";
  return undefined;
}

/** Ids that the turn made, in its order, so that a second telling makes the same. */
export const idsMade = (
  events: readonly RecordedEvent[],
  known: (id: string) => boolean,
): string[] =>
  events.flatMap(({ payload, kind }) => {
    const id = text(payload, "id");
    return id === "" ||
      kind.startsWith("scene_plan") ||
      kind.startsWith("digest_delivered") ||
      known(id)
      ? []
      : [id];
  });
