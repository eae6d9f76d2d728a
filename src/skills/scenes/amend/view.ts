import type { RecordedEvent } from "../../../domain/events.ts";
import type { AmendmentView, KnownThing } from "../../../domain/views/story-amend.ts";
import { nameOf } from "../state/cast.ts";
import { foldChat } from "../state/fold.ts";
import { amended } from "../state/path.ts";
import { text } from "../state/payload.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { differences } from "../time/view.ts";
import { sources } from "../state/witness.ts";
import { type Amendment, amendmentPayload, isTurnEvent, type Told, turnIdOf } from "./amendment.ts";
import { contradictions } from "./contradictions.ts";

/** What a change of the past does: row by row, and for each of the cast what they come to know and what they never did. */
export function amendmentView(
  told: Told,
  amendment: Amendment,
  of: { readonly preview: boolean; readonly only?: string | undefined },
): AmendmentView {
  const path = pathAfter(told, amendment);
  const chat = { id: told.chatId, accountId: told.accountId };
  const [before, after] = [foldChat(chat, told.path), foldChat(chat, path)];
  const turns = amendment.amends.flatMap(({ event_id }) =>
    told.path.filter((event) => event.id === event_id && isTurnEvent(event)),
  );
  const isAgain = (turn: RecordedEvent): boolean => amendment.redo.lines.includes(turnIdOf(turn));
  return {
    preview: of.preview,
    turns: turns.map(turnIdOf),
    differences: differences(before, after),
    viewers: [...told.cast.bots.keys()].flatMap((viewer) =>
      changeFor(told, viewer, { before, after }),
    ),
    contradictions: contradictions(told, {
      path,
      turns: turns.filter((turn) => !isAgain(turn)),
      only: of.only,
    }).map(({ event, words }) => lineOf(event, words)),
    redo: {
      feelings: amendment.redo.feelings.map(({ source_id, target_id, turn_ids }) => ({
        source_id,
        target_id,
        turn_ids,
      })),
      views: amendment.redo.views.map(({ scene_id, owner_id }) => ({ scene_id, owner_id })),
      threads: amendment.redo.threads.map(({ scene_id }) => scene_id),
      lines: amendment.redo.lines,
    },
  };
}

const lineOf = (
  event: RecordedEvent,
  words: readonly string[],
): AmendmentView["contradictions"][number] => ({
  turn_id: turnIdOf(event),
  speaker_id: event.kind === "user_turn" ? you : text(event.payload, "speaker_id"),
  text: text(event.payload, "text"),
  words: words.slice(0, 8),
});

/** With what is added, in the places where it will stand. */
function pathAfter(told: Told, amendment: Amendment): RecordedEvent[] {
  const path = amended(told.path, amendmentPayload(amendment));
  const added = amendment.adds.map(({ kind, payload }, nth): RecordedEvent => {
    const envelope = {
      stream: "",
      streamVersion: 0,
      at: "",
      chatId: told.chatId,
      accountId: told.accountId,
    };
    return { ...envelope, id: 2 ** 52 + nth, kind, payload };
  });
  const placeOf = (event: RecordedEvent): number =>
    Number(event.payload["placed_after"] ?? event.id);
  return [...path, ...added].toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id);
}

function changeFor(
  told: Told,
  viewer: string,
  of: { before: ChatState; after: ChatState },
): AmendmentView["viewers"] {
  const [was, is] = [known(told, of.before, viewer), known(told, of.after, viewer)];
  const missing = (all: Map<string, KnownThing>, from: Map<string, KnownThing>): KnownThing[] =>
    [...all].flatMap(([key, thing]) => (from.get(key)?.text === thing.text ? [] : [thing]));
  const [appears, vanishes] = [missing(is, was), missing(was, is)];
  return appears.length + vanishes.length === 0
    ? []
    : [{ viewer, name: nameOf(told.cast, viewer), appears, vanishes }];
}

/** Everything that one has in mind, in their own name. */
function known({ cast }: Told, state: ChatState, viewer: string): Map<string, KnownThing> {
  const mine = sources(state, cast, viewer);
  const others = [you, ...cast.bots.keys()].filter((id) => id !== viewer);
  const things: KnownThing[] = [
    ...mine
      .recent(Infinity)
      .map(({ turn, known: { lines } }): KnownThing => ({
        what: "line",
        key: turn.id,
        text: lines.join("\n"),
      })),
    ...mine
      .memories()
      .map(({ id, povSummary }): KnownThing => ({ what: "memory", key: id, text: povSummary })),
    ...others.flatMap((target): KnownThing[] => {
      const edge = mine.edge(target);
      if (edge === undefined) return [];
      const facts = edge.facts.map(({ fact }): KnownThing => ({
        what: "fact",
        key: `${target}: ${fact}`,
        text: fact,
      }));
      return [...facts, { what: "summary", key: target, text: edge.relationshipSummary }];
    }),
  ];
  return new Map(
    things
      .filter((thing) => thing.text !== "")
      .map((thing) => [`${thing.what}:${thing.key}`, thing]),
  );
}
