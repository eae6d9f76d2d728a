import { Refusal } from "../../../domain/errors.ts";
import { languageOf } from "../../../domain/language.ts";
import type { Skill, SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { letThem, letThemAt, meanwhile, play, type Typed, whisper } from "./acts-play.ts";
import { closeScene, comeOrGo, skipTime, stopPlans, tellDigests, unseal } from "./acts-scene.ts";
import { recallFrom } from "./acts-recall.ts";
import {
  bringSamples,
  leaveStory,
  listCast,
  listGreetings,
  listStories,
  newStory,
  remind,
  sayWho,
  useStory,
} from "./acts-story.ts";
import { doAside, partWindow, slashed } from "./aside.ts";
import { refusalWords } from "./refusal-words.ts";
import { type SceneCommand, sceneCommand } from "./scene-command.ts";
import { sceneWords } from "./scene-words.ts";
import { openWork, type StoryWork } from "./story-work.ts";
import { seatIn } from "./story-seat.ts";

/** A command of a story, or words in a conversation where one is played. `/remind` is learnt there, and works everywhere. */
export async function wantsStory(turn: TurnContext, aside: Skill | undefined): Promise<boolean> {
  if (turn.window.some((message) => typedCommand(message) !== undefined)) return true;
  if (
    aside !== undefined &&
    turn.window.length > 0 &&
    turn.window.every(({ text }) => slashed(text) !== undefined)
  )
    return true;
  return isSeated(turn);
}

/** A command is typed. What was forwarded is somebody else's. */
const typedCommand = ({
  text,
  payload,
}: Pick<WindowMessage, "text"> & Partial<Pick<WindowMessage, "payload">>):
  | SceneCommand
  | undefined => (payload?.["forwarded"] === true ? undefined : sceneCommand(text));

const isSeated = async ({ read, conversationId, account }: TurnContext): Promise<boolean> =>
  (await seatIn(read, { conversationId, accountId: account.id })) !== undefined;

/** Something to do, and the messages that ask for it. Words that follow each other are one beat. */
export interface Act extends Pick<SceneCommand, "op" | "rest"> {
  readonly eventIds: readonly number[];
}

export function actsIn(
  window: readonly (Pick<WindowMessage, "text" | "eventId"> &
    Partial<Pick<WindowMessage, "payload">>)[],
): Act[] {
  const acts: Act[] = [];
  for (const message of window) {
    const { text, eventId } = message;
    const { op, rest } = typedCommand(message) ?? { op: "say" as const, rest: text };
    const before = acts.at(-1);
    if (op === "say" && before?.op === "say")
      acts[acts.length - 1] = {
        op,
        rest: [before.rest, rest].filter((part) => part.trim() !== "").join("\n"),
        eventIds: [...before.eventIds, eventId],
      };
    else acts.push({ op, rest, eventIds: [eventId] });
  }
  return acts;
}

export interface PlayedHere extends Pick<StoryWork, "turn" | "states" | "recall"> {
  /** Does what is asked of us and not of the story. */
  readonly aside: Skill | undefined;
}

/** A window of somebody who plays: what they ask for themselves is done outside of the story, the rest is played. */
export async function playHere({ aside, ...on }: PlayedHere): Promise<SkillResult> {
  const { turn } = on;
  if (aside === undefined) return playWindow(on);
  const { asides, story, isDoubtful } = await partWindow(turn, aside);
  const done =
    asides.length === 0
      ? undefined
      : await doAside(turn, { aside, window: asides, isInStory: await isSeated(turn) });
  if (done !== undefined && story.length === 0) return done;
  const played = await playWindow({ ...on, turn: { ...turn, window: story } });
  const hint = isDoubtful
    ? [
        sceneWords[languageOf(turn.account.language, story.map(({ text }) => text).join(" "))]
          .remindHint,
      ]
    : [];
  const events = [...(done?.events ?? []), ...(played.events ?? [])];
  return { ...played, reply: [...(done?.reply ?? []), ...played.reply, ...hint], events };
}

/** Everything that a window asks of a story, in its order; one answer for all of it. */
async function playWindow(on: Parameters<typeof openWork>[0]): Promise<SkillResult> {
  const work = await openWork(on);
  const acts = actsIn(work.turn.window);
  if (acts[0]?.op === "say" && work.chatId !== undefined) await remind(work);
  for (const [index, act] of acts.entries()) await perform(work, act, index === acts.length - 1);
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

type Doing = (work: StoryWork, typed: Typed, last: boolean) => Promise<void> | void;

const doing: Readonly<Record<SceneCommand["op"], Doing>> = {
  help: ({ said, words }) => void said.push(words.help),
  list: listStories,
  cast: listCast,
  samples: bringSamples,
  use: (work, { text }) => useStory(work, text),
  new: (work, { text }) => newStory(work, text),
  greetings: listGreetings,
  who: sayWho,
  say: (work, typed, last) =>
    typed.text.trim() === ""
      ? void work.said.push(work.chatId === undefined ? work.words.noStory : work.words.onlyWords)
      : play(work, { ...typed, whisperTo: [] }, { last }),
  aloud: (work, typed, last) =>
    typed.text.trim() === ""
      ? void work.said.push(work.words.onlyWords)
      : play(work, { ...typed, whisperTo: [], aloud: true }, { last }),
  whisper,
  next: (work, _typed, last) => play(work, undefined, { last }),
  meanwhile,
  let: (work, { text }) => letThem(work, text),
  at: (work, { text }) => letThemAt(work, text),
  skip: (work, { text }) => skipTime(work, text),
  enter: (work, { text }) => comeOrGo(work, text, "enter"),
  exit: (work, { text }) => comeOrGo(work, text, "leave"),
  recall: (work, { text }) => recallFrom(work, text),
  close: closeScene,
  digest: tellDigests,
  unseal,
  stop: stopPlans,
  leave: leaveStory,
  unknown: ({ said, words }, { text }) => void said.push(words.unknown(text.slice(0, 60))),
};

/** What can't be done as it was meant is told, and nothing of it is done. */
async function perform(work: StoryWork, { op, rest, eventIds }: Act, last: boolean): Promise<void> {
  try {
    await doing[op](work, { text: rest, eventIds }, last);
  } catch (error) {
    const words = error instanceof Refusal ? refusalWords(work.language, error) : undefined;
    if (words === undefined) throw error;
    work.said.push(words);
  }
}
