import type { Mutation } from "./mutations.ts";

/** Each condition that keeps what one character heard from another one, left out. */
export const companionMutations: readonly Mutation[] = [
  {
    mistake: "a character hears what was said to another one",
    file: "src/domain/companion.ts",
    from: "return period === undefined || period.botId === id;",
    to: "return true;",
    test: "src/domain/companion.test.ts",
    title: "a character hears what the person says",
  },
  {
    mistake: "a character hears a late line of another one",
    file: "src/domain/companion.ts",
    from: "(line.spokenAs === undefined || line.spokenAs === id)",
    to: "true",
    test: "src/domain/companion.test.ts",
    title: "a character hears its own replies",
  },
  {
    mistake: "a character remembers what another one heard",
    file: "src/domain/companion.ts",
    from: 'form === "fact" : period.botId === hearer.id;',
    to: 'form === "fact" : true;',
    test: "src/domain/companion.test.ts",
    title: "a character remembers facts that it",
  },
];
