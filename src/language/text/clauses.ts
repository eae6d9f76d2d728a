import type { Prepared } from "./normalise.ts";

export interface Clause {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

const marks: Readonly<Record<Prepared["language"], RegExp>> = {
  // Between two Chinese words a space is a comma.
  // So it is behind a particle, where a wish or a time begins.
  zh: /(?=所以|因此)|(?<=[啊呢呀哦啦嘛哎])(?=你|您|就是|那个|明天|今天|后天|今晚|明早|每|过|再过|帮我|麻烦|记得)|(?<=^|\s)[(（]?\d{1,2}[)）]\s*|(?<=^|\n)\s*(?:\d{1,2}[.、]\s*(?=\D|\d{1,2}[:点])|[-*•·]\s*)|[①②③④⑤⑥⑦⑧⑨]|[,，。!！?？;；\n~～…]+|(?<=[\u3400-\u9fff半])\s+(?=[\u3400-\u9fff\w])|(?<=\w)\s+(?=[\u3400-\u9fff])|(?<=\d)\s+(?=[a-z])|(?<=[a-z])\s+(?=\d+\s*(?:[分个点号月:]|小时|min|h))|\.(?!\d)/g,
  // "…so wake me at 6": the wish is a clause of its own.
  en: /[,;!?\n]+|(?<=^|\s)\(?\d{1,2}\)\s+|(?<=^|\n)\s*(?:\d{1,2}\.|[-*•])\s+|\s+(?:so|and|but|then|anyways?|anyhow|btw)\s+(?=(?:please\s+|pls\s+|can\s+you\s+|could\s+you\s+)?(?:remind|wake|ping|nudge|alert)\s+(?:me|us)(?:\s+up)?\s+(?:at|to|in|on|about|every|tomorrow|tonight|by)\b)|\.(?=\s|$)|\s[-–]\s(?=[a-z])/g,
};

/**
 * Gates look at one clause at a time: a complaint in one does not silence the request in the next.
 */
export function clausesOf({ text, language }: Prepared): Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  for (const mark of text.matchAll(marks[language])) {
    if (mark.index > at) clauses.push({ at, end: mark.index, text: text.slice(at, mark.index) });
    at = mark.index + mark[0].length;
  }
  if (at < text.length) clauses.push({ at, end: text.length, text: text.slice(at) });
  return clauses.filter(({ text: words }) => words.trim() !== "");
}

/** Whether that begins in it. */
export const isInClause = ({ at, end }: Clause, { at: place }: { readonly at: number }): boolean =>
  at <= place && place < end;

export const clauseAt = (clauses: readonly Clause[], at: number): Clause | undefined =>
  clauses.find((clause) => isInClause(clause, { at }));
