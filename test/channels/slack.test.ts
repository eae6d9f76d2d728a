import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChannelWorld } from "../laws/channels/bench.ts";
import { freshId } from "../laws/channels/bench.ts";
import { slackApps, slackBench, slackMessage } from "../laws/channels/slack.ts";
import { openReminderWorld } from "../support/reminder-world.ts";
import { buttonsOf } from "../vendors/slack/checks.ts";
import { slackBot } from "../vendors/slack/server.ts";

const app = slackApps.first;
let world: ChannelWorld;
beforeAll(async () => {
  world = await openReminderWorld();
});
afterAll(async () => {
  expect(world.vendors.slack.violations).toEqual([]);
  await world.close();
});

const listIn = (chat: string) =>
  world.vendors.slack.messages.filter((each) => each.channel === chat);

it.each([
  ["remind me in 10 minutes to water the plants", "Done", /water the plants/],
  ["10分钟后提醒我浇花", "完成", /浇花/],
])(
  "a reminder in Slack arrives with buttons, and a click does it: %s",
  async (wish, label, words) => {
    const ada = await slackBench(world).person();
    const chat = world.vendors.slack.directChat(app, ada.peer);
    await ada.says({ text: wish, id: freshId() });
    await world.settle(ada.peer);
    const before = listIn(chat).length;
    await world.clock.advance(10 * 60_000);
    await world.until(() => listIn(chat).length > before);
    await world.settle(ada.peer);
    const rung = listIn(chat).at(-1);
    expect((await ada.saw()).at(-1)).toMatch(/^⏰/);
    const value = buttonsOf(rung?.fields ?? {}).find((each) => each.label.includes(label))?.value;
    const click = {
      type: "block_actions",
      api_app_id: app,
      user: { id: ada.peer },
      channel: { id: chat },
      container: { message_ts: rung?.ts },
      message: rung?.fields,
      actions: [{ value, action_ts: "1.1" }],
    };
    const given = world.vendors.slack.line.give(app, { type: "interactive", payload: click });
    expect(await given.acknowledged).toBe(true);
    await world.until(() => listIn(chat).length > before + 1);
    await world.settle(ada.peer);
    expect((await ada.saw()).at(-1)).toMatch(words);
    expect(buttonsOf(rung?.fields ?? {})).toEqual([]);
    const rows = await world.db.rows<{ completion: string }>(
      "select r.completion from reminder r join conversation c on c.id = r.conversation_id where c.peer = $1",
      [ada.peer],
    );
    expect(rows).toEqual([{ completion: "done" }]);
  },
);

it("people in a channel each have a conversation of their own, and are answered in the thread of their message", async () => {
  const [ada, bob] = [await slackBench(world).person(), await slackBench(world).person()];
  const ids = [freshId(), freshId()];
  for (const [nth, { peer }] of [ada, bob].entries()) {
    const said = { text: `<@${slackBot}> hello`, id: ids[nth] ?? "" };
    const told = slackMessage(app, { channel: "C600", user: peer }, said);
    expect(await world.vendors.slack.line.give(app, told).acknowledged).toBe(true);
  }
  const listThreads = () => listIn("C600").map(({ fields }) => String(fields["thread_ts"]));
  await world.until(() => listThreads().length === 2);
  expect(listThreads().toSorted()).toEqual(
    ids.map((id) => `${id.slice(0, 10)}.${id.slice(10)}`).toSorted(),
  );
  const rows = await world.db.rows("select 1 from conversation where scope like 'group:C600:%'");
  expect(rows).toHaveLength(2);
});
