import { expect, it } from "vitest";
import { castMember } from "../../../../test/support/cast.ts";
import type { Cast } from "../state/cast.ts";
import { step } from "../state/fold.ts";
import { emptyChat } from "../state/chat-state.ts";
import { gossipIn } from "./gossip.ts";

const cast: Cast = {
  bots: new Map(["ann", "bob", "cy", "dee"].map((id) => [id, castMember(id)] as const)),
  you: undefined,
};

function told(
  ...turns: readonly {
    day: number;
    who: string;
    heard: readonly string[];
    text: string;
    to?: readonly string[];
  }[]
) {
  const state = emptyChat("c", "a");
  let id = 0;
  const take = (kind: string, payload: object): void =>
    step(state, {
      id: ++id,
      at: "",
      stream: "chat:c",
      streamVersion: id,
      kind,
      payload: payload as never,
    });
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
  return gossipIn({ state, cast, hidden: new Set() }, "the key is under the floor");
}

const secret = "The key is under the floor.";

it("a fact moves only when it is said before somebody, and is accounted for from mouth to mouth", () => {
  const { knows, tellings, days, share, learnt_per_day } = told(
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

it("a whisper is news to those whom it is for, though others were there", () => {
  const { knows } = told({
    day: 3,
    who: "you",
    heard: ["you", "ann", "bob"],
    text: secret,
    to: ["ann"],
  });
  expect(knows.map(({ entity_id }) => entity_id)).toEqual(["you", "ann"]);
});

it("what nobody said is known to nobody", () => {
  expect(told({ day: 3, who: "ann", heard: ["ann", "bob"], text: "Nice weather." })).toEqual({
    knows: [],
    tellings: [],
    days: [],
    share: 0,
    learnt_per_day: 0,
    unseen: 0,
  });
});
