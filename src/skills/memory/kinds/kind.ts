import { type Attribute, attributes, type Form } from "./attributes.ts";
import { findSubject, isSameSubject } from "./subjects.ts";

/** What a fact says, and of whom: the same in every language. */
export interface Kind {
  readonly attribute: string;
  readonly subject: string;
  readonly form: Form;
}

function toKind(sentence: string, { id, form }: Attribute): Kind | undefined {
  const subject = findSubject(sentence);
  return subject === undefined ? undefined : { attribute: id, subject, form };
}

/** The kinds of what a sentence states: a name and an age in “my daughter is called Mia and is six”. */
export const kindsOf = (words: string): readonly Kind[] =>
  attributes.flatMap((each) => (each.said.test(words) ? (toKind(words, each) ?? []) : []));

/** Of what is no longer or not yet so, the kind says nothing. */
const ofOtherTimes =
  /\b(?:before|used to|previous(?:ly)?|former(?:ly)?|last (?!name)|next|will|going to|did)\b|以前|之前|曾经|原来|将来|以后|打算/iu;
const longest = 80;

/** What a question asks for: “what's my daughter's name” and “我女儿叫什么” ask for the same. */
export function readAskedKind(question: string): Kind | undefined {
  const said = question.replaceAll("’", "'").trim();
  if (said.length > longest || ofOtherTimes.test(said)) return undefined;
  const asked = attributes.find((each) => each.asked.test(said));
  return asked === undefined ? undefined : toKind(said, asked);
}

/** Whether a sentence states what is asked for, in whichever language. */
export function isOfKind(words: string, { attribute, subject }: Kind): boolean {
  const said = attributes.find(({ id }) => id === attribute)?.said;
  if (said === undefined || !said.test(words)) return false;
  const of = findSubject(words);
  return of !== undefined && isSameSubject(of, subject);
}
