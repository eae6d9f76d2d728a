import { hashText } from "./hash-text.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { readNumber, readObject } from "./lenient-json.ts";
import type { LoreEntry } from "./lorebook.ts";

/** The settings of an entry, whether a program wrote them as fields, extensions or decorators. */
export interface LoreSettings {
  /** A stable fingerprint, by which a chat records when the entry last activated. */
  readonly fingerprint: string;
  readonly content: string;
  /** Turns for which the entry stays active; may be infinite. */
  readonly sticky: number;
  /** Turns after that in which it cannot activate. */
  readonly cooldown: number;
  /** The minimum number of perceived turns. */
  readonly delay: number;
  readonly every: number;
  readonly probability: number;
  /** The number of latest turns to scan; undefined means all available ones. */
  readonly scanDepth: number | undefined;
  readonly wholeWords: boolean;
  readonly moreKeys: readonly string[];
  readonly notKeys: readonly string[];
  readonly isAlwaysActive: boolean;
  readonly isNeverActive: boolean;
  /**
   * For recursive activation: not activated by others, does not activate others, or only by others.
   */
  readonly recursion: {
    readonly isExcluded: boolean;
    readonly isPreventing: boolean;
    readonly isDelayed: boolean;
  };
  /** Entries with a higher priority are kept when the budget is exceeded. */
  readonly priority: number;
  readonly ignoresBudget: boolean;
  readonly place: LorePlace;
  readonly group:
    | { readonly name: string; readonly weight: number; readonly isFirst: boolean }
    | undefined;
}

/** Before the character, after it, or a number of turns before the end of the history. */
export type LorePlace =
  | { readonly at: "before" | "after" }
  | { readonly at: "depth"; readonly depth: number };

export function readSettings(entry: LoreEntry, book: JsonObject): LoreSettings {
  const { content, decorators } = splitDecorators(entry.content);
  const setting = createSettingReader(entry);
  const readCount = (names: readonly string[], otherwise: number): number =>
    Math.max(0, readNumber(setting(names), otherwise));
  const readList = (name: string): string[] =>
    (decorators.get(name) ?? "").split(",").filter((key) => key.trim() !== "");
  const scan =
    decorators.get("scan_depth") ?? setting(["scan_depth", "scanDepth"]) ?? book["scan_depth"];
  const readDecorator = (name: string): number => readNumber(decorators.get(name), 0);
  return {
    fingerprint: hashText(`${entry.keys.join("\n")}\n${entry.content}`).toString(36),
    content,
    sticky: decorators.has("keep_activate_after_match") ? Infinity : readCount(["sticky"], 0),
    cooldown: decorators.has("dont_activate_after_match") ? Infinity : readCount(["cooldown"], 0),
    delay: Math.max(readCount(["delay"], 0), readDecorator("activate_only_after")),
    every: readDecorator("activate_only_every"),
    probability:
      setting(["useProbability", "use_probability"]) === false
        ? 100
        : readCount(["probability"], 100),
    scanDepth: scan === undefined || scan === null ? undefined : readNumber(scan, 0),
    wholeWords: setting(["match_whole_words", "matchWholeWords"]) !== false,
    moreKeys: readList("additional_keys"),
    notKeys: readList("exclude_keys"),
    isAlwaysActive: entry.constant || decorators.has("activate") || decorators.has("constant"),
    isNeverActive: decorators.has("dont_activate"),
    recursion: {
      isExcluded: isSet(setting(["exclude_recursion", "excludeRecursion"])),
      isPreventing: isSet(setting(["prevent_recursion", "preventRecursion"])),
      isDelayed: isSet(setting(["delay_until_recursion", "delayUntilRecursion"])),
    },
    priority: readNumber(setting(["priority"]), 0),
    ignoresBudget: isSet(setting(["ignore_budget", "ignoreBudget"])),
    place: readPlace(setting(["position"]), {
      depth: decorators.get("depth") ?? setting(["depth"]),
      decorators,
    }),
    group: readGroup(setting),
  };
}

/** Some programs write switches as numbers: the recursion level from which they apply. */
const isSet = (value: Json | undefined): boolean =>
  value === true || (typeof value === "number" && value > 0);

type Setting = (names: readonly string[]) => Json | undefined;

/** Cards store further settings as extensions, lorebooks as plain fields. */
function createSettingReader(entry: LoreEntry): Setting {
  const own = entry as LoreEntry & JsonObject;
  const extensions = readObject(entry.extensions);
  return (names) =>
    names
      .map((name) => extensions[name] ?? own[name])
      .find((value) => value !== undefined && value !== null);
}

const authorsNoteDepth = 4;

/** World Info uses numbers, cards use words; a decorator overrides both. */
function readPlace(
  position: Json | undefined,
  of: { depth: Json | undefined; decorators: ReadonlyMap<string, string> },
): LorePlace {
  const depth = Math.max(0, Math.min(1_000, readNumber(of.depth, authorsNoteDepth)));
  const said = of.decorators.get("position");
  if (of.decorators.has("depth") || position === 4) return { at: "depth", depth };
  if (position === 2 || position === 3) return { at: "depth", depth: authorsNoteDepth };
  return {
    at: said === "before_desc" || position === 0 || position === "before_char" ? "before" : "after",
  };
}

function readGroup(setting: Setting): LoreSettings["group"] {
  const name = setting(["group"]);
  if (typeof name !== "string" || name.trim() === "") return undefined;
  const isFirst = setting(["group_override", "groupOverride"]) === true;
  return {
    name: name.trim(),
    weight: Math.max(0, readNumber(setting(["group_weight", "groupWeight"]), 100)),
    isFirst,
  };
}

/** Decorators at the start of an entry's content. Unknown ones are dropped. */
function splitDecorators(raw: string): {
  readonly content: string;
  readonly decorators: ReadonlyMap<string, string>;
} {
  const lines = raw.split("\n");
  const first = lines.findIndex((line) => !line.startsWith("@@"));
  const head = first === -1 ? lines : lines.slice(0, first);
  const decorators = head.map((line): [string, string] => {
    const [, name = "", value = ""] = /^@@@?(\w+)\s*(.*)$/.exec(line) ?? [];
    return [name, value];
  });
  const rest = first === -1 ? [] : lines.slice(first);
  return { content: rest.join("\n").trim(), decorators: new Map(decorators) };
}
