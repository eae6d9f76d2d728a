import { Refusal } from "../../../domain/errors.ts";
import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { PresenceCorrection } from "../../../domain/views/story-amend.ts";
import { witnessesOf } from "../audit/hearing.ts";
import { foldChat } from "../state/fold.ts";
import { number, segmentsIn, texts } from "../state/payload.ts";
import { presentSetKind, witnessFlags } from "../state/present.ts";
import { type Scene, you } from "../state/chat-state.ts";
import {
  type Amend,
  type Amendment,
  merged,
  type Told,
  turnIdOf,
  turnWith,
  isTurnEvent,
} from "./amendment.ts";
import { derivativesOf } from "./derivatives.ts";
import { newMemories } from "./new-memories.ts";

const refuse = (field: string, problem: string): Refusal =>
  new Refusal("invalid_request", "", { field, problem });

/** Somebody was there after all, or was not: the turns, everybody's rows about them, and what the one now knows or does not. */
export function presenceAmendment(
  told: Told,
  asked: PresenceCorrection & { newId(): string },
): Amendment {
  const turns = turnsAsked(told, asked);
  const scene = sceneOf(told, turns);
  assertPossible(told, { ...asked, turns, scene });
  const changed = turns.filter((turn) => isOtherwise(turn, asked));
  const amends = changed.map((turn): Amend => ({
    event_id: turn.id,
    set: thereOrNot(turn, asked, scene),
  }));
  const flags = companyOf(told, { amends, turns: changed, scene });
  if (asked.present) {
    const heard = changed.filter((turn) => witnessesAfter(turn, amends).includes(asked.entityId));
    const {
      amends: grown,
      adds,
      redo,
    } = newMemories(told, { ...asked, amends, turns: heard, scene });
    return {
      amends: merged([...amends, ...flags, ...grown]),
      withdraws: [],
      adds: [...entered(scene, asked.entityId), ...adds],
      redo,
    };
  }
  const turnIds = changed.map(turnIdOf);
  const followed = derivativesOf(told, { amends, turnIds, only: asked.entityId });
  const counting = flags.filter(({ event_id }) => !followed.withdraws.includes(event_id));
  return { ...followed, amends: merged([...followed.amends, ...counting]) };
}

/** From one turn to another of the same scene. */
function turnsAsked({ path }: Told, { turnId, toTurnId }: PresenceCorrection): RecordedEvent[] {
  const [first, last] = [turnWith(path, turnId), turnWith(path, toTurnId ?? turnId)];
  if (first === undefined || last === undefined)
    throw new Refusal("not_found", "", { field: first === undefined ? "turn" : "to_turn_id" });
  const sceneId = number(first.payload, "scene_id");
  if (number(last.payload, "scene_id") !== sceneId || path.indexOf(last) < path.indexOf(first))
    throw refuse("to_turn_id", "must be a later turn of the same scene");
  return path
    .slice(path.indexOf(first), path.indexOf(last) + 1)
    .filter((e) => isTurnEvent(e) && number(e.payload, "scene_id") === sceneId);
}

function sceneOf({ chatId, accountId, path }: Told, [first]: readonly RecordedEvent[]): Scene {
  const scene = foldChat({ id: chatId, accountId }, path).scenes.get(
    number(first?.payload ?? {}, "scene_id") ?? 0,
  );
  if (scene === undefined) throw refuse("turn", "belongs to no scene");
  return scene;
}

function assertPossible(
  { cast }: Told,
  on: PresenceCorrection & { readonly turns: readonly RecordedEvent[]; readonly scene: Scene },
): void {
  const { entityId, present, turns, scene } = on;
  if (entityId !== you && !cast.bots.has(entityId))
    throw new Refusal("not_found", "", { field: "entity_id" });
  if (entityId === you && scene.kind === "meanwhile")
    throw refuse("entity_id", "you are in no meanwhile scene");
  const speaks = turns.some((turn) =>
    turn.kind === "user_turn"
      ? scene.kind === "you" && entityId === you
      : turn.payload["speaker_id"] === entityId,
  );
  if (!present && speaks) throw refuse("entity_id", "whoever speaks is there");
  const changed = turns.filter((turn) => isOtherwise(turn, on));
  if (changed.length === 0)
    throw refuse("present", present ? "was there already" : "was not there anyway");
  if (present && changed.every((turn) => !isAloud(turn)))
    throw refuse("turn", "it was whispered to others");
}

const presentAt = ({ payload }: RecordedEvent): string[] => {
  const there = texts(payload["present"]);
  return there.length === 0 ? texts(payload["witnesses"]) : there;
};

const isOtherwise = (turn: RecordedEvent, { entityId, present }: PresenceCorrection): boolean =>
  present !==
  (presentAt(turn).includes(entityId) && (!isAloud(turn) || witnessesOf(turn).includes(entityId)));

/** Everybody who was there heard at least some of it. An answer to a whisper is one. */
function isAloud(turn: RecordedEvent): boolean {
  const said = segmentsIn(turn.payload).filter(({ kind }) => kind !== "ooc");
  const isWhisper = said.length > 0 && said.every(({ to }) => to !== undefined);
  return !isWhisper && presentAt(turn).every((id) => witnessesOf(turn).includes(id));
}

function thereOrNot(
  turn: RecordedEvent,
  { entityId, present }: PresenceCorrection,
  scene: Scene,
): Payload {
  const without = (ids: readonly string[]): string[] => ids.filter((id) => id !== entityId);
  const there = present ? [...without(presentAt(turn)), entityId] : without(presentAt(turn));
  const heard =
    present && isAloud(turn)
      ? [...without(witnessesOf(turn)), entityId]
      : without(witnessesOf(turn));
  return { present: there, witnesses: heard, present_set_kind: presentSetKind(scene, there) };
}

function witnessesAfter(turn: RecordedEvent, amends: readonly Amend[]): string[] {
  const set = amends.find(({ event_id }) => event_id === turn.id)?.set;
  return set === undefined ? witnessesOf(turn) : texts(set["witnesses"]);
}

/** Whoever remembers a turn remembers who was there with them. */
function companyOf(
  { path }: Told,
  on: { amends: readonly Amend[]; turns: readonly RecordedEvent[]; scene: Scene },
): Amend[] {
  const byId = new Map(on.turns.map((turn) => [turnIdOf(turn), turn]));
  return path.flatMap((event): Amend[] => {
    const turn =
      event.kind === "memory_written"
        ? texts(event.payload["cites"])
            .flatMap((id) => byId.get(id) ?? [])
            .at(-1)
        : undefined;
    if (turn === undefined) return [];
    const witnesses = witnessesAfter(turn, on.amends);
    return [{ event_id: event.id, set: { witnesses, ...witnessFlags(on.scene, witnesses) } }];
  });
}

/** One who was never in the scene comes into it, so that it is known that they have a part in it; where they are now stays as it is. */
function entered(scene: Scene, entity_id: string): Amendment["adds"] {
  if (scene.participants.includes(entity_id)) return [];
  const of = { scene_id: scene.id, entity_id, placed_after: scene.eventId };
  return [
    { kind: "presence_changed", payload: { ...of, change: "enter" } },
    { kind: "presence_changed", payload: { ...of, change: "leave" } },
  ];
}
