import type { ReadTurn, WindowMessage } from "../../../domain/skill.ts";
import type { Work } from "./work.ts";

/** How far back a quotation is searched where the chat app does not name its author. */
const lookedThrough = 50;

/**
 * Records the quotation of the current message: our own or the person's words refer to a reminder,
 * other people's do not.
 */
export async function noteQuote(
  turn: ReadTurn,
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
 * Some apps send the words alone. In a shared conversation they may be any member's, so only ours
 * count there.
 */
async function wasSaidHere(turn: ReadTurn, text: string): Promise<boolean> {
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
