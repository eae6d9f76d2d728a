import { expect, it } from "vitest";
import type { QuotedMessage } from "../../src/domain/ports/quotes.ts";
import { emptyArrival, absorb } from "../../src/channels/whatsapp/arrival.ts";
import { readReaction } from "../../src/channels/discord/read.ts";
import { discordSection, discordSettings } from "../../src/channels/discord/section.ts";
import { readUpdate } from "../../src/channels/telegram/updates.ts";
import { wordsOfReaction } from "../../src/channels/kit/reactions.ts";

const item = (id: string) => ({
  id,
  account: "a",
  due: "2026-01-05T09:00:00.000Z",
  content: "water the plants",
  zone: "UTC",
  missed_more: false,
});
const reminder = (...ids: readonly string[]): QuotedMessage => ({
  text: "⏰ water the plants",
  from: "us",
  payload: {
    pieces: [{ kind: "reminders", language: null, zone: "UTC", items: ids.map(item) }],
  },
});
const found = { find: async () => reminder("r1") };

it.each(["👍", "👍🏽", "✅", "✔️", "✔", "☑️"])("%s on a reminder's message means done", (emoji) => {
  expect(wordsOfReaction(emoji, reminder("r1"))).toBe("done");
  expect(wordsOfReaction(emoji, { ...reminder("r1"), text: "⏰ 浇花" })).toBe("完成了");
});

it("another reaction, and one on another message or on several reminders at once, means nothing", () => {
  for (const emoji of ["❤️", "😂", "👎", ""])
    expect(wordsOfReaction(emoji, reminder("r1"))).toBeUndefined();
  expect(wordsOfReaction("👍", undefined)).toBeUndefined();
  expect(wordsOfReaction("👍", { text: "Hello", from: "us", payload: {} })).toBeUndefined();
  expect(wordsOfReaction("👍", { ...reminder("r1"), from: "person" })).toBeUndefined();
  expect(wordsOfReaction("👍", reminder("r1", "r2"))).toBeUndefined();
});

it("a reaction that Telegram reports as added answers its reminder, and one that was taken away does not", async () => {
  const settings = { allowedGroups: [], sharedGroups: [], access: "paired", allowedUsers: [] };
  const on = { settings: { ...settings, busyPolicy: "queue" }, quotes: found } as never;
  const me = { id: 1, username: "bot" } as never;
  const update = (before: string[], after: string[]) => ({
    update_id: 77,
    message_reaction: {
      chat: { id: 5, type: "private" },
      message_id: 9,
      user: { id: 5, is_bot: false, first_name: "Ada" },
      old_reaction: before.map((emoji) => ({ type: "emoji", emoji })),
      new_reaction: after.map((emoji) => ({ type: "emoji", emoji })),
    },
  });
  expect(await readUpdate(on, update([], ["👍"]), me)).toMatchObject({
    message: { vendorId: "reaction:77", text: "done", payload: { quote: { vendor_id: "5:9" } } },
  });
  expect(await readUpdate(on, update(["👍"], []), me)).toBeUndefined();
  expect(await readUpdate(on, update(["👍"], ["👍", "❤"]), me)).toBeUndefined();
});

it("a reaction that Discord reports answers its reminder, and the bot's own does not", async () => {
  const settings = discordSettings(discordSection.parse({ token: "MQ.x.y" }));
  const on = { settings, quotes: found };
  const bot = { id: "1", token: "t" };
  const reaction = (user: string) => ({
    user_id: user,
    channel_id: "7",
    message_id: "9",
    emoji: { id: null, name: "✅" },
  });
  expect(await readReaction(on, bot, reaction("5"))).toMatchObject({
    message: { vendorId: "reaction:9:5", subject: "5", text: "done" },
  });
  expect(await readReaction(on, bot, reaction("1"))).toBeUndefined();
});

it("a reaction that WhatsApp reports answers its reminder and is noted as well", async () => {
  const taken: unknown[] = [];
  const arrival = emptyArrival();
  const whose = { channel: "whatsapp", channelAccount: "1", subject: "5" };
  const reaction = (emoji: string | null) => ({ reaction: { vendor_id: "wamid.OUT", emoji } });
  arrival.notes.push(
    { ...whose, vendorId: "wamid.1", payload: reaction("👍") },
    { ...whose, vendorId: "wamid.2", payload: reaction(null) },
  );
  const inbox = {
    take: async ({ messages }: { messages: readonly unknown[] }) => {
      taken.push(...messages);
      return messages.map(() => ({ kind: "accepted" }));
    },
  };
  await absorb(
    {
      channel: "whatsapp",
      ports: { inbox },
      quotes: found,
      strangers: { answer: () => undefined },
      metrics: { count: () => undefined },
    } as never,
    arrival,
  );
  expect(taken).toMatchObject([
    { vendorId: "reaction:wamid.1", text: "done", payload: { quote: { vendor_id: "wamid.OUT" } } },
  ]);
});
