import type { StatementRule } from "./statement-rule.ts";

interface Lasting extends Pick<StatementRule, "name" | "examples" | "not"> {
  /** Of the whole sentence. */
  readonly pattern: string;
  /** Without one: what the group `what` of the pattern says. */
  readonly about?: string;
}

/** Rules for what is so for long. What is so today only is not about a life. */
export const lastingRules =
  (momentary: string) =>
  ({ name, pattern, about, examples, not }: Lasting): StatementRule => ({
    name,
    pattern: new RegExp(`^(?!.*(?:${momentary}))(?:${pattern})$`, "iu"),
    topic: ({ what }) => about ?? what?.toLowerCase() ?? null,
    examples,
    ...(not === undefined ? {} : { not }),
  });
