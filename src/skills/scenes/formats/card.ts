import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";
import { refuseFile } from "./file-refusal.ts";
import { omitFields, readNumber, readObject, readText, readTexts } from "./lenient-json.ts";

/** A character card in memory: all V3 fields, normalised, with unknown fields preserved. */
export interface Card {
  /** Without the lorebook, which is stored separately. */
  readonly data: JsonObject;
  /** The lorebook as found in the file. */
  readonly book: Json | undefined;
  /** Unknown fields outside `data`. */
  readonly more: JsonObject;
}

const textFields = [
  "name",
  "description",
  "personality",
  "scenario",
  "first_mes",
  "mes_example",
  "creator_notes",
  "system_prompt",
  "post_history_instructions",
  "creator",
  "character_version",
] as const;
const v3Only = [
  "assets",
  "nickname",
  "creator_notes_multilingual",
  "source",
  "group_only_greetings",
  "creation_date",
  "modification_date",
];
/**
 * Fields that V1 and programs that still write it put beside `data`: duplicated inside, or unused.
 */
const outerFields = [
  ...textFields,
  "spec",
  "spec_version",
  "data",
  "character_book",
  "alternate_greetings",
  "tags",
  "extensions",
  "creatorcomment",
  "avatar",
  "chat",
  "talkativeness",
  "fav",
  "create_date",
];
/** What Pygmalion and TavernAI called some fields. */
const earlierNames: Readonly<Record<string, string>> = {
  description: "char_persona",
  scenario: "world_scenario",
  first_mes: "char_greeting",
  mes_example: "example_dialogue",
};
const hints = ["name", "description", "personality", "first_mes", "char_name", "char_persona"];
/** Longer URIs contain inline data and are dropped. */
const maxUriLength = 64 * 1024;

/** Accepts anything that claims to be a card or looks like one. */
export function readCard(value: Json): Card {
  if (!isJsonObject(value)) throw refuseFile("not_a_card");
  const isWrapped = isJsonObject(value["data"]);
  const inner = readObject(isWrapped ? value["data"] : value);
  if (!readText(value["spec"]).startsWith("chara_card") && !hints.some((name) => name in inner))
    throw refuseFile("not_a_card");
  const book = [inner["character_book"], value["character_book"]].find((one) => isJsonObject(one));
  const readField = (name: string): Json | undefined => inner[name] ?? value[name];
  return {
    data: {
      ...listUnknown(inner, isWrapped),
      ...toData(readField),
      name: findCardName([inner, value]),
    },
    book,
    more: isWrapped ? omitFields(value, outerFields) : {},
  };
}

const listUnknown = (inner: JsonObject, isWrapped: boolean): JsonObject =>
  omitFields(inner, [
    "character_book",
    ...(isWrapped ? [] : outerFields),
    ...Object.values(earlierNames),
    "char_name",
  ]);

function toData(field: (name: string) => Json | undefined): JsonObject {
  const texts = Object.fromEntries(
    textFields.map((name) => [name, readText(field(name) ?? field(earlierNames[name] ?? name))]),
  );
  const optional = [
    "nickname",
    "creation_date",
    "modification_date",
    "source",
    "creator_notes_multilingual",
  ];
  return {
    ...texts,
    creator_notes: readText(field("creator_notes") ?? field("creatorcomment")),
    alternate_greetings: readTexts(field("alternate_greetings")),
    group_only_greetings: readTexts(field("group_only_greetings")),
    tags: readTags(field("tags")),
    assets: readAssets(field("assets")),
    extensions: readObject(field("extensions")),
    ...Object.fromEntries(optional.flatMap((name) => readOptional(name, field(name)))),
  };
}

/** Values of the wrong type are dropped. */
function readOptional(name: string, value: Json | undefined): [string, Json][] {
  if (value === undefined || value === null) return [];
  if (name.endsWith("_date"))
    return Number.isNaN(readNumber(value, Number.NaN)) ? [] : [[name, readNumber(value, 0)]];
  if (name === "source") return [[name, readTexts(value)]];
  if (name === "nickname") return [[name, readText(value)]];
  return isJsonObject(value) ? [[name, value]] : [];
}

/** Cards without a name exist; a character needs one. */
const findCardName = (places: readonly JsonObject[]): string =>
  places
    .flatMap((place) => [place["name"], place["char_name"], place["nickname"]])
    .map((one) => readText(one).trim().slice(0, 200))
    .find((name) => name !== "") ?? "Nameless";

const readTags = (value: Json | undefined): string[] =>
  typeof value === "string"
    ? value
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== "")
    : readTexts(value);

function readAssets(value: Json | undefined): JsonObject[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[])
    .filter(isJsonObject)
    .filter((asset) => readText(asset["uri"]).length <= maxUriLength)
    .map((asset) => ({
      ...asset,
      type: readText(asset["type"]),
      uri: readText(asset["uri"]),
      name: readText(asset["name"]),
      ext: readText(asset["ext"]),
    }));
}

/** The V3 form with every required field. */
export function toV3({ data, book, more }: Card): JsonObject {
  const withBook = book === undefined ? data : { ...data, character_book: book };
  return { ...more, spec: "chara_card_v3", spec_version: "3.0", data: withBook };
}

/** The V2 form, without fields that V3 added. */
export function toV2({ data, book, more }: Card): JsonObject {
  const older = omitFields(data, v3Only);
  return {
    ...more,
    spec: "chara_card_v2",
    spec_version: "2.0",
    data: book === undefined ? older : { ...older, character_book: book },
  };
}
