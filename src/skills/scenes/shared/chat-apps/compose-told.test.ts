import { expect, it } from "vitest";
import { composeTold, type TurnLine } from "./compose-told.ts";
import { parseJoin } from "./join-request.ts";
import type { StoryPlace } from "./places.ts";

const place = (account: string, conversation: string): StoryPlace => ({
  account_id: account,
  conversation_id: conversation,
  entity_id: `person-${account}`,
  language: "en",
  is_room: conversation === "room",
});
const everyone = ["person-ada", "person-bea", "ann"];
const line = (of: Partial<TurnLine>): TurnLine => ({
  id: "1",
  kind: "assistant",
  speaker_id: "ann",
  name: "Ann",
  present: everyone,
  witnesses: everyone,
  segments: [{}],
  texts: { ada: "Tea?", bea: "Tea?" },
  ...of,
});
const inRoom = [place("ada", "room"), place("bea", "room")];
const list = (places: readonly StoryPlace[], one: TurnLine, from: string | null = null) =>
  composeTold(places, { lines: [one], from }).map(({ conversationId, text }) => [
    conversationId,
    text,
  ]);

it("a line that everyone in a group has is sent there once", () => {
  expect(list([...inRoom, place("bea", "bea")], line({}))).toEqual([["room", "Ann: Tea?"]]);
});

it("a line that someone in the group did not witness, or has in other words, is sent to each one alone", () => {
  const whispered = line({ witnesses: ["person-bea", "ann"], texts: { bea: "Tea?" } });
  expect(list([...inRoom, place("bea", "bea")], whispered)).toEqual([
    ["bea", "Ann (whispers): Tea?"],
  ]);
  const mixed = line({ texts: { ada: "Tea?", bea: "Tea? Psst." } });
  expect(list(inRoom, mixed)).toEqual([
    [null, "Ann: Tea?"],
    [null, "Ann: Tea? Psst."],
  ]);
});

it("a whisper that reaches everyone in the group is none of the group's", () => {
  const whispered = line({ segments: [{ to: ["person-ada", "person-bea"] }] });
  expect(list(inRoom, whispered).map(([conversation]) => conversation)).toEqual([null, null]);
});

it("a person's own line, and one that the group has read there, is not sent back", () => {
  const own = line({ kind: "user", speaker_id: "person-ada", name: "Ada" });
  expect(list([place("ada", "ada"), place("bea", "bea")], own, "ada")).toEqual([
    ["bea", "Ada: Tea?"],
  ]);
  expect(list(inRoom, own, "room")).toEqual([]);
});

it.each([
  ["AbCdEfGhIjKlMnOpQr as Bea Wren", "AbCdEfGhIjKlMnOpQr", "Bea Wren"],
  ["https://meanwhile.example/#story=AbCdEfGhIjKlMnOpQr", "AbCdEfGhIjKlMnOpQr", undefined],
  ["AbCdEfGhIjKlMnOpQr 叫小贝", "AbCdEfGhIjKlMnOpQr", "小贝"],
  ["as Bea", undefined, "Bea"],
  ["", undefined, undefined],
])("“/scene join %s” is read as a code and a name", (typed, code, name) => {
  expect(parseJoin(typed)).toEqual({ code, name });
});
