import { readTurnId } from "../state/fold-turns.ts";
import { Refusal, refuseField } from "../../../domain/errors.ts";
import type { Amend, AmendedFields } from "../../../domain/events/story.ts";
import type { TurnEdit } from "../../../domain/views/story-amend.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { readWitnesses } from "../audit/perceived-words.ts";
import type { LineEvent } from "../state/events.ts";
import { readSegments } from "../state/segments.ts";
import { type Segment, you } from "../state/chat-state.ts";
import type { DirectChange, StoryBranch } from "./amendment.ts";
import { findTurn, placeholderLine } from "./amendment.ts";
import { findEchoes } from "./echoes.ts";

/** Rewords lines. Their witnesses stay the same. */
export function draftEdit(story: StoryBranch, edits: readonly TurnEdit[]): DirectChange {
  const amends = edits.map((edit): Amend => {
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
  const echoes = yield* findEchoes(story, change);
  const again = echoes.map(readTurnId);
  const silent = echoes.map(({ id }): Amend => ({ event_id: id, set: { text: placeholderLine } }));
  return { amends: [...change.amends, ...silent], turnIds: [...change.turnIds, ...again], again };
}

function toNewWords(event: LineEvent, edit: TurnEdit): AmendedFields {
  if (event.kind === "assistant_turn") return { text: edit.text };
  const segments = edit.segments ?? keepShape(readSegments(event.payload.segments), edit.text);
  const kept = segments.map(({ kind, text: words, to }) => ({
    kind,
    text: words,
    ...(to === undefined ? {} : { to }),
  }));
  if (!isSameSet(resolveWitnesses(event, segments), readWitnesses(event)))
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

function resolveWitnesses(event: LineEvent, segments: readonly Segment[]): readonly string[] {
  const witnesses = readWitnesses(event);
  const said = segments.filter(({ kind }) => kind !== "ooc");
  if (said.length === 0) return witnesses;
  const { present = [] } = event.payload;
  if (said.some(({ to }) => to === undefined))
    return witnesses.length < present.length && isAllWhisper(event) ? present : witnesses;
  const meant = new Set([you, ...said.flatMap(({ to }) => to ?? [])]);
  return (present.length === 0 ? witnesses : present).filter((id) => meant.has(id));
}

const isAllWhisper = ({ payload }: LineEvent): boolean => {
  const said = readSegments(payload.segments).filter(({ kind }) => kind !== "ooc");
  return said.length > 0 && said.every(({ to }) => to !== undefined);
};

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
