import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChannelWorld } from "../laws/channels/bench.ts";
import { freshId } from "../laws/channels/bench.ts";
import { dingtalkBench } from "../laws/channels/dingtalk.ts";
import { openReminderWorld } from "../support/reminder-world.ts";

let world: ChannelWorld;
beforeAll(async () => {
  world = await openReminderWorld();
});
afterAll(async () => {
  expect(world.vendors.dingtalk.violations).toEqual([]);
  await world.close();
});

const listTo = (peer: string) => world.vendors.dingtalk.messages.filter((each) => each.to === peer);

it.each([
  ["remind me in 10 minutes to water the plants", "Done", /water the plants/],
  ["10分钟后提醒我浇花", "完成", /浇花/],
])(
  "a reminder in DingTalk arrives with buttons, and the words of a click do it: %s",
  async (wish, label, words) => {
    const ada = await dingtalkBench(world).person();
    await ada.says({ text: wish, id: freshId() });
    await world.settle(ada.peer);
    const before = listTo(ada.peer).length;
    await world.clock.advance(10 * 60_000);
    await world.until(() => listTo(ada.peer).length > before);
    await world.settle(ada.peer);
    expect((await ada.saw()).at(-1)).toMatch(/^⏰/);
    const { param = {} } = listTo(ada.peer).at(-1) ?? {};
    const nth = [1, 2, 3].find((each) => param[`actionTitle${each}`]?.includes(label));
    const content = new URL(param[`actionURL${nth}`] ?? "").searchParams.get("content") ?? "";
    await ada.says({ text: content, id: freshId() });
    await world.until(() => listTo(ada.peer).length > before + 1);
    await world.settle(ada.peer);
    expect((await ada.saw()).at(-1)).toMatch(words);
    const rows = await world.db.rows<{ completion: string }>(
      "select r.completion from reminder r join conversation c on c.id = r.conversation_id where c.peer = $1",
      [ada.peer],
    );
    expect(rows).toEqual([{ completion: "done" }]);
  },
);
