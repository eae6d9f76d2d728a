import {
  type DeliveryEvent,
  type Message,
  type MessagePage,
  type RunningTurn,
  type StoppedTurn,
  type StreamEvent,
  type TurnEvent,
} from "../api/contract.ts";

/** A turn that ended without a reply of its own, at its place between the messages. */
export interface TurnNote {
  readonly turnId: string;
  readonly kind: "stopped" | "failed";
  /** What had been shown when it ended. */
  readonly text: string;
  readonly eventId: number;
}

/**
 * The turn that is being answered. `replied`: it is committed, and what was shown stays until its
 * message is here.
 */
export type Running = RunningTurn & { readonly replied?: true };

/** One conversation as the page holds it: a page of the log, moved on by the stream. */
export interface ConversationState {
  /** By place in the log. */
  readonly messages: readonly Message[];
  readonly notes: readonly TurnNote[];
  readonly running: Running | null;
  /**
   * The turn that ended last. Text that arrives late for it is dropped: shown text is outside the
   * log and may come out of order.
   */
  readonly endedTurn: string | null;
  readonly lastEventId: number;
  /** A turn event up to here is already reflected in the messages; only newer ones count. */
  readonly lastTurnEventId: number;
  readonly hasEarlier: boolean;
  /** Only of a stretch that was opened in the middle. */
  readonly hasLater: boolean;
}

export function fromPage(page: MessagePage): ConversationState {
  return {
    ...addNotes({ messages: page.messages, notes: [] }, page.stopped),
    running: page.has_later ? null : page.running,
    endedTurn: null,
    lastEventId: page.last_event_id,
    lastTurnEventId: page.last_event_id,
    hasEarlier: page.has_earlier,
    hasLater: page.has_later,
  };
}

export const withEarlier = (state: ConversationState, page: MessagePage): ConversationState => ({
  ...withPage(state, page),
  hasEarlier: page.has_earlier,
});

export const withLater = (state: ConversationState, page: MessagePage): ConversationState => ({
  ...withPage(state, page),
  hasLater: page.has_later,
});

function withPage(state: ConversationState, page: MessagePage): ConversationState {
  const known = new Set(page.messages.map(({ id }) => id));
  const messages = [...state.messages.filter(({ id }) => !known.has(id)), ...page.messages].sort(
    (a, b) => a.event_id - b.event_id,
  );
  return { ...state, ...addNotes({ messages, notes: state.notes }, page.stopped) };
}

/**
 * What one event changes. `eventId` is its place in the log; undefined for text that is only shown.
 */
export function applyEvent(
  state: ConversationState,
  event: StreamEvent,
  eventId: number | undefined,
): ConversationState {
  const moved =
    eventId === undefined ? state : { ...state, lastEventId: Math.max(state.lastEventId, eventId) };
  switch (event.type) {
    case "message":
      return withMessage(moved, event.data);
    case "turn":
      if (eventId === undefined || eventId <= state.lastTurnEventId) return moved;
      return withTurn({ ...moved, lastTurnEventId: eventId }, event.data, eventId);
    case "delivery":
      return {
        ...moved,
        messages: moved.messages.map((message) => withDelivery(message, event.data)),
      };
    case "text":
      return withText(moved, event.data);
    case "delta":
      return withDelta(moved, event.data);
    default:
      return moved;
  }
}

function upsert(messages: readonly Message[], message: Message): readonly Message[] {
  const others = messages.filter((other) => other.id !== message.id);
  const place = others.findLastIndex((other) => other.event_id < message.event_id) + 1;
  return [...others.slice(0, place), message, ...others.slice(place)];
}

function withMessage(state: ConversationState, message: Message): ConversationState {
  const messages = upsert(state.messages, message);
  // The reply itself replaces what was shown of it while it was written.
  const isReply =
    message.direction === "outbound" &&
    message.turn_id !== null &&
    message.turn_id === state.running?.turn_id;
  return isReply
    ? { ...state, messages, running: null, endedTurn: message.turn_id }
    : { ...state, messages };
}

function withDelivery(
  message: Message,
  { message_id: messageId, ...latest }: DeliveryEvent,
): Message {
  if (message.id !== messageId) return message;
  return {
    ...message,
    deliveries: [...message.deliveries.filter(({ id }) => id !== latest.id), latest],
  };
}

