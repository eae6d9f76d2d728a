import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  openEvolutionBench,
  evolutionSettings,
  fixture,
  jwt,
  webhookSecret,
} from "../../../../test/support/whatsapp-bench.ts";
import { someDelivery } from "../../../../test/support/whatsapp-ports.ts";
import {
  type EvolutionServer,
  startEvolutionServer,
} from "../../../../test/vendors/evolution-server.ts";
import { systemClock } from "../../../cli/system.ts";
import type { Delivery } from "../../../domain/delivery.ts";
import type { KeptMedia } from "../../../domain/ports/media.ts";
import { safeHttp } from "../../../outbound/safe-fetch.ts";
import type { EvolutionSettings } from "./create.ts";

const account = { channel: "evolution", channelAccount: "Haupt Telefon" };
const read = async (name: string, settings: Partial<EvolutionSettings> = {}) => {
  const bench = openEvolutionBench({ settings });
  expect(await bench.post(fixture(name))).toMatchObject({ status: 200 });
  await bench.evolution.close();
  return bench.spine;
};

describe("the proof of an event", () => {
  const text = fixture("evolution-text");
  const now = openEvolutionBench().clock.now();

  it.each([
    ["the header", { "x-webhook-secret": webhookSecret }],
    ["the header's other name", { "x-evolution-webhook-secret": webhookSecret }],
    ["a bearer", { authorization: `Bearer ${webhookSecret}` }],
    ["a token of ten minutes", { authorization: `Bearer ${jwt(now)}` }],
  ])("the proof of an Evolution event is %s", async (_, headers) => {
    const bench = openEvolutionBench();
    expect(await bench.call({ body: text, headers })).toMatchObject({ status: 200 });
    expect(bench.spine.kept).toHaveLength(1);
  });

  const seconds = now / 1000;
  it.each([
    ["nothing", {}],
    ["an empty secret", { "x-webhook-secret": "" }],
    ["another secret", { "x-webhook-secret": "evolution-hook-0002" }],
    [
      "the key that stands in every event",
      { "x-webhook-secret": "EVO-SECRET-KEY-IN-BODY", apikey: "EVO-SECRET-KEY-IN-BODY" },
    ],
    ["a token of another key", { authorization: `Bearer ${jwt(now, {}, { key: "other" })}` }],
    [
      "a token that has ended",
      { authorization: `Bearer ${jwt(now, { iat: seconds - 700, exp: seconds - 100 })}` },
    ],
    [
      "a token from the future",
      { authorization: `Bearer ${jwt(now, { iat: seconds + 300, exp: seconds + 900 })}` },
    ],
    [
      "a token that lives too long",
      { authorization: `Bearer ${jwt(now, { exp: seconds + 86_400 })}` },
    ],
    ["a token without an end", { authorization: `Bearer ${jwt(now, { exp: undefined })}` }],
    ["a token for another app", { authorization: `Bearer ${jwt(now, { app: "chatwoot" })}` }],
    ["a token for another action", { authorization: `Bearer ${jwt(now, { action: "login" })}` }],
    [
      "a token without algorithm",
      { authorization: `Bearer ${jwt(now, {}, { head: { alg: "none" } })}` },
    ],
    ["a token without signature", { authorization: `Bearer ${jwt(now).replace(/[^.]+$/, "")}` }],
    ["half a token", { authorization: "Bearer a.b" }],
  ])("the proof of an Evolution event is not %s", async (_, headers) => {
    const bench = openEvolutionBench();
    const parse = vi.spyOn(bench.spine.ports.inbox, "take");
    expect(await bench.call({ body: text, headers })).toMatchObject({
      status: 401,
      code: "webhook_unauthorized",
    });
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ["a secret for its webhook", { webhookSecrets: [], jwtKeys: [] }],
    ["a secret that is not blank", { webhookSecrets: [" "] }],
    ["an instance", { instances: [] }],
    ["the instance's key", { instances: [{ name: "main", apiKey: "" }] }],
  ])("the Evolution channel does not start without %s", (_, settings) => {
    expect(() => openEvolutionBench({ settings })).toThrow("does not start without");
  });
});

