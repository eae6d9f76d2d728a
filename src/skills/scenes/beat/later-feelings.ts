import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { ModelFailure } from "../../../domain/ports/model.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { withFields } from "../state/events.ts";
import { findLineSource } from "../state/present.ts";
import { type FactContext } from "../state/story-events.ts";
import type { Scene, Turn } from "../state/chat-state.ts";
import { openSources, type ViewerSources } from "../state/witness.ts";
import { updateFeelings } from "./feelings.ts";
import type { FeltAnswers, FeltUpdates, PlayContext } from "./play-context.ts";

/** The timer that is due right after a beat, for its feelings. */
export const feelingsTimer = "scene_feelings";

const timerPrefix = "feelings:";
export const toLineId = (timerId: string): string => timerId.slice(timerPrefix.length);

/**
 * Feelings come after the reply: it is recorded and delivered first, and the story's lane is free
 * meanwhile. The timer survives a crash.
 */
export function setFeelingsTimer({ chat, now }: FactContext, lineId: string): EventDraft {
  const id = `${timerPrefix}${lineId}`;
  return {
    stream: `timer:${id}`,
    kind: "timer_set",
    at: iso(now),
    accountId: chat.accountId,
    payload: {
      id,
      kind: feelingsTimer,
      account_id: chat.accountId,
      conversation_id: null,
      due_at: iso(now),
    },
  };
}

/**
 * The feelings of a beat that was recorded before. A line that was rewound or replaced meanwhile has
 * none. They are placed at the end of their beat, so that a rewind to it keeps them.
 */
export async function feelAfterwards(on: PlayContext, lineId: string): Promise<ChatEventDraft[]> {
  const line = findLineSource(on.state, lineId);
  const scene = on.state.scenes.get(line?.sceneId ?? 0);
  if (line === undefined || scene === undefined || line.status !== "completed") return [];
  // A version that was chosen twice meanwhile was asked about twice.
  if ([...line.witnesses].some((id) => on.state.impacts.get(id)?.has(lineId) === true)) return [];
  const beat = readBeat(openSources(on.state, on.cast, line.speaker), lineId, scene);
  if (beat === undefined) return [];
  const end = Math.max(
    ...[...line.witnesses].flatMap((id) =>
      findMemories(openSources(on.state, on.cast, id), lineId, scene).map(({ eventId }) => eventId),
    ),
  );
  try {
    const made = await updateFeelings(on, scene, beat);
    return made.map((fact) => withFields(fact, { placed_after: end }));
  } catch (error) {
    // A beat without feelings is whole. A stopped turn has to end as stopped.
    if (error instanceof ModelFailure && error.code !== "aborted") return [];
    throw error;
  }
}

/** A beat whose feelings are due is among the latest. */
const searchedTurns = 100;

const findMemories = (
  mine: ViewerSources,
  lineId: string,
  { id }: Scene,
): ReturnType<ViewerSources["listMemoriesOf"]> =>
  mine.listMemoriesOf(id).filter(({ cites }) => cites.includes(lineId));

/** The lines of a beat as its speaker's memory cites them. */
function readBeat(mine: ViewerSources, lineId: string, scene: Scene): readonly Turn[] | undefined {
  const cited = new Set(findMemories(mine, lineId, scene).flatMap(({ cites }) => cites));
  const turns = mine
    .listRecent(searchedTurns)
    .map(({ turn }) => turn)
    .filter(({ id }) => cited.has(id));
  return turns.at(-1)?.id === lineId ? turns : undefined;
}

const keptAnswers = 200;

/**
 * The answers of the last calls, by their prompts: when the story went on meanwhile, the turn decides
 * again without asking again.
 */
export function createFeltAnswers(): FeltAnswers {
  const known = new Map<string, Promise<FeltUpdates>>();
  return {
    ask(request, call) {
      const key = JSON.stringify([request.chatId, request.viewer, request.messages]);
      const before = known.get(key);
      if (before !== undefined) return before;
      const answer = call();
      known.set(key, answer);
      answer.catch(() => known.delete(key));
      const [oldest] = known.keys();
      if (known.size > keptAnswers && oldest !== undefined) known.delete(oldest);
      return answer;
    },
  };
}
