import { afterAll, beforeAll, expect, it } from "vitest";
import { type ChannelWorld, freshId, type Someone } from "../laws/channels/bench.ts";
import { discordBench, discordBots } from "../laws/channels/discord.ts";
import { openReminderWorld } from "../support/reminder-world.ts";
import type { DiscordMessage } from "../vendors/discord/server.ts";

const bot = discordBots.first;
let world: ChannelWorld;
beforeAll(async () => {
  world = await openReminderWorld();
});
afterAll(async () => {
  expect(world.vendors.discord.violations).toEqual([]);
  await world.close();
});

const listIn = (channelId: string): readonly DiscordMessage[] =>
  world.vendors.discord.messages.filter((each) => each.channelId === channelId);
const channelOf = ({ peer }: Someone): string => world.vendors.discord.directChannel(peer);
const buttonsOf = (message: DiscordMessage | undefined) =>
  (
    (message?.fields["components"] ?? []) as readonly {
      readonly components: readonly { readonly label: string; readonly custom_id: string }[];
    }[]
  ).flatMap(({ components }) => components);

it.each([
  ["remind me in 10 minutes to water the plants", "Done", /water the plants/],
  ["10分钟后提醒我浇花", "完成", /浇花/],
])(
  "a reminder in Discord arrives with buttons, and a click does it: %s",
  async (wish, label, words) => {
    const ada = await discordBench(world).person();
    await ada.says({ text: wish, id: freshId() });
    await world.settle(ada.peer);
    const before = listIn(channelOf(ada)).length;
    await world.clock.advance(10 * 60_000);
    await world.until(() => listIn(channelOf(ada)).length > before);
    const rung = listIn(channelOf(ada)).at(-1);
    expect(rung?.fields["content"]).toMatch(/^⏰/);
    const data = buttonsOf(rung).find((button) => button.label.includes(label))?.custom_id;
    const clickId = freshId().slice(-18);
    world.vendors.discord.gateway.dispatch(bot, "INTERACTION_CREATE", {
      id: clickId,
      token: "click-token",
      type: 3,
      channel_id: channelOf(ada),
      user: { id: ada.peer, username: "ada" },
      data: { custom_id: data },
      message: { id: rung?.id, content: rung?.fields["content"] },
    });
    await world.until(() => listIn(channelOf(ada)).length > before + 1);
    await world.settle(ada.peer);
    expect(listIn(channelOf(ada)).at(-1)?.fields["content"]).toMatch(words);
    const rows = await world.db.rows<{ completion: string }>(
      "select r.completion from reminder r join conversation c on c.id = r.conversation_id where c.peer = $1",
      [ada.peer],
    );
    expect(rows).toEqual([{ completion: "done" }]);
    await world.until(() =>
      world.vendors.discord.calls.some(({ path }) => path.includes(`/interactions/${clickId}/`)),
    );
  },
);

it("people on a server each have a conversation of their own, and are answered under their message", async () => {
  const [ada, bob] = [await discordBench(world).person(), await discordBench(world).person()];
  for (const { peer } of [ada, bob])
    world.vendors.discord.gateway.dispatch(bot, "MESSAGE_CREATE", {
      id: `77${peer}`,
      type: 0,
      guild_id: "5",
      channel_id: "600",
      author: { id: peer, username: "someone" },
      content: `<@${bot}> hello`,
      mentions: [{ id: bot }],
    });
  await world.until(() => listIn("600").length === 2);
  expect(
    listIn("600")
      .map(({ fields }) => fields["message_reference"])
      .toSorted((one, two) => JSON.stringify(one).localeCompare(JSON.stringify(two))),
  ).toMatchObject([{ message_id: `77${ada.peer}` }, { message_id: `77${bob.peer}` }]);
  const rows = await world.db.rows<{ scope: string }>(
    "select scope from conversation where scope like 'group:600:%'",
  );
  expect(rows).toHaveLength(2);
});
