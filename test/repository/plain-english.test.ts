import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readProse } from "./read-prose.ts";

/**
 * The words and forms that docs/glossary.md replaces. Comments, documents, test titles, log lines and
 * error messages are read by people who do not know this code yet: they get the usual word, or a
 * noun, or a verb.
 */
const banned: readonly { readonly form: RegExp; readonly instead: string }[] = [
  {
    form: /\bsigns?\b(?![ -]?(?:ins?|up|out|off|on|of life|you|them|the (?:person|user|operator))\b)/i,
    instead: "character",
  },
  { form: /\bfeasts?\b/i, instead: "holiday" },
  { form: /\btold\b/i, instead: "reported, notified, shown" },
  { form: /\banew\b/i, instead: "again; recreate, rebuild" },
  { form: /\bbesides\b/i, instead: "also, in addition to" },
  { form: /\blids?\b/i, instead: "cap, limit" },
  { form: /\b(?:whoever|somebody|nobody)\b/i, instead: "a noun: the caller, the person" },
  {
    form: /(?<!there )(?<!where )\b(?:is|are) no (?!longer\b|more\b|less\b|fewer\b|better\b|other\b)\w/i,
    instead: "is not a …",
  },
  { form: /\bat the door\b|\bknock(?:s|ed|ing)?\b/i, instead: "request guard, accept" },
  { form: /\bbreath\b/i, instead: "pipeline" },
  { form: /\bright of way\b/i, instead: "back-pressure" },
  { form: /\bg(?:a|i)ves? way\b/i, instead: "serialization failure" },
  { form: /\bturnstile\b/i, instead: "semaphore" },
  { form: /\bmishaps?\b/i, instead: "error boundary" },
  { form: /\b(?:what (?:came|comes|is left) of|came of it)\b/i, instead: "the result, the rest" },
  { form: /\bthe one who\b/i, instead: "a noun" },
  { form: /\bfigures\b/i, instead: "digits, numbers, metrics" },
  { form: /\b(?:every|any)body\b/i, instead: "everyone, anyone; a noun" },
  { form: /\b(?:inside|out of) the house\b/i, instead: "in a private network, other servers" },
  { form: /\ball the same\b/i, instead: "anyway, still" },
  { form: /\bof no use\b/i, instead: "useless, can't be used" },
  { form: /\bsaid to be\b/i, instead: "reported as, shown as" },
  { form: /\blets? go of\b/i, instead: "releases, closes, gives up" },
  { form: /\bin one go\b|\bthis very\b/i, instead: "at once; this" },
  { form: /\bfates?\b|\bcame to nothing\b/i, instead: "outcome; failed" },
];

