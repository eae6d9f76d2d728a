import { afterEach, beforeEach, expect, it } from "vitest";
import {
  discordBot,
  type DiscordBench,
  openDiscordBench,
} from "../../../test/support/discord-bench.ts";
import { partTo } from "../../../test/support/telegram-bench.ts";
import type { Discord } from "./create.ts";

const never = new AbortController().signal;
let bench: DiscordBench;
beforeEach(async () => {
  bench = await openDiscordBench();
  bench.server.limitRates(bench.clock);
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

let shown = "";
const begin = (more: object = {}) => {
  shown = "";
  return bench.typing({ shown: () => shown, ...more });
};
const listSeen = (): string[] =>
  bench.server.messages
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ fields }) => String(fields["content"]));
const finish = (by: Discord, text: string, more: object = {}) =>
  by.channel.send(
    partTo("user:5", {
      channel: "discord",
      channelAccount: discordBot,
      turnId: "turn-1",
      text,
      ...more,
    }),
    never,
  );

it("an answer is shown in one message while it is written, which then is the answer", async () => {
  const typing = begin();
  await bench.until(() => bench.server.calls.some(({ path }) => path.endsWith("/typing")), 250);
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once ▌", 250);
  shown = "Once upon";
  await bench.until(() => listSeen().join() === "Once upon ▌", 250);
  const verdict = await finish(bench.discord, "Once upon a time.");
  typing?.end();
  expect(verdict).toEqual({ kind: "sent", providerMessageId: bench.server.messages[0]?.id });
  expect(await finish(bench.discord, "The end.", { id: "d2", idempotencyKey: "k2" })).toMatchObject(
    {
      kind: "sent",
    },
  );
  expect(listSeen()).toEqual(["Once upon a time.", "The end."]);
});

it("words are shown although Discord has not answered yet that the bot types", async () => {
  const answered = Promise.withResolvers<void>();
  bench.server.typing.until = answered.promise;
  begin();
  await bench.until(() => bench.server.calls.some(({ path }) => path.endsWith("/typing")), 250);
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once ▌", 250);
  answered.resolve();
});

it("another process finishes what a dead one has begun to show, and leaves earlier parts alone", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once ▌", 250);
  const other = bench.another();
  await finish(other, "Once upon a time.");
  await finish(other, "The end.", { id: "d2", idempotencyKey: "k2" });
  expect(listSeen()).toEqual(["Once upon a time.", "The end."]);
});

it("what another process has finished is not removed by the one that began to show it", async () => {
  const typing = begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once ▌", 250);
  await finish(bench.another(), "Once upon a time.");
  typing?.end();
  const hasAsked = () => bench.server.calls.some(({ method }) => method === "GET");
  await bench.until(hasAsked, 1_000);
  expect(listSeen()).toEqual(["Once upon a time."]);
  expect(bench.server.calls.filter(({ method }) => method === "DELETE")).toEqual([]);
});

it("a turn that ends without an answer leaves no half of one behind", async () => {
  const typing = begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  typing?.end();
  await bench.until(() => listSeen().length === 0, 1_000);
});

it("edits stay within Discord's rate, whatever the model's speed", async () => {
  const typing = begin();
  let words = 0;
  const began = bench.clock.now();
  while (bench.clock.now() - began < 30_000) {
    shown = `word ${(words += 1)}`;
    await bench.clock.pass(100);
  }
  await finish(bench.discord, "done");
  typing?.end();
  const edits = bench.server.calls.filter(({ method }) => method === "PATCH").length;
  expect(edits).toBeGreaterThan(5);
  expect(edits).toBeLessThanOrEqual(26);
  expect(listSeen()).toEqual(["done"]);
});

/** As much as Discord takes within five seconds. */
async function useUpChanges(): Promise<void> {
  const [message] = bench.server.messages;
  for (let nth = 0; nth < 5; nth += 1)
    await fetch(`${bench.server.url}/channels/${message?.channelId}/messages/${message?.id}`, {
      method: "PATCH",
      headers: {
        authorization: `Bot ${bench.server.tokenOf(discordBot)}`,
        "user-agent": "DiscordBot (test, 1)",
        "content-type": "application/json",
      },
      body: JSON.stringify({ content: "Once ▌" }),
    });
}

it("an answer that Discord does not take now is finished by the next try, and no half of it stays", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once ▌", 250);
  await useUpChanges();
  expect(await finish(bench.discord, "Once upon a time.")).toMatchObject({
    kind: "not_sent",
    code: "busy",
  });
  await bench.clock.advance(5_000);
  expect(await finish(bench.discord, "Once upon a time.")).toMatchObject({ kind: "sent" });
  expect(listSeen()).toEqual(["Once upon a time."]);
});

it("half an answer is removed also if Discord asks to wait before", async () => {
  const typing = begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  typing?.end();
  await bench.clock.advance(9_900);
  await useUpChanges();
  await bench.until(() => listSeen().length === 0, 1_000);
});

it("a message that a person deleted while it was written is sent again as a whole", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  for (const message of bench.server.messages) message.isDeleted = true;
  await finish(bench.discord, "Once upon a time.");
  expect(listSeen()).toEqual(["Once upon a time."]);
});

it("an answer that Discord holds up until it has forgotten the nonce is finished in the message that a dead process began", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once ▌", 250);
  bench.server.forgetNonces();
  expect(await finish(bench.another(), "Once upon a time.")).toMatchObject({ kind: "sent" });
  expect(listSeen()).toEqual(["Once upon a time."]);
});
