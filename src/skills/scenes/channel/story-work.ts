import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { pickLanguage, type Language } from "../../../domain/language.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import type { TurnContext } from "../../../domain/skill.ts";
import { readChatState } from "../state/chat-states.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { firstUnrecordedId } from "../state/story-events.ts";
import { isChatDraft } from "../state/events.ts";
import { applyEvent } from "../state/fold.ts";
import { importEvents } from "../api/import-events.ts";
import { type People, readPeople } from "../state/people.ts";
import { loadCastOf, type PlayContext } from "../beat/play-context.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { parseSceneCommand } from "./scene-command.ts";
import { nameLabel } from "../state/name-label.ts";
import { type SceneWords, sceneWords } from "./scene-words.ts";
import { findSeat } from "./story-seat.ts";
import type { Recall } from "../beat/prompt-context.ts";

/** The work on one window of a conversation in which a story is played. */
export interface StoryWork {
  readonly turn: TurnContext;
  readonly states: ChatStates;
  readonly recall: Recall | undefined;
  readonly language: Language;
  readonly words: SceneWords;
  readonly people: People;
  /** Private copies of chats with this window's decisions applied. */
  readonly chats: Map<string, ChatState>;
  readonly events: EventDraft[];
  readonly expects: Record<string, number>;
  readonly said: string[];
  /** The chat played in this conversation. */
  chatId: string | undefined;
}

export async function openWork(
  on: Pick<StoryWork, "turn" | "states" | "recall">,
): Promise<StoryWork> {
  const { turn } = on;
  const sample = turn.window.map(({ text }) => text).join(" ");
  const called = turn.window
    .map(({ text }) => parseSceneCommand(text)?.language)
    .find((one) => one !== undefined);
  const language = called ?? pickLanguage(turn.account.language, sample);
  return {
    ...on,
    language,
    words: sceneWords[language],
    people: await readPeople(turn.read, turn.account.id),
    chats: new Map(),
    events: [],
    expects: {},
    said: [],
    chatId: await findSeat(turn.read, {
      conversationId: turn.conversationId,
      accountId: turn.account.id,
    }),
  };
}

/** The chat with the decisions so far. Read-only. */
export async function loadState(work: StoryWork): Promise<ChatState | undefined> {
  if (work.chatId === undefined) return undefined;
  const own = work.chats.get(work.chatId);
  if (own !== undefined) return own;
  const state = await work.states.load(work.turn.read, work.chatId);
  if (state !== undefined) work.expects[chatStream(state.id)] ??= state.version;
  return state;
}

/** A private copy to apply further decisions of this window to. */
async function loadOwnState(work: StoryWork): Promise<ChatState | undefined> {
  if (work.chatId === undefined) return undefined;
  const own = work.chats.get(work.chatId);
  if (own !== undefined) return own;
  const state = await readChatState(work.turn.read, work.chatId);
  if (state === undefined) return undefined;
  work.expects[chatStream(state.id)] ??= state.version;
  for (const event of work.events)
    if (isChatDraft(event) && event.chatId === state.id)
      applyEvent(state, { ...event, id: firstUnrecordedId, streamVersion: 0 });
  work.chats.set(state.id, state);
  return state;
}

/** Records events and applies them, so that later operations of the window see them. */
export async function decide(work: StoryWork, drafts: readonly EventDraft[]): Promise<void> {
  const own = work.chatId === undefined ? undefined : await loadOwnState(work);
  work.events.push(...drafts);
  for (const event of drafts)
    if (own !== undefined && isChatDraft(event) && event.chatId === own.id)
      applyEvent(own, { ...event, id: firstUnrecordedId, streamVersion: 0 });
}

/** Records the last events of a window, which need not be applied to a copy. */
export function decideLast(work: StoryWork, drafts: readonly EventDraft[]): void {
  work.events.push(...drafts);
}

/** Records events with the same validation as imported ones. */
export async function recordEvents(
  work: StoryWork,
  lines: Iterable<StoryEventInput>,
  how: { readonly byHand: boolean } = { byHand: false },
): Promise<readonly EventDraft[]> {
  await loadOwnState(work);
  const { read, now, account } = work.turn;
  const on = { read, now, accountId: account.id, newId: () => work.turn.newId(), ...how };
  const { drafts, opened, expects } = await importEvents(on, lines, work.chats);
  work.events.push(...drafts, ...opened);
  for (const [stream, version] of Object.entries(expects)) work.expects[stream] ??= version;
  return drafts;
}

/** The play context, with the speaker's name before each reply. */
export async function createPlayContext(work: StoryWork, state: ChatState): Promise<PlayContext> {
  const cast = await loadCastOf(work.turn.read, state);
  const label = (speaker: string): string => nameLabel(cast.bots.get(speaker)?.name ?? speaker);
  return { turn: work.turn, state, cast, recall: work.recall, label };
}
