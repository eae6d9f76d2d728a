import { toCharacterName } from "../../../domain/character-name.ts";
import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../domain/json.ts";
import { validateEvent } from "../api/event-shapes.ts";
import { readCard } from "./card.ts";
import { toBot, toCard } from "./card-bot.ts";
import { type CardFormat, readCardFile, writeCardFile } from "./card-file.ts";
import { readChunks, findText, replaceTexts, writeChunks } from "./png.ts";
import { drawPortrait } from "./portrait.ts";
import { readZip } from "./zip.ts";
import { writeZip } from "./zip-write.ts";

const createV2 = (data: object, more: object = {}): JsonObject =>
  ({ spec: "chara_card_v2", spec_version: "2.0", data, ...more }) as unknown as JsonObject;
const createPng = (texts: Readonly<Record<string, string>>): Uint8Array =>
  writeChunks(replaceTexts(drawPortrait("x"), texts));
const toBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
const formats: readonly CardFormat[] = ["png", "json", "charx"];

const readData = (bytes: Uint8Array): JsonObject => readCardFile(bytes).data;

const words = fc
  .string({ unit: "grapheme", maxLength: 40 })
  .map((text) => text.normalize("NFC").replaceAll(/[\p{Cc}\u2028\u2029{}<>]/gu, ""));
const cards = fc.record({
  name: words.map((name) => toCharacterName(`N${name}`)),
  description: words,
  personality: words,
  scenario: words,
  first_mes: words,
  mes_example: words,
  creator_notes: words,
  system_prompt: words,
  post_history_instructions: words,
  creator: words,
  character_version: words,
  alternate_greetings: fc.array(
    words.map((text) => `g${text}`),
    { maxLength: 3 },
  ),
  tags: fc.array(
    words.map((text) => `t${text}`),
    { maxLength: 3 },
  ),
  extensions: fc.dictionary(
    words.map((key) => `k${key}`),
    fc.oneof(words, fc.integer(), fc.boolean()),
    { maxKeys: 3 },
  ),
  unknown_field: fc.oneof(words, fc.constant({ deep: [1, null] })),
});

describe("the round trip of a card", () => {
  it.each(formats)(
    "a card exported as %s equals the imported one, including unknown fields",
    (format) => {
      fc.assert(
        fc.property(cards, (data) => {
          const whole = toBot(readCard(createV2(data)), "bot_a");
          const event = validateEvent("bot_authored", whole, { line: 1, byHand: false });
          const bot = event.kind === "bot_authored" ? event.payload : whole;
          const back = readData(writeCardFile(toCard(bot), format));
          expect(back).toMatchObject(JSON.parse(JSON.stringify(data)) as object);
          expect(toBot({ data: back, book: undefined, more: {} }, "bot_a").persona).toEqual(
            bot.persona,
          );
        }),
        { numRuns: 40 },
      );
    },
  );

  it("an exported card contains the edited fields of the bot and keeps the others", () => {
    const card = readCard(
      createV2({
        name: "Mira",
        description: "old",
        personality: "calm",
        scenario: "a shop",
        tags: ["x"],
        system_prompt: "obey",
      }),
    );
    const bot = {
      ...toBot(card, "b"),
      persona: "new",
      voice_samples: ["Every lock is a question.\nSo is a door."],
      traits: ["kind"],
    };
    const { data } = toCard(bot);
    expect(data).toMatchObject({
      description: "new",
      personality: "",
      scenario: "a shop",
      tags: ["x"],
      system_prompt: "obey",
    });
    const again = toBot({ data, book: undefined, more: {} }, "b");
    expect(again).toMatchObject({
      persona: "new",
      voice_samples: bot.voice_samples,
      traits: ["kind"],
      backstory: "a shop",
    });
  });

  it("a bot that was not imported is exported with every V3 field, and with V2 in a PNG", () => {
    const bot = {
      id: "b",
      name: "沈渡",
      persona: "船长",
      voice_samples: ["七个。"],
      traits: [],
      backstory: "",
      kickoff_prose: "末班船。",
      extensions: {},
    };
    const chunks = readChunks(writeCardFile(toCard(bot), "png"));
    const readKeyword = (keyword: string): JsonObject =>
      JSON.parse(Buffer.from(findText(chunks, keyword) ?? "", "base64").toString()) as JsonObject;
    expect(readKeyword("ccv3")).toMatchObject({ spec: "chara_card_v3", spec_version: "3.0" });
    const data = readKeyword("ccv3")["data"] as JsonObject;
    for (const field of [
      "creator_notes",
      "system_prompt",
      "group_only_greetings",
      "alternate_greetings",
      "assets",
      "extensions",
    ])
      expect(data).toHaveProperty(field);
    expect(data).toMatchObject({
      name: "沈渡",
      description: "船长",
      first_mes: "末班船。",
      mes_example: "<START>\n{{char}}: 七个。",
    });
    expect(readKeyword("chara")).toMatchObject({ spec: "chara_card_v2", spec_version: "2.0" });
    expect(readKeyword("chara")["data"]).not.toHaveProperty("group_only_greetings");
  });

  it("an exported CHARX file contains the card at its root and its picture", () => {
    const files = readZip(writeCardFile(toCard({ id: "b", name: "B", extensions: {} }), "charx"));
    const card = JSON.parse(Buffer.from(files.get("card.json")?.unpack() ?? []).toString()) as {
      data: { assets: { uri: string }[] };
    };
    const path = card.data.assets[0]?.uri.replace("embeded://", "") ?? "";
    expect(readChunks(files.get(path)?.unpack() ?? new Uint8Array()).at(-1)?.type).toBe("IEND");
  });
});

