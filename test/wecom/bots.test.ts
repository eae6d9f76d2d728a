import { expect, it } from "vitest";
import { listFailedChannels, listChannels } from "../../src/accounts/channel-directory.ts";
import { listFeedback } from "../../src/inbound/feedback.ts";
import { until, useWecom } from "../support/use-wecom.ts";
import { testKey } from "../vendors/wecom-server.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const bot = (name: string) => ({
  name,
  path: `/wecombot/callback/${name}`,
  keys: [testKey()],
  botId: "AIB2",
});
const states = async () =>
  (await listChannels(on.store.db)).map(({ channelAccount, state, reason }) => [
    channelAccount,
    state,
    reason,
  ]);

it("the operator sees each bot of the settings: waiting for WeCom's first call, connected after it, and gone with the settings", async () => {
  const lab = await on.open();
  await lab.wecom.renew({ ...lab.settings, bots: [...lab.settings.bots, bot("sales")] });
  expect(await states()).toEqual([
    ["default", "not_connected", "not_called_yet"],
    ["sales", "not_connected", "not_called_yet"],
  ]);
  await on.finished(await on.app.text(zhang, "你好"));
  await until(async () => (await states())[0]?.[1] === "connected");
  await lab.wecom.renew(lab.settings);
  expect(await states()).toEqual([["default", "connected", null]]);
  await lab.wecom.renew({ ...lab.settings, bots: [...lab.settings.bots, bot("sales")] });
  expect((await states()).map(([name]) => name)).toEqual(["default", "sales"]);
});

it("the operator reads how people rated answers, with who and why", async () => {
  await on.open();
  await on.finished(await on.app.text(zhang, "你好"));
  const rate = (msgid: string, feedback: object) =>
    on.app.send({
      msgid,
      aibotid: "AIB1",
      chattype: "single",
      from: zhang,
      msgtype: "event",
      event: { eventtype: "feedback_event", feedback_event: feedback },
    });
  await rate("e1", { id: "f1", type: 1 });
  await on.clock.pass(1_000);
  await rate("e2", { id: "f2", type: 2, content: "答非所问", inaccurate_reason_list: [1, 3] });
  expect(await listFeedback(on.store.db, { limit: 10 })).toMatchObject([
    {
      channel: "wecom",
      channelAccount: "default",
      subject: "zhangsan",
      rating: "bad",
      reasons: ["irrelevant", "wrong"],
      words: "答非所问",
    },
    { subject: "zhangsan", rating: "good", reasons: [], words: "" },
  ]);
});

it("readiness names a bot that is dead, and only while its channel is switched on", async () => {
  const lab = await on.open();
  const directory = lab.spine.ports.directory;
  expect(await listFailedChannels(on.store.db, ["wecom"])).toEqual({});
  await directory.stateChanged(
    { channel: "wecom", channelAccount: "default" },
    { state: "failed", reason: "taken_over" },
  );
  expect(await listFailedChannels(on.store.db, ["wecom", "web"])).toEqual({ wecom: "taken_over" });
  expect(await listFailedChannels(on.store.db, ["web"])).toEqual({});
});
