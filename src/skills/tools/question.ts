import { detectLanguage, pickLanguage, type Language } from "../../domain/language.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { TurnContext } from "../../domain/skill.ts";
import { dropped, yes } from "../../language/lexicon/both.ts";
import { safeReply } from "../../links/safe-reply.ts";
import { toolWords } from "./words.ts";

/** A call that waits for the person's answer. */
export interface OpenQuestion {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** More can't be read in a question, and a person allows only what they have read. */
const longestShown = 800;

/** The question in our words, with everything that would be sent; nothing where that is too long. */
export function questionText(
  { server, tool, args }: Omit<OpenQuestion, "id">,
  to: Language,
): string | undefined {
  const shown = JSON.stringify(args);
  if (shown.length > longestShown) return undefined;
  const { text } = safeReply(shown, { messages: [] });
  return toolWords.question({ server, tool }, text, to);
}

export const languageOf = ({ account, window }: TurnContext): Language =>
  pickLanguage(account.language, window.map(({ text }) => text).join(" "));

/** One message of typed words, with nothing attached or quoted. */
export function readAnswer({ window }: TurnContext): "allowed" | "declined" | undefined {
  const [only] = window;
  if (
    only === undefined ||
    window.length !== 1 ||
    only.quote !== undefined ||
    only.payload.forwarded === true ||
    (only.attachments ?? []).length > 0
  )
    return undefined;
  const text = only.text.trim().toLowerCase();
  if (allow.test(text) || yes.test(text)) return "allowed";
  return refuse.test(text) || dropped.test(text) ? "declined" : undefined;
}

const allow = /^(?:allow(?: it)?|允许)[.!。！]?$/u;
const refuse = /^(?:no|nope|don'?t|不用(?:了)?|不要|不允许)[.!。！]?$/u;

/**
 * The question of the turn before, if it is the last thing that was said. Anything else that was
 * said since makes it void.
 */
export async function findQuestion(turn: TurnContext): Promise<OpenQuestion | undefined> {
  const [row] = await turn.read.rows<OpenQuestion>(
    `select id, server, tool, arguments as args from tool_call
     where outcome in ('asked', 'allowed', 'declined') and arguments is not null and turn_id = (
       select id from turn where conversation_id = $1 and id <> $2 and completed_at is not null order by completed_at desc, id desc limit 1)
     order by started_at desc limit 1`,
    [turn.conversationId, turn.turnId],
  );
  if (row === undefined) return undefined;
  const last = (await turn.history(1)).at(-1);
  if (last?.direction !== "outbound") return undefined;
  const asked = questionText(row, detectLanguage(last.text) ?? "en");
  const other = [questionText(row, "zh"), questionText(row, "en"), asked];
  return other.some((text) => text !== undefined && last.text.includes(text)) ? row : undefined;
}
