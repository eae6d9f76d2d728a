/** Conditions that end an unattended scene, in addition to its beats and its budget. */
export type StopCondition =
  | { readonly kind: "word"; readonly word: string }
  | {
      readonly kind: "edge";
      readonly what: "affinity" | "trust";
      readonly source: string;
      readonly target: string;
      readonly is: Comparison;
      readonly value: number;
    }
  | { readonly kind: "entered" | "left"; readonly who: string }
  | { readonly kind: "minutes"; readonly minutes: number }
  | { readonly kind: "until"; readonly hour: number; readonly minute: number }
  | { readonly kind: "beats"; readonly beats: number }
  | { readonly kind: "budget"; readonly tokens: number };

export type Comparison = "<" | "<=" | ">" | ">=";
/** Resolves a name to an id. */
export type ResolveName = (name: string) => string | undefined;

const comparisons: readonly (readonly [Comparison, RegExp])[] = [
  [">=", /^(?:>=|≥|at least|不低于|至少|达到)$/i],
  ["<=", /^(?:<=|≤|at most|不高于|最多|不超过)$/i],
  ["<", /^(?:<|below|under|less than|lower than|低于|小于|少于|不到)$/i],
  [">", /^(?:>|above|over|more than|higher than|高于|大于|超过|多于)$/i],
];
const compare =
  "(<=|>=|<|>|≤|≥|below|under|less than|lower than|above|over|more than|higher than|at least|at most|低于|小于|少于|不到|高于|大于|超过|多于|不低于|不高于|不超过|至少|最多|达到)";
const feelings = "(trusts?|affinity|likes?|信任度?|好感度?|喜欢)";
const value = "\\s*(\\d{1,3})";

/** Each form with the group indexes of feeling, source and target; comparison and value follow. */
const edgeForms: readonly (readonly [RegExp, readonly [number, number, number]])[] = [
  [
    new RegExp(
      `^${feelings}\\s*[(（]\\s*(.+?)\\s*(?:,|，|->|→|对)\\s*(.+?)\\s*[)）]\\s*${compare}${value}$`,
      "iu",
    ),
    [1, 2, 3],
  ],
  [
    new RegExp(
      `^(.+?)(?:['’]s)?\\s+${feelings}\\s+(?:in|for|towards?|to)\\s+(.+?)\\s+(?:is |falls |drops |goes |rises |gets )?${compare}${value}$`,
      "iu",
    ),
    [2, 1, 3],
  ],
  [new RegExp(`^(.+?)\\s+${feelings}\\s+(.+?)\\s+${compare}${value}$`, "iu"), [2, 1, 3]],
  [
    new RegExp(
      `^(.+?)\\s*对\\s*(.+?)\\s*的?\\s*${feelings}\\s*(?:降到|跌到|升到)?\\s*${compare}${value}$`,
      "iu",
    ),
    [3, 1, 2],
  ],
];

export class UnknownName extends Error {
  override readonly name = "UnknownName";
  readonly who: string;

  constructor(who: string) {
    super(`no character is called ${who}`);
    this.who = who;
  }
}

/**
 * Parses a condition as the person writes it:
 *
 *   trust(Mira, Ben) < 40 · Mira trusts Ben less than 40 · 沈渡对九娘的信任低于40 (also affinity, 好感)
 *   Cleo enters · Cleo leaves · 九娘进来 · 九娘离开
 *   30 minutes · 30分钟 · until 22:00 · 到22:00 (on the story's clock)
 *   12 beats · 12轮 · budget 2000 · 预算2000
 *
 * Anything else is a word that ends the scene when a character says it.
 */
export function parseCondition(raw: string, whoIs: ResolveName): StopCondition {
  const text = raw
    .normalize("NFKC")
    .trim()
    .replace(/[。.!！]+$/u, "");
  return (
    parseEdge(text, whoIs) ??
    parsePresence(text, whoIs) ??
    parseMeasure(text) ?? { kind: "word", word: parseWord(text) }
  );
}

function parseEdge(text: string, whoIs: ResolveName): StopCondition | undefined {
  for (const [form, [feeling, from, to]] of edgeForms) {
    const found = form.exec(text);
    if (found === null) continue;
    const is = comparisons.find(([, words]) => words.test(found[4] ?? ""))?.[0] ?? "<";
    const what = /^(?:trust|信任)/i.test(found[feeling] ?? "") ? "trust" : "affinity";
    const resolveName = (name = ""): string => {
      const id = whoIs(name.trim());
      if (id === undefined) throw new UnknownName(name.trim());
      return id;
    };
    return {
      kind: "edge",
      what,
      source: resolveName(found[from]),
      target: resolveName(found[to]),
      is,
      value: Number(found[5]),
    };
  }
  return undefined;
}