function withTurn(state: ConversationState, turn: TurnEvent, eventId: number): ConversationState {
  switch (turn.state) {
    case "started":
    case "restarted":
      // What a broken-off attempt had shown stays until the first piece of the next one replaces
      // it: that piece may be here already, since shown text and the log take different ways.
      if (turn.turn_id === null || state.running?.turn_id === turn.turn_id) return state;
      return { ...state, running: { turn_id: turn.turn_id, attempt: 0, text: "" } };
    case "replied":
      return { ...addReply(state, turn), messages: withEnd(state.messages, turn, "answered") };
    case "superseded":
      return endTurn(state, turn);
    case "stopped":
    case "failed":
      return withNote(state, turn, eventId);
    default:
      // A newer server may tell of more; an older page goes on without it.
      return state;
  }
}

function endTurn(state: ConversationState, turn: TurnEvent): ConversationState {
  if (turn.turn_id === null) return state;
  return {
    ...state,
    running: state.running?.turn_id === turn.turn_id ? null : state.running,
    endedTurn: turn.turn_id,
  };
}

function addReply(state: ConversationState, turn: TurnEvent): ConversationState {
  const isHere = state.messages.some(
    (message) => message.direction === "outbound" && message.turn_id === turn.turn_id,
  );
  if (isHere || state.running?.turn_id !== turn.turn_id) return endTurn(state, turn);
  return { ...state, running: { ...state.running, replied: true }, endedTurn: turn.turn_id };
}

/**
 * The messages that the turn had taken carry its end; a note keeps what was shown, or tells it when
 * no message can.
 */
function withNote(state: ConversationState, turn: TurnEvent, eventId: number): ConversationState {
  const kind = turn.state === "failed" ? "failed" : "stopped";
  const messages = withEnd(state.messages, turn, kind === "failed" ? "dead_lettered" : "stopped");
  if (turn.turn_id === null) return { ...state, messages };
  const shown = state.running?.turn_id === turn.turn_id ? state.running.text : "";
  const note: TurnNote = { turnId: turn.turn_id, kind, text: turn.text ?? shown, eventId };
  const isTold = messages.some((message) => isTaken(message, turn));
  return { ...endTurn(state, turn), messages, notes: addNote(state.notes, note, isTold) };
}

/**
 * The same for turns that were stopped before the page was loaded: their messages carry the end,
 * but not yet the turn.
 */
function addNotes(
  held: Pick<ConversationState, "messages" | "notes">,
  stopped: readonly StoppedTurn[],
): typeof held {
  return stopped.reduce(({ messages, notes }, turn) => {
    const isTaken = (message: Message): boolean => turn.message_ids.includes(message.id);
    const note: TurnNote = {
      turnId: turn.turn_id,
      kind: "stopped",
      text: turn.text,
      eventId: turn.event_id,
    };
    return {
      messages: messages.map((message) =>
        isTaken(message) ? { ...message, turn_id: turn.turn_id } : message,
      ),
      notes: addNote(notes, note, messages.some(isTaken)),
    };
  }, held);
}

function addNote(notes: readonly TurnNote[], note: TurnNote, isTold: boolean): readonly TurnNote[] {
  if ((note.text === "" && isTold) || notes.some(({ turnId }) => turnId === note.turnId))
    return notes;
  return [...notes, note];
}

function isTaken(message: Message, turn: TurnEvent): boolean {
  if (message.direction !== "inbound") return false;
  return (
    turn.message_ids?.includes(message.id) === true ||
    (turn.turn_id !== null && message.turn_id === turn.turn_id)
  );
}

function withEnd(
  messages: readonly Message[],
  turn: TurnEvent,
  end: NonNullable<Message["end"]>,
): readonly Message[] {
  return messages.map((message) =>
    isTaken(message, turn) && message.end === null
      ? { ...message, end, turn_id: turn.turn_id }
      : message,
  );
}

/** The whole text so far replaces what is held, unless it is of an older attempt. */
function withText(state: ConversationState, text: RunningTurn): ConversationState {
  if (text.turn_id === state.endedTurn) return state;
  if (state.running?.turn_id === text.turn_id && text.attempt < state.running.attempt) return state;
  return { ...state, running: { turn_id: text.turn_id, attempt: text.attempt, text: text.text } };
}

/** More text fits only where the held text ends. The first piece of a newer attempt starts over. */
function withDelta(
  state: ConversationState,
  delta: RunningTurn & { readonly at: number },
): ConversationState {
  const held = state.running;
  if (delta.turn_id === state.endedTurn) return state;
  if (held?.turn_id === delta.turn_id && delta.attempt < held.attempt) return state;
  const continues = held?.turn_id === delta.turn_id && held.attempt === delta.attempt;
  const before = continues ? held.text : "";
  if (delta.at !== before.length) return state;
  return {
    ...state,
    running: { turn_id: delta.turn_id, attempt: delta.attempt, text: before + delta.text },
  };
}
