import { iso } from "../../../domain/ports/clock.ts";
import type { SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { interpret } from "../../../language/interpret.ts";
import { type People, readPeople } from "../state/people.ts";
import { parseSceneCommand } from "./scene-command.ts";
import { sceneWords } from "./scene-words.ts";

/**
 * Whether the messages of a turn's window ask for a reminder, as the reminders' own rules read
 * them.
 */
export type AsksForReminders = (turn: TurnContext) => Promise<boolean>;

/**
 * Requests that the person makes outside the story while playing it. `/remind …` always is one; a
 * sentence with “remind me” and a time is one unless it addresses a character. Everything else
 * belongs to the story.
 */
export interface SplitWindow {
  readonly asides: readonly WindowMessage[];
  readonly story: readonly WindowMessage[];
  /** True for a line that resembles a reminder but is played; a hint explains how to set one. */
  readonly isDoubtful: boolean;
}

const remindCommand =
  /^[/／]\s*(?:remind(?:er|ers)?(?:\s+me)?(?![\p{L}\p{N}])|(提醒(?:我)?))\s*[:：]?\s*([\s\S]*)$/iu;
const reminderWords =
  /\bremind (?:me|us)\b|\b(?:set|add|make) (?:me )?an? (?:reminder|alarm|timer)\b|提醒(?:一下)?(?:我|咱)|[设定建加]个?(?:提醒|闹钟)/iu;
/** Quotes and asterisks mark what is said or done in the story. */
const storyMarks = /[“”"「」『』*]/u;

/** The text after `/remind`; undefined for anything else. */
export function parseRemindCommand(text: string): string | undefined {
  const found = remindCommand.exec(text.trim());
  if (found === null) return undefined;
  return (found[2] ?? "").trim();
}

export async function splitWindow(
  turn: TurnContext,
  asksForReminders: AsksForReminders,
): Promise<SplitWindow> {
  const asides: WindowMessage[] = [];
  const story: WindowMessage[] = [];
  let people: People | undefined;
  let isDoubtful = false;
  for (const message of turn.window) {
    const asked = parseRemindCommand(message.text);
    if (asked !== undefined) {
      asides.push({
        ...message,
        text: await toReminderText({ turn, asksForReminders }, { message, asked }),
      });
      continue;
    }
    if (
      parseSceneCommand(message.text) === undefined &&
      (await isAsideAnswer({ turn, asksForReminders }, message))
    ) {
      asides.push(message);
      continue;
    }
    const isWish =
      reminderWords.test(message.text) &&
      !storyMarks.test(message.text) &&
      parseSceneCommand(message.text) === undefined;
    if (isWish) people ??= await readPeople(turn.read, turn.account.id);
    const isOurs = isWish && people !== undefined && !isAddressedToBot(message.text, people);
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

interface AsideDeps {
  readonly turn: TurnContext;
  readonly asksForReminders: AsksForReminders;
}

/**
 * Text that reminders do not understand alone, like “call Ann tomorrow at 3pm”, gets “remind me”
 * prepended.
 */
async function toReminderText(
  on: AsideDeps,
  of: { message: WindowMessage; asked: string },
): Promise<string> {
  if (
    of.asked === "" ||
    (await on.asksForReminders({ ...on.turn, window: [{ ...of.message, text: of.asked }] }))
  )
    return of.asked;
  return /\p{Script=Han}/u.test(of.asked) ? `提醒我${of.asked}` : `remind me ${of.asked}`;
}

/** “Mira, remind me …” and “…, Mira” address Mira. */
function isAddressedToBot(text: string, people: People): boolean {
  const folded = text.normalize("NFKC").trim().toLowerCase();
  return people.bots.some(({ name }) => {
    const called = name.normalize("NFKC").trim().toLowerCase();
    const first = called.split(/\s+/)[0] ?? called;
    return [called, first].some(
      (each) =>
        each !== "" &&
        (new RegExp(`^${escapePattern(each)}\\s*[,，:：!！]`, "u").test(folded) ||
          new RegExp(`[,，]\\s*${escapePattern(each)}\\s*[.。!！?？~]*$`, "u").test(folded)),
    );
  });
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

const longestAnswer = 40;

/** “undo” or “at 3pm” directly after a reply outside the story. */
async function isAsideAnswer(
  { turn, asksForReminders }: AsideDeps,
  message: WindowMessage,
): Promise<boolean> {
  if (
    message.text.length > longestAnswer ||
    message.text.trim() === "" ||
    storyMarks.test(message.text)
  )
    return false;
  const [last] = await turn.history(1);
  if (
    last?.direction !== "outbound" ||
    !Object.values(sceneWords).some(({ outside }) => last.text.startsWith(outside))
  )
    return false;
  return asksForReminders({ ...turn, window: [message] });
}

/** Marks the reply to requests outside the story as such. */
export function answerAside(
  { asides, isInStory }: { asides: readonly WindowMessage[]; isInStory: boolean },
  answer: SkillResult | undefined,
): SkillResult {
  const words = sceneWords[asides.some(({ text }) => /\p{Script=Han}/u.test(text)) ? "zh" : "en"];
  const mark = isInStory ? words.outside : "";
  const { reply, ...result } = answer ?? {
    reply: [words.remindHow],
    disposition: "replied",
    reason: "reply_ready",
  };
  return { ...result, reply: reply.map((part, index) => (index === 0 ? `${mark}${part}` : part)) };
}