describe("cards of other programs", () => {
  it("the newer of two cards in a PNG is used", () => {
    const bytes = createPng({
      chara: toBase64(createV2({ name: "Old" })),
      ccv3: toBase64({ spec: "chara_card_v3", data: { name: "New" } }),
    });
    expect(readCardFile(bytes).data["name"]).toBe("New");
  });

  it.each<[string, unknown, JsonObject]>([
    [
      "character-tools 25 and 36: a lorebook that is null",
      createV2({ name: "A", character_book: null }),
      { name: "A" },
    ],
    [
      "character-tools 17: greetings as a single string",
      createV2({ name: "A", alternate_greetings: "hello" }),
      { alternate_greetings: ["hello"] },
    ],
    [
      "greetings that are null",
      createV2({ name: "A", alternate_greetings: null }),
      { alternate_greetings: [] },
    ],
    [
      "SillyTavern 3905: a card without a name",
      createV2({ name: "", description: "d" }),
      { name: "Nameless" },
    ],
    [
      "a name beside the data",
      createV2({ name: " ", description: "d" }, { name: "Outer" }),
      { name: "Outer" },
    ],
    ["tags as a single string", createV2({ name: "A", tags: "a, b" }), { tags: ["a", "b"] }],
    ["extensions that are a list", createV2({ name: "A", extensions: [] }), { extensions: {} }],
    [
      "a V1 card",
      { name: "A", description: "d", first_mes: "hi" },
      { name: "A", description: "d", first_mes: "hi" },
    ],
    [
      "a number instead of a string",
      createV2({ name: "A", character_version: 3 }),
      { character_version: "3" },
    ],
    [
      "dates as strings",
      createV2({ name: "A", creation_date: "1700000000" }),
      { creation_date: 1_700_000_000 },
    ],
  ])("a card with a deviation is read: %s", (_what, card, expected) => {
    const { data } = readCardFile(Buffer.from(`\ufeff${JSON.stringify(card)}`));
    expect(data).toMatchObject(expected);
    expect(() =>
      validateEvent("bot_authored", toBot(readCard(card as JsonObject), "b"), {
        line: 1,
        byHand: false,
      }),
    ).not.toThrow();
  });

  it("koboldai-lite 117, character-tools 19: a lorebook outside of the data, with numbered entries, belongs to the card's bot", () => {
    const card = createV2(
      { name: "A" },
      {
        character_book: {
          entries: { 0: { keys: "door", content: "locked", insertion_order: "7" } },
        },
      },
    );
    const bot = toBot(readCard(card), "bot_a");
    expect(bot.extensions["lorebook"]).toMatchObject({
      entries: [
        { owner_id: "bot_a", keys: ["door"], content: "locked", enabled: true, insertion_order: 7 },
      ],
    });
    expect(JSON.stringify(toCard(bot).book)).not.toContain("owner_id");
  });

  it("voice samples of a card are the character's own lines, with placeholders filled", () => {
    const mes_example =
      "<START>\n{{user}}: Who are you?\n{{char}}: I am {{char}}.\nStill am.\n<START>\nNo marks here.";
    const bot = toBot(
      readCard(
        createV2({ name: "Ada", mes_example, description: "{{char}} met {{user}}. {{// secret}}" }),
      ),
      "b",
    );
    expect(bot["voice_samples"]).toEqual(["I am Ada.\nStill am.", "No marks here."]);
    expect(bot["persona"]).toBe("Ada met {{user}}.");
  });
});

it("a written zip is read back unchanged", () => {
  const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.uint8Array({ maxLength: 300 }), { maxKeys: 6 }), (files) => {
      const back = readZip(writeZip(files));
      expect(
        Object.fromEntries([...back].map(([path, entry]) => [path, [...entry.unpack()]])),
      ).toEqual(
        Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, [...bytes]])),
      );
    }),
    { numRuns: 60 },
  );
});
