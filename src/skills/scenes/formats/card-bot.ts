import type { Payload } from "../../../domain/events.ts";
import { cleanText } from "../../../domain/text.ts";
import { text, texts } from "../state/payload.ts";
import type { Card } from "./card.ts";
import { besides, looseObject, looseText } from "./loose.ts";
import { bookForCard, readBook } from "./lorebook.ts";
import { withNames } from "./macros.ts";

/** The name under which a card carries what only we know how to say. */
const ours = "meanwhile";
const longestSample = 8_000;
const mostSamples = 200;

/** What a card says, in the fields of a bot. */
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
 * A card becomes a bot. Its orders to a model (`system_prompt`, `post_history_instructions`) are kept and given back, but nobody
 * obeys them here: what a file says is a part to play, not an instruction.
 */
export function botFromCard(card: Card, botId: string): Payload {
  const book = readBook(card.book, botId);
  return {
    id: botId,
    ...(fieldsOf(card.data) as BotFields & Payload),
    extensions: {
      card: { data: card.data, more: card.more },
      ...(book === undefined ? {} : { lorebook: book }),
    },
  };
}

function fieldsOf(data: Payload): BotFields {
  const name = text(data, "name");
  const own = looseObject(looseObject(data["extensions"])[ours]);
  const said = (field: string): string => text(data, field).trim();
  const named = (words: string): string =>
    cleanText(withNames(words, { char: text(data, "nickname") || name }).trim());
  const greetings = [said("first_mes"), ...texts(data["alternate_greetings"])];
  return {
    name,
    persona: named(
      [said("description"), said("personality")].filter((part) => part !== "").join("\n\n"),
    ),
    voice_samples: voiceIn(text(data, "mes_example"), name)
      .map((sample) => named(sample).slice(0, longestSample))
      .slice(0, mostSamples),
    traits: texts(own["traits"]),
    backstory: named(said("scenario")),
    initial_relationship_to_you: cleanText(looseText(own["initial_relationship_to_you"])),
    kickoff_prose: named(greetings.find((greeting) => greeting !== "") ?? ""),
  };
}

/** How the character talks: its own lines of each example. An example that marks nobody's lines is taken whole. */
function voiceIn(examples: string, name: string): string[] {
  return examples.split(/<START>/i).flatMap((example) => {
    const speeches = speechesIn(example, name);
    const own = speeches.filter(({ by }) => by === "char").map(({ said }) => said.trim());
    return (speeches.some(({ by }) => by !== "nobody") ? own : [example.trim()]).filter(
      (sample) => sample !== "",
    );
  });
}

function speechesIn(
  example: string,
  name: string,
): { readonly by: "char" | "user" | "nobody"; said: string }[] {
  const speeches: { readonly by: "char" | "user" | "nobody"; said: string }[] = [];
  for (const line of example.split("\n")) {
    const mark =
      /^\s*(\{\{char\}\}|\{\{user\}\}|<bot>|<user>|[^\s:：{}<>][^:：{}<>]{0,59})\s*[:：]/iu.exec(
        line,
      );
    const by = mark === null ? undefined : speakerOf(mark[1] ?? "", name);
    const last = speeches.at(-1);
    if (mark !== null && by !== undefined) speeches.push({ by, said: line.slice(mark[0].length) });
    else if (last === undefined) speeches.push({ by: "nobody", said: line });
    else last.said += `\n${line}`;
  }
  return speeches;
}

function speakerOf(mark: string, name: string): "char" | "user" | undefined {
  const word = mark.trim().toLowerCase();
  if (word === "{{user}}" || word === "<user>") return "user";
  return word === "{{char}}" || word === "<bot>" || word === name.trim().toLowerCase()
    ? "char"
    : undefined;
}

/** A bot becomes a card: what the card it came from said, unless the bot says otherwise by now. */
export function cardFromBot(bot: Payload): Card {
  const extensions = looseObject(bot["extensions"]);
  const kept = looseObject(extensions["card"]);
  const data = { ...empty, ...looseObject(kept["data"]) };
  const before = fieldsOf(data);
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
      { mes_example: examplesOf(texts(bot["voice_samples"])) },
    ],
  ];
  return {
    data: {
      ...data,
      ...Object.assign({}, ...changed.flatMap(([is, fields]) => (is ? [fields] : []))),
      ...ownExtensions(data, bot),
    },
    book: book === undefined ? undefined : bookForCard(looseObject(book)),
    more: looseObject(kept["more"]),
  };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);

const examplesOf = (samples: readonly string[]): string =>
  samples.map((sample) => `<START>\n{{char}}: ${sample}`).join("\n");

function ownExtensions(data: Payload, bot: Payload): Payload {
  const others = besides(looseObject(data["extensions"]), [ours]);
  const traits = texts(bot["traits"]);
  const towards = text(bot, "initial_relationship_to_you");
  const own = {
    ...(traits.length === 0 ? {} : { traits }),
    ...(towards === "" ? {} : { initial_relationship_to_you: towards }),
  };
  return { extensions: Object.keys(own).length === 0 ? others : { ...others, [ours]: own } };
}

/** A bot that was written here has never been a card. */
const empty: Payload = {
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
