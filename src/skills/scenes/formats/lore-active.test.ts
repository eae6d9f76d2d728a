import { describe, expect, it } from "vitest";
import type { Json } from "../../../domain/events.ts";
import { loreFor } from "./lore-active.ts";

const book = (entries: readonly object[], more: object = {}): Json =>
  ({ entries, ...more }) as unknown as Json;
const mind = (entries: readonly object[], ...heard: string[]): string[] =>
  loreFor(book(entries), { owner: "bot_a", heard }).said.map(({ content }) => content);

describe("what comes to mind", () => {
  it.each<[string, object, [heard: string, comes: boolean]]>([
    ["a word that falls", { keys: ["vault"] }, ["Open the Vault!", true]],
    ["a word inside of another", { keys: ["art"] }, ["we start", false]],
    ["a word of a script without spaces", { keys: ["船钟"] }, ["听见船钟响了吗", true]],
    ["case, where it counts", { keys: ["Du"], case_sensitive: true }, ["what du", false]],
    ["an entry that is switched off", { keys: ["vault"], enabled: false }, ["vault", false]],
    ["an entry that always counts", { keys: [], constant: true }, ["", true]],
    [
      "a second word that is missing",
      { keys: ["vault"], selective: true, secondary_keys: ["night"] },
      ["vault", false],
    ],
    [
      "a second word that is there",
      { keys: ["vault"], selective: true, secondary_keys: ["night"] },
      ["vault at night", true],
    ],
    [
      "a second word that must not be",
      { key: ["vault"], selective: true, keysecondary: ["night"], selectiveLogic: 2 },
      ["vault at night", false],
    ],
    [
      "a mark that forbids it",
      { keys: ["vault"], content: "@@dont_activate\nsecret" },
      ["vault", false],
    ],
    ["a pattern", { keys: ["gull(s|ery)?\\b"], use_regex: true }, ["the GULLS are back", true]],
    [
      "a pattern that is not met",
      { keys: ["gull(s|ery)?\\b"], use_regex: true },
      ["gulliver", false],
    ],
    ["a pattern as World Info writes it", { key: ["/^knock{2,}/m"] }, ["hm\nknockkk", true]],
    [
      "a pattern that excludes",
      { keys: ["vault"], content: "@@exclude_keys /ni(gh)?te?/\nsecret" },
      ["vault at nite", false],
    ],
    [
      "a pattern that would look around: it is a word",
      { keys: ["(?=x)y"], use_regex: true },
      ["say (?=x)y", true],
    ],
    [
      "a pattern that was made to take for ever",
      { keys: ["(a+)+$"], use_regex: true },
      [`${"a".repeat(5_000)}b`, false],
    ],
  ])("%s", (_what, entry, [heard, comes]) => {
    expect(mind([{ content: "secret", ...entry }], heard)).toEqual(comes ? ["secret"] : []);
  });

  it("the book's order counts, marks are not said, and one that is too long leaves room for others", () => {
    const entries = [
      { keys: ["x"], content: "second", insertion_order: 2 },
      { keys: ["x"], content: "y".repeat(7_000), insertion_order: 1 },
      { keys: ["x"], content: "@@depth 4\n@@unknown\nfirst", insertion_order: 0 },
    ];
    expect(mind(entries, "x")).toEqual(["first", "second"]);
  });
});

describe("entries that call each other", () => {
  const chain = [
    { keys: ["vault"], content: "The vault has a warden." },
    { keys: ["warden"], content: "The warden is called Petra." },
    { keys: ["petra"], content: "Petra fears the sea." },
  ];
  const follow = (entries: readonly object[], more: object = {}): string[] =>
    loreFor(book(entries, { recursive_scanning: true, ...more }), {
      owner: "bot_a",
      heard: ["the vault"],
    }).said.map(({ content }) => content);

  it("are followed where the book says so, and only there", () => {
    expect(follow(chain)).toEqual(chain.map(({ content }) => content));
    expect(mind(chain, "the vault")).toEqual(["The vault has a warden."]);
  });

  it.each([
    ["one that is not called by others", { extensions: { exclude_recursion: true } }, 1],
    ["one that calls no others", { preventRecursion: true }, 2],
    ["one that is called by others alone", { extensions: { delay_until_recursion: 1 } }, 3],
    ["one that looks at the last turn only", { extensions: { scan_depth: 1 } }, 3],
  ])("%s", (_what, more, said) => {
    expect(follow([chain[0] as object, { ...chain[1], ...more }, chain[2] as object])).toHaveLength(
      said,
    );
  });

  it("an entry that waits to be called by others does not come up by what was heard", () => {
    expect(follow([{ ...chain[0], extensions: { delay_until_recursion: true } }])).toEqual([]);
  });

  it("the book's budget is kept: what counts more stays, in the book's order, and one may stand outside of it", () => {
    const line = (name: string, more: object): object => ({
      keys: ["vault"],
      content: `${name} ${"x".repeat(37)}`,
      ...more,
    });
    const entries = [
      line("a", {}),
      line("b", { priority: 9 }),
      line("c", { extensions: { ignore_budget: true } }),
      line("d", { priority: 5 }),
    ];
    expect(follow(entries, { token_budget: 20 }).map((content) => content[0])).toEqual([
      "b",
      "c",
      "d",
    ]);
    expect(follow([{ keys: ["vault"], content: "一二三四五" }], { token_budget: 4 })).toEqual([]);
  });
});

