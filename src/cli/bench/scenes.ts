import { createEmptyChat, type Memory } from "../../skills/scenes/state/chat-state.ts";
import { createRecall } from "../../skills/scenes/recall/recall.ts";
import { openSources } from "../../skills/scenes/state/witness.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";

const words =
  "key letter storm garden lantern river market winter secret promise bridge candle 钥匙 花园 信件 灯笼 河边 集市".split(
    " ",
  );

/** The time of finding matching memories among many of one chat. */
export function measureRecall(count: number): Percentiles {
  const state = createEmptyChat("bench", "bench");
  state.clock = "2026-04-26T20:00:00Z";
  const word = (at: number): string => words[at % words.length] ?? "";
  const memories = Array.from({ length: count }, (_, at): Memory => {
    const text = `${word(at * 7)} ${word(at * 13 + 5)} ${word(at * 31 + 11)} number${at % 5_000} was spoken of on that day`;
    return {
      id: `m${at}`,
      eventId: at,
      owner: "ann",
      sceneId: 1,
      witnesses: new Set(["ann", "bob"]),
      storyTime: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
      cites: [],
      text,
      povSummary: text,
      sources: [at],
    };
  });
  state.memoriesOf.set("ann", memories);
  const cast = { bots: new Map(), you: undefined };
  const scene = {
    id: 1,
    kind: "you",
    present: new Set(["ann", "bob"]),
    people: new Set<string>(),
    participants: ["ann", "bob"],
  } as const;
  const stage = {
    state,
    cast,
    scene: { ...scene, ...unsaid, participants: [...scene.participants] },
    sources: openSources(state, cast, "ann"),
  };
  const recall = createRecall();
  recall(stage, "the first question builds the index");
  // The quickest of a few tries: what else the machine does is not the search's.
  const waits = Array.from({ length: 500 }, (_, at) => {
    const question = `what about the ${word(at * 3)} and number${at * 9}, ${word(at * 5 + 1)}?`;
    const tries = Array.from({ length: 3 }, () => {
      const from = performance.now();
      recall(stage, question);
      return performance.now() - from;
    });
    return Math.min(...tries);
  });
  return percentiles(waits);
}

const unsaid = {
  containerId: null,
  parentId: null,
  host: "ann",
  guest: "bob",
  startedAt: "",
  eventId: 0,
  closedAt: null,
  closedEventId: null,
  summarised: false,
};
