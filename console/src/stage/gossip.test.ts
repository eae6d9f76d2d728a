import { describe, expect, test } from "vitest";
import { type Knower, type Retelling } from "./contract-known.ts";
import { groupColumns, splitNews, placeColumns, listEdges } from "./gossip.ts";

const createKnower = (entity_id: string, from: string | null, hops: number): Knower => ({
  entity_id,
  from,
  hops,
  day: hops + 1,
  since: "",
  event_id: hops,
});
const createRetelling = (event_id: number, news_to: readonly string[]): Retelling => ({
  event_id,
  from: "ann",
  to: ["bob"],
  news_to,
  scene_id: null,
  story_time: "",
  text: "",
});

describe("the graph of how a fact spread", () => {
  test("the graph of a fact starts with its first speaker, and each hop is one column further", () => {
    const knows = [
      createKnower("you", null, 0),
      createKnower("ann", "you", 1),
      createKnower("bob", "you", 1),
      createKnower("cleo", "bob", 2),
    ];
    expect(groupColumns({ knows })).toEqual([["you"], ["ann", "bob"], ["cleo"]]);
    expect(listEdges({ knows })).toEqual([
      { from: "you", to: "ann", day: 2 },
      { from: "you", to: "bob", day: 2 },
      { from: "bob", to: "cleo", day: 3 },
    ]);
    expect(
      placeColumns([["you"], ["ann", "bob"]], { along: 100, beside: 40, isDown: false }),
    ).toEqual([
      { id: "you", x: 0, y: 0 },
      { id: "ann", x: 100, y: -20 },
      { id: "bob", x: 100, y: 20 },
    ]);
    expect(placeColumns([["you"], ["ann"]], { along: 100, beside: 40, isDown: true })[1]).toEqual({
      id: "ann",
      x: 0,
      y: 100,
    });
  });

  test("the graph of a fact places a character with a hidden source before those they passed it to", () => {
    expect(groupColumns({ knows: [createKnower("cleo", "bob", 3)] })).toEqual([["bob"], ["cleo"]]);
    expect(groupColumns({ knows: [] })).toEqual([]);
  });

  test("retellings that were news to no one are listed separately, except the first", () => {
    const [first, second, third] = [
      createRetelling(1, []),
      createRetelling(2, ["bob"]),
      createRetelling(3, []),
    ];
    expect(splitNews([first, second, third])).toEqual({ news: [first, second], again: [third] });
  });
});