/** Turn after turn, with the chat's memory of when an entry came up. */
function overTurns(entry: object, heard: readonly string[]): string {
  const last = new Map<string, number>();
  return heard
    .map((words, turns) => {
      const found = loreFor(book([{ keys: ["vault"], content: "secret", ...entry }]), {
        owner: "bot_a",
        heard: [words],
        turns,
        last: (mark) => last.get(mark),
        seed: `s${turns}`,
      });
      for (const mark of found.risen) last.set(mark, turns);
      return found.said.length > 0 ? "x" : "-";
    })
    .join("");
}
const once = (length: number): string[] =>
  Array.from({ length }, (_, at) => (at === 1 ? "the vault" : "hm"));
const two = { selective: true, secondary_keys: ["a1", "b1"] };
const always = (length: number): string[] => Array.from({ length }, () => "the vault");

describe("entries that have a time of their own", () => {
  it.each<[string, object, [heard: readonly string[], seen: string]]>([
    ["without one they come and go with the word", {}, [once(6), "-x----"]],
    ["sticky: stays for so many turns", { extensions: { sticky: 2 } }, [once(6), "-xxx--"]],
    ["cooldown: rests for so many turns", { extensions: { cooldown: 2 } }, [always(7), "x--x--x"]],
    ["sticky, then cooldown", { sticky: 1, cooldown: 2 }, [always(9), "xx--xx--x"]],
    ["delay: not before so many turns", { extensions: { delay: 3 } }, [always(5), "---xx"]],
    [
      "the same as marks of a card",
      { content: "@@activate_only_after 3\nsecret" },
      [always(5), "---xx"],
    ],
    ["every second turn", { content: "@@activate_only_every 2\nsecret" }, [always(5), "x-x-x"]],
    [
      "once it came up it stays",
      { content: "@@keep_activate_after_match\nsecret" },
      [once(6), "-xxxxx"],
    ],
    [
      "once it came up it never does again",
      { content: "@@dont_activate_after_match\nsecret" },
      [always(4), "x---"],
    ],
    [
      "a probability of nothing",
      { extensions: { probability: 0, useProbability: true } },
      [always(4), "----"],
    ],
    [
      "a probability that is switched off",
      { extensions: { probability: 0, useProbability: false } },
      [always(4), "xxxx"],
    ],
  ])("%s", (_what, entry, [heard, seen]) => {
    expect(overTurns(entry, heard)).toBe(seen);
  });

  it("chance is drawn from the turn: the same turn gives the same, and over many turns it is as often as it says", () => {
    const seen = overTurns({ extensions: { probability: 30 } }, always(400));
    expect(seen).toBe(overTurns({ extensions: { probability: 30 } }, always(400)));
    const share = (seen.split("x").length - 1) / 400;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  it.each<[string, [entry: object, book: object], [heard: string[], comes: boolean]]>([
    [
      "only the latest turns are looked through where the entry says so",
      [{ scan_depth: 1 }, {}],
      [["vault", "hm"], false],
    ],
    ["or the book does", [{}, { scan_depth: 2 }], [["vault", "hm"], true]],
    [
      "a part of a word, where whole words are not asked for",
      [{ extensions: { match_whole_words: false } }, {}],
      [["vaulted"], true],
    ],
    [
      "a word that forbids it",
      [{ content: "@@exclude_keys night\nsecret" }, {}],
      [["vault at night"], false],
    ],
    [
      "all second words",
      [{ ...two, extensions: { selectiveLogic: 3 } }, {}],
      [["vault a1"], false],
    ],
    [
      "not all second words",
      [{ ...two, extensions: { selectiveLogic: 1 } }, {}],
      [["vault a1"], true],
    ],
  ])("%s", (_what, [entry, more], [heard, comes]) => {
    const found = loreFor(book([{ keys: ["vault"], content: "secret", ...entry }], more), {
      owner: "b",
      heard,
    });
    expect(found.said.length > 0).toBe(comes);
  });

  it.each<[string, object, object]>([
    ["before the character", { position: "before_char" }, { at: "before" }],
    ["before it, as World Info counts", { key: ["vault"], position: 0 }, { at: "before" }],
    ["behind it", { position: "after_char" }, { at: "after" }],
    [
      "so many turns from the end",
      { extensions: { position: 4, depth: 2 } },
      { at: "depth", depth: 2 },
    ],
    ["the same by a mark", { content: "@@depth 3\nsecret" }, { at: "depth", depth: 3 }],
  ])("stand %s", (_what, entry, place) => {
    const found = loreFor(book([{ keys: ["vault"], content: "secret", ...entry }]), {
      owner: "b",
      heard: ["vault"],
    });
    expect(found.said).toEqual([{ content: "secret", place }]);
  });

  it("of a group only one comes up: the one that goes first, or one by its weight", () => {
    const of = (name: string, more: object): object => ({
      keys: ["vault"],
      content: name,
      extensions: { group: "g", ...more },
    });
    const said = (...entries: object[]): string[] =>
      loreFor(book(entries), { owner: "b", heard: ["vault"], seed: "1" }).said.map(
        ({ content }) => content,
      );
    expect(said(of("one", {}), of("two", { group_override: true }), of("three", {}))).toEqual([
      "two",
    ]);
    expect(said(of("one", { group_weight: 0 }), of("two", { group_weight: 10 }))).toEqual(["two"]);
  });
});
