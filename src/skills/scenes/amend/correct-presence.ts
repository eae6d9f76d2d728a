import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import { Refusal, refuseField } from "../../../domain/errors.ts";
import type { Amend } from "../../../domain/events/story.ts";
import type { PresenceCorrection } from "../../../domain/views/story-amend.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { readWitnesses } from "../audit/perceived-words.ts";
import { foldChat } from "../state/fold.ts";
import { type LineEvent, readCites } from "../state/events.ts";
import { readSegments } from "../state/segments.ts";
import { describePresentSet, toWitnessFlags } from "../state/present.ts";
import { type Scene, you } from "../state/chat-state.ts";
import { type Amendment, mergeAmends, type StoryBranch, findTurn } from "./amendment.ts";
import { amendDerivatives } from "./derivatives.ts";
import { addMemories } from "./new-memories.ts";

/**
 * Adds or removes a witness: amends the turns, the witness lists of memories, and what the
 * character knows.
 */
export function* amendPresence(
  story: StoryBranch,
  asked: PresenceCorrection & { newId(): string },
): Pausable<Amendment> {
  const turns = listAskedTurns(story, asked);
  const scene = yield* findScene(story, turns);
  assertPossible(story, { ...asked, turns, scene });
  const changed = turns.filter((turn) => isChanged(turn, asked));
  const amends = changed.map((turn) => ({
    event_id: turn.id,
    set: setPresence(turn, asked, scene),
  }));
  const after = new Map(amends.map(({ event_id, set }) => [event_id, set.witnesses]));
  const flags = amendWitnesses(story, { witnesses: after, turns: changed, scene });
  if (asked.present) {
    const heard = changed.filter(({ id }) => after.get(id)?.includes(asked.entityId) === true);
    const {
      amends: grown,
      adds,
      redo,
    } = yield* addMemories(story, { ...asked, amends, turns: heard, scene });
    return {
      amends: mergeAmends([...amends, ...flags, ...grown]),
      withdraws: [],
      adds: [...addParticipant(scene, asked.entityId), ...adds],
      redo,
    };
  }
  const turnIds = changed.map(readTurnId);
  const derived = yield* amendDerivatives(story, { amends, turnIds, only: asked.entityId });
  const gone = new Set(derived.withdraws);
  const counting = flags.filter(({ event_id }) => !gone.has(event_id));
  return { ...derived, amends: mergeAmends([...derived.amends, ...counting]) };
}

/** The turns from one to another of the same scene. */
const mostTurns = 1_000;

/** The turns from one to another of the same scene. */
function listAskedTurns(
  { path }: StoryBranch,
  { turnId, toTurnId }: PresenceCorrection,
): LineEvent[] {
  const [first, last] = [findTurn(path, turnId), findTurn(path, toTurnId ?? turnId)];
  if (first === undefined || last === undefined)
    throw new Refusal("not_found", { field: first === undefined ? "turn" : "to_turn_id" });
  const sceneId = first.payload.scene_id;
  if (last.payload.scene_id !== sceneId || path.indexOf(last) < path.indexOf(first))
    throw refuseField("to_turn_id", "must be a later turn of the same scene");
  const turns = path
    .slice(path.indexOf(first), path.indexOf(last) + 1)
    .filter(isTurnEvent)
    .filter(({ payload }) => payload.scene_id === sceneId);
  if (turns.length > mostTurns)
    throw refuseField("to_turn_id", `at most ${mostTurns} turns at once`);
  return turns;
}

function* findScene(
  { chatId, accountId, path }: StoryBranch,
  [first]: readonly LineEvent[],
): Pausable<Scene> {
  const { scenes } = yield* foldChat({ id: chatId, accountId }, path);
  const scene = scenes.get(first?.payload.scene_id ?? 0);
  if (scene === undefined) throw refuseField("turn", "belongs to no scene");
  return scene;
}

function assertPossible(
  { cast }: StoryBranch,
  on: PresenceCorrection & { readonly turns: readonly LineEvent[]; readonly scene: Scene },
): void {
  const { entityId, present, turns, scene } = on;
  if (entityId !== you && !cast.bots.has(entityId))
    throw new Refusal("not_found", { field: "entity_id" });
  if (entityId === you && scene.kind === "meanwhile")
    throw refuseField("entity_id", "the person cannot be in a meanwhile scene");
  const speaks = turns.some((turn) =>
    turn.kind === "user_turn"
      ? scene.kind === "you" && entityId === you
      : turn.payload.speaker_id === entityId,
  );
  if (!present && speaks) throw refuseField("entity_id", "the speaker is always present");
  const changed = turns.filter((turn) => isChanged(turn, on));
  if (changed.length === 0)
    throw refuseField("present", present ? "was already present" : "was not present");
  if (present && changed.every((turn) => !isAloud(turn)))
    throw refuseField("turn", "the turn was whispered to others");
}

const readPresent = ({ payload: { present = [], witnesses = [] } }: LineEvent) =>
  present.length === 0 ? witnesses : present;

const isChanged = (turn: LineEvent, { entityId, present }: PresenceCorrection): boolean =>
  present !==
  (readPresent(turn).includes(entityId) &&
    (!isAloud(turn) || readWitnesses(turn).includes(entityId)));

/**
 * True when everyone present heard at least part of it. An answer to a whisper is not said aloud.
 */
function isAloud(turn: LineEvent): boolean {
  const said = readSegments(turn.payload.segments).filter(({ kind }) => kind !== "ooc");
  const isWhisper = said.length > 0 && said.every(({ to }) => to !== undefined);
  return !isWhisper && readPresent(turn).every((id) => readWitnesses(turn).includes(id));
}

function setPresence(turn: LineEvent, { entityId, present }: PresenceCorrection, scene: Scene) {
  const without = (ids: readonly string[]): string[] => ids.filter((id) => id !== entityId);
  const there = present ? [...without(readPresent(turn)), entityId] : without(readPresent(turn));
  const heard =
    present && isAloud(turn)
      ? [...without(readWitnesses(turn)), entityId]
      : without(readWitnesses(turn));
  return { present: there, witnesses: heard, present_set_kind: describePresentSet(scene, there) };
}

/** Updates the witness lists of memories that cite the changed turns. */
function amendWitnesses(
  { path }: StoryBranch,
  on: {
    witnesses: ReadonlyMap<number, readonly string[]>;
    turns: readonly LineEvent[];
    scene: Scene;
  },
): Amend[] {
  const byId = new Map(on.turns.map((turn) => [readTurnId(turn), turn]));
  return path.flatMap((event): Amend[] => {
    const turn =
      event.kind === "memory_written"
        ? readCites(event)
            .flatMap((id) => byId.get(id) ?? [])
            .at(-1)
        : undefined;
    if (turn === undefined) return [];
    const witnesses = on.witnesses.get(turn.id) ?? readWitnesses(turn);
    return [{ event_id: event.id, set: { witnesses, ...toWitnessFlags(on.scene, witnesses) } }];
  });
}

/**
 * Adds a character who was never in the scene as a participant, without changing where they are
 * now.
 */
function addParticipant(scene: Scene, entity_id: string): Amendment["adds"] {
  if (scene.participants.includes(entity_id)) return [];
  const of = { scene_id: scene.id, entity_id, placed_after: scene.eventId };
  return [
    { kind: "presence_changed", payload: { ...of, change: "enter" } },
    { kind: "presence_changed", payload: { ...of, change: "leave" } },
  ];
}
