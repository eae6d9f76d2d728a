import type { Token, TokenizerAndRendererExtension } from "marked";

/** A formula in TeX, between dollars or between `\(` and `\)`; on lines of its own between `$$` or `\[` and `\]`. */
export interface FormulaToken {
  readonly type: "formula";
  readonly raw: string;
  readonly tex: string;
  readonly isBlock: boolean;
}

const longest = 1_000;
const block = new RegExp(
  String.raw`^(?:\$\$([^$]{1,${longest}})\$\$|\\\[([\s\S]{1,${longest}}?)\\\])[ \t]*(?:\n|$)`,
);
// Dollars hug their formula, and no digit follows: "$5 and $10" are amounts.
const inline = new RegExp(
  String.raw`^(?:\$\$([^$]{1,${longest}})\$\$|\$(?![\s$])((?:[^$\n\\]|\\.){1,${longest}})(?<!\s)\$(?![\d$])|\\\(([^\n]{1,${longest}}?)\\\)|\\\[([^\n]{1,${longest}}?)\\\])`,
);

function read(pattern: RegExp, isBlock: boolean) {
  return (src: string): FormulaToken | undefined => {
    const found = pattern.exec(src);
    const tex =
      found
        ?.slice(1)
        .find((part) => part !== undefined)
        ?.trim() ?? "";
    if (found === null || tex === "") return undefined;
    const isWide = isBlock || found[0].startsWith("$$") || found[0].startsWith("\\[");
    return { type: "formula", raw: found[0], tex, isBlock: isWide };
  };
}

const startOf = (src: string): number => {
  const found = /\$|\\[[(]/.exec(src);
  return found === null ? -1 : found.index;
};

type Read = TokenizerAndRendererExtension extends { tokenizer?: infer Tokenizer }
  ? Tokenizer
  : never;

/** What the lexer asks before its own rules. */
export const formulaRules = {
  block: [read(block, true) as unknown as Read],
  inline: [read(inline, false) as unknown as Read],
  startInline: [startOf],
  // A paragraph goes on until a line that begins as a block does.
  startBlock: [(src: string): number => src.search(/(?<=\n)(?:\$\$|\\\[)/)],
  renderers: {},
  childTokens: {},
};

export const isFormula = (token: Token | FormulaToken): token is FormulaToken =>
  token.type === "formula";
