import type { TurnContext, WindowMessage } from "../../../domain/skill.ts";
import type { Work } from "./work.ts";

/** So far back a quotation is looked for where the chat app does not say whose words it is. */
const lookedThrough = 50;

/**
 * Keeps what the message at hand quotes: words of ours or of the person point at a reminder,
 * anybody else's point at none.
 */
export async function noteQuote(
  turn: TurnContext,
  work: Work,
  { quote }: WindowMessage,
): Promise<void> {
  const text = quote?.text ?? undefined;
  const isKnown =
    quote?.from === "us" ||
    quote?.from === "person" ||
    (text !== undefined && (await wasSaidHere(turn, text)));
  work.quoted = isKnown ? text : undefined;
  work.quotesOthers = quote !== undefined && !isKnown;
}

/**
 * Some apps send the words alone. In a shared conversation they may be anybody's, so only ours
 * count there.
 */
async function wasSaidHere(turn: TurnContext, text: string): Promise<boolean> {
  const wanted = bare(text);
  const said = await turn.history(lookedThrough);
  return said.some(
    ({ direction, sender, text: each }) =>
      (direction === "outbound" || sender === undefined) &&
      wanted !== "" &&
      (bare(each) === wanted || (wanted.length >= shortestCut && bare(each).startsWith(wanted))),
  );
}

/** A quotation may be cut short; less than this begins too many messages. */
const shortestCut = 12;

const bare = (text: string): string => text.replaceAll(/[\s…]+/gu, " ").trim();
