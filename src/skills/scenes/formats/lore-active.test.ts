import { describe, expect, it } from "vitest";
import type { Json } from "../../../domain/events.ts";
import { loreFor } from "./lore-active.ts";

const mind = (entries: readonly object[], ...heard: string[]): string[] =>
  loreFor({ entries } as unknown as Json, { owner: "bot_a", heard });

describe("what comes to mind", () => {
  it.each<[string, object, [heard: string, comes: boolean]]>([
    ["a word that falls", { keys: ["vault"] }, ["Open the Vault!", true]],
    ["a word inside of another", { keys: ["art"] }, ["we start", false]],
    ["a word of a script without spaces", { keys: ["船钟"] }, ["听见船钟响了吗", true]],
    ["case, where it counts", { keys: ["Du"], case_sensitive: true }, ["what du", false]],
    ["an entry that is switched off", { keys: ["vault"], enabled: false }, ["vault", false]],
    ["an entry that always counts", { keys: [], constant: true }, ["", true]],
    ["a second word that is missing", { keys: ["vault"], selective: true, secondary_keys: ["night"] }, ["vault", false]],
    ["a second word that is there", { keys: ["vault"], selective: true, secondary_keys: ["night"] }, ["vault at night", true]],
    [
      "a second word that must not be",
      { key: ["vault"], selective: true, keysecondary: ["night"], selectiveLogic: 2 },
      ["vault at night", false],
    ],
    ["a mark that forbids it", { keys: ["vault"], content: "@@dont_activate\nsecret" }, ["vault", false]],
    ["a pattern, which is only a word here", { keys: ["(a+)+$"], use_regex: true }, ["a".repeat(5_000), false]],
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
