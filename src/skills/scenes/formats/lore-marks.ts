import type { Json, Payload } from "../../../domain/events.ts";
import { looseNumber, looseObject } from "./loose.ts";
import type { LoreEntry } from "./lorebook.ts";

/** How an entry is used, whatever program wrote it down: as fields, as extensions, or as marks at the head of its words. */
export interface LoreUse {
  /** Stays the same while the entry does: by it, a chat remembers when the entry last came up. */
  readonly mark: string;
  readonly content: string;
  /** Turns for which it stays in mind once it came up; for ever where it says so. */
  readonly sticky: number;
  /** Turns after that in which it can't come up. */
  readonly cooldown: number;
  /** It can't come up before so many turns were heard. */
  readonly delay: number;
  readonly every: number;
  readonly probability: number;
  /** How many of the latest turns are looked through; all that are at hand where nothing is said. */
  readonly scanDepth: number | undefined;
  readonly wholeWords: boolean;
  readonly moreKeys: readonly string[];
  readonly notKeys: readonly string[];
  readonly isForced: boolean;
  readonly isForbidden: boolean;
  /** Where entries call each other: not by others, calls no others, or only by others. */
  readonly calling: {
    readonly isDeaf: boolean;
    readonly isMute: boolean;
    readonly isEcho: boolean;
  };
  /** When there is no room for all, what counts more stays. */
  readonly priority: number;
  readonly ignoresBudget: boolean;
  readonly place: LorePlace;
  readonly group:
    | { readonly name: string; readonly weight: number; readonly isFirst: boolean }
    | undefined;
}

/** Before the character, behind it, or so many turns from the end of what was said. */
export type LorePlace =
  | { readonly at: "before" | "after" }
  | { readonly at: "depth"; readonly depth: number };

export function useOf(entry: LoreEntry, book: Payload): LoreUse {
  const { content, marks } = decorated(entry.content);
  const setting = settingsOf(entry);
  const number = (names: readonly string[], otherwise: number): number =>
    Math.max(0, looseNumber(setting(names), otherwise));
  const listed = (name: string): string[] =>
    (marks.get(name) ?? "").split(",").filter((key) => key.trim() !== "");
  const scan =
    marks.get("scan_depth") ?? setting(["scan_depth", "scanDepth"]) ?? book["scan_depth"];
  const marked = (name: string): number => looseNumber(marks.get(name), 0);
  return {
    mark: markOf(`${entry.keys.join("\n")}\n${entry.content}`).toString(36),
    content,
    sticky: marks.has("keep_activate_after_match") ? Infinity : number(["sticky"], 0),
    cooldown: marks.has("dont_activate_after_match") ? Infinity : number(["cooldown"], 0),
    delay: Math.max(number(["delay"], 0), marked("activate_only_after")),
    every: marked("activate_only_every"),
    probability:
      setting(["useProbability", "use_probability"]) === false ? 100 : number(["probability"], 100),
    scanDepth: scan === undefined || scan === null ? undefined : looseNumber(scan, 0),
    wholeWords: setting(["match_whole_words", "matchWholeWords"]) !== false,
    moreKeys: listed("additional_keys"),
    notKeys: listed("exclude_keys"),
    isForced: entry.constant || marks.has("activate") || marks.has("constant"),
    isForbidden: marks.has("dont_activate"),
    calling: {
      isDeaf: isSet(setting(["exclude_recursion", "excludeRecursion"])),
      isMute: isSet(setting(["prevent_recursion", "preventRecursion"])),
      isEcho: isSet(setting(["delay_until_recursion", "delayUntilRecursion"])),
    },
    priority: looseNumber(setting(["priority"]), 0),
    ignoresBudget: isSet(setting(["ignore_budget", "ignoreBudget"])),
    place: placeOf(setting(["position"]), {
      depth: marks.get("depth") ?? setting(["depth"]),
      marks,
    }),
    group: groupOf(setting),
  };
}

/** Switches, which some write as numbers: the level from which they count. */
const isSet = (value: Json | undefined): boolean =>
  value === true || (typeof value === "number" && value > 0);

type Setting = (names: readonly string[]) => Json | undefined;

/** Cards keep what they have no field for among the extensions; lorebooks have it beside the words. */
function settingsOf(entry: LoreEntry): Setting {
  const own = entry as LoreEntry & Payload;
  const extensions = looseObject(entry.extensions);
  return (names) =>
    names
      .map((name) => extensions[name] ?? own[name])
      .find((value) => value !== undefined && value !== null);
}

const authorsNote = 4;

/** Numbers are World Info's, words are a card's; a mark counts before both. */
function placeOf(
  position: Json | undefined,
  of: { depth: Json | undefined; marks: ReadonlyMap<string, string> },
): LorePlace {
  const depth = Math.max(0, Math.min(1_000, looseNumber(of.depth, authorsNote)));
  const said = of.marks.get("position");
  if (of.marks.has("depth") || position === 4) return { at: "depth", depth };
  if (position === 2 || position === 3) return { at: "depth", depth: authorsNote };
  return {
    at: said === "before_desc" || position === 0 || position === "before_char" ? "before" : "after",
  };
}

function groupOf(setting: Setting): LoreUse["group"] {
  const name = setting(["group"]);
  if (typeof name !== "string" || name.trim() === "") return undefined;
  const isFirst = setting(["group_override", "groupOverride"]) === true;
  return {
    name: name.trim(),
    weight: Math.max(0, looseNumber(setting(["group_weight", "groupWeight"]), 100)),
    isFirst,
  };
}

/** Marks at an entry's head say how it is used. Those that are not known here are left out with the rest. */
function decorated(raw: string): {
  readonly content: string;
  readonly marks: ReadonlyMap<string, string>;
} {
  const lines = raw.split("\n");
  const first = lines.findIndex((line) => !line.startsWith("@@"));
  const head = first === -1 ? lines : lines.slice(0, first);
  const marks = head.map((line): [string, string] => {
    const [, name = "", value = ""] = /^@@@?(\w+)\s*(.*)$/.exec(line) ?? [];
    return [name, value];
  });
  const rest = first === -1 ? [] : lines.slice(first);
  return { content: rest.join("\n").trim(), marks: new Map(marks) };
}

/** A number by the words themselves: chance that comes out the same each time. */
export function markOf(text: string): number {
  let mark = 2_166_136_261;
  for (const char of text) mark = Math.imul(mark ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return mark >>> 3;
}