/** Files whose subject is one of these words, by the start of their path, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "docs/glossary.md": "lists the words and what replaces them",
  "test/repository/plain-english.test.ts": "this list",
  "src/model/understudy/words-": "lines of characters in stories",
  "src/model/understudy/gestures-": "what characters do in stories",
};

const root = join(import.meta.dirname, "..", "..");
const unread = new Set(["node_modules", ".git", "dist", "data", "pictures"]);

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (unread.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.(?:tsx?|md|yaml)$/.test(entry.name) ? [relative(root, path)] : [];
  });
}

const files = listFiles(root)
  .filter((path) => !Object.keys(exceptions).some((start) => path.startsWith(start)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const irregular = new Set(
  (
    "told said kept heard seen given taken known made held sent done gone shown written spoken " +
    "understood begun brought built bought caught chosen drawn driven fallen felt forgotten grown " +
    "hidden laid led lent lost meant met paid sold spent stood stolen struck thought thrown torn " +
    "worn won bound eaten risen shaken swept woken withdrawn born broken dealt fed fled frozen " +
    "hung lain taught"
  ).split(" "),
);
const verbsInEd = new Set("need feed speed seed embed shed exceed proceed succeed heed".split(" "));

function isParticiple(name: string): boolean {
  const first = /^[a-z]+/.exec(name)?.[0] ?? "";
  return irregular.has(first) || (first.endsWith("ed") && !verbsInEd.has(first));
}

const declared =
  /(?:\bfunction\*?|\bconst) (\w+)(?= ?(?:<[^=]*>)?\(| ?(?::[^=]+)?= ?(?:async ?)?(?:\([^)]*\)|\w+)(?:: ?[^=]+)? ?=>)/g;
const predicate =
  /(?:\bfunction|\bconst) (\w+)(?= ?\([^)]*\): boolean \{| = \([^)]*\): boolean =>)/g;
const asks =
  /^(?:(?:is|has|can|may|must|should|was|were|are|did|does|needs|wants|could|would|looks|try)(?:[A-Z]|$)|use(?:Is|Has|Can|May)[A-Z])/;

const sources = files.filter(({ path }) => /\.tsx?$/.test(path));

function findBannedWords(): string[] {
  return files.flatMap(({ path, text }) =>
    readProse(path, text).flatMap((line, at) =>
      banned
        .filter(({ form }) => form.test(line))
        .map(({ instead }) => `${path}:${at + 1} (${instead}) ${line.trim().slice(0, 120)}`),
    ),
  );
}

/** The title of a test, also behind a table of cases. A `describe` is a heading and needs no verb. */
const testTitle = /(?:\b(?:it|test)(?:\.\w+)*|\))\(\s*(["`])((?:(?!\1).)+)\1,/g;
const opening = /\b(?:it|test|describe)(?:\.\w+)*\(/g;

function listTestTitles(text: string): string[] {
  return Array.from(text.matchAll(testTitle)).flatMap(({ index, 2: found = "" }) => {
    const before =
      text
        .slice(0, index + 4)
        .match(opening)
        ?.at(-1) ?? "";
    return text[index] === ")" && before.startsWith("describe") ? [] : [found];
  });
}

/** The number of a promise, a defect or a complaint that a title may begin with. */
const number =
  /^(?:(?:[A-Z]+\d+|(?:defects?|complaints?|invariants?) \d+)(?:(?:,| and)? (?:[A-Z]+|defects? )?\d+)*): /;
/** A title that begins so continues its `describe`, and says nothing in a list of failures. */
const continuation = new RegExp(
  `^(?:${(
    "that of is are was were does do has have had can can't may must shall will and or but nor so also with in by " +
    "from to on over at under for as whose which than answers asks becomes begins brings carries changes " +
    "closes comes costs counts cuts drops ends fails fetches finds forgets gets gives goes hands holds keeps leaves " +
    "lets loses makes means moves needs opens prints puts reaches reads refuses reports returns runs says sends " +
    "shows speaks stands starts stays stops takes tells tries waits wakes works writes"
  )
    .split(" ")
    .join("|")})[ ,]`,
);

function findContinuations(): string[] {
  return sources
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, text }) =>
      listTestTitles(text)
        .map((found) => found.replace(number, ""))
        .filter((found) => continuation.test(found))
        .map((found) => `${path} ${found}`),
    );
}

function findNames(pattern: RegExp, isWrong: (name: string) => boolean): string[] {
  return sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(pattern), ([, name = ""]) => name)
      .filter(isWrong)
      .map((name) => `${path} ${name}`),
  );
}

describe("plain English", () => {
  it("comments, documents, test titles, log lines and error messages use the words of docs/glossary.md", () => {
    expect(findBannedWords()).toEqual([]);
  });

  it("titles of tests have their subject, so that they make sense without their describe", () => {
    expect(findContinuations()).toEqual([]);
  });

  it("functions are named by verbs, not by participles", () => {
    expect(findNames(declared, isParticiple)).toEqual([]);
  });

  it("functions that answer yes or no are named as questions", () => {
    expect(findNames(predicate, (name) => !asks.test(name))).toEqual([]);
  });
});
