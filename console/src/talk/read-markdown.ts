import { Lexer, type Token } from "marked";
import { formulaRules } from "./read-formula.ts";

/** Longer than any answer that is meant to be looked at; beyond it the text is shown as it is. */
const longest = 20_000;
/**
 * Marks within lines. A page full of prose has a few hundred; the lexer walks back and forth
 * between them.
 */
const mostMarks = 2_000;
const deepest = 24;

/** Quotes in quotes in quotes, or lists in lists, all in one line. */
const nested = new RegExp(String.raw`^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){${deepest},}`, "m");

/**
 * The text as a tree, or nothing where it is too long, too deep or not to be read: then it is shown
 * as it was written.
 */
export function readMarkdown(text: string): readonly Token[] | undefined {
  if (text.length > longest || nested.test(text) || countMarks(text) > mostMarks) return undefined;
  try {
    const tokens = new Lexer({ gfm: true, breaks: true, extensions: formulaRules }).lex(text);
    return isDeeper(tokens, deepest * 4) ? undefined : tokens;
  } catch {
    return undefined;
  }
}

function countMarks(text: string): number {
  let count = 0;
  for (const character of text) if ("*_~`![]<>\\|$".includes(character)) count += 1;
  return count;
}

function isDeeper(tokens: readonly Token[], depth: number): boolean {
  if (depth === 0) return true;
  return tokens.some((token) => {
    const items = "items" in token && Array.isArray(token.items) ? (token.items as Token[]) : [];
    return isDeeper(
      [...("tokens" in token && token.tokens !== undefined ? token.tokens : []), ...items],
      depth - 1,
    );
  });
}
