import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChannelWorld } from "../laws/channels/bench.ts";
import { freshId } from "../laws/channels/bench.ts";
import { feishuApps, feishuLineBench, feishuMessage } from "../laws/channels/feishu.ts";
import { openReminderWorld } from "../support/reminder-world.ts";
import { valuesOf } from "../vendors/feishu/checks.ts";

const app = feishuApps.first;
let world: ChannelWorld;
beforeAll(async () => {
  world = await openReminderWorld();
});
afterAll(async () => {
  expect(world.vendors.feishu.violations).toEqual([]);
  await world.close();
});

const listFor = (to: string) => world.vendors.feishu.messages.filter((each) => each.to === to);

it.each([
  ["remind me in 10 minutes to water the plants", "Done", /water the plants/],
  ["10分钟后提醒我浇花", "完成", /浇花/],
])(
  "a reminder in Feishu arrives with buttons, and a click does it: %s",
  async (wish, label, words) => {
    const ada = await feishuLineBench(world).person();
    await ada.says({ text: wish, id: freshId() });
    await world.settle(ada.peer);
    const before = listFor(ada.peer).length;
    await world.clock.advance(10 * 60_000);
    await world.until(() => listFor(ada.peer).length > before);
    await world.settle(ada.peer);
    const rung = listFor(ada.peer).at(-1);
    expect((await ada.saw()).at(-1)).toMatch(/^⏰/);
    const value = valuesOf(rung?.content ?? {}).find((each) => each.label.includes(label))?.value;
    const answer = await world.vendors.feishu.line.give(app, {
      schema: "2.0",
      header: { event_id: `click${freshId()}`, event_type: "card.action.trigger", app_id: app },
      event: {
        operator: { open_id: ada.peer },
        action: { tag: "button", value },
        context: { open_message_id: rung?.id, open_chat_id: `oc_${ada.peer}` },
      },
    });
    expect(answer).toMatchObject({ code: 200, data: { card: { type: "raw" } } });
    await world.until(() => listFor(ada.peer).length > before + 1);
    await world.settle(ada.peer);
    expect((await ada.saw()).at(-1)).toMatch(words);
    const rows = await world.db.rows<{ completion: string }>(
      "select r.completion from reminder r join conversation c on c.id = r.conversation_id where c.peer = $1",
      [ada.peer],
    );
    expect(rows).toEqual([{ completion: "done" }]);
  },
);

it("people in a group each have a conversation of their own, and are answered under their message", async () => {
  const [ada, bob] = [await feishuLineBench(world).person(), await feishuLineBench(world).person()];
  for (const { peer } of [ada, bob]) {
    const { event, ...rest } = feishuMessage(app, peer, { text: "@_user_1 hello", id: peer });
    await world.vendors.feishu.line.give(app, {
      ...rest,
      event: {
        ...event,
        message: {
          ...event.message,
          chat_id: "oc_600",
          chat_type: "group",
          mentions: [{ key: "@_user_1", id: { open_id: `ou_bot_${app}` }, name: "Meanwhile" }],
        },
      },
    });
  }
  const listAnswered = () =>
    world.vendors.feishu.messages.flatMap((each) => each.answered ?? []).toSorted();
  await world.until(() => listAnswered().length === 2);
  expect(listAnswered()).toEqual([`om_${ada.peer}`, `om_${bob.peer}`].toSorted());
  const rows = await world.db.rows("select 1 from conversation where scope like 'group:oc_600:%'");
  expect(rows).toHaveLength(2);
});
