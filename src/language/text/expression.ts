import { type Required, requiredLiterals } from "./required-literals.ts";

/** An expression that is compiled for the first text with the literals that it requires. */
export interface Expression {
  readonly required: () => Required;
  readonly regex: () => RegExp;
}

export function expressionOf(source: string, flags = ""): Expression {
  let required: Required | undefined;
  let regex: RegExp | undefined;
  return {
    required: () => (required ??= requiredLiterals(source)),
    regex: () => (regex ??= new RegExp(source, flags)),
  };
}

/** Those of them that could match in a text. Each literal is looked for once. */
export function mayMatch(text: string): (expression: Expression) => boolean {
  const known = new Map<string, boolean>();
  const isIn = (literal: string): boolean => {
    let found = known.get(literal);
    if (found === undefined) known.set(literal, (found = text.includes(literal)));
    return found;
  };
  return ({ required }) => required().every((literals) => literals.some(isIn));
}
