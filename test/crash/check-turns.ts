import type { History, LoggedEvent } from "./history.ts";

const begins = new Set(["turn_started", "turn_restarted"]);
const ends = new Set(["turn_committed", "turn_failed", "turn_stopped", "turn_superseded"]);

export function turnViolations(history: History): string[] {
  const conversations = Map.groupBy(
    history.events.filter((event) => event.conversation !== null),
    (event) => event.conversation,
  );
  return [
    ...[...conversations.values()].flatMap(overlaps),
    ...history.turns.flatMap((turn) => halves(history, turn)),
    ...stopsThatWereNot(history),
    ...findSentAfterStop(history),
  ];
}

/** One conversation's events are in commit order: its stream is written under one lock. */
function overlaps(events: readonly LoggedEvent[]): string[] {
  const found: string[] = [];
  let open: string | undefined;
  let fence = 0;
  let closed = 0;
  for (const event of events) {
    const turn = event.turn ?? undefined;
    if (begins.has(event.kind)) {
      if (event.kind === "turn_started" && open !== undefined)
        found.push(`I3 the turn ${turn} started while ${open} ran`);
      if (event.kind === "turn_restarted" && open !== turn)
        found.push(`I3 the turn ${turn} started again, but ${open} ran`);
      const mine = Number(event.payload["fence"]);
      if (mine <= fence) found.push(`I3 the turn ${turn} has the fence ${mine} after ${fence}`);
      fence = mine;
      open = turn;
    }
    if (ends.has(event.kind)) {
      if (open !== turn) found.push(`I3 the turn ${turn} ended as ${event.kind}, but ${open} ran`);
      open = undefined;
    }
    const through = event.payload["closed_through"];
    if (typeof through === "number") {
      if (through <= closed) found.push(`I3 ${event.kind} closed up to ${through} after ${closed}`);
      closed = through;
    }
  }
  return found;
}

/** Commands, their facts, the reply and its parts: committed together with the turn, or not there at all. */
function halves(history: History, turn: History["turns"][number]): string[] {
  const own = history.events.filter((event) => event.turn === turn.id);
  const commit = own.find(({ kind }) => kind === "turn_committed");
  const commands = history.commands.filter((command) => command.turn === turn.id);
  const facts = own.filter(({ kind }) => kind === "token_noted");
  const replies = own.filter(
    ({ kind, transaction }) =>
      kind === "message_sent" && (commit === undefined || transaction === commit.transaction),
  );
  const parts = history.deliveries.filter(
    (delivery) => delivery.turn === turn.id && delivery.source === "reply",
  );
  if (commit === undefined) {
    const left = [commands.length, facts.length, parts.length].some((count) => count > 0);
    return left ? [`I5 the turn ${turn.id} ended as ${turn.status} and left effects`] : [];
  }
  const found: string[] = [];
  const staged = (commit.payload["commands"] ?? []) as unknown[];
  if (commands.length !== staged.length)
    found.push(
      `I5 the turn ${turn.id} staged ${staged.length} commands and has ${commands.length}`,
    );
  if (commands.some(({ status }) => status !== "materialized"))
    found.push(`I5 a command of the turn ${turn.id} did not happen`);
  if (facts.length !== commands.length)
    found.push(`I5 the turn ${turn.id} has ${commands.length} commands and ${facts.length} facts`);
  const effects = own.filter(({ kind }) =>
    ["token_noted", "message_sent", "delivery_queued"].includes(kind),
  );
  if (effects.some(({ transaction }) => transaction !== commit.transaction))
    found.push(`I5 the turn ${turn.id} was committed in pieces`);
  if (turn.disposition === "replied" && (replies.length === 0 || parts.length === 0))
    found.push(`I5 the turn ${turn.id} says that it replied, and did not`);
  return found;
}

/** The answer "stopped" is true: the same transaction ended something. */
function stopsThatWereNot(history: History): string[] {
  return history.client.flatMap(({ text, answer }) => {
    if (answer?.kind !== "control" || answer.control !== "stopped") return [];
    const word = history.events.find(
      ({ kind, payload }) => kind === "control_word_received" && payload["id"] === answer.messageId,
    );
    const ended = history.events.some(
      ({ kind, transaction }) =>
        transaction === word?.transaction &&
        ["turn_stopped", "input_stopped", "delivery_withdrawn"].includes(kind),
    );
    return ended ? [] : [`I13 "${text}" was confirmed, and nothing was stopped`];
  });
}

function findSentAfterStop(history: History): string[] {
  const found: string[] = [];
  for (const stop of history.events.filter(({ kind }) => kind === "turn_stopped")) {
    const later = history.events.find(
      ({ id, turn, kind }) =>
        turn === stop.turn &&
        id > stop.id &&
        ["delivery_queued", "delivery_started", "message_sent"].includes(kind),
    );
    if (later !== undefined)
      found.push(`I13 the turn ${stop.turn} was stopped, and ${later.kind} came after`);
  }
  for (const withdrawn of history.events.filter(({ kind }) => kind === "delivery_withdrawn")) {
    const stopped = history.deliveries.find(({ id }) => id === withdrawn.payload["delivery_id"]);
    const later = history.events.find(
      ({ id, kind, payload }) =>
        id > withdrawn.id &&
        kind === "delivery_started" &&
        history.deliveries.some(
          (delivery) => delivery.id === payload["delivery_id"] && delivery.turn === stopped?.turn,
        ),
    );
    if (later !== undefined)
      found.push(
        `I13 parts of the turn ${stopped?.turn} were withdrawn, and another started after`,
      );
  }
  return found;
}
