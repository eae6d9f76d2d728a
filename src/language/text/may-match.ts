import { type Required, findRequiredLiterals } from "./required-literals.ts";

const known = new WeakMap<RegExp, Required>();

function readRequired(regex: RegExp): Required {
  let required = known.get(regex);
  if (required === undefined) {
    required = regex.ignoreCase ? [] : findRequiredLiterals(regex.source);
    known.set(regex, required);
  }
  return required;
}

/**
 * Which expressions could match in a text. The engine compiles an expression when it is first used:
 * one whose words are absent never is. Each word is looked for once.
 */
export function mayMatch(text: string): (regex: RegExp) => boolean {
  const found = new Map<string, boolean>();
  const isIn = (literal: string): boolean => {
    const isKnown = found.get(literal) ?? text.includes(literal);
    found.set(literal, isKnown);
    return isKnown;
  };
  return (regex) => readRequired(regex).every((literals) => literals.some(isIn));
}

/** Whether one of several matches. */
export const isAnyIn = (regexes: readonly RegExp[], text: string): boolean =>
  regexes.filter(mayMatch(text)).some((regex) => regex.test(text));
