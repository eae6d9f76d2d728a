import type { Json } from "../../../domain/json.ts";
import type { Language } from "../../../domain/language.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import chats from "../samples/chats.json" with { type: "json" };
import jiuNiang from "../samples/jiu-niang.json" with { type: "json" };
import orlaFinch from "../samples/orla-finch.json" with { type: "json" };
import shenDu from "../samples/shen-du.json" with { type: "json" };
import { readCard } from "./card.ts";
import { toBot } from "./card-bot.ts";
import { convertChat } from "./chat-events.ts";

/** The sample characters. Their ids never change, so that importing them again adds nothing. */
const cards: readonly (readonly [id: string, card: Json])[] = [
  ["sample-orla-finch", orlaFinch],
  ["sample-shen-du", shenDu],
  ["sample-jiu-niang", jiuNiang],
];

export const sampleIds: readonly string[] = cards.map(([id]) => id);
/** Without a language, all. */
export const listSampleTitles = (language?: Language): readonly string[] =>
  chats
    .filter((chat) => language === undefined || chat.language === language)
    .map(({ title }) => title);

export const createSampleBots = () => cards.map(([id, card]) => toBot(readCard(card), id));

export interface SampleContext {
  readonly yourName: string;
  readonly now: string;
  newId(): string;
}

/**
 * A chat in progress, with a line said after one bot had left: it demonstrates that she does not
 * know it.
 */
export function createSampleChat(
  title: string,
  at: SampleContext,
): { readonly chatId: string; readonly lines: StoryEventInput[] } {
  const sample = chats.find((one) => one.title === title);
  if (sample === undefined) throw new Error(`unknown sample chat: ${title}`);
  const chatId = at.newId();
  const bots = createSampleBots().map(({ id, name }) => ({ id, name }));
  const said = sample.said.map(({ speaker, text: words, present }) => ({
    name: speaker === "you" ? at.yourName : speaker,
    isYou: speaker === "you",
    text: words,
    present,
    witnesses: undefined,
    segments: [],
    at: undefined,
  }));
  const { place, type, narrative_anchor, weather, initial_time } = sample;
  const chat = { title, yourName: at.yourName, hostName: sample.host, said, cast: [], leftOut: 0 };
  const setting = { place, type, narrative_anchor, weather, initial_time };
  return {
    chatId,
    lines: [
      ...convertChat(chat, { known: bots, chatId, now: at.now, newId: () => at.newId(), setting })
        .lines,
    ],
  };
}
