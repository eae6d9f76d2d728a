import type { ModelRequest, PromptSection } from "../../domain/model.ts";
import type { Reads } from "../../domain/reads.ts";
import type { TurnContext } from "../../domain/skill.ts";
import { type Cast, loadCast } from "./cast.ts";
import { type Moment } from "./facts.ts";
import { eventIdsOf, messagesOf, type Recall, type Stage } from "./prompt.ts";
import { type ChatState, type Scene, you } from "./state.ts";
import { sources } from "./witness.ts";

/** A chat in the hands of one turn. */
export interface Playing {
  readonly turn: TurnContext;
  readonly state: ChatState;
  readonly cast: Cast;
  readonly recall: Recall | undefined;
  /** What is shown before a speaker's words, where nothing else says whose they are. */
  readonly label?: ((speaker: string) => string) | undefined;
}

export async function openPlaying(turn: TurnContext, state: ChatState, recall: Recall | undefined): Promise<Playing> {
  return { turn, state, cast: await castFor(turn.read, state), recall };
}

/** Everybody who ever had a part in the chat, and whoever is asked about besides. */
export function castFor(read: Reads, state: ChatState, also: readonly string[] = []): Promise<Cast> {
  const ids = [...state.scenes.values()].flatMap(({ participants, host, guest }) => [...participants, host, guest ?? host]);
  return loadCast(
    read,
    state.accountId,
    [...ids, ...also, state.host, state.guest ?? state.host].filter((id) => id !== you),
  );
}

export const momentOf = ({ turn, state }: Playing): Moment => ({ chat: state, now: turn.now, turnId: turn.turnId });

export const stageFor = ({ state, cast }: Playing, scene: Scene, viewer: string): Stage => ({
  state,
  cast,
  scene,
  sources: sources(state, cast, viewer),
});

/** A call of the model in somebody's eyes. What it is made of is on record with it. */
export function askAs(
  { turn, state }: Playing,
  call: { purpose: string; viewer: string; instructions: string; sections: readonly PromptSection[] },
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
