import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { BotSpeech } from "../../../domain/events/story.ts";
import { botSpeech } from "../../../domain/events/story-shapes.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { cleanText } from "../../../domain/text.ts";
import type { Card } from "./card.ts";
import { keepText, keepTexts, omitFields, readObject, readText } from "./lenient-json.ts";
import { toCardBook, readBook } from "./lorebook.ts";
import { fillPlaceholders } from "./macros.ts";

/** The extension key for fields only this product has. */
const ownKey = "meanwhile";
const maxSampleLength = 8_000;
const maxSamples = 200;

/** A bot as it is authored, and as its row has it. */
export type BotFields = {
  readonly [Field in BotField]: NonNullable<PayloadOf<"bot_authored">[Field]>;
};
type BotField = Exclude<keyof PayloadOf<"bot_authored">, "chat_id" | "branch_id" | "placed_after">;

/**
 * Converts a card to a bot. Instructions to a model (`system_prompt`, `post_history_instructions`)
 * are kept, and followed only in stories that allow it: a file describes a character, it does not
 * give orders.
 */
export function toBot(card: Card, botId: string): BotFields {
  const book = readBook(card.book, botId);
  return {
    id: botId,
    ...toFields(card.data),
    extensions: {
      card: { data: card.data, more: card.more },
      ...(book === undefined ? {} : { lorebook: book }),
    },
  };
}

/** A card's content as fields of a bot. */
function toFields(data: JsonObject) {
  const name = keepText(data["name"]);
  const own = readObject(readObject(data["extensions"])[ownKey]);
  const readField = (field: string): string => keepText(data[field]).trim();
  const fillNames = (words: string): string =>
    cleanText(fillPlaceholders(words, { char: keepText(data["nickname"]) || name }).trim());
  const greetings = [readField("first_mes"), ...keepTexts(data["alternate_greetings"])];
  return {
    name,
    persona: fillNames(
      [readField("description"), readField("personality")]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
    voice_samples: findVoiceSamples(keepText(data["mes_example"]), name)
      .map((sample) => fillNames(sample).slice(0, maxSampleLength))
      .slice(0, maxSamples),
    traits: keepTexts(own["traits"]),
    backstory: fillNames(readField("scenario")),
    initial_relationship_to_you: cleanText(readText(own["initial_relationship_to_you"])),
    pronouns: cleanText(keepText(own["pronouns"])).slice(0, 400),
    looks: cleanText(keepText(own["looks"])),
    play: readSpeech(own["play"]),
    kickoff_prose: fillNames(greetings.find((greeting) => greeting !== "") ?? ""),
  };
}

/** How the character speaks, from a card that this product wrote. What does not fit is left out. */
function readSpeech(value: Json | undefined): BotSpeech {
  const read = botSpeech.safeParse(value ?? {});
  return read.success ? read.data : {};
}

/**
 * The character's own lines of each example dialogue. An example without speaker labels is used
 * whole.
 */
function findVoiceSamples(examples: string, name: string): string[] {
  return examples.split(/<START>/i).flatMap((example) => {
    const speeches = splitSpeeches(example, name);
    const own = speeches.filter(({ by }) => by === "char").map(({ said }) => said.trim());
    return (speeches.some(({ by }) => by !== "nobody") ? own : [example.trim()]).filter(
      (sample) => sample !== "",
    );
  });
}

function splitSpeeches(
  example: string,
  name: string,
): { readonly by: "char" | "user" | "nobody"; said: string }[] {
  const speeches: { readonly by: "char" | "user" | "nobody"; said: string }[] = [];
  for (const line of example.split("\n")) {
    const mark =
      /^\s*(\{\{char\}\}|\{\{user\}\}|<bot>|<user>|[^\s:：{}<>][^:：{}<>]{0,59})\s*[:：]/iu.exec(
        line,
      );
    const by = mark === null ? undefined : parseSpeaker(mark[1] ?? "", name);
    const last = speeches.at(-1);
    if (mark !== null && by !== undefined) speeches.push({ by, said: line.slice(mark[0].length) });
    else if (last === undefined) speeches.push({ by: "nobody", said: line });
    else last.said += `\n${line}`;
  }
  return speeches;
}

function parseSpeaker(mark: string, name: string): "char" | "user" | undefined {
  const word = mark.trim().toLowerCase();
  if (word === "{{user}}" || word === "<user>") return "user";
  return word === "{{char}}" || word === "<bot>" || word === name.trim().toLowerCase()
    ? "char"
    : undefined;
}

/** Converts a bot to a card: the original card, with fields replaced where the bot differs. */
export function toCard(bot: PayloadOf<"bot_authored">): Card {
  const { name, persona = "", backstory = "", kickoff_prose = "", voice_samples = [] } = bot;
  const { extensions = {} } = bot;
  const kept = readObject(extensions["card"]);
  const data = { ...emptyCard, ...readObject(kept["data"]) };
  const before = toFields(data);
  const book = extensions["lorebook"];
  const changed: [boolean, JsonObject][] = [
    [name !== before.name, { name }],
    [persona !== before.persona, { description: persona, personality: "" }],
    [backstory !== before.backstory, { scenario: backstory }],
    [kickoff_prose !== before.kickoff_prose, { first_mes: kickoff_prose }],
    [!isSame(voice_samples, before.voice_samples), { mes_example: formatExamples(voice_samples) }],
  ];
  return {
    data: {
      ...data,
      ...Object.assign({}, ...changed.flatMap(([is, fields]) => (is ? [fields] : []))),
      ...mergeExtensions(data, bot),
    },
    book: book === undefined ? undefined : toCardBook(readObject(book)),
    more: readObject(kept["more"]),
  };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);

const formatExamples = (samples: readonly string[]): string =>
  samples.map((sample) => `<START>\n{{char}}: ${sample}`).join("\n");

function mergeExtensions(data: JsonObject, bot: PayloadOf<"bot_authored">): JsonObject {
  const others = omitFields(readObject(data["extensions"]), [ownKey]);
  const { traits = [], initial_relationship_to_you: towards = "" } = bot;
  const { pronouns = "", looks = "", play = {} } = bot;
  const own = {
    ...(traits.length === 0 ? {} : { traits }),
    ...(towards === "" ? {} : { initial_relationship_to_you: towards }),
    ...(pronouns === "" ? {} : { pronouns }),
    ...(looks === "" ? {} : { looks }),
    ...(Object.keys(play).length === 0 ? {} : { play: play as JsonObject }),
  };
  return { extensions: Object.keys(own).length === 0 ? others : { ...others, [ownKey]: own } };
}

/** Defaults for a bot that was not imported. */
const emptyCard: JsonObject = {
  name: "",
  description: "",
  personality: "",
  scenario: "",
  first_mes: "",
  mes_example: "",
  creator_notes: "",
  system_prompt: "",
  post_history_instructions: "",
  alternate_greetings: [],
  group_only_greetings: [],
  tags: [],
  creator: "",
  character_version: "",
  assets: [],
  extensions: {},
};
