import { Refusal } from "../../../domain/errors.ts";
import { pickLanguage } from "../../../domain/language.ts";
import type { Handover, SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import {
  startTalk,
  scheduleTalk,
  startMeanwhileScene,
  playLine,
  type TypedText,
  whisper,
} from "./play-commands.ts";
import {
  closeScene,
  changePresence,
  skipTime,
  recallFrom,
  stopPlans,
  showDigests,
  unseal,
} from "./scene-commands.ts";
import {
  addSamples,
  leaveStory,
  listCast,
  showGreetings,
  listStories,
  createStory,
  remindOfStory,
  showPresent,
  useStory,
} from "./story-commands.ts";
import {
  answerAside,
  type AsksForReminders,
  parseRemindCommand,
  splitWindow,
  type SplitWindow,
} from "./aside.ts";
import { refusalWords } from "./refusal-words.ts";
import { groupActs, readTypedCommand, type WindowAct } from "./group-acts.ts";
import type { SceneCommand } from "./scene-command.ts";
import { sceneWords } from "./scene-words.ts";
import { openWork, type StoryWork } from "./story-work.ts";
import { findSeat } from "./story-seat.ts";
import { passOn } from "../shared/chat-apps/pass-on.ts";
import { findSharedSeat } from "../shared/chat-apps/places.ts";

async function isInStory({ read, conversationId, account }: TurnContext): Promise<boolean> {
  const of = { conversationId, accountId: account.id };
  return ((await findSeat(read, of)) ?? (await findSharedSeat(read, of))) !== undefined;
}

export interface PlayOptions extends Pick<StoryWork, "turn" | "states" | "recall"> {
  readonly asksForReminders: AsksForReminders | undefined;
}

type Aside = Handover & { readonly complete: NonNullable<Handover["complete"]> };

/**
 * A window with a story command, or from a conversation where a story is played. Requests outside
 * the story are handed over to the next skills; the rest is played. `/remind` works everywhere,
 * because people learn it in stories.
 */
export async function playConversation({
  asksForReminders,
  ...on
}: PlayOptions): Promise<SkillResult | Aside | undefined> {
  const { turn } = on;
  const isCommand =
    turn.window.some((message) => readTypedCommand(message) !== undefined) ||
    (asksForReminders !== undefined && isAllRemindCommands(turn.window));
  const isPlayer = isCommand ? undefined : await isInStory(turn);
  if (isPlayer === false) return undefined;
  if (asksForReminders === undefined) return (await playTogether(turn)) ?? playWindow(on);
  const parted = await splitWindow(turn, asksForReminders);
  const { asides } = parted;
  if (asides.length === 0) return playStory(on, parted);
  const isSeated = isPlayer ?? (await isInStory(turn));
  const complete = async (answer: SkillResult | undefined): Promise<SkillResult> => {
    const done = answerAside({ asides, isInStory: isSeated }, answer);
    return parted.story.length === 0 ? done : addStory(done, await playStory(on, parted));
  };
  const isReadable =
    asides.every(({ text }) => text !== "") &&
    (await asksForReminders({ ...turn, window: asides }));
  return isReadable ? { next: { window: asides }, complete } : complete(undefined);
}

const isAllRemindCommands = (window: readonly WindowMessage[]): boolean =>
  window.length > 0 && window.every(({ text }) => parseRemindCommand(text) !== undefined);

async function playStory(
  on: Omit<PlayOptions, "asksForReminders">,
  { story, isDoubtful }: SplitWindow,
): Promise<SkillResult> {
  const { turn } = on;
  const played =
    (await playTogether({ ...turn, window: story })) ??
    (await playWindow({ ...on, turn: { ...turn, window: story } }));
  if (!isDoubtful) return played;
  const language = pickLanguage(turn.account.language, story.map(({ text }) => text).join(" "));
  return { ...played, reply: [...played.reply, sceneWords[language].remindHint] };
}

/** In a shared story, or on the way into one. Undefined elsewhere. */
async function playTogether(turn: TurnContext): Promise<SkillResult | undefined> {
  const acts = groupActs(turn.window);
  const of = { conversationId: turn.conversationId, accountId: turn.account.id };
  const isShared =
    acts.some(({ op }) => op === "join") || (await findSharedSeat(turn.read, of)) !== undefined;
  return isShared ? passOn(turn, acts) : undefined;
}

const addStory = (aside: SkillResult, story: SkillResult): SkillResult => ({
  ...story,
  reply: [...aside.reply, ...story.reply],
  events: [...(aside.events ?? []), ...(story.events ?? [])],
});

/** Runs all operations of a window in order and gives one reply. */
async function playWindow(on: Parameters<typeof openWork>[0]): Promise<SkillResult> {
  const work = await openWork(on);
  const acts = groupActs(work.turn.window);
  if (acts[0]?.op === "say" && work.chatId !== undefined) await remindOfStory(work);
  for (const [index, act] of acts.entries()) await runAct(work, act, index === acts.length - 1);
  if (work.events.length > 0)
    work.turn.stage({
      domain: "scene",
      operation: "story",
      payload: { chat_id: work.chatId ?? null, asked: acts.map(({ op }) => op) },
      events: work.events,
      expects: Object.fromEntries(
        Object.entries(work.expects).filter(([stream]) =>
          work.events.some((event) => event.stream === stream),
        ),
      ),
    });
  return {
    reply: [work.said.filter((part) => part.trim() !== "").join("\n\n")],
    disposition: "replied",
    reason: "reply_ready",
  };
}

type Handler = (work: StoryWork, typed: TypedText, last: boolean) => Promise<void> | void;

const handlers: Readonly<Record<SceneCommand["op"], Handler>> = {
  help: ({ said, words }) => void said.push(words.help),
  list: listStories,
  cast: listCast,
  samples: addSamples,
  use: (work, { text }) => useStory(work, text),
  // Passed on before.
  join: () => undefined,
  new: (work, { text }) => createStory(work, text),
  greetings: showGreetings,
  who: showPresent,
  say: (work, typed, last) =>
    typed.text.trim() === ""
      ? void work.said.push(work.chatId === undefined ? work.words.noStory : work.words.onlyWords)
      : playLine(work, { ...typed, whisperTo: [] }, { last }),
  aloud: (work, typed, last) =>
    typed.text.trim() === ""
      ? void work.said.push(work.words.onlyWords)
      : playLine(work, { ...typed, whisperTo: [], aloud: true }, { last }),
  whisper,
  next: (work, _typed, last) => playLine(work, undefined, { last }),
  meanwhile: startMeanwhileScene,
  let: (work, { text }) => startTalk(work, text),
  at: (work, { text }) => scheduleTalk(work, text),
  skip: (work, { text }) => skipTime(work, text),
  enter: (work, { text }) => changePresence(work, text, "enter"),
  exit: (work, { text }) => changePresence(work, text, "leave"),
  recall: (work, { text }) => recallFrom(work, text),
  close: closeScene,
  digest: showDigests,
  unseal,
  stop: stopPlans,
  leave: leaveStory,
  unknown: ({ said, words }, { text }) => void said.push(words.unknown(text.slice(0, 60))),
};

/** An operation that is refused is reported and has no effect. */
async function runAct(
  work: StoryWork,
  { op, rest, eventIds }: WindowAct,
  last: boolean,
): Promise<void> {
  try {
    await handlers[op](work, { text: rest, eventIds }, last);
  } catch (error) {
    const words = error instanceof Refusal ? refusalWords(work.language, error) : undefined;
    if (words === undefined) throw error;
    work.said.push(words);
  }
}
