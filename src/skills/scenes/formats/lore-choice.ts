import { type LoreUse, markOf } from "./lore-marks.ts";
import type { LoreEntry } from "./lorebook.ts";

/** An entry that came to mind. */
export interface Found {
  readonly entry: LoreEntry;
  readonly use: LoreUse;
  /** By its words, or still there from before. */
  readonly how: "risen" | "stays";
}

/** How much of what it knows a bot has in mind at once, in letters. */
const mostLetters = 6_000;

/** Of a group one comes up: what stays, what goes first, or by weight. */
export function oneOfEach(found: readonly Found[], seed: string): Found[] {
  const chosen = new Map<string, Found | undefined>();
  for (const [name, members] of Map.groupBy(found, ({ use }) => use.group?.name ?? "")) {
    if (name === "") continue;
    const first =
      members.find(({ how }) => how === "stays") ??
      members.findLast(({ use }) => use.group?.isFirst === true);
    chosen.set(name, first ?? byWeight(members, `${seed}\n${name}`));
  }
  return found.filter(
    (one) => one.use.group === undefined || chosen.get(one.use.group.name) === one,
  );
}

function byWeight(members: readonly Found[], seed: string): Found | undefined {
  const all = members.reduce((sum, { use }) => sum + (use.group?.weight ?? 0), 0);
  let left = all === 0 ? 0 : markOf(seed) % all;
  return members.find(({ use }) => (left -= use.group?.weight ?? 0) < 0) ?? members[0];
}

/** What has room: our own limit, and the book's, if it has one. What counts more is let in first; their order stays. */
export function withinBudget(found: readonly Found[], tokens: number): Found[] {
  let letters = mostLetters;
  let left = tokens > 0 ? tokens : Infinity;
  const kept = new Set<Found>();
  for (const one of found.toSorted((a, b) => b.use.priority - a.use.priority)) {
    const { content, ignoresBudget } = one.use;
    const cost = ignoresBudget ? 0 : tokensIn(content);
    if (content.length > letters || cost > left) continue;
    letters -= content.length;
    left -= cost;
    kept.add(one);
  }
  return found.filter((one) => kept.has(one));
}

/** About as many as a model would count: a sign each where a script has no spaces, a quarter of the letters elsewhere. */
function tokensIn(text: string): number {
  const signs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
      ?.length ?? 0;
  return signs + Math.ceil((text.length - signs) / 4);
}
