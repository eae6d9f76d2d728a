import { readTurnId } from "../state/fold-turns.ts";
import { Refusal, refuseField } from "../../../domain/errors.ts";
import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { TurnEdit } from "../../../domain/views/story-amend.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { segmentsIn, texts } from "../state/payload.ts";
import { type Segment, you } from "../state/chat-state.ts";
import type { EventAmendment, DirectChange, StoryBranch } from "./amendment.ts";
import { findTurn, placeholderLine, applyAmends } from "./amendment.ts";
import { findContradictions } from "./contradictions.ts";

/** Rewords lines. Their witnesses stay the same. */
export function draftEdit(story: StoryBranch, edits: readonly TurnEdit[]): DirectChange {
  const amends = edits.map((edit): EventAmendment => {
    const event = findTurn(story.path, edit.turnId);
    if (event === undefined) throw new Refusal("not_found", { field: "turn_id" });
    if (edit.text.trim() === "") throw refuseField("text", "empty");
    return { event_id: event.id, set: toNewWords(event, edit) };
  });
  return { amends, turnIds: edits.map(({ turnId }) => turnId) };
}

/**
 * Also marks bot lines that repeat the original wording to be spoken again. The person's own lines
 * stay.
 */
export function* addEchoes(story: StoryBranch, change: DirectChange): Pausable<DirectChange> {
  const path = applyAmends(story.path, change.amends);
  const edited = new Set(change.amends.map(({ event_id }) => event_id));
  const turns = story.path.filter(({ id }) => edited.has(id));
  const echoes = (yield* findContradictions(story, { path, turns })).filter(
    ({ event }) => event.kind === "assistant_turn",
  );
  const again = echoes.map(({ event }) => readTurnId(event));
  const silent = echoes.map(({ event }): EventAmendment => ({
    event_id: event.id,
    set: { text: placeholderLine },
  }));
  return { amends: [...change.amends, ...silent], turnIds: [...change.turnIds, ...again], again };
}

function toNewWords(event: RecordedEvent, edit: TurnEdit): Payload {
  if (event.kind === "assistant_turn") return { text: edit.text };
  const segments = edit.segments ?? keepShape(segmentsIn(event.payload), edit.text);
  const kept = segments.map(({ kind, text: words, to }): Payload => ({
    kind,
    text: words,
    ...(to === undefined ? {} : { to }),
  }));
  if (
    !isSameSet(
      resolveWitnesses(event, segments),
      texts(event.payload["witnesses"] ?? event.payload["present"]),
    )
  )
    throw refuseField(
      "segments",
      `an edit cannot change who heard the words: ${readTurnId(event)}`,
    );
  return { text: edit.text, segments: kept };
}

/** A line of one kind and audience keeps both. A partly whispered line needs explicit segments. */
function keepShape(segments: readonly Segment[], words: string): Segment[] {
  const [first] = segments;
  if (first === undefined) return [];
  const said = segments.filter(({ kind }) => kind !== "ooc");
  if (said.some(({ to }) => JSON.stringify(to) !== JSON.stringify(first.to)))
    throw refuseField("segments", "part of the line was whispered: mark which part");
  const kind = segments.every((segment) => segment.kind === first.kind) ? first.kind : "narration";
  return [{ kind, text: words, ...(first.to === undefined ? {} : { to: first.to }) }];
}

function resolveWitnesses({ payload }: RecordedEvent, segments: readonly Segment[]): string[] {
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

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
