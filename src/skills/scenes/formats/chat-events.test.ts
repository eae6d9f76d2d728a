import { expect, it } from "vitest";
import { convertChat } from "./chat-events.ts";
import { readChat } from "./chat-read.ts";

const bytes = (rows: readonly object[]): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join("\n"));

/** Who heard each line of the person's, and to whom its parts are. */
function readLines(extra: object): unknown[] {
  let ids = 0;
  const file = bytes([
    { user_name: "Me", character_name: "Ann", chat_metadata: {} },
    { name: "Ann", is_user: false, mes: "Yes?", present: ["Ann.png", "Bob.png"] },
    { name: "Me", is_user: true, mes: "the key", present: ["Ann.png", "Bob.png"], ...extra },
  ]);
  const cast = { known: [], chatId: "c", now: "2026-01-01T00:00:00Z", newId: () => `id-${++ids}` };
  return [...convertChat(readChat(file), cast).lines].flatMap(({ kind, payload }) =>
    kind === "user_turn" ? [payload] : [],
  );
}

it("a line whose listeners are all unknown is heard by its speaker alone", () => {
  const witnesses = ["nobody"];
  expect(readLines({ extra: { meanwhile: { witnesses } } })).toMatchObject([
    { witnesses: ["you"] },
  ]);
  expect(readLines({ extra: { meanwhile: { witnesses: [] } } })).toMatchObject([
    { witnesses: ["you"] },
  ]);
});

it("a whispered part for someone unknown, or for no one, becomes no part for everyone", () => {
  for (const to of [["nobody"], []])
    expect(
      readLines({ extra: { meanwhile: { segments: [{ kind: "whisper", text: "the key", to }] } } }),
    ).toMatchObject([{ segments: [{ text: "the key", to: ["you"] }] }]);
});

it.each([
  ["Zoe", "Ada", [{ persona: { name: "Zoe" } }]],
  ["Zoe", "", [{ persona: { name: "Zoe" } }]],
  ["Ada", "Ada", []],
  ["User", "Ada", []],
])("a person who is %s in a chat, and %s here, keeps the name there", (name, usualName, set) => {
  const file = bytes([
    { user_name: "unused", character_name: "unused", chat_metadata: {} },
    { name, is_user: true, mes: "Hello." },
    { name: "Ann", is_user: false, mes: "Yes?" },
  ]);
  const cast = {
    known: [],
    chatId: "c",
    now: "2026-01-01T00:00:00Z",
    newId: () => "id",
    usualName,
  };
  const settings = [...convertChat(readChat(file), cast).lines].flatMap(({ kind, payload }) =>
    kind === "story_settings_set" ? [(payload as { settings: unknown }).settings] : [],
  );
  expect(settings).toEqual(set);
});

it("a chat in which the person says nothing gives them no name", () => {
  const file = bytes([{ name: "Ann", is_user: false, mes: "Hello?" }]);
  const cast = { known: [], chatId: "c", now: "2026-01-01T00:00:00Z", newId: () => "id" };
  const lines = [...convertChat(readChat(file), { ...cast, usualName: "Ada" }).lines];
  expect(lines.map(({ kind }) => kind)).not.toContain("story_settings_set");
});

it("a message that SillyTavern's Presence lists for no character is the person's own", () => {
  expect(readLines({ present: [] })).toMatchObject([{ present: ["you"], witnesses: ["you"] }]);
});
