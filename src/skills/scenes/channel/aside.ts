import { iso } from "../../../domain/ports/clock.ts";
import type { Skill, SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { interpret } from "../../../language/interpret.ts";
import { type People, readPeople } from "../state/people.ts";
import { sceneCommand } from "./scene-command.ts";
import { sceneWords } from "./scene-words.ts";

/**
 * Whoever plays a story still has a day of their own. What they ask us for and nobody in the story is done outside of it and told as
 * that: `/remind …` always, and a sentence that says “remind me” with a time in it, unless it is spoken to one of the cast. Everything
 * else is played.
 */
export interface Parted {
  readonly asides: readonly WindowMessage[];
  readonly story: readonly WindowMessage[];
  /** Words that ask for a reminder and are played all the same: it is said how to set one. */
  readonly isDoubtful: boolean;
}

const slash =
  /^[/／]\s*(?:remind(?:er|ers)?(?:\s+me)?(?![\p{L}\p{N}])|(提醒(?:我)?))\s*[:：]?\s*([\s\S]*)$/iu;
const wish =
  /\bremind (?:me|us)\b|\b(?:set|add|make) (?:me )?an? (?:reminder|alarm|timer)\b|提醒(?:一下)?(?:我|咱)|[设定建加]个?(?:提醒|闹钟)/iu;
/** Said or done by somebody in the story. */
const played = /[“”"「」『』*]/u;

/** What stands behind `/remind`, as it would be asked without it; undefined for everything else. */
export function slashed(text: string): string | undefined {
  const found = slash.exec(text.trim());
  if (found === null) return undefined;
  return (found[2] ?? "").trim();
}

export async function partWindow(turn: TurnContext, aside: Skill): Promise<Parted> {
  const asides: WindowMessage[] = [];
  const story: WindowMessage[] = [];
  let people: People | undefined;
  let isDoubtful = false;
  for (const message of turn.window) {
    const asked = slashed(message.text);
    if (asked !== undefined) {
      asides.push({ ...message, text: await asWish({ turn, aside }, { message, asked }) });
      continue;
    }
    if (sceneCommand(message.text) === undefined && (await answersAside(turn, aside, message))) {
      asides.push(message);
      continue;
    }
    const isWish =
      wish.test(message.text) &&
      !played.test(message.text) &&
      sceneCommand(message.text) === undefined;
    if (isWish) people ??= await readPeople(turn.read, turn.account.id);
    const isOurs = isWish && people !== undefined && !isCalled(message.text, people);
    const isTimed =
      isOurs &&
      interpret({ text: message.text, now: iso(turn.now), tz: turn.account.timezone }).intent ===
        "create";
    if (isTimed) asides.push(message);
    else story.push(message);
    isDoubtful ||= isOurs && !isTimed;
  }
  return { asides, story, isDoubtful };
}

/** “tomorrow 3pm call Ann” behind the word is a wish; “what's on today” is one of its own. */
async function asWish(
  on: { turn: TurnContext; aside: Skill },
  of: { message: WindowMessage; asked: string },
): Promise<string> {
  if (
    of.asked === "" ||
    (await on.aside.wants({ ...on.turn, window: [{ ...of.message, text: of.asked }] }))
  )
    return of.asked;
  return /\p{Script=Han}/u.test(of.asked) ? `提醒我${of.asked}` : `remind me ${of.asked}`;
}

/** “Mira, remind me …” and “…, Mira” are for Mira. */
function isCalled(text: string, people: People): boolean {
  const folded = text.normalize("NFKC").trim().toLowerCase();
  return people.bots.some(({ name }) => {
    const called = name.normalize("NFKC").trim().toLowerCase();
    const first = called.split(/\s+/)[0] ?? called;
    return [called, first].some(
      (each) =>
        each !== "" &&
        (new RegExp(`^${escaped(each)}\\s*[,，:：!！]`, "u").test(folded) ||
          new RegExp(`[,，]\\s*${escaped(each)}\\s*[.。!！?？~]*$`, "u").test(folded)),
    );
  });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

const longestAnswer = 40;

/** “undo”, “at 3pm” right after something was done outside of the story. */
async function answersAside(
  turn: TurnContext,
  aside: Skill,
  message: WindowMessage,
): Promise<boolean> {
  if (
    message.text.length > longestAnswer ||
    message.text.trim() === "" ||
    played.test(message.text)
  )
    return false;
  const [last] = await turn.history(1);
  if (
    last?.direction !== "outbound" ||
    !Object.values(sceneWords).some(({ outside }) => last.text.startsWith(outside))
  )
    return false;
  return aside.wants({ ...turn, window: [message] });
}

/** What was asked outside of the story, done there and marked as that. */
export async function doAside(
  turn: TurnContext,
  of: {
    readonly aside: Skill;
    readonly window: readonly WindowMessage[];
    readonly isInStory: boolean;
  },
): Promise<SkillResult> {
  const { aside, window } = of;
  const words = sceneWords[window.some(({ text }) => /\p{Script=Han}/u.test(text)) ? "zh" : "en"];
  const mark = of.isInStory ? words.outside : "";
  const apart = { ...turn, window };
  const isReadable = window.every(({ text }) => text !== "") && (await aside.wants(apart));
  if (!isReadable)
    return { reply: [`${mark}${words.remindHow}`], disposition: "replied", reason: "reply_ready" };
  const result = await aside.run(apart);
  return {
    ...result,
    reply: result.reply.map((part, index) => (index === 0 ? `${mark}${part}` : part)),
  };
}
