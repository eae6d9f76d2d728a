import { finish } from "../../../domain/slices.ts";
import { expect, it } from "vitest";
import { castMember } from "../../../../test/support/cast.ts";
import { storyEvent } from "../../../../test/support/story-event.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Cast } from "../state/cast.ts";
import { applyEvent } from "../state/fold.ts";
import { createEmptyChat } from "../state/chat-state.ts";
import { computeGossip } from "./gossip.ts";

const cast: Cast = {
  bots: new Map(["ann", "bob", "cy", "dee"].map((id) => [id, castMember(id)] as const)),
  you: undefined,
};

function traceTurns(
  ...turns: readonly {
    day: number;
    who: string;
    heard: readonly string[];
    text: string;
    to?: readonly string[];
  }[]
) {
  const state = createEmptyChat("c", "a");
  let id = 0;
  const take = (kind: string, payload: JsonObject): void =>
    applyEvent(state, storyEvent(++id, kind, payload));
  take("chat_created", {
    host_bot_id: "ann",
    initial_time: "2026-04-26T20:00:00+08:00",
    narrative_anchor: "Day 3",
  });
  for (const { day, who, heard, text, to } of turns)
    take(who === "you" ? "user_turn" : "assistant_turn", {
      id: `t${id}`,
      speaker_id: who,
      text,
      witnesses: heard,
      story_time: `2026-04-${23 + day}T21:00:00+08:00`,
      ...(to === undefined ? {} : { segments: [{ kind: "dialogue", text, to }] }),
    });
  return finish(computeGossip({ state, cast, hidden: new Set() }, "the key is under the floor"));
}

const secret = "The key is under the floor.";

it("gossip spreads only through lines with witnesses, and each step is traced", () => {
  const { knows, tellings, days, share, learnt_per_day } = traceTurns(
    { day: 3, who: "you", heard: ["you", "ann"], text: secret },
    { day: 3, who: "ann", heard: ["ann", "bob"], text: "Nice weather." },
    { day: 5, who: "ann", heard: ["ann", "bob"], text: "I was told the key is under the floor!" },
    { day: 5, who: "bob", heard: ["bob", "cy", "ann"], text: "Psst: key, floor, under it is." },
  );
  expect(knows.map(({ entity_id, from, hops, day }) => [entity_id, from, hops, day])).toEqual([
    ["you", null, 0, 3],
    ["ann", "you", 1, 3],
    ["bob", "ann", 2, 5],
    ["cy", "bob", 3, 5],
  ]);
  expect(tellings.map(({ from, to, news_to }) => [from, to, news_to])).toEqual([
    ["you", ["ann"], ["ann"]],
    ["ann", ["bob"], ["bob"]],
    ["bob", ["ann", "cy"], ["cy"]],
  ]);
  expect(days).toEqual([
    { day: 3, knew: 2, learnt: 2 },
    { day: 4, knew: 2, learnt: 0 },
    { day: 5, knew: 4, learnt: 2 },
  ]);
  expect([share, learnt_per_day]).toEqual([4 / 5, 4 / 3]);
});

it("gossip in a whisper reaches only its addressees, though others were present", () => {
  const { knows } = traceTurns({
    day: 3,
    who: "you",
    heard: ["you", "ann", "bob"],
    text: secret,
    to: ["ann"],
  });
  expect(knows.map(({ entity_id }) => entity_id)).toEqual(["you", "ann"]);
});

it("gossip about a fact that was never said is empty", () => {
  expect(traceTurns({ day: 3, who: "ann", heard: ["ann", "bob"], text: "Nice weather." })).toEqual({
    knows: [],
    tellings: [],
    days: [],
    share: 0,
    learnt_per_day: 0,
    unseen: 0,
  });
});
