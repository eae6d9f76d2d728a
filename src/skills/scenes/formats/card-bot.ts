import type { Payload } from "../../../domain/events.ts";
import { cleanText } from "../../../domain/text.ts";
import { text, texts } from "../state/payload.ts";
import type { Card } from "./card.ts";
import { omitFields, readObject, readText } from "./lenient-json.ts";
import { toCardBook, readBook } from "./lorebook.ts";
import { fillPlaceholders } from "./macros.ts";

/** The extension key for fields only this product has. */
const ownKey = "meanwhile";
const maxSampleLength = 8_000;
const maxSamples = 200;

/** A card's content as fields of a bot. */
interface BotFields {
  readonly name: string;
  readonly persona: string;
  readonly voice_samples: readonly string[];
  readonly traits: readonly string[];
  readonly backstory: string;
  readonly initial_relationship_to_you: string;
  readonly kickoff_prose: string;
}

/**
 * Converts a card to a bot. Instructions to a model (`system_prompt`, `post_history_instructions`)
 * are kept for export but never used: a file describes a character, it does not give orders.
 */
export function toBot(card: Card, botId: string): Payload {
  const book = readBook(card.book, botId);
  return {
    id: botId,
    ...(toFields(card.data) as BotFields & Payload),
    extensions: {
      card: { data: card.data, more: card.more },
      ...(book === undefined ? {} : { lorebook: book }),
    },
  };
}

function toFields(data: Payload): BotFields {
  const name = text(data, "name");
  const own = readObject(readObject(data["extensions"])[ownKey]);
  const readField = (field: string): string => text(data, field).trim();
  const fillNames = (words: string): string =>
    cleanText(fillPlaceholders(words, { char: text(data, "nickname") || name }).trim());
  const greetings = [readField("first_mes"), ...texts(data["alternate_greetings"])];
  return {
    name,
    persona: fillNames(
      [readField("description"), readField("personality")]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
    voice_samples: findVoiceSamples(text(data, "mes_example"), name)
      .map((sample) => fillNames(sample).slice(0, maxSampleLength))
      .slice(0, maxSamples),
    traits: texts(own["traits"]),
    backstory: fillNames(readField("scenario")),
    initial_relationship_to_you: cleanText(readText(own["initial_relationship_to_you"])),
    kickoff_prose: fillNames(greetings.find((greeting) => greeting !== "") ?? ""),
  };
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
export function toCard(bot: Payload): Card {
  const extensions = readObject(bot["extensions"]);
  const kept = readObject(extensions["card"]);
  const data = { ...emptyCard, ...readObject(kept["data"]) };
  const before = toFields(data);
  const book = extensions["lorebook"];
  const name = text(bot, "name");
  const changed: [boolean, Payload][] = [
    [name !== before.name, { name }],
    [
      text(bot, "persona") !== before.persona,
      { description: text(bot, "persona"), personality: "" },
    ],
    [text(bot, "backstory") !== before.backstory, { scenario: text(bot, "backstory") }],
    [
      text(bot, "kickoff_prose") !== before.kickoff_prose,
      { first_mes: text(bot, "kickoff_prose") },
    ],
    [
      !isSame(texts(bot["voice_samples"]), before.voice_samples),
      { mes_example: formatExamples(texts(bot["voice_samples"])) },
    ],
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

function mergeExtensions(data: Payload, bot: Payload): Payload {
  const others = omitFields(readObject(data["extensions"]), [ownKey]);
  const traits = texts(bot["traits"]);
  const towards = text(bot, "initial_relationship_to_you");
  const own = {
    ...(traits.length === 0 ? {} : { traits }),
    ...(towards === "" ? {} : { initial_relationship_to_you: towards }),
  };
  return { extensions: Object.keys(own).length === 0 ? others : { ...others, [ownKey]: own } };
}

/** Defaults for a bot that was not imported. */
const emptyCard: Payload = {
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
