import type { ModelRequest, PromptSection } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { TurnContext } from "../../../domain/skill.ts";
import { type Cast, loadCast } from "../state/cast.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { type Moment } from "../state/story-events.ts";
import { eventIdsOf, messagesOf, type Recall, type Stage } from "./prompt.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";
import { sources } from "../state/witness.ts";

/** A chat in the hands of one turn. */
export interface Playing {
  readonly turn: TurnContext;
  readonly state: ChatState;
  readonly cast: Cast;
  readonly recall: Recall | undefined;
  /** What is shown before a speaker's words, where nothing else says whose they are. */
  readonly label?: ((speaker: string) => string) | undefined;
}

/** Story and cast are asked for together, by who was in it when it was last seen here. Whoever is new to it makes the cast be read again. */
export async function openPlaying(
  turn: TurnContext,
  of: OpenPlaying,
): Promise<(Playing & { readonly version: number }) | undefined> {
  const last = of.states.last(of.chatId);
  const known = new Set(last === undefined ? [] : everybodyIn(last));
  const early = last === undefined ? undefined : castFor(turn.read, last);
  early?.catch(() => undefined);
  const state = await of.states.load(turn.read, of.chatId);
  if (state === undefined) return undefined;
  // Before anything else is waited for: whoever catches the chat up meanwhile moves it on.
  const { version } = state;
  const isWhole = early !== undefined && everybodyIn(state).every((id) => known.has(id));
  return {
    turn,
    state,
    cast: await (isWhole ? early : castFor(turn.read, state)),
    recall: of.recall,
    version,
  };
}

interface OpenPlaying {
  readonly states: ChatStates;
  readonly chatId: string;
  readonly recall: Recall | undefined;
}

const everybodyIn = ({ scenes, host, guest }: ChatState): string[] =>
  [
    ...[...scenes.values()].flatMap((scene) => [
      ...scene.participants,
      scene.host,
      scene.guest ?? scene.host,
    ]),
    host,
    guest ?? host,
  ].filter((id) => id !== you);

/** Everybody who ever had a part in the chat, and whoever is asked about besides. */
export const castFor = (
  read: Reads,
  state: ChatState,
  also: readonly string[] = [],
): Promise<Cast> =>
  loadCast(read, state.accountId, [...everybodyIn(state), ...also.filter((id) => id !== you)]);

export const momentOf = ({ turn, state }: Playing): Moment => ({
  chat: state,
  now: turn.now,
  turnId: turn.turnId,
});

export const stageFor = ({ state, cast }: Playing, scene: Scene, viewer: string): Stage => ({
  state,
  cast,
  scene,
  sources: sources(state, cast, viewer),
});

/** A call of the model in somebody's eyes. What it is made of is on record with it. */
export function askAs(
  { turn, state }: Playing,
  call: {
    purpose: string;
    viewer: string;
    instructions: string;
    sections: readonly PromptSection[];
  },
): ModelRequest {
  return {
    purpose: call.purpose,
    viewer: call.viewer,
    chatId: state.id,
    sections: call.sections,
    messages: messagesOf(call.instructions, call.sections),
    sourceEventIds: eventIdsOf(call.sections),
    accountId: turn.account.id,
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    signal: turn.signal,
  };
}
