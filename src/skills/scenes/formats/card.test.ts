import { plainName } from "../state/plain-name.ts";
import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Payload } from "../../../domain/events.ts";
import { checked } from "../api/event-shapes.ts";
import { readCard } from "./card.ts";
import { botFromCard, cardFromBot } from "./card-bot.ts";
import { type CardFormat, readCardFile, writeCardFile } from "./card-file.ts";
import { readChunks, textIn, withTexts, writeChunks } from "./png.ts";
import { portraitOf } from "./portrait.ts";
import { readZip } from "./zip.ts";
import { writeZip } from "./zip-write.ts";

const v2 = (data: object, more: object = {}): Payload =>
  ({ spec: "chara_card_v2", spec_version: "2.0", data, ...more }) as unknown as Payload;
const png = (texts: Readonly<Record<string, string>>): Uint8Array =>
  writeChunks(withTexts(portraitOf("x"), texts));
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
const formats: readonly CardFormat[] = ["png", "json", "charx"];

/** What stands in a card that we wrote. */
const dataOf = (bytes: Uint8Array): Payload => readCardFile(bytes).data;

const words = fc
  .string({ unit: "grapheme", maxLength: 40 })
  .map((text) => text.normalize("NFC").replaceAll(/[\p{Cc}\u2028\u2029{}<>]/gu, ""));
