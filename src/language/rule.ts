/** The stages through which a message goes, in their order. */
export type Stage = "normalise" | "segment" | "lex" | "combine" | "classify" | "intend" | "resolve";

/** A sentence and what `interpret` makes of it, as `summarise` puts it: "11-17 10:10", "no_time". */
export type Example = readonly [sentence: string, summary: string];

export interface Examples {
  readonly zh?: readonly Example[];
  readonly en?: readonly Example[];
  /** Sentences that only look like it: the rule leaves them alone. */
  readonly not?: readonly Example[];
}

interface Named {
  readonly name: string;
  readonly stage: Stage;
  /** Rules of the same list that have to come first. */
  readonly after?: readonly string[];
  readonly examples: Examples;
}

interface Definition<On, Out, Found> extends Named {
  /** What the rule found to work on; `false` or `undefined` where it does not apply. */
  readonly when: (on: On) => Found | false | undefined;
  /** A new value: `on` stays as it is. `undefined` where it does not apply after all. */
  readonly then: (on: On, found: Found) => Out | undefined;
}

/** One decision of the grammar: pure, with a name, its place in the order, and sentences that show it. */
export interface Rule<On, Out> extends Named {
  /** `undefined` where the rule does not apply. */
  readonly apply: (on: On) => Out | undefined;
}

export const defineRule = <On, Out, Found>({
  when,
  then,
  ...named
}: Definition<On, Out, Found>): Rule<On, Out> => ({
  ...named,
  apply: (on) => {
    const found = when(on);
    return found === undefined || found === false ? undefined : then(on, found);
  },
});

/** What a rule did: shown by `--explain`, and what the test of examples looks at. */
export interface Step {
  readonly stage: Stage;
  readonly rule: string;
  readonly on: unknown;
  readonly out: unknown;
}
export type Observe = (step: Step) => void;

/** Who looks on while rules are at work. */
export interface Watch {
  readonly observe?: Observe | undefined;
  /** Called before each rule that decides: counts the work, and throws when it is too much. */
  readonly spend?: (() => void) | undefined;
}

/**
 * Rules in the order of their list, each behind those it names in `after`. Throws where that cannot
 * be: the lists are sorted once, when the program starts.
 */
export function orderRules<Each extends Pick<Named, "name" | "after">>(
  rules: readonly Each[],
): readonly Each[] {
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  if (byName.size < rules.length) throw new Error("two rules of one name in a list");
  const ordered = new Set<Each>();
  const place = (rule: Each, path: readonly string[]): void => {
    if (path.includes(rule.name))
      throw new Error(`rules wait for each other: ${[...path, rule.name].join(", ")}`);
    for (const name of rule.after ?? []) {
      const before = byName.get(name);
      if (before === undefined)
        throw new Error(`${rule.name} comes after ${name}, which is unknown`);
      place(before, [...path, rule.name]);
    }
    ordered.add(rule);
  };
  for (const rule of rules) place(rule, []);
  return [...ordered];
}

/** What the first rule that applies makes of it. */
export function decide<On, Out>(
  rules: readonly Rule<On, Out>[],
  on: On,
  { observe, spend }: Watch = {},
): Out | undefined {
  for (const { apply, stage, name } of rules) {
    spend?.();
    const out = apply(on);
    if (out === undefined) continue;
    observe?.({ stage, rule: name, on, out });
    return out;
  }
  return undefined;
}

/** Each rule works on what those before it left; a result that `isFinal` ends it. */
export function transform<On, End>(
  rules: readonly Rule<On, On | End>[],
  start: On,
  { isFinal, observe }: Pick<Watch, "observe"> & { isFinal?: (out: On | End) => out is End },
): On | End {
  let on = start;
  for (const { apply, stage, name } of rules) {
    const out = apply(on);
    if (out === undefined) continue;
    observe?.({ stage, rule: name, on, out });
    if (isFinal?.(out) === true) return out;
    on = out as On;
  }
  return on;
}
