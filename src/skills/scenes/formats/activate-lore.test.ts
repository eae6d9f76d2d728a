import { describe, expect, it } from "vitest";
import type { Json } from "../../../domain/json.ts";
import { activateLore } from "./activate-lore.ts";

const createBook = (entries: readonly object[], more: object = {}): Json =>
  ({ entries, ...more }) as unknown as Json;
const activate = (entries: readonly object[], ...heard: string[]): string[] =>
  activateLore(createBook(entries), { owner: "bot_a", heard }).entries.map(
    ({ content }) => content,
  );

describe("activating lorebook entries", () => {
  it.each<[string, object, [heard: string, comes: boolean]]>([
    ["an entry with a key that is said", { keys: ["vault"] }, ["Open the Vault!", true]],
    ["an entry with a key inside a longer word", { keys: ["art"] }, ["we start", false]],
    ["an entry with a Chinese key", { keys: ["船钟"] }, ["听见船钟响了吗", true]],
    ["a case-sensitive entry", { keys: ["Du"], case_sensitive: true }, ["what du", false]],
    ["a disabled entry", { keys: ["vault"], enabled: false }, ["vault", false]],
    ["a constant entry", { keys: [], constant: true }, ["", true]],
    [
      "a selective entry without its secondary key",
      { keys: ["vault"], selective: true, secondary_keys: ["night"] },
      ["vault", false],
    ],
    [
      "a selective entry with its secondary key",
      { keys: ["vault"], selective: true, secondary_keys: ["night"] },
      ["vault at night", true],
    ],
    [
      "an entry with an excluded secondary key",
      { key: ["vault"], selective: true, keysecondary: ["night"], selectiveLogic: 2 },
      ["vault at night", false],
    ],
    [
      "an entry with the decorator @@dont_activate",
      { keys: ["vault"], content: "@@dont_activate\nsecret" },
      ["vault", false],
    ],
    [
      "an entry with a matching regex",
      { keys: ["gull(s|ery)?\\b"], use_regex: true },
      ["the GULLS are back", true],
    ],
    [
      "an entry with a regex that does not match",
      { keys: ["gull(s|ery)?\\b"], use_regex: true },
      ["gulliver", false],
    ],
    ["an entry with a World Info regex", { key: ["/^knock{2,}/m"] }, ["hm\nknockkk", true]],
    [
      "an entry excluded by a regex",
      { keys: ["vault"], content: "@@exclude_keys /ni(gh)?te?/\nsecret" },
      ["vault at nite", false],
    ],
    [
      "an entry with an unsupported regex, which is a plain key",
      { keys: ["(?=x)y"], use_regex: true },
      ["say (?=x)y", true],
    ],
    [
      "an entry with a catastrophic regex",
      { keys: ["(a+)+$"], use_regex: true },
      [`${"a".repeat(5_000)}b`, false],
    ],
  ])("%s activates or not as the format defines", (_what, entry, [heard, comes]) => {
    expect(activate([{ content: "secret", ...entry }], heard)).toEqual(comes ? ["secret"] : []);
  });

  it("lore is sorted by insertion order, without decorators and without entries that are too long", () => {
    const entries = [
      { keys: ["x"], content: "second", insertion_order: 2 },
      { keys: ["x"], content: "y".repeat(7_000), insertion_order: 1 },
      { keys: ["x"], content: "@@depth 4\n@@unknown\nfirst", insertion_order: 0 },
    ];
    expect(activate(entries, "x")).toEqual(["first", "second"]);
  });
});

describe("recursive activation of lore", () => {
  const chain = [
    { keys: ["vault"], content: "The vault has a warden." },
    { keys: ["warden"], content: "The warden is called Petra." },
    { keys: ["petra"], content: "Petra fears the sea." },
  ];
  const activateRecursively = (entries: readonly object[], more: object = {}): string[] =>
    activateLore(createBook(entries, { recursive_scanning: true, ...more }), {
      owner: "bot_a",
      heard: ["the vault"],
    }).entries.map(({ content }) => content);

  it("lore entries activate others only if the book enables recursive scanning", () => {
    expect(activateRecursively(chain)).toEqual(chain.map(({ content }) => content));
    expect(activate(chain, "the vault")).toEqual(["The vault has a warden."]);
  });

  it.each([
    ["an entry with exclude_recursion", { extensions: { exclude_recursion: true } }, 1],
    ["an entry with prevent_recursion", { preventRecursion: true }, 2],
    ["an entry with delay_until_recursion", { extensions: { delay_until_recursion: 1 } }, 3],
    ["an entry with scan_depth 1", { extensions: { scan_depth: 1 } }, 3],
  ])("%s takes part in recursive activation of lore accordingly", (_what, more, said) => {
    expect(
      activateRecursively([chain[0] as object, { ...chain[1], ...more }, chain[2] as object]),
    ).toHaveLength(said);
  });

  it("a lore entry with delay_until_recursion is not activated by a line", () => {
    expect(
      activateRecursively([{ ...chain[0], extensions: { delay_until_recursion: true } }]),
    ).toEqual([]);
  });

  it("a lorebook's token budget admits entries by priority, except those that ignore it", () => {
    const createEntry = (name: string, more: object): object => ({
      keys: ["vault"],
      content: `${name} ${"x".repeat(37)}`,
      ...more,
    });
    const entries = [
      createEntry("a", {}),
      createEntry("b", { priority: 9 }),
      createEntry("c", { extensions: { ignore_budget: true } }),
      createEntry("d", { priority: 5 }),
    ];
    expect(activateRecursively(entries, { token_budget: 20 }).map((content) => content[0])).toEqual(
      ["b", "c", "d"],
    );
    expect(
      activateRecursively([{ keys: ["vault"], content: "一二三四五" }], { token_budget: 4 }),
    ).toEqual([]);
  });
});

