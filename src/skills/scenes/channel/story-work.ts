import type { EventDraft } from "../../../domain/events.ts";
import { languageOf } from "../../../domain/language.ts";
import type { StoryLine } from "../../../domain/views/scenes.ts";
import type { TurnContext } from "../../../domain/skill.ts";
import { readChatState } from "../state/chat-states.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { notYetInTheLog } from "../state/story-events.ts";
import { step } from "../state/fold.ts";
import { takeIn } from "../api/take-events.ts";
import { type People, readPeople } from "../state/people.ts";
import type { Recall } from "../beat/prompt.ts";
import { castFor, type Playing } from "../beat/playing.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { sceneCommand } from "./scene-command.ts";
import { nameLabel, type SceneWords, sceneWords } from "./scene-words.ts";
import { seatIn } from "./story-seat.ts";

/** One window of a conversation in which somebody plays, while it is worked on. */
export interface StoryWork {
  readonly turn: TurnContext;
  readonly states: ChatStates;
  readonly recall: Recall | undefined;
  readonly language: "zh" | "en";
  readonly words: SceneWords;
  readonly people: People;
  /** Chats with what this window has decided so far; nobody else holds them. */
  readonly chats: Map<string, ChatState>;
  readonly events: EventDraft[];
  readonly expects: Record<string, number>;
  readonly said: string[];
  /** The chat that is played here. */
  chatId: string | undefined;
}

export async function openWork(
  on: Pick<StoryWork, "turn" | "states" | "recall">,
): Promise<StoryWork> {
  const { turn } = on;
  const sample = turn.window.map(({ text }) => text).join(" ");
  const called = turn.window
    .map(({ text }) => sceneCommand(text)?.language)
    .find((one) => one !== undefined);
  const language = called ?? languageOf(turn.account.language, sample);
  return {
    ...on,
    language,
    words: sceneWords[language],
    people: await readPeople(turn.read, turn.account.id),
    chats: new Map(),
    events: [],
    expects: {},
    said: [],
    chatId: await seatIn(turn.read, {
      conversationId: turn.conversationId,
      accountId: turn.account.id,
    }),
  };
}

/** The chat as it is with what was decided so far: to be read, not to be changed. */
export async function stateNow(work: StoryWork): Promise<ChatState | undefined> {
  if (work.chatId === undefined) return undefined;
  const own = work.chats.get(work.chatId);
  if (own !== undefined) return own;
  const state = await work.states.load(work.turn.read, work.chatId);
  if (state !== undefined) work.expects[chatStream(state.id)] ??= state.version;
  return state;
}

/** A copy that further decisions of this window can be made on. */
async function ownState(work: StoryWork): Promise<ChatState | undefined> {
  if (work.chatId === undefined) return undefined;
  const own = work.chats.get(work.chatId);
  if (own !== undefined) return own;
  const state = await readChatState(work.turn.read, work.chatId);
  if (state === undefined) return undefined;
  work.expects[chatStream(state.id)] ??= state.version;
  for (const event of work.events)
    if (event.chatId === state.id) step(state, { ...event, id: notYetInTheLog, streamVersion: 0 });
  work.chats.set(state.id, state);
  return state;
}

/** Decided: what comes after it in this window sees it. */
export async function decide(work: StoryWork, drafts: readonly EventDraft[]): Promise<void> {
  const own = work.chatId === undefined ? undefined : await ownState(work);
  work.events.push(...drafts);
  for (const event of drafts)
    if (own !== undefined && event.chatId === own.id)
      step(own, { ...event, id: notYetInTheLog, streamVersion: 0 });
}

/** The last thing of a window: nobody looks at the chat after it, so it needs no copy. */
export function decideLast(work: StoryWork, drafts: readonly EventDraft[]): void {
  work.events.push(...drafts);
}

/** Facts by the same intake as everything from outside. */
export async function take(
  work: StoryWork,
  lines: readonly StoryLine[],
  how: { readonly byHand: boolean } = { byHand: false },
): Promise<readonly EventDraft[]> {
  await ownState(work);
  const { read, now, account } = work.turn;
  const on = { read, now, accountId: account.id, newId: () => work.turn.newId(), ...how };
  const { drafts, opened, expects } = await takeIn(on, lines, work.chats);
  work.events.push(...drafts, ...opened);
  for (const [stream, version] of Object.entries(expects)) work.expects[stream] ??= version;
  return drafts;
}

/** The stage, with the speaker's name before what is shown of them. */
export async function playingOn(work: StoryWork, state: ChatState): Promise<Playing> {
  const cast = await castFor(work.turn.read, state);
  const label = (speaker: string): string => nameLabel(cast.bots.get(speaker)?.name ?? speaker);
  return { turn: work.turn, state, cast, recall: work.recall, label };
}
