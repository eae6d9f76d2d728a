import type { Json, Payload } from "../../../domain/events.ts";
import { badFile } from "./file-refusal.ts";
import { besides, isObject, looseNumber, looseObject, looseText, looseTexts } from "./loose.ts";

/** A character card as we keep it: the fields of V3 with every one in its place, and what nobody here knows beside them. */
export interface Card {
  /** Without its lorebook, which is kept apart. */
  readonly data: Payload;
  /** As it came, wherever it stood. */
  readonly book: Json | undefined;
  /** Fields outside of `data` that no version names. */
  readonly more: Payload;
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
/** What V1 and the programs that still write it put beside `data`: said again inside of it, or of no use elsewhere. */
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
const hints = ["name", "description", "personality", "first_mes", "char_name", "char_persona"];
/** A picture that is written into the card's text is no text: beyond this it is left out. */
const longestUri = 64 * 1024;

/** Whatever calls itself a card, or looks like one. */
export function readCard(value: Json): Card {
  if (!isObject(value)) throw badFile("not_a_card");
  const isWrapped = isObject(value["data"]);
  const inner = looseObject(isWrapped ? value["data"] : value);
  if (!looseText(value["spec"]).startsWith("chara_card") && !hints.some((name) => name in inner))
    throw badFile("not_a_card");
  const book = [inner["character_book"], value["character_book"]].find((one) => isObject(one));
  const field = (name: string): Json | undefined => inner[name] ?? value[name];
  return {
    data: { ...unknownIn(inner, isWrapped), ...dataOf(field), name: nameIn([inner, value]) },
    book,
    more: isWrapped ? besides(value, outerFields) : {},
  };
}

const unknownIn = (inner: Payload, isWrapped: boolean): Payload =>
  besides(inner, [
    "character_book",
    ...(isWrapped ? [] : outerFields),
    "char_name",
    "char_persona",
  ]);

function dataOf(field: (name: string) => Json | undefined): Payload {
  const texts = Object.fromEntries(textFields.map((name) => [name, looseText(field(name))]));
  const optional = [
    "nickname",
    "creation_date",
    "modification_date",
    "source",
    "creator_notes_multilingual",
  ];
  return {
    ...texts,
    description: looseText(field("description") ?? field("char_persona")),
    creator_notes: looseText(field("creator_notes") ?? field("creatorcomment")),
    alternate_greetings: looseTexts(field("alternate_greetings")),
    group_only_greetings: looseTexts(field("group_only_greetings")),
    tags: tagsIn(field("tags")),
    assets: assetsIn(field("assets")),
    extensions: looseObject(field("extensions")),
    ...Object.fromEntries(optional.flatMap((name) => optionalField(name, field(name)))),
  };
}

/** Of the right kind, or not at all. */
function optionalField(name: string, value: Json | undefined): [string, Json][] {
  if (value === undefined || value === null) return [];
  if (name.endsWith("_date"))
    return Number.isNaN(looseNumber(value, Number.NaN)) ? [] : [[name, looseNumber(value, 0)]];
  if (name === "source") return [[name, looseTexts(value)]];
  if (name === "nickname") return [[name, looseText(value)]];
  return isObject(value) ? [[name, value]] : [];
}

/** Cards without a name are found in the wild; somebody must be called something. */
const nameIn = (places: readonly Payload[]): string =>
  places
    .flatMap((place) => [place["name"], place["char_name"], place["nickname"]])
    .map((one) => looseText(one).trim().slice(0, 200))
    .find((name) => name !== "") ?? "Nameless";

const tagsIn = (value: Json | undefined): string[] =>
  typeof value === "string"
    ? value
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== "")
    : looseTexts(value);

function assetsIn(value: Json | undefined): Payload[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[])
    .filter(isObject)
    .filter((asset) => looseText(asset["uri"]).length <= longestUri)
    .map((asset) => ({
      ...asset,
      type: looseText(asset["type"]),
      uri: looseText(asset["uri"]),
      name: looseText(asset["name"]),
      ext: looseText(asset["ext"]),
    }));
}

/** As the specification of V3 has it, every required field there. */
export function asV3({ data, book, more }: Card): Payload {
  const withBook = book === undefined ? data : { ...data, character_book: book };
  return { ...more, spec: "chara_card_v3", spec_version: "3.0", data: withBook };
}

/** For programs that know only V2: what V3 added is left out. */
export function asV2({ data, book, more }: Card): Payload {
  const older = besides(data, v3Only);
  return {
    ...more,
    spec: "chara_card_v2",
    spec_version: "2.0",
    data: book === undefined ? older : { ...older, character_book: book },
  };
}
