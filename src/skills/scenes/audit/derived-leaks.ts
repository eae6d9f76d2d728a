import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import { readCites, readId, readSourceIds, type RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { isStillTrue } from "../brought/withdraw-brought.ts";
import { readChatEvents } from "../state/read-log.ts";
import { findActivePath, type Paths, computePaths } from "../state/path.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { findOwner, readWitnesses } from "./perceived-words.ts";
import { mayKnow } from "./citations.ts";
import { indexPath } from "./path-periods.ts";
import { type AuditedStory, withCounting } from "./story-structure.ts";

/**
 * source  a call cites an event that its viewer did not witness
 * memory  a memory or feeling derives from what its owner did not witness
 * words   a prompt contains words that none of its sources explain, and that its viewer never heard
 * spoken  an imported line repeats what its speaker never heard
 *
 * The first two are decided by ids. The others compare words and are reported apart.
 */
export interface Leak {
  readonly kind: "source" | "words" | "memory" | "spoken";
  readonly chatId: string;
  readonly viewer: string;
  readonly eventId: number;
  readonly words: readonly string[];
  /** The steps from the original line to the leak. */
  readonly path: readonly string[];
}

type Structure = Pick<AuditedStory, "chatId" | "events">;

/**
 * Memories, feelings and summaries must rest on what their owner witnessed, and on nothing that was
 * withdrawn. Each names its sources, so checking every event checks every chain of them.
 */
export function* findDerivedLeaks(chat: Structure): Pausable<Leak[]> {
  const path = yield* findActivePath(chat.events);
  const period = yield* indexPath(path);
  const named = new Map<string, RecordedChatEvent>();
  for (const event of path)
    if (isTurnEvent(event) || event.kind === "memory_written") named.set(readId(event), event);
  const own = new Set(chat.events.map(({ id }) => id));
  const leaks: Leak[] = [];
  for (const event of path) {
    yield;
    const viewer = findOwner(event, period.owners);
    if (viewer === undefined) continue;
    const cited = readCites(event).flatMap((id) => named.get(id) ?? []);
    const unheard = cited.filter((each) => !mayKnow(each, { viewer, period })).map(({ id }) => id);
    const hidden = readSourceIds(event).filter((id) => {
      const source = period.byId.get(id);
      return own.has(id) && (source === undefined || !mayKnow(source, { viewer, period }));
    });
    for (const eventId of new Set([...unheard, ...hidden]))
      leaks.push({
        kind: "memory",
        chatId: chat.chatId,
        viewer,
        eventId,
        words: [],
        path: [
          period.byId.has(eventId)
            ? describeSource(period.byId.get(eventId), eventId)
            : `event #${eventId} (no longer counts)`,
          `${event.kind} #${event.id} of ${viewer}`,
        ],
      });
  }
  return leaks;
}

export function describeSource(event: RecordedChatEvent | undefined, id: number): string {
  if (event === undefined) return `event #${id}`;
  const heard = readWitnesses(event).join(", ") || "no one";
  return `${event.kind} #${id} (heard by ${heard})`;
}

/**
 * A brought memory must belong to the same owner in its original story, count there, and have the
 * same words.
 */
export async function findBroughtLeaks(
  read: Reads,
  { chatId, events, words }: Pick<AuditedStory, "chatId" | "events" | "words">,
): Promise<Leak[]> {
  const slice = slices.short();
  const copies = (await slices.run(findActivePath(events)))
    .filter((event) => isEventOf(event, "memory_written"))
    .filter((event) => readOrigin(event) !== "");
  const leaks: Leak[] = [];
  for (const [origin, brought] of Map.groupBy(copies, readOrigin)) {
    const there = await readChatEvents(read, origin, 0);
    const whole = await words.readEvents(brought.map(({ id }) => id));
    const paths = await slices.run(computePaths(there));
    const isSamePerson = there[0]?.accountId === events[0]?.accountId;
    for (const counting of brought) {
      const copy = withCounting(whole.get(counting.id) ?? counting, counting);
      if (!isSamePerson || !isOwnMemory(paths, copy))
        leaks.push(toBroughtLeak(chatId, origin, copy));
      await slice.yieldIfDue();
    }
  }
  return leaks;
}

type MemoryEvent = RecordedEvent<"memory_written">;

const readOrigin = ({ payload }: MemoryEvent): string => payload.brought_from?.chat_id ?? "";

function isOwnMemory(paths: Paths, copy: MemoryEvent): boolean {
  const made = copy.payload.brought_from?.event_ids ?? [];
  const events = [...paths.byBranch.values()].flat().filter(({ id }) => made.includes(id));
  const written = events.filter((event) => isEventOf(event, "memory_written"));
  const isOwn =
    written.length > 0 &&
    written.every(({ payload }) => payload.owner_id === copy.payload.owner_id);
  const memories = new Set(written.map(readId));
  const readMemoryId = (event: RecordedChatEvent): string =>
    event.kind === "manual_edit" ? event.payload.target_id : readId(event);
  return (
    isOwn && isStillTrue(paths, copy) && events.every((event) => memories.has(readMemoryId(event)))
  );
}

const toBroughtLeak = (chatId: string, origin: string, { id, payload }: MemoryEvent): Leak => ({
  kind: "memory",
  chatId,
  viewer: payload.owner_id,
  eventId: id,
  words: [(payload.pov_summary ?? "").slice(0, 60)],
  path: [`chat ${origin}`, `memory_written #${id}, brought by ${payload.owner_id}`],
});
