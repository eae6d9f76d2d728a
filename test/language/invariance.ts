import { readdirSync } from "node:fs";
import { join } from "node:path";
import { simplify } from "../../src/language/text/traditional.ts";
import { type Form, forms } from "./forms.ts";
import { type Case, casesIn, type Scored, scoreCase } from "./score.ts";

export const allCases = (): Case[] =>
  readdirSync(join(import.meta.dirname, "data"))
    .filter((name) => name.endsWith(".json"))
    .flatMap(casesIn);

/** How one form of all sentences compares with the sentences as they are. */
export interface Comparison {
  readonly name: string;
  readonly sentences: number;
  readonly rightBefore: number;
  readonly rightAfter: number;
  readonly wrongBefore: number;
  readonly wrongAfter: number;
  /** Sentences that were right before and are wrong now, with the new reading. */
  readonly lost: readonly { readonly text: string; readonly of: Scored; readonly why: string }[];
}

const fold = (text: string): string =>
  simplify(text.normalize("NFKC").toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Titles count as the same without spaces, marks, case and the kind of character. */
function scoreAgain(
  each: Case,
  text: string,
  plain: Scored,
): { right: boolean; wrong: boolean; why: string } {
  const after = scoreCase({
    ...each,
    text,
    expect: {
      ...each.expect,
      items: each.expect.items?.map((item) => ({ ...item, title: "" })) ?? [],
    },
  });
  const [had, has] = [plain.got.items, after.got.items];
  const isCut =
    after.verdict === "right" &&
    hasWrongTitle(plain) &&
    has.some(({ title }, index) => isDifferent(title, had[index]?.title ?? ""));
  return {
    right: after.verdict === "right" && !isCut,
    wrong: isCut || after.verdict === "wrong_write" || after.verdict === "false_create",
    why: isCut
      ? `title ${has.map(({ title }) => title).join("|")} for ${had.map(({ title }) => title).join("|")}`
      : after.why,
  };
}

const hasWrongTitle = ({ got, verdict }: Scored): boolean =>
  verdict === "right" && (got.intent === "create" || got.intent === "create_shared");
/** The whole title has to be there. Numbers may be written otherwise within it. */
const isDifferent = (one: string, other: string): boolean => {
  const [has, had] = [fold(one), fold(other)];
  return !has.includes(had) && !(/[\d一二三四五六七八九十]/.test(has + had) && has.length > 2);
};

export function compare({ name, change }: Form, plain: readonly Scored[]): Comparison {
  const counts = { sentences: 0, rightBefore: 0, rightAfter: 0, wrongBefore: 0, wrongAfter: 0 };
  const lost: { text: string; of: Scored; why: string }[] = [];
  for (const of of plain) {
    const text = change(of.case.text, of.case.lang);
    if (text === undefined) continue;
    const after = scoreAgain(of.case, text, of);
    counts.sentences += 1;
    counts.rightBefore += of.verdict === "right" ? 1 : 0;
    counts.rightAfter += after.right ? 1 : 0;
    counts.wrongBefore += of.verdict === "wrong_write" || of.verdict === "false_create" ? 1 : 0;
    counts.wrongAfter += after.wrong ? 1 : 0;
    if (of.verdict === "right" && !after.right)
      lost.push({ text, of, why: `${after.wrong ? "WRONG " : ""}${after.why}` });
  }
  return { name, ...counts, lost };
}

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** `node test/language/invariance.ts [name]`: the table; with a name, what that form loses. */
if (import.meta.main) {
  const wanted = process.argv[2];
  const plain = allCases().map(scoreCase);
  for (const each of forms.filter(({ name }) => wanted === undefined || name.includes(wanted))) {
    const { name, sentences, rightBefore, rightAfter, wrongBefore, wrongAfter, lost } = compare(
      each,
      plain,
    );
    process.stdout.write(
      `${name} | ${sentences} | ${percent(rightBefore, sentences)} | ${percent(rightAfter, sentences)} | ${wrongBefore} | ${wrongAfter}\n`,
    );
    if (wanted !== undefined)
      for (const { text, why, of } of lost.slice(0, Number(process.argv[3] ?? 60)))
        process.stdout.write(`   ${of.case.id} ${text}  <${of.case.expect.intent}> ${why}\n`);
  }
}
