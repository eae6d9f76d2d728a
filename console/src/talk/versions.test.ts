import { expect, it } from "vitest";
import { type Message } from "../api/contract.ts";
import { arrange } from "./versions.ts";

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  event_id: 1,
  direction: id.startsWith("q") ? "inbound" : "outbound",
  text: id,
  turn_id: id.startsWith("q") ? null : `turn of ${id}`,
  created_at: "2026-11-17T10:00:00Z",
  end: null,
  deliveries: [],
  attachments: [],
  quote: null,
  spoken_as: null,
  versions: null,
  ...more,
});

const again = (id: string, hides: string[]): Message =>
  message(id, { versions: { of: "q1", hides, shows: [] } });

const twice = [
  message("q1"),
  message("a1"),
  again("q2", ["q1", "a1"]),
  message("a2"),
  again("q3", ["q1", "a1", "q2", "a2"]),
  message("a3"),
];

it("the newest version of the last answer is shown, and a person can look at each", () => {
  const newest = arrange(twice, undefined);
  expect([...newest.hidden]).toEqual(["q1", "a1", "q2", "a2"]);
  expect(newest.versions).toMatchObject({ shown: 2, each: [{ said: "q1" }, {}, {}] });
  const second = arrange(twice, "q2");
  expect([...second.hidden].toSorted()).toEqual(["a1", "a3", "q1", "q3"]);
  expect(second.versions?.shown).toBe(1);
});

it("going on from an older version decides for it", () => {
  const decided = [
    ...twice,
    message("q4", { versions: { of: null, hides: ["q2", "a2", "q3", "a3"], shows: ["q1", "a1"] } }),
  ];
  const { hidden, versions } = arrange(decided, undefined);
  expect([...hidden].toSorted()).toEqual(["a2", "a3", "q2", "q3"]);
  expect(versions).toBeUndefined();
});

it("a reminder that comes between belongs to no version of an answer", () => {
  const between = [...twice, message("a-reminder", { turn_id: null })];
  expect(arrange(between, "q1").hidden.has("a-reminder")).toBe(false);
});
