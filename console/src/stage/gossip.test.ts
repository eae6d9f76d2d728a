import { describe, expect, test } from "vitest";
import { type Knower, type Telling } from "./contract-known.ts";
import { columnsOf, newsIn, placesOf, waysOf } from "./gossip.ts";

const knower = (entity_id: string, from: string | null, hops: number): Knower => ({
  entity_id,
  from,
  hops,
  day: hops + 1,
  since: "",
  event_id: hops,
});
const told = (event_id: number, news_to: readonly string[]): Telling => ({
  event_id,
  from: "ann",
  to: ["bob"],
  news_to,
  scene_id: null,
  story_time: "",
  text: "",
});

describe("the picture of how something went round", () => {
  test("has whoever said it first at the left, and each further mouth to the right of the one before", () => {
    const knows = [
      knower("you", null, 0),
      knower("ann", "you", 1),
      knower("bob", "you", 1),
      knower("cleo", "bob", 2),
    ];
    expect(columnsOf({ knows })).toEqual([["you"], ["ann", "bob"], ["cleo"]]);
    expect(waysOf({ knows })).toEqual([
      { from: "you", to: "ann", day: 2 },
      { from: "you", to: "bob", day: 2 },
      { from: "bob", to: "cleo", day: 3 },
    ]);
    expect(placesOf([["you"], ["ann", "bob"]], { along: 100, beside: 40, isDown: false })).toEqual([
      { id: "you", x: 0, y: 0 },
      { id: "ann", x: 100, y: -20 },
      { id: "bob", x: 100, y: 20 },
    ]);
    expect(placesOf([["you"], ["ann"]], { along: 100, beside: 40, isDown: true })[1]).toEqual({
      id: "ann",
      x: 0,
      y: 100,
    });
  });

  test("shows one who learnt it behind a seal before those whom they told", () => {
    expect(columnsOf({ knows: [knower("cleo", "bob", 3)] })).toEqual([["bob"], ["cleo"]]);
    expect(columnsOf({ knows: [] })).toEqual([]);
  });

  test("tells what was news to nobody apart, but for the first telling", () => {
    const [first, second, third] = [told(1, []), told(2, ["bob"]), told(3, [])];
    expect(newsIn([first, second, third])).toEqual({ news: [first, second], again: [third] });
  });
});
