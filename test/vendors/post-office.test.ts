import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { postChannel } from "./post-channel.ts";
import { type Fate, type PostOffice, startPostOffice } from "./post-office.ts";

let office: PostOffice;
const http = safeHttp({ clock: systemClock });
beforeEach(async () => {
  office = await startPostOffice({ dedupes: ["parcel"] });
});
afterEach(() => office.close());

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: "d1",
  accountId: "acc",
  conversationId: "con",
  turnId: "t",
  messageId: "m",
  channel: "post",
  channelAccount: "main",
  scope: "user:ada",
  peer: "ada",
  source: "reply",
  text: "hello",
  payload: {},
  attempt: 1,
  window: { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null },
  idempotencyKey: "m:0",
  ...more,
});
const send = (what: Partial<Delivery> = {}, signal = new AbortController().signal) =>
  postChannel({ name: "post", url: office.url, http, unknownSends: "keep" }).send(
    delivery(what),
    signal,
  );

describe("the post channel", () => {
  const cases: [Fate, object, number][] = [
    [{ kind: "accept" }, { kind: "sent", providerMessageId: "letter-1" }, 1],
    [{ kind: "accept_then_500" }, { kind: "unknown", code: "http_500" }, 1],
    [{ kind: "accept_then_cut" }, { kind: "unknown", code: "reset" }, 1],
    [{ kind: "refuse", status: 404 }, { kind: "refused", code: "http_404" }, 0],
    [
      { kind: "busy", retryAfterSeconds: 7 },
      { kind: "not_sent", code: "http_429", retryAfterMs: 7_000 },
      0,
    ],
    [{ kind: "closed" }, { kind: "not_sent", code: "http_503", retryAfterMs: undefined }, 0],
  ];
  it.each(cases)(
    "the post channel claims no more than is known: $kind",
    async (fate, verdict, shown) => {
      office.plan(fate);
      expect(await send()).toEqual(verdict);
      expect(office.ledger).toHaveLength(shown);
      expect(office.violations).toEqual([]);
    },
  );

  it("the post channel is sure that nothing was sent when the server does not listen", async () => {
    await office.close();
    expect(await send()).toEqual({ kind: "not_sent", code: "connect" });
  });

  it("the post channel does not know what became of a call that was given up", async () => {
    const held = Promise.withResolvers<void>();
    const abort = new AbortController();
    office.plan({ kind: "slow", until: held.promise });
    const sending = send({}, abort.signal);
    await office.call(0);
    abort.abort();
    expect(await sending).toEqual({ kind: "unknown", code: "aborted" });
    held.resolve();
    await office.until(() => office.ledger.length === 1);
  });
});

describe("the post office", () => {
  it("the post office shows a repeated letter again, and only once where it dedupes", async () => {
    await send();
    await send({ attempt: 2 });
    await send({ channel: "parcel" });
    expect(await send({ channel: "parcel", attempt: 2 })).toEqual({
      kind: "sent",
      providerMessageId: "letter-3",
    });
    expect(office.ledger.map(({ letter, again }) => [letter.channel, again])).toEqual([
      ["post", false],
      ["post", true],
      ["parcel", false],
    ]);
    expect(office.violations).toEqual([]);
  });

  it("the post office complains about a key with another letter, parts out of order, empty letters and letters without key", async () => {
    await send({ idempotencyKey: "m:1" });
    await send({ idempotencyKey: "m:1", text: "other" });
    await send({ idempotencyKey: "m:0" });
    await send({ idempotencyKey: "n:0", text: " " });
    await send({ idempotencyKey: "" });
    expect(office.violations).toEqual([
      "the key m:1 came again with another letter",
      "part 0 of m came after a later part",
      "an empty letter",
      "a letter without an idempotency key",
    ]);
  });

  it("the post office complains about two letters for one peer at the same time", async () => {
    const held = Promise.withResolvers<void>();
    office.plan({ kind: "slow", until: held.promise });
    const first = send();
    await office.call(0);
    await send({ idempotencyKey: "n:0", id: "d2" });
    held.resolve();
    await first;
    expect(office.violations).toEqual(["two letters for ada at the same time"]);
  });
});
