import type { ModelRequest, ModelSampling } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { TurnContext } from "../../../domain/skill.ts";
import { type Cast, type CastRows, createCast, readCastRows } from "../state/cast.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { listPlayers } from "../state/room.ts";
import { type FactContext } from "../state/story-events.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";
import { openSources } from "../state/witness.ts";
import { listSourceEvents, type SectionOfParts, toMessages } from "./prompt-messages.ts";
import type { PromptContext, Recall } from "./prompt-context.ts";
import type { StateUpdate } from "./answers.ts";

/** By person: how a listener's feelings about them changed. */
export type FeltUpdates = ReadonlyMap<string, StateUpdate>;

/** What is remembered of answers about feelings, for a turn that has to decide again. */
export interface FeltAnswers {
  ask(request: ModelRequest, call: () => Promise<FeltUpdates>): Promise<FeltUpdates>;
}

/** Who spoke in a recorded beat, and the lines as they were kept. */
export interface RecordedBeat {
  readonly speakers: readonly string[];
  readonly texts: ReadonlySet<string>;
}

/** A chat as one turn works on it. */
export interface PlayContext {
  readonly turn: TurnContext;
  readonly state: ChatState;
  readonly cast: Cast;
  readonly recall: Recall | undefined;
  /** The prefix of a reply in channels that do not show who speaks. */
  readonly label?: ((speaker: string) => string) | undefined;
  /** A turn that is replayed: what was decided by rules that may have changed since. */
  readonly recorded?: RecordedBeat | undefined;
  /** Answers about feelings, for a turn that decides again. */
  readonly felt?: FeltAnswers | undefined;
}

/**
 * Loads story and characters concurrently, guessing who takes part from the cached state. A character
 * that is new to the story causes a second read. What the story says of people is not guessed.
 */
export async function openPlayContext(
  turn: TurnContext,
  of: OpenOptions,
): Promise<(PlayContext & { readonly version: number }) | undefined> {
  const last = of.states.peek(of.chatId);
  const known = new Set(last === undefined ? [] : listCharacters(last));
  const early =
    last === undefined ? undefined : readCastRows(turn.read, last.accountId, [...known]);
  early?.catch(() => undefined);
  const state = await of.states.load(turn.read, of.chatId);
  if (state === undefined) return undefined;
  // Read before the next await: a concurrent load may advance the shared state.
  const { version } = state;
  const isWhole = early !== undefined && listCharacters(state).every((id) => known.has(id));
  return {
    turn,
    state,
    cast: isWhole ? toStoryCast(state, await early) : await loadCastOf(turn.read, state),
    recall: of.recall,
    version,
  };
}

interface OpenOptions {
  readonly states: ChatStates;
  readonly chatId: string;
  readonly recall: Recall | undefined;
}

const listCharacters = ({ scenes, host, guest }: ChatState): string[] =>
  [
    ...[...scenes.values()].flatMap((scene) => [
      ...scene.participants,
      scene.host,
      scene.guest ?? scene.host,
    ]),
    host,
    guest ?? host,
  ].filter((id) => id !== you);

/** Every character that ever took part in the chat, and any others asked for. */
export async function loadCastOf(
  read: Reads,
  state: ChatState,
  also: readonly string[] = [],
): Promise<Cast> {
  const ids = [...listCharacters(state), ...also.filter((id) => id !== you)];
  return toStoryCast(state, await readCastRows(read, state.accountId, ids));
}

function toStoryCast(state: ChatState, rows: CastRows): Cast {
  const cast = createCast(state, rows);
  return state.room === undefined ? cast : { ...cast, players: listPlayers(state.room) };
}

export const toFactContext = ({ turn, state }: PlayContext): FactContext => ({
  chat: state,
  now: turn.now,
  turnId: turn.turnId,
});

export const createPromptContext = (
  { state, cast, turn }: PlayContext,
  scene: Scene,
  viewer: string,
): PromptContext => ({
  state,
  cast,
  scene,
  modelTokens: turn.model.describe.contextTokens,
  sources: openSources(state, cast, viewer),
});

/** A model call on behalf of one viewer. Its sections are recorded with it. */
export function buildRequest(
  { turn, state }: PlayContext,
  call: {
    purpose: string;
    viewer: string;
    instructions: string;
    sections: readonly SectionOfParts[];
    sampling?: ModelSampling | undefined;
  },
): ModelRequest {
  return {
    purpose: call.purpose,
    viewer: call.viewer,
    chatId: state.id,
    sections: call.sections,
    messages: toMessages(call.instructions, call.sections),
    ...(call.sampling === undefined ? {} : { sampling: call.sampling }),
    sourceEventIds: listSourceEvents(call.sections),
    accountId: turn.account.id,
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    signal: turn.signal,
  };
}