describe("an event", () => {
  it("an Evolution event brings a message with its person's name, by number", async () => {
    const { kept } = await read("evolution-text");
    expect(kept).toEqual([
      {
        route: { ...account, scope: "user:5511999998888", peer: "5511999998888" },
        vendorId: "3EB0IN0001",
        subject: "5511999998888",
        text: "lembra-me às 9",
        senderName: "Bia Souza",
        country: "BR",
        payload: { sent_at: "2026-01-05T08:50:01.000Z" },
        busyPolicy: "supersede",
        provision: true,
      },
    ]);
  });

  it("an Evolution event may come at a path of its own, and under its other spelling", async () => {
    const bench = openEvolutionBench();
    const headers = { "x-webhook-secret": webhookSecret };
    const body = fixture("evolution-text").replace("messages.upsert", "MESSAGES_UPSERT");
    expect(
      await bench.call({ path: "/webhooks/evolution/messages-upsert", body, headers }),
    ).toMatchObject({ status: 200 });
    expect(bench.spine.kept).toHaveLength(1);
  });

  it("an Evolution event of a hidden number prefers the number where it is given, and says that the two are one", async () => {
    const both = await read("evolution-lid-with-phone");
    expect(both.kept[0]).toMatchObject({
      subject: "5511999998888",
      route: { peer: "5511999998888" },
    });
    expect(both.changes).toEqual([
      {
        ...account,
        fromSubject: "123456789012345@lid",
        toSubject: "5511999998888",
        reason: "seen_together",
      },
    ]);
    const alone = await read("evolution-lid-alone");
    expect(alone.kept[0]).toMatchObject({
      subject: "123456789012345@lid",
      route: { peer: "123456789012345@lid" },
    });
  });

  it.each(["evolution-from-me", "evolution-group", "evolution-status"])(
    "an Evolution event that is none of ours is skipped: %s",
    async (name) => {
      const { kept, rejected } = await read(name);
      expect([kept, rejected]).toEqual([[], []]);
    },
  );

  it("an Evolution event of a group is answered in the group where groups are switched on", async () => {
    const { kept } = await read("evolution-group", { groups: true });
    const chat = "120363025246125486@g.us";
    expect(kept[0]).toMatchObject({
      subject: "5511999998888",
      route: { scope: `group:${chat}`, peer: chat },
    });
  });

  it.each([
    [
      "evolution-image",
      "a conta",
      { media: [{ kind: "image", type: "image/jpeg", caption: "a conta" }] },
    ],
    ["evolution-voice", "[voice message]", { media: [{ kind: "voice" }] }],
    ["evolution-quote", "este", { quote: { vendor_id: "3EB0OUT0001" } }],
  ])("an Evolution event of the kind %s says what it is in words", async (name, text, payload) => {
    const { kept } = await read(name);
    expect(kept[0]).toMatchObject({ text, payload });
    expect(JSON.stringify(kept)).not.toContain("4AAQ");
  });

  const wrapMessage = (message: object): string =>
    JSON.stringify({ ...event(), data: { ...data(), message } });
  const event = () => JSON.parse(fixture("evolution-text")) as { data: object };
  const data = () => event().data;
  it.each([
    [
      { ephemeralMessage: { message: { extendedTextMessage: { text: "soon gone" } } } },
      "soon gone",
    ],
    [
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { fileName: "a.pdf", mimetype: "application/pdf" } },
        },
      },
      "[document: a.pdf]",
    ],
    [{ locationMessage: { degreesLatitude: 1.5, degreesLongitude: 2 } }, "[location: 1.5, 2]"],
    [{ contactMessage: { displayName: "Grace", vcard: "BEGIN" } }, "[contact: Grace]"],
    [{ listResponseMessage: { title: "Two", singleSelectReply: { selectedRowId: "2" } } }, "Two"],
    [{ pollCreationMessage: { name: "?" } }, "[poll: ?]"],
    [{ eventMessage: { name: "picnic" } }, "[event: picnic]"],
    [{ groupInviteMessage: { groupName: "hiking" } }, "[group invitation: hiking]"],
    [{ somethingNewMessage: { name: "?" } }, "[unsupported message]"],
  ])("an Evolution event is read through its wrapping: %j", async (message, text) => {
    const bench = openEvolutionBench();
    await bench.post(wrapMessage(message));
    expect(bench.spine.kept.map((one) => one.text)).toEqual([text]);
  });

  it("an Evolution event that is a reaction wants no answer; housekeeping is nothing at all", async () => {
    const { kept, notes } = await read("evolution-reaction");
    expect(kept).toEqual([]);
    expect(notes).toMatchObject([
      { ...account, payload: { reaction: { vendor_id: "3EB0OUT0001", emoji: "❤" } } },
    ]);
    const bench = openEvolutionBench();
    await bench.post(wrapMessage({ protocolMessage: { type: 0 } }));
    expect([bench.spine.kept, bench.spine.rejected]).toEqual([[], []]);
  });

  it("an Evolution event that comes again is kept once; the same id at another instance is another message", async () => {
    const instances = [...evolutionSettings.instances, { name: "second", apiKey: "k" }];
    const bench = openEvolutionBench({ settings: { instances } });
    await bench.post(fixture("evolution-text"));
    await bench.post(fixture("evolution-text"));
    await bench.post(
      fixture("evolution-text").replace('"instance": "Haupt Telefon"', '"instance": "second"'),
    );
    expect(bench.spine.kept.map(({ route }) => route.channelAccount)).toEqual([
      "Haupt Telefon",
      "second",
    ]);
  });

  it("an Evolution event of an instance that is not ours is ignored with a word in the log", async () => {
    const bench = openEvolutionBench();
    expect(
      await bench.post(
        fixture("evolution-text").replace('"instance": "Haupt Telefon"', '"instance": "x"'),
      ),
    ).toMatchObject({
      status: 200,
    });
    expect(bench.spine.batches).toEqual([]);
    expect(bench.spine.lines.join()).toContain("unknown_instance");
  });

  it("an Evolution event without what makes it a message is reported to the operator", async () => {
    const bench = openEvolutionBench();
    expect(
      await bench.post(fixture("evolution-text").replace('"id": "3EB0IN0001"', '"id": null')),
    ).toMatchObject({ status: 200 });
    expect(bench.spine.rejected).toEqual([
      { ...account, vendorId: null, code: "invalid_provider_payload" },
    ]);
  });

  it("an Evolution event is a 503 when it can't be kept: a 400 would never come again", async () => {
    const bench = openEvolutionBench();
    bench.spine.failure = new Error("the database is away");
    expect(await bench.post(fixture("evolution-text"))).toMatchObject({ status: 503 });
    bench.spine.failure = undefined;
    expect(await bench.post(fixture("evolution-text"))).toMatchObject({ status: 200 });
    expect(bench.spine.kept).toHaveLength(1);
  });

  it("an Evolution event reports the state of our own messages", async () => {
    expect((await read("evolution-update")).receipts).toEqual([
      { ...account, providerMessageId: "3EB0OUT0001", status: "read" },
    ]);
    expect((await read("evolution-send-message")).receipts).toEqual([
      { ...account, providerMessageId: "3EB0OUT0002", status: "sent" },
    ]);
    const bench = openEvolutionBench();
    for (const [word, status] of [
      ["SERVER_ACK", "sent"],
      ["DELIVERY_ACK", "delivered"],
      ["PLAYED", "read"],
      ["ERROR", "failed"],
    ] as const) {
      await bench.post(fixture("evolution-update").replace('"READ"', `"${word}"`));
      expect(bench.spine.receipts.at(-1)).toMatchObject({ status });
    }
    const count = bench.spine.receipts.length;
    await bench.post(fixture("evolution-update").replace('"fromMe": true', '"fromMe": false'));
    await bench.post(fixture("evolution-update").replace('"READ"', '"DELETED"'));
    expect(bench.spine.receipts).toHaveLength(count);
  });

  it.each([
    ["evolution-connection-open", { state: "connected" }, true],
    ["evolution-connection-logged-out", { state: "needs_login", reason: "401" }, false],
    ["evolution-connection-lost", { state: "not_connected", reason: "428" }, false],
    ["evolution-qrcode", { state: "needs_login", reason: "qr_code" }, false],
  ])("an Evolution event says how the instance is: %s", async (name, state, ready) => {
    const bench = openEvolutionBench();
    await bench.post(fixture(name));
    await bench.post(fixture(name));
    expect(bench.spine.states).toEqual([{ channelAccount: "Haupt Telefon", ...state }]);
    expect(bench.evolution.channel.ready("Haupt Telefon")).toBe(ready);
    await bench.evolution.close();
  });

  it("an Evolution event leaves neither the instance's key nor a login code anywhere", async () => {
    for (const name of ["evolution-text", "evolution-qrcode", "evolution-image"]) {
      const spine = await read(name);
      expect(JSON.stringify([spine.kept, spine.lines, spine.states, spine.notes])).not.toMatch(
        /EVO-SECRET|QR-SECRET/,
      );
    }
  });
});

