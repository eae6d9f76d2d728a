import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../domain/json.ts";
import { readWholeCard } from "./card-file.ts";
import { convertChat } from "./chat-events.ts";
import { readChat } from "./chat-read.ts";
import { beginChatFile, type TurnRow } from "./chat-write.ts";
import { readText } from "./lenient-json.ts";
import { joinBooks, readLorebook } from "./lorebook.ts";
import { writeZip } from "./zip-write.ts";

const toBytes = (...rows: readonly unknown[]): Uint8Array =>
  Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"));

const names = new Map([
  ["ann", "Ann"],
  ["bob", "Bob"],
]);

function writeTurns(...turns: readonly Partial<TurnRow>[]): JsonObject[] {
  const file = beginChatFile({
    chat: { id: "c", title: "t", host_bot_id: "ann", created_at: "2026-01-01T00:00:00Z" },
    yourName: "Me",
    nameOf: (id) => names.get(id) ?? id,
  });
  for (const [nth, turn] of turns.entries())
    file.add({
      id: `t${nth}`,
      kind: "user",
      speaker_id: "you",
      text: "",
      segments: [],
      present: ["you", "ann", "bob"],
      witnesses: ["you", "ann", "bob"],
      story_time: null,
      versions: [],
      event_id: nth + 1,
      created_at: "2026-01-01T00:00:00Z",
      ...turn,
    });
  return Buffer.from(file.bytes())
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);
}

/** Who remembers these words after the file was imported. */
function listKnowing(rows: readonly unknown[], words: string): string[] {
  let ids = 0;
  const cast = {
    known: [...names].map(([id, name]) => ({ id, name })),
    chatId: "new",
    now: "2026-01-01T00:00:00Z",
    newId: () => `id-${++ids}`,
  };
  return [...convertChat(readChat(toBytes(...rows)), cast).lines]
    .map(({ kind, payload }) => ({ kind, payload: payload as JsonObject }))
    .filter(
      ({ kind, payload }) => kind === "memory_written" && readText(payload["text"]).includes(words),
    )
    .map(({ payload }) => readText(payload["owner_id"]));
}

describe("whispers in files of SillyTavern", () => {
  const mixed = {
    text: "Good evening. The key is under the mat.",
    segments: [
      { kind: "dialogue", text: "Good evening." },
      { kind: "dialogue", text: "The key is under the mat.", to: ["bob"] },
    ],
  };
  const answer: Partial<TurnRow> = { kind: "assistant", speaker_id: "ann", text: "Evening." };
  const reply: Partial<TurnRow> = { kind: "assistant", speaker_id: "bob", text: "Yes." };
  const stripExtra = (rows: readonly JsonObject[]) =>
    rows.map(({ extra: _extra, chat_metadata: _ours, ...row }) => row);

  it("a line that is whispered in part becomes one message for each audience, with and without our own fields", () => {
    const rows = writeTurns(answer, mixed, reply);
    expect(rows.slice(2, 4)).toMatchObject([
      { mes: "Good evening.", present: ["Ann.png", "Bob.png"] },
      { mes: "The key is under the mat.", present: ["Bob.png"] },
    ]);
    for (const file of [rows, stripExtra(rows)]) {
      expect(listKnowing(file, "under the mat")).toEqual(["bob"]);
      expect(listKnowing(file, "Good evening")).toEqual(["ann", "bob"]);
    }
    expect(readChat(toBytes(...rows)).said).toHaveLength(3);
  });

  it("a whisper names only its witnesses as present", () => {
    const whisper = {
      text: "psst",
      witnesses: ["you", "bob"],
      segments: [{ kind: "dialogue", text: "psst", to: ["bob"] }],
    };
    const rows = writeTurns(answer, whisper, reply);
    expect(rows[2]).toMatchObject({ mes: "psst", present: ["Bob.png"] });
    expect(listKnowing(stripExtra(rows), "psst")).toEqual(["bob"]);
  });
});

describe("what other programs leave out", () => {
  it("a character of a chat without lists of those present knows what it answered and what came after", () => {
    const file = [
      { user_name: "Me", character_name: "Ann", chat_metadata: {} },
      { name: "Me", is_user: true, mes: "The secret is out." },
      { name: "Ann", is_user: false, mes: "I know." },
      { name: "Me", is_user: true, mes: "Who is there?" },
      { name: "Bob", is_user: false, mes: "Only me." },
      { name: "Me", is_user: true, mes: "Come in." },
    ];
    expect(listKnowing(file, "secret")).toEqual(["ann"]);
    expect(listKnowing(file, "Who is there")).toEqual(["ann", "bob"]);
    expect(listKnowing(file, "Come in")).toEqual(["ann", "bob"]);
  });

  it("an author's note of a chat becomes the story's note", () => {
    const head = { user_name: "Me", chat_metadata: { note_prompt: "Slowly.", note_depth: 2 } };
    const chat = readChat(toBytes(head, { name: "Ann", is_user: false, mes: "Hi." }));
    expect(chat.note).toEqual({ text: "Slowly.", depth: 2 });
  });

  it("a card of Pygmalion keeps its scenario, greeting and examples", () => {
    const { card } = readWholeCard(
      toBytes({
        char_name: "Ann",
        char_persona: "Careful.",
        world_scenario: "A harbour.",
        char_greeting: "Hello.",
        example_dialogue: "Ann: Mind the step.",
      }),
    );
    expect(card.data).toMatchObject({
      name: "Ann",
      description: "Careful.",
      scenario: "A harbour.",
      first_mes: "Hello.",
      mes_example: "Ann: Mind the step.",
    });
  });

  it("a card in an archive that is appended to a JPEG is read", () => {
    const charx = writeZip({
      "card.json": toBytes({ spec: "chara_card_v3", data: { name: "Ann" } }),
    });
    const jpeg = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9]),
      charx,
    ]);
    expect(readWholeCard(jpeg).card.data["name"]).toBe("Ann");
    expect(() => readWholeCard(jpeg.subarray(0, 10))).toThrow(
      expect.objectContaining({ fact: { reason: "no_card_inside" } }),
    );
  });

  it("World Info that comes a second time adds no entry", () => {
    const bytes = toBytes({ entries: { 0: { key: ["vault"], content: "Two doors." } } });
    const book = readLorebook(bytes, "ann");
    expect(joinBooks(joinBooks(undefined, book), book)["entries"]).toHaveLength(1);
  });
});
