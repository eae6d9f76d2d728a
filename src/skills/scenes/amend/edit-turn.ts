import { Refusal } from "../../../domain/errors.ts";
import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { TurnEdit } from "../../../domain/views/story-amend.ts";
import { segmentsIn, texts } from "../state/payload.ts";
import { type Segment, you } from "../state/chat-state.ts";
import type { Amend, DirectChange, Told } from "./amendment.ts";
import { turnIdOf, turnWith, unsaid, withAmends } from "./amendment.ts";
import { contradictions } from "./contradictions.ts";

/** Lines that read otherwise from now on. Who heard them stays as it was. */
export function editChange(told: Told, edits: readonly TurnEdit[]): DirectChange {
  const amends = edits.map((edit): Amend => {
    const event = turnWith(told.path, edit.turnId);
    if (event === undefined) throw new Refusal("not_found", "", { field: "turn_id" });
    if (edit.text.trim() === "") throw refuse("text", "empty");
    return { event_id: event.id, set: newWords(event, edit) };
  });
  return { amends, turnIds: edits.map(({ turnId }) => turnId) };
}

/** The same, with the lines of bots that repeat the first words: nobody can have said them so. A person's own lines stay. */
export function withEchoes(told: Told, change: DirectChange): DirectChange {
  const path = withAmends(told.path, change.amends);
  const turns = told.path.filter(({ id }) => change.amends.some(({ event_id }) => event_id === id));
  const echoes = contradictions(told, { path, turns }).filter(
    ({ event }) => event.kind === "assistant_turn",
  );
  const again = echoes.map(({ event }) => turnIdOf(event));
  const silent = echoes.map(({ event }): Amend => ({ event_id: event.id, set: { text: unsaid } }));
  return { amends: [...change.amends, ...silent], turnIds: [...change.turnIds, ...again], again };
}

const refuse = (field: string, problem: string): Refusal =>
  new Refusal("invalid_request", "", { field, problem });

function newWords(event: RecordedEvent, edit: TurnEdit): Payload {
  if (event.kind === "assistant_turn") return { text: edit.text };
  const segments = edit.segments ?? sameShape(segmentsIn(event.payload), edit.text);
  const kept = segments.map(({ kind, text: words, to }): Payload => ({
    kind,
    text: words,
    ...(to === undefined ? {} : { to }),
  }));
  if (
    !sameSet(
      hearers(event, segments),
      texts(event.payload["witnesses"] ?? event.payload["present"]),
    )
  )
    throw refuse("segments", `an edit changes words, not who heard them: ${turnIdOf(event)}`);
  return { text: edit.text, segments: kept };
}

/** Words of one kind for the same ears stay so. Where some were whispered and some not, it has to be said which is which. */
function sameShape(segments: readonly Segment[], words: string): Segment[] {
  const [first] = segments;
  if (first === undefined) return [];
  const said = segments.filter(({ kind }) => kind !== "ooc");
  if (said.some(({ to }) => JSON.stringify(to) !== JSON.stringify(first.to)))
    throw refuse("segments", "some of it was whispered: say which part is");
  const kind = segments.every((segment) => segment.kind === first.kind) ? first.kind : "narration";
  return [{ kind, text: words, ...(first.to === undefined ? {} : { to: first.to }) }];
}

function hearers({ payload }: RecordedEvent, segments: readonly Segment[]): string[] {
  const witnesses = texts(payload["witnesses"] ?? payload["present"]);
  const said = segments.filter(({ kind }) => kind !== "ooc");
  if (said.length === 0) return witnesses;
  const present = texts(payload["present"]);
  if (said.some(({ to }) => to === undefined))
    return witnesses.length < present.length && isAllWhisper(payload) ? present : witnesses;
  const meant = new Set([you, ...said.flatMap(({ to }) => to ?? [])]);
  return (present.length === 0 ? witnesses : present).filter((id) => meant.has(id));
}

const isAllWhisper = (payload: Payload): boolean => {
  const said = segmentsIn(payload).filter(({ kind }) => kind !== "ooc");
  return said.length > 0 && said.every(({ to }) => to !== undefined);
};

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
