import { expect, it } from "vitest";
import { decodeEvent } from "./decode.ts";

it("decoding an event of the log keeps a payload that has the right types as it is", () => {
  const payload = {
    id: "m",
    owner_id: "ann",
    scene_id: null,
    cites: ["t"],
    brought_from: { chat_id: "c", memory_id: "n", event_ids: [1] },
  };
  expect(decodeEvent("memory_written", payload).payload).toBe(payload);
});

it("decoding an imported event leaves out unchecked fields of the wrong type", () => {
  const payload = { id: "m", cites: ["t", 5], story_time: 7, brought_from: { chat_id: 1 } };
  expect(decodeEvent("memory_written", payload).payload).toEqual({
    id: "m",
    cites: ["t"],
    brought_from: {},
  });
  expect(decodeEvent("thread_detected", { scene_id: "x", cites: "t" }).payload).toEqual({});
});

it("decoding an event of an unknown kind keeps it", () => {
  expect(decodeEvent("of_another_version", { a: 1 })).toEqual({
    kind: "of_another_version",
    payload: { a: 1 },
  });
});
