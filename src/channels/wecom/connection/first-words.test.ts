import { expect, it } from "vitest";
import { fakeClock } from "../../../../test/support/fake-clock.ts";
import { silentLog } from "../../../../test/support/silent-log.ts";
import type { AwaitedAnswer } from "../../../domain/channel.ts";
import { announceFirstWords } from "./first-words.ts";

function open(replyTo: string | undefined) {
  const clock = fakeClock();
  const nudged: object[] = [];
  const on = {
    clock,
    log: silentLog,
    streams: {
      ofTurn: async () => "stream-1",
      look: async () => ({ replyTo }) as never,
    },
    connections: {
      live: () =>
        ({ answers: { nudge: async (answer: object) => void nudged.push(answer) } }) as never,
    },
  };
  let shown = "";
  const to = { channelAccount: "default", turnId: "t", shown: () => shown } as AwaitedAnswer;
  const typing = announceFirstWords(on, to);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) await clock.advance(50);
  };
  return { nudged, typing, pass, show: (text: string) => (shown = text) };
}

it("first words wake the line's loop once, soon after they are there", async () => {
  const { nudged, pass, show } = open("req-1");
  await pass(2_000);
  expect(nudged).toEqual([]);
  show("Once");
  await pass(400);
  show("Once upon");
  await pass(2_000);
  expect(nudged).toEqual([{ id: "stream-1", replyTo: "req-1" }]);
});

it("an answer without words, or one that WeCom polls for, wakes nothing", async () => {
  const silent = open("req-1");
  await silent.pass(500);
  silent.typing.end();
  await silent.pass(1_000);
  const polled = open(undefined);
  polled.show("Once");
  await polled.pass(1_000);
  expect([silent.nudged, polled.nudged]).toEqual([[], []]);
});
