import { expect, it } from "vitest";
import { castMember } from "../../../../test/support/cast.ts";
import { createEmptyChat, type Scene, you } from "../state/chat-state.ts";
import { pickSpeaker } from "./speaker.ts";

const people = [castMember("ann", "Ann"), castMember("bob", "Bob"), castMember("cid", "沈渡")];
const bots = people.map(({ id }) => id);
const scene: Scene = {
  id: 1,
  kind: "you",
  containerId: null,
  parentId: null,
  host: "ann",
  guest: "bob",
  participants: [you, ...bots],
  people: new Set([you]),
  present: new Set([you, ...bots]),
  startedAt: "2026-04-26T20:00:00Z",
  eventId: 1,
  closedAt: null,
  closedEventId: null,
  summarised: false,
};
const cast = { bots: new Map(people.map((bot) => [bot.id, bot])), you: undefined };
const pick = (text: string): string | undefined =>
  pickSpeaker(
    { state: createEmptyChat("c", "ada"), cast },
    { scene, text, witnesses: [you, ...bots] },
  );

it.each([
  ["Bob, do you trust Ann?", "bob"],
  ["“Bob: what did Ann say?”", "bob"],
  ["Do you trust Ann, Bob?", "bob"],
  ["I turn around. Bob! Ann is gone.", "bob"],
  ["沈渡，你相信Ann吗？", "cid"],
  ["你相信Ann吗，沈渡？", "cid"],
  ["I like Bob.", "bob"],
  ["Ann and Bob are here.", "ann"],
  ["Bob, Ann, come here.", "bob"],
  ["What a night.", "ann"],
])("the addressed character answers when several are named: %s", (text, speaker) => {
  expect(pick(text)).toBe(speaker);
});
