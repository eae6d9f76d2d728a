import { describe, expect, it } from "vitest";
import { clausesOf } from "./clauses.ts";
import { prepare } from "./prepare.ts";

const split = (text: string): string[] =>
  clausesOf(prepare(text)).map(({ text: words }) => words.trim());

describe("English sentences without commas", () => {
  it.each([
    ["remind me at 4 to call the pharmacy they close at 5", "they close at 5"],
    ["wake me at 5:50 am tomorrow my train leaves at 7:05", "my train leaves at 7:05"],
    ["cancel the yoga one I pulled my back", "i pulled my back"],
    ["ping me in 15 bread's in the oven", "bread's in the oven"],
    ["skip yoga tomorrow just this once", "just this once"],
    ["remind me at 5 she said and I did", "she said and i did"],
  ])("a remark behind an order is a clause of its own: %s", (text, remark) =>
    expect(split(text).at(-1)).toBe(remark),
  );

  it.each([
    ["still in the shower try me again in 15 minutes", "try me again in 15 minutes"],
    ["change the sheets every Saturday at 9am can you remind me", "can you remind me"],
    ["when the vet calls remind me to ask about the diet", "remind me to ask about the diet"],
    ["bin day is Thursday so every Wednesday at 9pm remind me", "every wednesday at 9pm remind me"],
  ])("a wish behind a statement is a clause of its own: %s", (text, wish) =>
    expect(split(text).at(-1)).toBe(wish),
  );

  it.each([
    "remind me at 5 to return the book she lent me",
    "remind me my bus leaves at 7",
    "remind me to leave at 5",
    "remind me at 3 to ask if they close at 5",
    "remind me at 9 to check what she said",
    "cancel the alarm I set for 7",
    "remind me what's on tomorrow",
  ])("a sentence that goes on is not split: %s", (text) => expect(split(text)).toHaveLength(1));
});
