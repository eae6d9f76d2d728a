import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeliveryOutlook } from "../../src/domain/ports/delivery-outlook.ts";
import { skillProjections } from "../../src/main/projections.ts";
import { createScriptedModel } from "../../src/model/scripted.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import { freshId, type ChannelWorld, type Someone } from "../laws/channels/bench.ts";
import { telegramBots, telegramSecret } from "../laws/channels/channels.ts";
import { telegramHookBench } from "../laws/channels/telegram.ts";
import { openChannelWorld } from "../laws/channels/world.ts";
import { recordingMetrics } from "../support/model-ports.ts";
import { timersOn } from "../support/reminder-lab.ts";

const settings = {
  overlap: "off",
  clarificationMinutes: 30,
  nightlyHour: 21,
  latePolicy: "fire",
} as const;
const outlook: DeliveryOutlook = { placeFor: (to) => world.one.spine.outlook.placeFor(to) };
let world: ChannelWorld;
beforeAll(async () => {
  const reminders = createRemindersSkill({ settings, metrics: recordingMetrics(), outlook });
  world = await openChannelWorld({
    behind: ({ clock }) => ({
      projections: skillProjections,
      timers: timersOn(clock),
      model: createScriptedModel([], () => ({ kind: "text", text: "(talk)" })),
      skills: [reminders, chatSkill({ historyMessages: 5 })],
    }),
  });
});
afterAll(() => world.close());

const talk = async (ada: Someone, text: string): Promise<string | undefined> => {
  expect(await ada.says({ text, id: freshId() })).toBe("taken");
  await world.settle(ada.peer);
  return (await ada.saw()).at(-1);
};
const listSeen = ({ peer }: Someone) =>
  world.vendors.telegram.seen.filter(({ chatId }) => String(chatId) === peer);
const buttonsOf = (message: { readonly fields: Readonly<Record<string, unknown>> } | undefined) =>
  (
    message?.fields["reply_markup"] as
      | { inline_keyboard: { text: string; callback_data: string }[][] }
      | undefined
  )?.inline_keyboard.flat() ?? [];

let clicks = 0;
/** Clicks a button under a message that the person saw, and gives the answer. */
async function click(ada: Someone, on: ReturnType<typeof listSeen>[number], button: string) {
  const data = buttonsOf(on).find(({ text }) => text.includes(button))?.callback_data;
  const update = {
    update_id: 1,
    callback_query: {
      id: String((clicks += 1)),
      from: { id: Number(ada.peer), is_bot: false, first_name: "Ada" },
      message: { message_id: on.messageId, chat: { id: on.chatId, type: "private" }, date: 0 },
      data,
    },
  };
  const { status } = await world.one.api.call(`/webhooks/telegram/${telegramBots.hook}`, {
    method: "POST",
    body: JSON.stringify(update),
    headers: {
      "Content-Type": "application/json",
      "x-telegram-bot-api-secret-token": telegramSecret,
    },
  });
  expect(status).toBe(200);
  await world.settle(ada.peer);
  return (await ada.saw()).at(-1);
}

/** A reminder that has just gone off, as the person sees it. */
async function ring(ada: Someone, wish: string) {
  await talk(ada, wish);
  const before = listSeen(ada).length;
  await world.clock.advance(10 * 60_000);
  await world.until(() => listSeen(ada).length > before);
  await world.settle(ada.peer);
  const message = listSeen(ada).at(-1);
  if (message === undefined) throw new Error("nothing arrived");
  return message;
}

describe("buttons in Telegram", () => {
  it.each([
    ["remind me in 10 minutes to water the plants", "Done", /water the plants/],
    ["10分钟后提醒我浇花", "完成", /浇花/],
    ["keep reminding me every 10 minutes to feed the cat until I say done", "Done", /feed the cat/],
  ])("the button under “%s” marks it as done", async (wish, button, words) => {
    const ada = await telegramHookBench(world).person();
    const message = await ring(ada, wish);
    expect(message.text).toMatch(/^⏰/);
    expect(await click(ada, message, button)).toMatch(words);
    const rows = await world.db.rows<{ completion: string }>(
      "select r.completion from reminder r join conversation c on c.id = r.conversation_id where c.peer = $1",
      [ada.peer],
    );
    expect(rows).toEqual([{ completion: "done" }]);
  });

  it.each([
    ["remind me in 10 minutes to water the plants", "In 10 minutes", /water the plants/],
    ["10分钟后提醒我浇花", "10 分钟后", /浇花/],
    ["remind me in 10 minutes to water the plants", "In 1 hour", /water the plants/],
    ["10分钟后提醒我浇花", "1 小时后", /浇花/],
  ])("the button under “%s” brings it again: %s", async (wish, button, words) => {
    const ada = await telegramHookBench(world).person();
    const message = await ring(ada, wish);
    expect(await click(ada, message, button)).toMatch(words);
    const before = listSeen(ada).length;
    await world.clock.advance(61 * 60_000);
    await world.until(() => listSeen(ada).length > before);
    expect(listSeen(ada).at(-1)?.text).toMatch(words);
  });

  it("the undo button takes back its own change, and no later one", async () => {
    const ada = await telegramHookBench(world).person();
    await talk(ada, "remind me tomorrow at 8 to water the plants");
    const first = listSeen(ada).at(-1);
    await talk(ada, "remind me tomorrow at 9 to call Ann");
    const second = listSeen(ada).at(-1);
    if (first === undefined || second === undefined) throw new Error("nothing arrived");
    expect(await click(ada, first, "Undo")).toBe(
      "That is not the last change. Nothing was undone.",
    );
    expect(await click(ada, second, "Undo")).toMatch(/^Undone: .*call Ann/);
    expect(buttonsOf(listSeen(ada).at(-1))).toEqual([]);
  });
});
