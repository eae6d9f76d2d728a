import type { Reading, TypedSentence } from "../contract.ts";

/** An open question: the text so far, and the question. */
export interface Asked extends TypedSentence {
  readonly question: string;
}

/** What the field still asks, the latest last. A sentence that was not finished stays until it is, or is given up. */
export type OpenQuestions = readonly Asked[];

/** What is in the field: an answer to the latest question, or a sentence of its own. */
export const readField = (open: OpenQuestions, draft: string): TypedSentence => {
  const last = open.at(-1);
  return last === undefined
    ? { text: draft, answers: [] }
    : { text: last.text, answers: [...last.answers, draft] };
};

const isAnswer = (said: TypedSentence): boolean => said.answers.length > 0;

/** An answer that lacks something itself takes the place of its question; a sentence of its own comes on top. */
export const ask = (open: OpenQuestions, of: TypedSentence, question: string): OpenQuestions => [
  ...(isAnswer(of) ? open.slice(0, -1) : open),
  { ...of, question },
];

/** The sentence was written: its question is closed, and those before it are asked again. */
export const settle = (open: OpenQuestions, of: TypedSentence): OpenQuestions =>
  isAnswer(of) ? open.slice(0, -1) : open;

/** Words without any time are a to-do, as the hint beside them says. */
export const isToDo = ({ intent, reasons, items, target }: Reading): boolean =>
  items.length === 0 &&
  target === null &&
  (reasons.includes("no_time") || (intent === "none" && reasons.includes("no_request")));

/** The words were typed where an answer is expected, and the question is as open as before. */
export const isNoAnswer = (said: TypedSentence, reading: Reading): boolean =>
  isAnswer(said) &&
  reading.question === null &&
  reading.items.length === 0 &&
  reading.target === null;

/**
 * What was meant by words that may be an answer: a whole sentence stands for itself, and so does one with
 * a time of its own that does not answer.
 */
export function isSentenceOfItsOwn(answer: Reading, alone: Reading): boolean {
  if (answer.items.length > 0) return false;
  if (alone.items.some(({ title }) => title !== "") || alone.target !== null) return true;
  return answer.question === null && alone.question !== null && !isToDo(alone);
}