const arrival =
  /^(.+?)\s*(?:\b(?:enters|comes in|arrives|joins|walks in)|进来|进门|进场|来了|出现|加入)了?$/iu;
const departure =
  /^(.+?)\s*(?:\b(?:leaves|goes away|walks out|walks off)|离开|走了|离场|出去)了?$/iu;

/** “The rain comes in” names no character, so it is a word condition. */
function parsePresence(text: string, whoIs: ResolveName): StopCondition | undefined {
  const [entered, left] = [arrival.exec(text)?.[1], departure.exec(text)?.[1]];
  const name = entered ?? left;
  const who = name === undefined ? undefined : whoIs(name.trim());
  return who === undefined ? undefined : { kind: entered === undefined ? "left" : "entered", who };
}

function parseMeasure(text: string): StopCondition | undefined {
  const spent =
    /^(?:after\s+)?(\d{1,4})\s*(minutes?|mins?|hours?|h|分钟|个?小时)(?:后|之后)?$/iu.exec(text);
  if (spent !== null)
    return {
      kind: "minutes",
      minutes: Number(spent[1]) * (/^(?:h|个?小时)/iu.test(spent[2] ?? "") ? 60 : 1),
    };
  const wall = /^(?:until|till|at|it is|到|直到)?\s*(\d{1,2}):(\d{2})$/iu.exec(text);
  if (wall !== null && Number(wall[1]) < 24 && Number(wall[2]) < 60)
    return { kind: "until", hour: Number(wall[1]), minute: Number(wall[2]) };
  const beats = /^(?:after\s+)?(\d{1,3})\s*(?:beats?|轮|拍|个?回合)(?:后|之后)?$/iu.exec(text);
  if (beats !== null) return { kind: "beats", beats: Math.max(1, Number(beats[1])) };
  const tokens = /^(?:budget|预算)\s*(?:of\s+)?(\d{1,9})(?:\s*tokens?)?$/iu.exec(text);
  return tokens === null ? undefined : { kind: "budget", tokens: Math.max(1, Number(tokens[1])) };
}

const parseWord = (text: string): string =>
  text
    .replace(
      /^(?:(?:some(?:body|one)|anybody|one of them)\s+)?(?:says|mentions|the word)\s+|^(?:有人)?(?:说到|提到|说出|说)\s*/iu,
      "",
    )
    .replace(/^["“”'「『《](.+)["“”'」』》]$/u, "$1")
    .trim();

/** The stored form: ids instead of names. */
export function serialiseCondition(condition: StopCondition): string {
  switch (condition.kind) {
    case "edge":
      return `${condition.what}(${condition.source},${condition.target}) ${condition.is} ${condition.value}`;
    case "entered":
    case "left":
      return `${condition.kind}(${condition.who})`;
    case "minutes":
      return `minutes(${condition.minutes})`;
    case "until":
      return `until(${condition.hour}:${String(condition.minute).padStart(2, "0")})`;
    case "beats":
      return `beats(${condition.beats})`;
    case "budget":
      return `budget(${condition.tokens})`;
    case "word":
    default:
      return condition.word;
  }
}

/** Parses the stored form. A stored word stays a word. */
export function parseStoredCondition(text: string): StopCondition {
  const edge = /^(affinity|trust)\((.+),(.+)\) (<=|>=|<|>) (\d+)$/.exec(text);
  if (edge !== null) {
    const [, what, source = "", target = "", is, limit] = edge;
    return {
      kind: "edge",
      what: what as "trust",
      source,
      target,
      is: is as Comparison,
      value: Number(limit),
    };
  }
  const call = /^(entered|left|minutes|until|beats|budget)\((.+)\)$/.exec(text);
  const [, kind, said = ""] = call ?? [];
  if (kind === "entered" || kind === "left") return { kind, who: said };
  if (kind === "minutes") return { kind, minutes: Number(said) };
  if (kind === "beats") return { kind, beats: Number(said) };
  if (kind === "budget") return { kind, tokens: Number(said) };
  if (kind === "until")
    return { kind, hour: Number(said.split(":")[0]), minute: Number(said.split(":")[1]) };
  return { kind: "word", word: text };
}

export function isMet(is: Comparison, one: number, other: number): boolean {
  if (is === "<") return one < other;
  if (is === "<=") return one <= other;
  return is === ">" ? one > other : one >= other;
}
