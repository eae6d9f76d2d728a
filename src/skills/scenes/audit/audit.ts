import type { Json, RecordedEvent } from "../../../domain/events.ts";
import { branchOf } from "../state/path.ts";
import { text, texts } from "../state/payload.ts";
import { director } from "../state/witness.ts";
import { derivedLeaks, spokenLeaks } from "./derived.ts";
import { isTurn } from "./hearing.ts";
import { type Knowledge, knowledgeOf, strangeWords, take } from "./knowledge.ts";
import { type Citing, mayCite } from "./sources.ts";
import { type Stretch, type Stretches, stretchesOf } from "./stretches.ts";

/** A call of the model as it is on record. */
export interface RecordedCall {
  readonly id: string;
  readonly purpose: string;
  readonly viewer: string;
  readonly turnId: string | null;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly sourceEventIds: readonly number[];
  /** The newest event that the call can have known. */
  readonly position: number;
  /** What was typed for its turn, by the events that brought it. */
  readonly typed: ReadonlyMap<number, string>;
  /** What other calls of its turn had answered before. */
  readonly answered: readonly string[];
}

export interface AuditedChat {
  readonly chatId: string;
  readonly events: readonly RecordedEvent[];
  /** Cards and the person's part, as they were authored. */
  readonly authored: readonly RecordedEvent[];
  readonly calls: readonly RecordedCall[];
}

/**
 * source  a call names an event that its viewer did not witness
 * words   a prompt holds words of such an event, whether it is named or not
 * memory  something was made for somebody out of what they did not witness
 * spoken  a line from elsewhere says what its speaker can't know
 */
export interface Leak {
  readonly kind: "source" | "words" | "memory" | "spoken";
  readonly chatId: string;
  readonly viewer: string;
  readonly eventId: number;
  readonly words: readonly string[];
  /** From what was said to where it came out. */
  readonly path: readonly string[];
}

/** Everything that anybody was ever told, against what they witnessed by then. */
export function auditChat(chat: AuditedChat): Leak[] {
  const on: Auditing = {
    chat,
    stretches: stretchesOf(chat.events),
    minds: new Map(),
    turns: turnsByTurn(chat.events),
  };
  const calls = chat.calls
    .toSorted((a, b) => a.position - b.position)
    .flatMap((call) => auditCall(on, call));
  return [...calls, ...derivedLeaks(chat), ...spokenLeaks(chat)];
}

interface Auditing {
  readonly chat: AuditedChat;
  readonly stretches: Stretches;
  /** What each viewer knew when they were last looked at: calls come in order. */
  readonly minds: Map<
    string,
    { readonly stretch: Stretch; readonly knowledge: Knowledge; at: number }
  >;
  readonly turns: ReadonlyMap<string, readonly RecordedEvent[]>;
}

const turnsByTurn = (events: readonly RecordedEvent[]): Map<string, RecordedEvent[]> =>
  Map.groupBy(events, ({ turnId }) => turnId ?? "");

function auditCall(on: Auditing, call: RecordedCall): Leak[] {
  const { chat } = on;
  const made = call.turnId === null ? [] : (on.turns.get(call.turnId) ?? []);
  // A story that is told again beside has a past of its own.
  const branch = made[0] === undefined ? undefined : branchOf(made[0]);
  const stretch = on.stretches.at(call.position, branch);
  // The turn's own words are made before they have a place in the log.
  const own = made.filter(({ id, kind }) => id > call.position && isTurn({ kind }));
  const citing: Citing = { call, stretch, own, events: chat.events, authored: chat.authored };
  const named = call.sourceEventIds.filter((id) => !mayCite(citing, id));
  const leaks = named.map((eventId): Leak =>
    leak(chat, call, { kind: "source", eventId, words: [] }),
  );
  if (call.viewer === director) return leaks;
  const knowledge = mindAt(on, call, stretch);
  const here = knowledgeOf(call.viewer, {
    all: own,
    path: own,
    open: openWordsOf(chat, call, own),
  });
  const told = call.messages.filter(({ role }) => role !== "system").map(({ content }) => content);
  const strange = strangeWords(told.join("\n"), knowledge, here);
  for (const [eventId, found] of Map.groupBy(strange, (each) => each.eventId))
    leaks.push(
      leak(chat, call, { kind: "words", eventId, words: found.map(({ piece }) => piece) }),
    );
  return leaks;
}

/** What the viewer had witnessed by the time of the call. */
function mindAt(
  { chat, minds }: Auditing,
  { viewer, position }: RecordedCall,
  stretch: Stretch,
): Knowledge {
  const before = minds.get(viewer);
  const mind =
    before?.stretch === stretch
      ? before
      : { stretch, knowledge: knowledgeOf(viewer, { all: [], path: [], open: [] }), at: 0 };
  for (const event of chat.events)
    if (event.id > mind.at && event.id <= position)
      take(mind.knowledge, {
        viewer,
        event,
        counting: stretch.byId.get(event.id),
        owners: stretch.owners,
      });
  mind.at = Math.max(mind.at, position);
  minds.set(viewer, mind);
  return mind.knowledge;
}

function openWordsOf(
  chat: AuditedChat,
  call: RecordedCall,
  own: readonly RecordedEvent[],
): string[] {
  const names = chat.authored.map(({ payload }) => text(payload, "name"));
  const cards = chat.authored
    .filter(({ kind, payload }) => kind === "you_authored" || payload["id"] === call.viewer)
    .flatMap(({ payload }) => wordsIn(payload));
  const system = call.messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content);
  // A turn that came to nothing has no witnesses: what was made in it went to those it was made for.
  const made =
    own.length > 0 && call.purpose !== "parse_turn"
      ? []
      : [...call.typed.values(), ...call.answered];
  return [...names, ...cards, ...system, ...made];
}

/** Every text of a card, the entries of its book included. */
const wordsIn = (value: Json): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => wordsIn(each ?? null))
    : [];
};

function leak(
  chat: AuditedChat,
  call: RecordedCall,
  of: Pick<Leak, "kind" | "eventId" | "words">,
): Leak {
  const event = chat.events.find(({ id }) => id === of.eventId);
  const who =
    event === undefined
      ? ""
      : ` (heard by ${texts(event.payload["witnesses"] ?? event.payload["present"]).join(", ") || "nobody"})`;
  const section = of.words.length === 0 ? "sources" : sectionWith(call, of.words[0] ?? "");
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

/** The heading under which a piece stands. */
function sectionWith({ messages }: RecordedCall, piece: string): string {
  const first = piece.split(" ")[0] ?? piece;
  const parts = messages.flatMap(({ content }) => content.split(/^## /m));
  const part = parts.find((each) => each.normalize("NFKC").toLowerCase().includes(first));
  return `“${part?.split("\n")[0]?.trim() ?? "prompt"}”`;
}
