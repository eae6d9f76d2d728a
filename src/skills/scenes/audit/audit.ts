import type { Json } from "../../../domain/json.ts";
import type { LineEvent, RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { readBranch } from "../state/path.ts";
import { director } from "../state/witness.ts";
import {
  type AuditedChat,
  findDerivedLeaks,
  findSpokenLeaks,
  type IndexedChat,
  type Leak,
} from "./derived-leaks.ts";
import { type Knowledge, buildKnowledge, findUnheardPieces, learnEvent } from "./knowledge.ts";
import { readWitnesses } from "./perceived-words.ts";
import { type Citation, mayCite, type RecordedCall } from "./citations.ts";
import { type PathPeriod, type PathPeriods, createPathPeriods } from "./path-periods.ts";

/** Compares everything that a character was ever shown with what they had witnessed by then. */
export function* auditChat(audited: AuditedChat): Pausable<Leak[]> {
  const chat = { ...audited, byId: new Map(audited.events.map((event) => [event.id, event])) };
  const on: AuditContext = {
    chat,
    periods: createPathPeriods(chat.events),
    knowledge: new Map(),
    turns: groupByTurn(chat.events),
  };
  const leaks: Leak[] = [];
  for (const call of chat.calls.toSorted((a, b) => a.position - b.position))
    leaks.push(...(yield* auditCall(on, call)));
  return [...leaks, ...(yield* findDerivedLeaks(chat)), ...(yield* findSpokenLeaks(chat))];
}

interface AuditContext {
  readonly chat: IndexedChat;
  readonly periods: PathPeriods;
  /** Each viewer's knowledge as of the last call; calls are visited in order. */
  readonly knowledge: Map<
    string,
    { readonly period: PathPeriod; readonly knowledge: Knowledge; taken: number }
  >;
  readonly turns: ReadonlyMap<string, readonly RecordedChatEvent[]>;
}

const groupByTurn = (events: readonly RecordedChatEvent[]): Map<string, RecordedChatEvent[]> =>
  Map.groupBy(events, ({ turnId }) => turnId ?? "");

function* auditCall(on: AuditContext, call: RecordedCall): Pausable<Leak[]> {
  const { chat } = on;
  const made = call.turnId === null ? [] : (on.turns.get(call.turnId) ?? []);
  // A rerun on another branch has a past of its own.
  const branch = made[0] === undefined ? undefined : readBranch(made[0]);
  const period = yield* on.periods.findAt(call.position, branch);
  // The turn's own events get their log position only after the call.
  const own = made.filter(isTurnEvent).filter(({ id }) => id > call.position);
  const citing: Citation = {
    call,
    period: period,
    own,
    events: chat.events,
    authored: chat.authored,
  };
  const named = call.sourceEventIds.filter((id) => !mayCite(citing, id));
  const leaks = named.map((eventId): Leak =>
    createLeak(chat, call, { kind: "source", eventId, words: [] }),
  );
  if (call.viewer === director) return leaks;
  const knowledge = yield* learnUpTo(on, call, period);
  const here = yield* buildKnowledge(call.viewer, {
    all: own,
    path: own,
    open: listOpenWords(chat, call, own),
  });
  const shown = call.messages.filter(({ role }) => role !== "system").map(({ content }) => content);
  const unheard = findUnheardPieces(shown.join("\n"), knowledge, here);
  for (const [eventId, found] of Map.groupBy(unheard, (each) => each.eventId))
    leaks.push(
      createLeak(chat, call, { kind: "words", eventId, words: found.map(({ piece }) => piece) }),
    );
  return leaks;
}

/** What the viewer had witnessed by the time of the call. */
function* learnUpTo(
  { chat, knowledge }: AuditContext,
  { viewer, position }: RecordedCall,
  period: PathPeriod,
): Pausable<Knowledge> {
  const before = knowledge.get(viewer);
  const state =
    before?.period === period
      ? before
      : {
          period,
          knowledge: yield* buildKnowledge(viewer, { all: [], path: [], open: [] }),
          taken: 0,
        };
  knowledge.set(viewer, state);
  for (; state.taken < chat.events.length; state.taken += 1) {
    const event = chat.events[state.taken];
    if (event === undefined || event.id > position) break;
    learnEvent(state.knowledge, {
      viewer,
      event,
      counting: period.byId.get(event.id),
      owners: period.owners,
    });
    yield;
  }
  return state.knowledge;
}

function listOpenWords(chat: AuditedChat, call: RecordedCall, own: readonly LineEvent[]): string[] {
  const names = chat.authored.map(({ payload }) => payload.name);
  const cards = chat.authored
    .filter(({ kind, payload }) => kind === "you_authored" || payload.id === call.viewer)
    .flatMap(({ payload }) => collectTexts(payload));
  const system = call.messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content);
  // A failed turn has no witnesses: its text and answers belong to the viewers of its calls.
  const made =
    own.length > 0 && call.purpose !== "parse_turn"
      ? []
      : [...call.typed.values(), ...call.answered];
  return [...names, ...cards, ...system, ...made];
}

/** All texts of a card, including its lorebook entries. */
const collectTexts = (value: Json): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => collectTexts(each ?? null))
    : [];
};

function createLeak(
  chat: IndexedChat,
  call: RecordedCall,
  of: Pick<Leak, "kind" | "eventId" | "words">,
): Leak {
  const event = chat.byId.get(of.eventId);
  const who =
    event === undefined ? "" : ` (heard by ${readWitnesses(event).join(", ") || "no one"})`;
  const section = of.words.length === 0 ? "sources" : findSection(call, of.words[0] ?? "");
  return {
    ...of,
    chatId: chat.chatId,
    viewer: call.viewer,
    path: [
      `${event?.kind ?? "event"} #${of.eventId}${who}`,
      `${section} of the prompt`,
      `${call.purpose} call ${call.id} for ${call.viewer}`,
    ],
  };
}

/** The heading of the section that contains a piece. */
function findSection({ messages }: RecordedCall, piece: string): string {
  const first = piece.split(" ")[0] ?? piece;
  const parts = messages.flatMap(({ content }) => content.split(/^## /m));
  const part = parts.find((each) => each.normalize("NFKC").toLowerCase().includes(first));
  return `“${part?.split("\n")[0]?.trim() ?? "prompt"}”`;
}
