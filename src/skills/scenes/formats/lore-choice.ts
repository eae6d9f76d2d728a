import { estimateTokens } from "../../../domain/tokens.ts";
import { hashText } from "./hash-text.ts";
import { type LoreSettings } from "./lore-settings.ts";
import type { LoreEntry } from "./lorebook.ts";

/** An activated entry. */
export interface ActivatedEntry {
  readonly entry: LoreEntry;
  readonly settings: LoreSettings;
  /** Activated by its keys, or still active from before. */
  readonly how: "activated" | "sticky";
}

/** Limit of active lore in characters. */
const maxCharacters = 6_000;

/** Only one entry of a group is used: a sticky one, a prioritised one, or one chosen by weight. */
export function pickOnePerGroup(found: readonly ActivatedEntry[], seed: string): ActivatedEntry[] {
  const chosen = new Map<string, ActivatedEntry | undefined>();
  for (const [name, members] of Map.groupBy(found, ({ settings }) => settings.group?.name ?? "")) {
    if (name === "") continue;
    const first =
      members.find(({ how }) => how === "sticky") ??
      members.findLast(({ settings }) => settings.group?.isFirst === true);
    chosen.set(name, first ?? pickByWeight(members, `${seed}\n${name}`));
  }
  return found.filter(
    (one) => one.settings.group === undefined || chosen.get(one.settings.group.name) === one,
  );
}

function pickByWeight(
  members: readonly ActivatedEntry[],
  seed: string,
): ActivatedEntry | undefined {
  const all = members.reduce((sum, { settings }) => sum + (settings.group?.weight ?? 0), 0);
  let left = all === 0 ? 0 : hashText(seed) % all;
  return members.find(({ settings }) => (left -= settings.group?.weight ?? 0) < 0) ?? members[0];
}

/**
 * Entries that fit the product's limit and the book's token budget. Entries with a higher priority
 * are admitted first; their order is kept.
 */
export function fitBudget(found: readonly ActivatedEntry[], tokens: number): ActivatedEntry[] {
  let letters = maxCharacters;
  let left = tokens > 0 ? tokens : Infinity;
  const kept = new Set<ActivatedEntry>();
  for (const one of found.toSorted((a, b) => b.settings.priority - a.settings.priority)) {
    const { content, ignoresBudget } = one.settings;
    const cost = ignoresBudget ? 0 : estimateTokens(content);
    if (content.length > letters || cost > left) continue;
    letters -= content.length;
    left -= cost;
    kept.add(one);
  }
  return found.filter((one) => kept.has(one));
}
