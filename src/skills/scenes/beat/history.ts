import { estimateTokens } from "../../../domain/tokens.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import type { ChatState, Movement } from "../state/chat-state.ts";
import { findStoryLanguage } from "../state/story-language.ts";
import type { KnownWords, PerceivedTurn } from "../state/witness.ts";
import { sayDay, sayTime } from "../time/say-time.ts";
import type { PromptContext } from "./prompt-context.ts";

/** A piece of the history. */
export interface HistoryPart extends KnownWords {
  /** What the character who is asked said; the others' lines are quoted. */
  readonly own?: string | undefined;
  /** Not a line: a new scene, someone who comes or goes, a note of the author. */
  readonly isMark?: boolean | undefined;
  /** An entry of a lorebook. */
  readonly isLore?: boolean | undefined;
}

const mostTurns = 400;
/**
 * The history begins at every eighth turn, not at the next one each time: a prompt that begins like
 * the last one is cheaper, since servers keep what they have read of it.
 */
const step = 8;

/** The latest turns that fit, oldest first. */
export function pickTurns({ sources }: PromptContext, tokens: number): readonly PerceivedTurn[] {
  const turns = sources.listRecent(mostTurns);
  let room = tokens;
  let first = turns.length;
  while (first > 0) {
    room -= estimateTokens(turns[first - 1]?.known.lines.join("\n") ?? "") + 4;
    if (room < 0 && first < turns.length) break;
    first -= 1;
  }
  if (first === 0 && turns.length < mostTurns) return turns;
  const number = sources.countTurns() - turns.length + first;
  return turns.slice(Math.min(first + ((step - (number % step)) % step), turns.length - 1));
}

/** The turns with what came between them, as the viewer saw it. */
export function withMarks(at: PromptContext, turns: readonly PerceivedTurn[]): HistoryPart[] {
  const moves = turns[0] === undefined ? [] : at.sources.listMovements(turns[0].turn.eventId);
  const left = [...moves];
  const parts: HistoryPart[] = [];
  const takeMoves = (before: number): void => {
    while (left[0] !== undefined && left[0].eventId < before) {
      const move = left.shift() as Movement;
      if (move.entity !== at.sources.viewer) parts.push(toMoveMark(move, at.cast));
    }
  };
  let before: PerceivedTurn | undefined;
  for (const heard of turns) {
    takeMoves(heard.turn.eventId);
    parts.push(...toSceneMark(at, before, heard), {
      ...heard.known,
      ...(heard.turn.speaker === at.sources.viewer ? { own: heard.turn.text } : {}),
    });
    before = heard;
  }
  takeMoves(Infinity);
  return parts;
}

function toMoveMark({ entity, change, eventId }: Movement, cast: Cast): HistoryPart {
  const name = nameOf(cast, entity);
  const text = change === "leave" ? `${name} goes out.` : `${name} comes in.`;
  return { lines: [text], eventIds: [eventId], isMark: true };
}

/** A heading where a scene begins, or another day. */
function toSceneMark(
  { state, cast }: Pick<PromptContext, "state" | "cast">,
  before: PerceivedTurn | undefined,
  { turn }: PerceivedTurn,
): HistoryPart[] {
  const language = findStoryLanguage(state, cast);
  const isNew = before === undefined || before.turn.sceneId !== turn.sceneId;
  const isLater =
    before !== undefined &&
    sayDay(state, before.turn.storyTime, language) !== sayDay(state, turn.storyTime, language);
  if (!isNew && !isLater) return [];
  const { name, eventIds } = findPlace(state, turn.sceneId);
  const time = turn.storyTime === "" ? "" : sayTime(state, turn.storyTime, language);
  const text = [name, time].filter((part) => part !== "").join(", ");
  return text === "" ? [] : [{ lines: [text], eventIds, isMark: true }];
}

function findPlace(
  state: ChatState,
  sceneId: number | null,
): { readonly name: string; readonly eventIds: readonly number[] } {
  const place = state.containers.get(state.scenes.get(sceneId ?? 0)?.containerId ?? 0);
  return { name: place?.name ?? "", eventIds: place === undefined ? [] : [place.eventId] };
}

/** Puts something so many turns before the end. */
export function insertAtDepth(
  parts: readonly HistoryPart[],
  inserted: HistoryPart,
  depth: number,
): HistoryPart[] {
  let [at, left] = [parts.length, depth];
  while (at > 0 && left > 0) {
    at -= 1;
    if (parts[at]?.isMark !== true && parts[at]?.isLore !== true) left -= 1;
  }
  return [...parts.slice(0, at), inserted, ...parts.slice(at)];
}
