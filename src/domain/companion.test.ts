import { expect, it } from "vitest";
import { hasHeard, mayRemember, plainVoice } from "./companion.ts";

const periods = [
  { botId: "mira", from: 10, to: 20 },
  { botId: "yu", from: 30, to: null },
];
const mira = { id: "mira", periods };
const hasHeardWords = (eventId: number) => hasHeard(mira, { eventId, direction: "inbound" });
const hasHeardReply = (eventId: number, spokenAs?: string) =>
  hasHeard(mira, { eventId, direction: "outbound", spokenAs });

it("a character hears what the person says to it and to the plain assistant, and nothing that is said to another one", () => {
  // Before any choice, in its own period, at the end of it, with the plain assistant, with another.
  expect([5, 15, 20, 25, 35].map(hasHeardWords)).toEqual([true, true, true, true, false]);
});

it("a character hears its own replies and fixed texts of its own period, and no line of another one that comes late", () => {
  expect([hasHeardReply(15), hasHeardReply(15, "mira")]).toEqual([true, true]);
  expect([hasHeardReply(11, "yu"), hasHeardReply(11, plainVoice)]).toEqual([false, false]);
});

it("a character hears no reply of the plain assistant, which may repeat what another one heard", () => {
  expect([hasHeardReply(5), hasHeardReply(25), hasHeardReply(35)]).toEqual([false, false, false]);
});

it("a character remembers facts that it or the plain assistant heard, and summaries of its own periods alone", () => {
  const mayKeep = (form: "fact" | "summary", sources: readonly number[]) =>
    mayRemember(mira, { form, sources });
  for (const sources of [[5], [15], [5, 15]]) expect(mayKeep("fact", sources)).toBe(true);
  for (const sources of [[35], [15, 35]]) expect(mayKeep("fact", sources)).toBe(false);
  expect(mayKeep("summary", [15, 16])).toBe(true);
  for (const sources of [[5], [15, 35]]) expect(mayKeep("summary", sources)).toBe(false);
});