/** Runs turn by turn, recording when the entry activates. */
function runTurns(entry: object, heard: readonly string[]): string {
  const last = new Map<string, number>();
  return heard
    .map((words, turns) => {
      const found = activateLore(createBook([{ keys: ["vault"], content: "secret", ...entry }]), {
        owner: "bot_a",
        heard: [words],
        turns,
        last: (mark) => last.get(mark),
        seed: `s${turns}`,
      });
      for (const mark of found.activated) last.set(mark, turns);
      return found.entries.length > 0 ? "x" : "-";
    })
    .join("");
}
const sayOnce = (length: number): string[] =>
  Array.from({ length }, (_, at) => (at === 1 ? "the vault" : "hm"));
const two = { selective: true, secondary_keys: ["a1", "b1"] };
const sayAlways = (length: number): string[] => Array.from({ length }, () => "the vault");

describe("timed effects, conditions and positions of lore", () => {
  it.each<[string, object, [heard: readonly string[], seen: string]]>([
    ["no timed effect", {}, [sayOnce(6), "-x----"]],
    ["sticky for two turns", { extensions: { sticky: 2 } }, [sayOnce(6), "-xxx--"]],
    ["a cooldown of two turns", { extensions: { cooldown: 2 } }, [sayAlways(7), "x--x--x"]],
    ["sticky followed by a cooldown", { sticky: 1, cooldown: 2 }, [sayAlways(9), "xx--xx--x"]],
    ["a delay of three turns", { extensions: { delay: 3 } }, [sayAlways(5), "---xx"]],
    [
      "a delay as a decorator",
      { content: "@@activate_only_after 3\nsecret" },
      [sayAlways(5), "---xx"],
    ],
    [
      "activation every second turn",
      { content: "@@activate_only_every 2\nsecret" },
      [sayAlways(5), "x-x-x"],
    ],
    [
      "staying active after the first match",
      { content: "@@keep_activate_after_match\nsecret" },
      [sayOnce(6), "-xxxxx"],
    ],
    [
      "never activating after the first match",
      { content: "@@dont_activate_after_match\nsecret" },
      [sayAlways(4), "x---"],
    ],
    [
      "a probability of zero",
      { extensions: { probability: 0, useProbability: true } },
      [sayAlways(4), "----"],
    ],
    [
      "a disabled probability",
      { extensions: { probability: 0, useProbability: false } },
      [sayAlways(4), "xxxx"],
    ],
  ])("a lore entry has this effect over turns: %s", (_what, entry, [heard, seen]) => {
    expect(runTurns(entry, heard)).toBe(seen);
  });

  it("the probability of a lore entry is reproducible per turn and holds over many turns", () => {
    const seen = runTurns({ extensions: { probability: 30 } }, sayAlways(400));
    expect(seen).toBe(runTurns({ extensions: { probability: 30 } }, sayAlways(400)));
    const share = (seen.split("x").length - 1) / 400;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  it.each<[string, [entry: object, book: object], [heard: string[], comes: boolean]]>([
    ["the entry's scan depth", [{ scan_depth: 1 }, {}], [["vault", "hm"], false]],
    ["the book's scan depth", [{}, { scan_depth: 2 }], [["vault", "hm"], true]],
    [
      "matching parts of words",
      [{ extensions: { match_whole_words: false } }, {}],
      [["vaulted"], true],
    ],
    [
      "an excluded key",
      [{ content: "@@exclude_keys night\nsecret" }, {}],
      [["vault at night"], false],
    ],
    [
      "all secondary keys",
      [{ ...two, extensions: { selectiveLogic: 3 } }, {}],
      [["vault a1"], false],
    ],
    [
      "not all secondary keys",
      [{ ...two, extensions: { selectiveLogic: 1 } }, {}],
      [["vault a1"], true],
    ],
  ])("a lore entry obeys this condition: %s", (_what, [entry, more], [heard, comes]) => {
    const found = activateLore(
      createBook([{ keys: ["vault"], content: "secret", ...entry }], more),
      {
        owner: "b",
        heard,
      },
    );
    expect(found.entries.length > 0).toBe(comes);
  });

  it.each<[string, object, object]>([
    ["before the character", { position: "before_char" }, { at: "before" }],
    [
      "before the character, by World Info's number",
      { key: ["vault"], position: 0 },
      { at: "before" },
    ],
    ["after the character", { position: "after_char" }, { at: "after" }],
    [
      "at a depth of two turns",
      { extensions: { position: 4, depth: 2 } },
      { at: "depth", depth: 2 },
    ],
    ["at a depth set by a decorator", { content: "@@depth 3\nsecret" }, { at: "depth", depth: 3 }],
  ])("a lore entry is placed %s", (_what, entry, place) => {
    const found = activateLore(createBook([{ keys: ["vault"], content: "secret", ...entry }]), {
      owner: "b",
      heard: ["vault"],
    });
    expect(found.entries).toEqual([{ content: "secret", place }]);
  });

  it("one entry of a lore group is used, by override or by weight", () => {
    const createMember = (name: string, more: object): object => ({
      keys: ["vault"],
      content: name,
      extensions: { group: "g", ...more },
    });
    const activateGroup = (...entries: object[]): string[] =>
      activateLore(createBook(entries), { owner: "b", heard: ["vault"], seed: "1" }).entries.map(
        ({ content }) => content,
      );
    expect(
      activateGroup(
        createMember("one", {}),
        createMember("two", { group_override: true }),
        createMember("three", {}),
      ),
    ).toEqual(["two"]);
    expect(
      activateGroup(
        createMember("one", { group_weight: 0 }),
        createMember("two", { group_weight: 10 }),
      ),
    ).toEqual(["two"]);
  });
});