const cards = fc.record({
  name: words.map((name) => plainName(`N${name}`)),
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

describe("a card that goes through us", () => {
  it.each(formats)("comes out of %s as it went in, with the fields nobody here knows", (format) => {
    fc.assert(
      fc.property(cards, (data) => {
        const bot = checked("bot_authored", botFromCard(readCard(v2(data)), "bot_a"), {
          line: 1,
          byHand: false,
        });
        const back = dataOf(writeCardFile(cardFromBot(bot), format));
        expect(back).toMatchObject(JSON.parse(JSON.stringify(data)) as object);
        expect(botFromCard({ data: back, book: undefined, more: {} }, "bot_a")["persona"]).toEqual(
          bot["persona"],
        );
      }),
      { numRuns: 40 },
    );
  });

  it("says what the bot says by now, and leaves the rest of the card alone", () => {
    const card = readCard(
      v2({
        name: "Mira",
        description: "old",
        personality: "calm",
        scenario: "a shop",
        tags: ["x"],
        system_prompt: "obey",
      }),
    );
    const bot = {
      ...botFromCard(card, "b"),
      persona: "new",
      voice_samples: ["Every lock is a question.\nSo is a door."],
      traits: ["kind"],
    };
    const { data } = cardFromBot(bot);
    expect(data).toMatchObject({
      description: "new",
      personality: "",
      scenario: "a shop",
      tags: ["x"],
      system_prompt: "obey",
    });
    const again = botFromCard({ data, book: undefined, more: {} }, "b");
    expect(again).toMatchObject({
      persona: "new",
      voice_samples: bot.voice_samples,
      traits: ["kind"],
      backstory: "a shop",
    });
  });

  it("a bot that never was a card becomes one that has every field of V3, and V2 beside it in a picture", () => {
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
    const chunks = readChunks(writeCardFile(cardFromBot(bot), "png"));
    const said = (keyword: string): Payload =>
      JSON.parse(Buffer.from(textIn(chunks, keyword) ?? "", "base64").toString()) as Payload;
    expect(said("ccv3")).toMatchObject({ spec: "chara_card_v3", spec_version: "3.0" });
    const data = said("ccv3")["data"] as Payload;
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
    expect(said("chara")).toMatchObject({ spec: "chara_card_v2", spec_version: "2.0" });
    expect(said("chara")["data"]).not.toHaveProperty("group_only_greetings");
  });

  it("CHARX holds the card at its root and the picture that it names", () => {
    const files = readZip(
      writeCardFile(cardFromBot({ id: "b", name: "B", extensions: {} }), "charx"),
    );
    const card = JSON.parse(Buffer.from(files.get("card.json")?.bytes() ?? []).toString()) as {
      data: { assets: { uri: string }[] };
    };
    const path = card.data.assets[0]?.uri.replace("embeded://", "") ?? "";
    expect(readChunks(files.get(path)?.bytes() ?? new Uint8Array()).at(-1)?.type).toBe("IEND");
  });
});

describe("cards as they are found", () => {
  it("a newer card in a picture counts before an older one", () => {
    const bytes = png({
      chara: base64(v2({ name: "Old" })),
      ccv3: base64({ spec: "chara_card_v3", data: { name: "New" } }),
    });
    expect(readCardFile(bytes).data["name"]).toBe("New");
  });

  it.each<[string, unknown, Payload]>([
    [
      "character-tools 25 and 36: a book that is null",
      v2({ name: "A", character_book: null }),
      { name: "A" },
    ],
    [
      "character-tools 17: greetings as one text",
      v2({ name: "A", alternate_greetings: "hello" }),
      { alternate_greetings: ["hello"] },
    ],
    [
      "greetings that are null",
      v2({ name: "A", alternate_greetings: null }),
      { alternate_greetings: [] },
    ],
    ["SillyTavern 3905: no name", v2({ name: "", description: "d" }), { name: "Nameless" }],
    [
      "a name beside the data",
      v2({ name: " ", description: "d" }, { name: "Outer" }),
      { name: "Outer" },
    ],
    ["tags as one text", v2({ name: "A", tags: "a, b" }), { tags: ["a", "b"] }],
    ["extensions that are a list", v2({ name: "A", extensions: [] }), { extensions: {} }],
    [
      "the oldest form",
      { name: "A", description: "d", first_mes: "hi" },
      { name: "A", description: "d", first_mes: "hi" },
    ],
    ["a number for a text", v2({ name: "A", character_version: 3 }), { character_version: "3" }],
    [
      "dates as texts",
      v2({ name: "A", creation_date: "1700000000" }),
      { creation_date: 1_700_000_000 },
    ],
  ])("%s", (_what, card, expected) => {
    const { data } = readCardFile(Buffer.from(`\ufeff${JSON.stringify(card)}`));
    expect(data).toMatchObject(expected);
    expect(() =>
      checked("bot_authored", botFromCard(readCard(card as Payload), "b"), {
        line: 1,
        byHand: false,
      }),
    ).not.toThrow();
  });

  it("koboldai-lite 117, character-tools 19: a book outside of the data, with its entries by number, belongs to the card's bot", () => {
    const card = v2(
      { name: "A" },
      {
        character_book: {
          entries: { 0: { keys: "door", content: "locked", insertion_order: "7" } },
        },
      },
    );
    const bot = botFromCard(readCard(card), "bot_a") as { extensions: { lorebook: object } };
    expect(bot.extensions.lorebook).toMatchObject({
      entries: [
        { owner_id: "bot_a", keys: ["door"], content: "locked", enabled: true, insertion_order: 7 },
      ],
    });
    expect(JSON.stringify(cardFromBot(bot as unknown as Payload).book)).not.toContain("owner_id");
  });

  it("the voice is the character's own lines, with its name where the card left a place for it", () => {
    const mes_example =
      "<START>\n{{user}}: Who are you?\n{{char}}: I am {{char}}.\nStill am.\n<START>\nNo marks here.";
    const bot = botFromCard(
      readCard(
        v2({ name: "Ada", mes_example, description: "{{char}} met {{user}}. {{// secret}}" }),
      ),
      "b",
    );
    expect(bot["voice_samples"]).toEqual(["I am Ada.\nStill am.", "No marks here."]);
    expect(bot["persona"]).toBe("Ada met {{user}}.");
  });
});

it("a zip gives back what was put in", () => {
  const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.uint8Array({ maxLength: 300 }), { maxKeys: 6 }), (files) => {
      const back = readZip(writeZip(files));
      expect(
        Object.fromEntries([...back].map(([path, entry]) => [path, [...entry.bytes()]])),
      ).toEqual(
        Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, [...bytes]])),
      );
    }),
    { numRuns: 60 },
  );
});
