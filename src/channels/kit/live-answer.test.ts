import { expect, it } from "vitest";
import { fakePushes } from "../../../test/support/bot-bench.ts";
import { fakeClock } from "../../../test/support/fake-clock.ts";
import { silentLog } from "../../../test/support/silent-log.ts";
import type { AwaitedAnswer } from "../../domain/channel.ts";
import { createLiveAnswers, type LiveVendor } from "./live-answer.ts";

/** Two processes, one vendor. */
function openTwo() {
  const clock = fakeClock();
  const pushes = fakePushes();
  const texts = new Map<number, string>();
  const busy: { restMs?: number } = {};
  const vendor: LiveVendor<{ readonly nth: number }> = {
    channel: "any",
    changeEveryMs: 0,
    perSecond: 1_000,
    longest: 1_000,
    async create({ text, keep }) {
      const message = { nth: texts.size + 1 };
      await keep(message);
      texts.set(message.nth, text);
      return { message };
    },
    async change(message, text) {
      if (busy.restMs === undefined) texts.set(message.nth, text);
      return { message, ...busy };
    },
    remove: async ({ nth }) => texts.delete(nth),
  };
  const open = () => createLiveAnswers({ clock, log: silentLog, streams: true, pushes }, vendor);
  const show = async (live: ReturnType<typeof open>, text: string) => {
    const to = { turnId: "turn-1", scope: "user:5", shown: () => text } as AwaitedAnswer;
    const typing = live.typing(to);
    while (![...texts.values()].includes(text)) await clock.advance(250);
    return typing;
  };
  return { clock, busy, texts, one: open(), two: open(), show };
}

const part = (id: string) => ({ id, turnId: "turn-1", source: "reply" }) as const;

it("an answer that another process takes up again goes on in the message that a dead one began", async () => {
  const { one, two, texts, show } = openTwo();
  await show(one, "Once");
  await show(two, "Once upon");
  expect([...texts]).toEqual([[1, "Once upon"]]);
  expect(await two.takeOver(part("a"))).toMatchObject({ nth: 1 });
});

it("a message is found again by the part that took it over until it is gone, and by no other part", async () => {
  const { one, two, show } = openTwo();
  await show(one, "Once");
  expect(await one.takeOver(part("a"))).toMatchObject({ nth: 1 });
  expect([await two.hasTaken(part("a")), await two.hasTaken(part("b"))]).toEqual([true, false]);
  expect([await two.takeOver(part("b")), await one.takeOver(part("b"))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await two.takeOver(part("a"))).toMatchObject({ nth: 1 });
  expect(await one.takeOver(part("a"))).toMatchObject({ nth: 1 });
  await two.drop(part("a"));
  expect([await two.hasTaken(part("a")), await two.takeOver(part("a"))]).toEqual([
    false,
    undefined,
  ]);
});

it("a message that a living process is finishing is not removed by the one that began it", async () => {
  const { one, two, clock, texts, show } = openTwo();
  const typing = await show(one, "Once");
  await two.takeOver(part("a"));
  typing.end();
  await clock.advance(11_000);
  expect([...texts]).toEqual([[1, "Once"]]);
});

it("an answer that a vendor asks to wait holds up the other answers of its account", async () => {
  const { clock, busy, texts, one } = openTwo();
  const shown: Record<string, string> = { a: "One", b: "" };
  const begin = (turnId: string) =>
    one.typing({
      turnId,
      channelAccount: "app",
      scope: `user:${turnId}`,
      shown: () => shown[turnId],
    } as AwaitedAnswer);
  begin("a");
  begin("b");
  await clock.advance(250);
  busy.restMs = 5_000;
  shown["a"] = "One two";
  for (let passed = 0; passed < 1_000; passed += 250) await clock.advance(250);
  delete busy.restMs;
  shown["b"] = "Other";
  await clock.advance(3_000);
  expect([...texts.values()]).not.toContain("Other");
  for (let passed = 0; passed < 2_000; passed += 250) await clock.advance(250);
  expect([...texts.values()]).toContain("Other");
});
