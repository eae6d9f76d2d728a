import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import {
  type AuthoredEvent,
  readCites,
  readId,
  readText,
  type RecordedChatEvent,
} from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { isStillTrue } from "../brought/withdraw-brought.ts";
import { readChatEvents } from "../state/read-log.ts";
import { findActivePath, type Paths, computePaths } from "../state/path.ts";
import { you } from "../state/chat-state.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { isReply } from "../versions/inactive-versions.ts";
import { hasDigit, listRareWords } from "./grams.ts";
import { findOwner, readWitnesses } from "./perceived-words.ts";
import {
  type Knowledge,
  buildKnowledge,
  mapMemoryOwners,
  findUnheardPieces,
  learnEvent,
} from "./knowledge.ts";
import type { RecordedCall } from "./citations.ts";

export interface AuditedChat {
  readonly chatId: string;
  readonly events: readonly RecordedChatEvent[];
  /** Cards and the person's persona, as authored. */
  readonly authored: readonly AuthoredEvent[];
  readonly calls: readonly RecordedCall[];
}

/**
 * source  a call cites an event that its viewer did not witness
 * words   a prompt contains words of such an event, cited or not
 * memory  a memory or feeling derives from what its owner did not witness
 * spoken  an imported line contains what its speaker cannot know
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

/** Checks every prompt ever sent against what its viewer had witnessed by then. */
export type IndexedChat = AuditedChat & { readonly byId: ReadonlyMap<number, RecordedChatEvent> };

/** Memories and facts must derive from turns that their owner witnessed. */
export function* findDerivedLeaks(chat: AuditedChat): Pausable<Leak[]> {
  const path = yield* findActivePath(chat.events);
  const owners = yield* mapMemoryOwners(path);
  const turns = new Map(path.filter(isTurnEvent).map((turn) => [turn.payload.id ?? "", turn]));
  const leaks: Leak[] = [];
  for (const event of path) {
    yield;
    const viewer = findOwner(event, owners);
    if (viewer === undefined) continue;
    const unheard = readCites(event).flatMap((id) => {
      const turn = turns.get(id);
      return turn === undefined || readWitnesses(turn).includes(viewer) ? [] : [turn];
    });
    for (const turn of unheard)
      leaks.push({
        kind: "memory",
        chatId: chat.chatId,
        viewer,
        eventId: turn.id,
        words: [],
        path: [
          `${turn.kind} #${turn.id} (heard by ${readWitnesses(turn).join(", ")})`,
          `${event.kind} #${event.id} of ${viewer}`,
        ],
      });
  }
  return leaks;
}

/**
 * Lines without a recorded call were imported. Their speaker must have witnessed what they say. The
 * person may know more than their persona.
 */
export function* findSpokenLeaks(chat: IndexedChat): Pausable<Leak[]> {
  const path = yield* findActivePath(chat.events);
  const made = new Set(chat.calls.map(({ turnId }) => turnId));
  const owners = yield* mapMemoryOwners(path);
  const knownBy = new Map<string, Knowledge>();
  const leaks: Leak[] = [];
  for (const [at, event] of path.entries()) {
    yield;
    if (
      isReply(event) &&
      event.payload.speaker_id !== you &&
      (event.turnId === undefined || !made.has(event.turnId))
    ) {
      const speaker = event.payload.speaker_id;
      const known =
        knownBy.get(speaker) ??
        (yield* buildKnowledge(speaker, {
          all: path.slice(0, at),
          path: path.slice(0, at),
          open: listKnownWords(chat, speaker),
        }));
      knownBy.set(speaker, known);
      leaks.push(...findSpokenPieces(chat, known, event));
    }
    for (const [viewer, known] of knownBy)
      learnEvent(known, { viewer, event, counting: event, owners });
  }
  return leaks;
}

const listKnownWords = ({ authored }: AuditedChat, speaker: string): string[] =>
  authored.flatMap(({ kind, payload }) => [
    payload.name,
    ...(kind === "bot_authored" && payload.id === speaker ? [JSON.stringify(payload)] : []),
  ]);

/** Capitalised words in the middle of a sentence, tokenised. */
const findCapitalised = (said: string): string[] =>
  [...said.matchAll(/(?<=[\p{Ll}\d,;:] )\p{Lu}[\p{L}'’-]+/gu)].flatMap(([name]) =>
    listRareWords(name),
  );

/**
 * Two unheard words of one event, three words in a row, a number or a name are evidence; less may
 * be coincidence.
 */
function findSpokenPieces(
  chat: IndexedChat,
  known: Knowledge,
  event: RecordedEvent<"assistant_turn">,
): Leak[] {
  const viewer = event.payload.speaker_id;
  const found = Map.groupBy(
    findUnheardPieces(event.payload.text ?? "", known),
    ({ eventId }) => eventId,
  );
  return [...found].flatMap(([eventId, pieces]): Leak[] => {
    const source = chat.byId.get(eventId);
    const names = new Set(findCapitalised(source === undefined ? "" : readText(source)));
    const isSure =
      pieces.length > 1 ||
      pieces.some(({ piece }) => hasDigit(piece) || piece.includes(" ") || names.has(piece));
    const path = [
      `${source?.kind ?? "event"} #${eventId} (heard by ${source === undefined ? "" : readWitnesses(source).join(", ")})`,
      `assistant_turn #${event.id}, said by ${viewer}`,
    ];
    return isSure
      ? [
          {
            kind: "spoken",
            chatId: chat.chatId,
            viewer,
            eventId,
            words: pieces.map(({ piece }) => piece),
            path,
          },
        ]
      : [];
  });
}

/**
 * A brought memory must belong to the same owner in its original story, count there, and have the
 * same words.
 */
export async function findBroughtLeaks(
  read: Reads,
  { chatId, events }: AuditedChat,
): Promise<Leak[]> {
  const slice = slices.short();
  const copies = (await slices.run(findActivePath(events)))
    .filter((event) => isEventOf(event, "memory_written"))
    .filter((event) => readOrigin(event) !== "");
  const leaks: Leak[] = [];
  for (const [origin, brought] of Map.groupBy(copies, readOrigin)) {
    const there = await readChatEvents(read, origin, 0);
    const paths = await slices.run(computePaths(there));
    const isSamePerson = there[0]?.accountId === events[0]?.accountId;
    for (const copy of brought) {
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