describe("a part", () => {
  let server: EvolutionServer;
  let http: ReturnType<typeof safeHttp>;
  let bench: ReturnType<typeof openEvolutionBench>;
  const files = new Map<string, KeptMedia>();
  beforeEach(async () => {
    server = await startEvolutionServer();
    http = safeHttp({ clock: systemClock });
    open();
  });
  afterEach(async () => {
    await bench.evolution.close();
    await http.close();
    await server.close();
  });

  function open(settings: Partial<EvolutionSettings> = {}): void {
    bench = openEvolutionBench({
      http,
      media: { get: async (id) => files.get(id) },
      settings: { apiBaseUrl: server.url, ...settings },
    });
  }
  const send = (more: Partial<Delivery> = {}) =>
    bench.evolution.channel.send(
      someDelivery({ ...account, peer: "5511999998888", ...more }),
      new AbortController().signal,
    );

  it("a part by Evolution is sent when the gateway names it, whenever the person last wrote", async () => {
    const window = { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null };
    expect(await send({ window })).toEqual({ kind: "sent", providerMessageId: "3EB0OUT0001" });
    expect(server.ledger).toEqual([
      {
        id: "3EB0OUT0001",
        action: "sendText",
        body: { number: "5511999998888", text: "hello", linkPreview: false },
      },
    ]);
    await send({ peer: "123456789012345@lid", payload: { quote: { vendor_id: "3EB0IN0001" } } });
    expect(server.ledger[1]?.body).toMatchObject({
      number: "123456789012345@lid",
      quoted: { key: { id: "3EB0IN0001" } },
    });
    expect(server.violations).toEqual([]);
  });

  it.each([
    [{ kind: "accept_then_500" }, { kind: "unknown", code: "http_500" }, 1],
    [{ kind: "accept_then_cut" }, { kind: "unknown", code: "reset" }, 1],
    [{ kind: "accept_without_id" }, { kind: "unknown", code: "no_message_id" }, 1],
    [{ kind: "refuse", status: 503 }, { kind: "not_sent", code: "http_503" }, 0],
    [{ kind: "refuse", status: 429 }, { kind: "not_sent", code: "http_429" }, 0],
    [{ kind: "refuse", status: 408 }, { kind: "not_sent", code: "http_408" }, 0],
    [{ kind: "refuse", status: 400 }, { kind: "refused", code: "http_400" }, 0],
    [{ kind: "refuse", status: 422 }, { kind: "refused", code: "http_422" }, 0],
    [{ kind: "not_on_whatsapp" }, { kind: "refused", code: "not_on_whatsapp" }, 0],
  ] as const)(
    "a part by Evolution gets a verdict that claims no more than is known: %j",
    async (fate, verdict, shown) => {
      server.plan(fate);
      expect(await send()).toEqual(verdict);
      expect(server.ledger).toHaveLength(shown);
      expect(server.violations).toEqual([]);
    },
  );

  it("a part by Evolution waits while the instance is offline, though the gateway refuses it like a bad message", async () => {
    server.state = "close";
    expect(await send()).toEqual({ kind: "not_sent", code: "not_connected" });
    expect(bench.evolution.channel.ready(server.instance)).toBe(false);
    server.state = "open";
    await bench.clock.whenWaiting(1);
    await bench.clock.advance(60_000);
    await bench.spine.stated(2);
    expect(bench.evolution.channel.ready(server.instance)).toBe(true);
    expect(bench.spine.states.map(({ state }) => state)).toEqual(["not_connected", "connected"]);
  });

  it("a check whether the instance is connected needs no part", async () => {
    const { signal } = new AbortController();
    expect(await bench.evolution.check(server.instance, signal)).toBe(true);
    server.state = "close";
    expect(await bench.evolution.check(server.instance, signal)).toBe(false);
    expect(await bench.evolution.check("nobody", signal)).toBe(false);
  });

  it("a part by Evolution waits when the key or the instance is wrong, and the operator is notified", async () => {
    open({ instances: [{ name: server.instance, apiKey: "wrong" }] });
    expect(await send()).toEqual({ kind: "not_sent", code: "http_401" });
    expect(bench.spine.states).toEqual([
      { channelAccount: server.instance, state: "failed", reason: "api_key_refused" },
    ]);
    await bench.evolution.close();
    open({ instances: [{ name: "nobody", apiKey: server.apiKey }] });
    expect(await send({ channelAccount: "nobody" })).toEqual({
      kind: "not_sent",
      code: "http_404",
    });
    expect(bench.spine.states).toEqual([
      { channelAccount: "nobody", state: "failed", reason: "no_such_instance" },
    ]);
  });

  it("a part by Evolution was not sent when the server does not listen, or the host is not listed", async () => {
    open({ allowedHosts: [] });
    expect(await send()).toEqual({ kind: "not_sent", code: "blocked" });
    open();
    await server.close();
    expect(await send()).toEqual({ kind: "not_sent", code: "connect" });
  });

  it("a part by Evolution may be a file, a sound or an address", async () => {
    files.set("f1", {
      bytes: Buffer.from("png"),
      type: "image/png",
      name: "a.png",
      channel: "web",
    });
    files.set("f2", { bytes: Buffer.from("ogg"), type: "audio/ogg", channel: "web" });
    await send({ text: "look", payload: { media: { id: "f1" } } });
    await send({ text: "", payload: { media: { id: "f2" } } });
    await send({
      text: "",
      payload: { media: { kind: "document", link: "https://example.com/a.pdf", name: "a.pdf" } },
    });
    expect(server.ledger.map(({ action }) => action)).toEqual([
      "sendMedia",
      "sendWhatsAppAudio",
      "sendMedia",
    ]);
    expect(server.ledger[0]?.body).toMatchObject({
      mediatype: "image",
      media: "cG5n",
      caption: "look",
      fileName: "a.png",
      mimetype: "image/png",
    });
    expect(await send({ text: "words", payload: { media: { id: "f2" } } })).toEqual({
      kind: "refused",
      code: "caption_not_possible",
    });
    expect(await send({ payload: { media: { id: "nowhere" } } })).toEqual({
      kind: "refused",
      code: "media_gone",
    });
    expect(server.violations).toEqual([]);
  });

  it("a file that a person sent is fetched by its message", async () => {
    const got = await bench.evolution.fetchMedia(server.instance, { messageId: "IN-WITH-FILE" });
    expect(got).toEqual({ bytes: Buffer.from("picture"), type: "image/png" });
    expect(await bench.evolution.fetchMedia(server.instance, { messageId: "other" })).toEqual({
      failed: "gone",
    });
    await server.close();
    expect(
      await bench.evolution.fetchMedia(server.instance, { messageId: "IN-WITH-FILE" }),
    ).toEqual({
      failed: "unreachable",
    });
  });
});
