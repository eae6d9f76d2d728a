import type { Payload } from "../../../domain/events.ts";
import type { StoryLine } from "../../../domain/views/scenes.ts";
import chats from "../samples/chats.json" with { type: "json" };
import jiuNiang from "../samples/jiu-niang.json" with { type: "json" };
import orlaFinch from "../samples/orla-finch.json" with { type: "json" };
import shenDu from "../samples/shen-du.json" with { type: "json" };
import { text } from "../state/payload.ts";
import { readCard } from "./card.ts";
import { botFromCard } from "./card-bot.ts";
import { chatLines } from "./chat-lines.ts";

/** Three who come with the product. Their ids never change, so that whoever has them gets no second set. */
const cards: readonly (readonly [id: string, card: unknown])[] = [
  ["sample-orla-finch", orlaFinch],
  ["sample-shen-du", shenDu],
  ["sample-jiu-niang", jiuNiang],
];

export const sampleIds: readonly string[] = cards.map(([id]) => id);
export const sampleTitles: readonly string[] = chats.map(({ title }) => title);

export const sampleBots = (): Payload[] =>
  cards.map(([id, card]) => botFromCard(readCard(card as Payload), id));

export interface SampleAt {
  readonly yourName: string;
  readonly now: string;
  newId(): string;
}

/** Each begun, with something said after one of the bots had gone: the first thing to see is that she does not know it. */
export function sampleChat(
  title: string,
  at: SampleAt,
): { readonly chatId: string; readonly lines: StoryLine[] } {
  const sample = chats.find((one) => one.title === title);
  if (sample === undefined) throw new Error(`there is no sample chat ${title}`);
  const chatId = at.newId();
  const bots = sampleBots().map((bot) => ({ id: text(bot, "id"), name: text(bot, "name") }));
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
    lines: chatLines(chat, { known: bots, chatId, now: at.now, newId: () => at.newId(), setting }),
  };
}
