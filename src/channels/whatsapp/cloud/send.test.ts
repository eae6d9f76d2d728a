import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeClock } from "../../../../test/support/fake-clock.ts";
import { openCloudBench, cloudSettings, fixture } from "../../../../test/support/whatsapp-bench.ts";
import { someDelivery } from "../../../../test/support/whatsapp-ports.ts";
import {
  type CloudServer,
  startCloudServer,
} from "../../../../test/vendors/whatsapp-cloud-server.ts";
import { systemClock } from "../../../cli/system.ts";
import type { Delivery } from "../../../domain/delivery.ts";
import type { KeptMedia } from "../../../domain/ports/media.ts";
import { safeHttp } from "../../../outbound/safe-fetch.ts";
import type { CloudSettings } from "./create.ts";

let server: CloudServer;
let http: ReturnType<typeof safeHttp>;
let bench: ReturnType<typeof openCloudBench>;
const files = new Map<string, KeptMedia>();
const template = { name: "reminder", language: "en", parameterLength: 40 };

beforeEach(async () => {
  server = await startCloudServer();
  http = safeHttp({ clock: systemClock });
  open();
});
afterEach(async () => {
  await bench.cloud.close();
  await http.close();
  await server.close();
  expect(server.violations).toEqual([]);
});

function open(settings: Partial<CloudSettings> = {}): void {
  const media = { get: async (id: string) => files.get(id) };
  bench = openCloudBench({
    http,
    media,
    settings: { apiBaseUrl: server.url, allowedHosts: ["127.0.0.1"], ...settings },
  });
}
const withTemplate = {
  accounts: cloudSettings.accounts.map((account) => ({ ...account, template })),
};
const send = (more: Partial<Delivery> = {}, signal = new AbortController().signal) =>
  bench.cloud.channel.send(someDelivery(more), signal);
const longAgo = {
  window: { lastInboundAt: "2026-01-04T09:00:00.000Z", sendsSinceInbound: 0, contextToken: null },
};

describe("a text", () => {
  it("a WhatsApp text goes to the phone number with our own id in it, and is sent when the vendor names it", async () => {
    expect(await send()).toEqual({ kind: "sent", providerMessageId: "wamid.OUT0001" });
    expect(server.ledger[0]?.message).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "16505551234",
      biz_opaque_callback_data: "0197a000-0000-7000-8000-000000000001",
      type: "text",
      text: { body: "hello", preview_url: false },
    });
    expect(bench.spine.states).toEqual([{ channelAccount: "106540352242922", state: "connected" }]);
  });

  it.each(["US.13491208655302741918", "US.ENT.11815799212886844830"])(
    "a WhatsApp text goes to a user id as `recipient`: %s",
    async (peer) => {
      await send({ peer });
      expect(server.ledger[0]?.message).toMatchObject({ recipient: peer });
      expect(server.ledger[0]?.message).not.toHaveProperty("to");
    },
  );

  it("a WhatsApp text points at the message that it answers", async () => {
    await send({ payload: { quote: { vendor_id: "wamid.IN1" } } });
    expect(server.ledger[0]?.message).toMatchObject({ context: { message_id: "wamid.IN1" } });
  });

  it("a WhatsApp text keeps to what the vendor allows", () => {
    expect(bench.cloud.channel.limits).toMatchObject({
      partLength: 4_096,
      partUnit: "characters",
      paceMs: 6_000,
    });
    expect(bench.cloud.channel.unknownSends).toBe("keep");
  });

  it("a WhatsApp text of a number that is not configured waits", async () => {
    expect(bench.cloud.channel.ready("999")).toBe(false);
    expect(await send({ channelAccount: "999" })).toMatchObject({ kind: "not_sent" });
  });
});

describe("the window of 24 hours", () => {
  it.each([
    ["a day ago", "2026-01-04T09:00:00.000Z"],
    ["never", null],
  ])(
    "WhatsApp's window of 24 hours is closed when the person wrote %s: the part waits and nothing is sent",
    async (_, lastInboundAt) => {
      const window = { lastInboundAt, sendsSinceInbound: 0, contextToken: null };
      expect(await send({ window, source: "reminder" })).toEqual({
        kind: "waiting_for_user",
        code: "window_closed",
      });
      expect(server.calls).toEqual([]);
    },
  );

  it("WhatsApp's window of 24 hours is open up to its last moment", async () => {
    const window = {
      lastInboundAt: "2026-01-04T09:00:00.001Z",
      sendsSinceInbound: 0,
      contextToken: null,
    };
    expect(await send({ window })).toMatchObject({ kind: "sent" });
  });

  it.each(["reminder", "notice"] as const)(
    "WhatsApp's window of 24 hours lets a %s through as the template, in one line and cut to its length",
    async (source) => {
      open(withTemplate);
      const text = "Call the dentist\n\tand ask    about 👩‍👩‍👧‍👧 the whole family";
      expect(await send({ ...longAgo, source, text })).toMatchObject({ kind: "sent" });
      expect(server.ledger[0]?.message).toMatchObject({
        type: "template",
        template: {
          name: "reminder",
          language: { code: "en" },
          components: [
            {
              type: "body",
              parameters: [{ type: "text", text: "Call the dentist and ask about…" }],
            },
          ],
        },
      });
    },
  );

  it("WhatsApp's window of 24 hours makes a reply wait, also where there is a template", async () => {
    open(withTemplate);
    expect(await send(longAgo)).toEqual({ kind: "waiting_for_user", code: "window_closed" });
  });

  it("WhatsApp's window of 24 hours is judged by the vendor: its 131047 makes the part wait, or be sent as the template", async () => {
    server.plan(
      { kind: "error", code: 131047, status: 400 },
      { kind: "error_in_200", code: 131047 },
    );
    expect(await send()).toEqual({ kind: "waiting_for_user", code: "131047" });
    open(withTemplate);
    expect(await send({ source: "reminder" })).toMatchObject({ kind: "sent" });
    expect(server.ledger.map(({ message }) => message["type"])).toEqual(["template"]);
  });
});

describe("a verdict", () => {
  const hour = 3_600_000;
  it.each([
    [131026, 400, { kind: "refused", code: "131026" }],
    [131056, 400, { kind: "not_sent", code: "131056", retryAfterMs: 6_000 }],
    [130429, 400, { kind: "not_sent", code: "130429", retryAfterMs: 4_000 }],
    [4, 400, { kind: "not_sent", code: "4", retryAfterMs: 60_000 }],
    [80007, 400, { kind: "not_sent", code: "80007", retryAfterMs: 60_000 }],
    [131048, 400, { kind: "not_sent", code: "131048", retryAfterMs: 6 * hour }],
    [131049, 400, { kind: "not_sent", code: "131049", retryAfterMs: 6 * hour }],
    [131000, 500, { kind: "not_sent", code: "131000" }],
    [131016, 500, { kind: "not_sent", code: "131016" }],
    [2, 503, { kind: "not_sent", code: "2" }],
    [100, 400, { kind: "refused", code: "100" }],
    [131008, 400, { kind: "refused", code: "131008" }],
    [131009, 400, { kind: "refused", code: "131009" }],
    [132001, 404, { kind: "refused", code: "132001" }],
    [132015, 400, { kind: "refused", code: "132015" }],
    [987654, 400, { kind: "refused", code: "987654" }],
    [987654, 500, { kind: "unknown", code: "http_500" }],
  ])("a WhatsApp verdict follows the number %d with status %d", async (code, status, verdict) => {
    server.plan({ kind: "error", code, status });
    expect(await send()).toEqual(verdict);
    expect(server.ledger).toEqual([]);
    expect(bench.cloud.channel.ready(server.phoneNumberId)).toBe(true);
  });

  it("a WhatsApp verdict waits twice as long with each attempt, and as long as the vendor asks", async () => {
    server.plan(
      { kind: "error", code: 131056, status: 400 },
      { kind: "error", code: 130429, status: 429, retryAfter: 90 },
    );
    expect(await send({ attempt: 4 })).toMatchObject({ retryAfterMs: 48_000 });
    expect(await send()).toMatchObject({ retryAfterMs: 90_000 });
  });

  it.each([
    [{ kind: "plain", status: 503, body: "<html>" }, { kind: "not_sent", code: "http_503" }, 0],
    [
      { kind: "plain", status: 429, body: "" },
      { kind: "not_sent", code: "http_429", retryAfterMs: 4_000 },
      0,
    ],
    [{ kind: "plain", status: 408, body: "" }, { kind: "not_sent", code: "http_408" }, 0],
    [{ kind: "plain", status: 502, body: "" }, { kind: "unknown", code: "http_502" }, 0],
    [{ kind: "plain", status: 302, body: "" }, { kind: "unknown", code: "redirect" }, 0],
    [
      { kind: "plain", status: 200, body: "not JSON" },
      { kind: "unknown", code: "no_message_id" },
      0,
    ],
    [{ kind: "error_in_200", code: 131026 }, { kind: "refused", code: "131026" }, 0],
    [{ kind: "accept_without_id" }, { kind: "unknown", code: "no_message_id" }, 1],
    [{ kind: "accept_then_500" }, { kind: "unknown", code: "http_500" }, 1],
    [{ kind: "accept_then_cut" }, { kind: "unknown", code: "reset" }, 1],
  ] as const)(
    "a WhatsApp verdict claims no more than is known: %j",
    async (fate, verdict, shown) => {
      server.plan(fate);
      expect(await send()).toEqual(verdict);
      expect(server.ledger).toHaveLength(shown);
    },
  );

  it("a WhatsApp verdict is sure that nothing was sent when the server does not listen, or the host is not allowed", async () => {
    open({ allowedHosts: [] });
    expect(await send()).toEqual({ kind: "not_sent", code: "blocked" });
    open();
    await server.close();
    expect(await send()).toEqual({ kind: "not_sent", code: "connect" });
  });

  it("a WhatsApp verdict is unknown after a timeout and after being given up, since bytes had left; the status settles it by our id", async () => {
    const held = Promise.withResolvers<void>();
    const clock = fakeClock();
    const slow = safeHttp({ clock });
    bench = openCloudBench({
      http: slow,
      settings: { apiBaseUrl: server.url, allowedHosts: ["127.0.0.1"] },
    });
    server.plan({ kind: "held", until: held.promise }, { kind: "held", until: held.promise });
    const timedOut = send();
    await server.until(() => server.calls.length === 1);
    await clock.advance(20_000);
    expect(await timedOut).toEqual({ kind: "unknown", code: "timeout" });
    const abort = new AbortController();
    const given = send({}, abort.signal);
    await server.until(() => server.calls.length === 2);
    abort.abort();
    expect(await given).toEqual({ kind: "unknown", code: "aborted" });
    held.resolve();
    await server.until(() => server.ledger.length === 2);
    await bench.post(fixture("cloud-statuses"));
    expect(bench.spine.receipts[0]).toMatchObject({
      deliveryId: someDelivery().id,
      status: "read",
    });
    await slow.close();
  });
});

describe("a dead token", () => {
  it("a dead WhatsApp token is reported to the operator, keeps the parts, and is over as soon as the vendor accepts it again", async () => {
    server.tokenIsDead = true;
    expect(await send()).toEqual({ kind: "not_sent", code: "190" });
    expect(bench.cloud.channel.ready(server.phoneNumberId)).toBe(false);
    expect(bench.spine.states).toEqual([
      { channelAccount: server.phoneNumberId, state: "needs_login", reason: "190" },
    ]);
    await bench.clock.whenWaiting(1);
    await bench.clock.advance(60_000);
    await server.until(() => server.calls.length === 2);
    expect(bench.cloud.channel.ready(server.phoneNumberId)).toBe(false);
    server.tokenIsDead = false;
    await bench.clock.whenWaiting(1);
    await bench.clock.advance(60_000);
    await server.until(() => server.calls.length === 3);
    await bench.spine.stated(2);
    expect(bench.spine.states.at(-1)).toEqual({
      channelAccount: server.phoneNumberId,
      state: "connected",
    });
    expect(bench.cloud.channel.ready(server.phoneNumberId)).toBe(true);
    expect(server.ledger).toEqual([]);
  });

  it("a dead WhatsApp token is reported again when it could not be recorded, and costs the part nothing", async () => {
    server.tokenIsDead = true;
    vi.spyOn(bench.spine.ports.directory, "stateChanged").mockRejectedValueOnce(
      new Error("the database is away"),
    );
    expect(await send()).toEqual({ kind: "not_sent", code: "190" });
    expect(bench.spine.states).toEqual([]);
    await bench.clock.whenWaiting(1);
    await bench.clock.advance(60_000);
    await bench.spine.stated(1);
    expect(bench.spine.states).toEqual([
      { channelAccount: server.phoneNumberId, state: "needs_login", reason: "190" },
    ]);
  });

  it("a dead WhatsApp token of one number leaves the other numbers alone", async () => {
    open({ accounts: [...cloudSettings.accounts, { phoneNumberId: "77", accessToken: "t" }] });
    server.tokenIsDead = true;
    await send();
    expect(bench.cloud.channel.ready("77")).toBe(true);
  });

  it("a dead WhatsApp token is found by a check that sends nothing", async () => {
    const { signal } = new AbortController();
    expect(await bench.cloud.check(server.phoneNumberId, signal)).toBe(true);
    server.tokenIsDead = true;
    expect(await bench.cloud.check(server.phoneNumberId, signal)).toBe(false);
    expect(await bench.cloud.check("999", signal)).toBe(false);
    await server.close();
    expect(await bench.cloud.check(server.phoneNumberId, signal)).toBe(false);
    expect(server.ledger).toEqual([]);
  });

  it("a dead WhatsApp token is in no log line", async () => {
    server.tokenIsDead = true;
    await send();
    expect(bench.spine.lines.join()).not.toContain(server.accessToken);
  });
});

describe("a file", () => {
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0d, 0x0a, 0x2d, 0x2d, 0x80]);
  it("a WhatsApp file of ours is uploaded byte for byte and then shown with its caption", async () => {
    files.set("f1", { bytes, type: "image/jpeg", name: 'a"b.jpg', channel: "web" });
    expect(await send({ text: "look", payload: { media: { id: "f1" } } })).toMatchObject({
      kind: "sent",
    });
    expect(server.uploads.get("up-1")).toEqual({ bytes, type: "image/jpeg" });
    expect(server.ledger[0]?.message).toMatchObject({
      type: "image",
      image: { id: "up-1", caption: "look" },
    });
  });

  it("speech in OGG goes to WhatsApp as a voice message, and another sound in OGG as a file", async () => {
    const opus = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from("OpusHead")]);
    const vorbis = Buffer.concat([
      Buffer.from("OggS"),
      Buffer.alloc(24),
      Buffer.from("\x01vorbis"),
    ]);
    for (const [id, sound] of [["f4", opus] as const, ["f5", vorbis] as const]) {
      files.set(id, { bytes: sound, type: "audio/ogg", name: "a.ogg", channel: "web" });
      await send({ text: "[file: a.ogg]", payload: { media: { id, alone: true } } });
    }
    expect(server.uploads.get("up-1")?.type).toBe("audio/ogg; codecs=opus");
    expect(server.ledger.map(({ message }) => message)).toMatchObject([
      { type: "audio", audio: { id: "up-1", voice: true } },
      { type: "document", document: { id: "up-2", filename: "a.ogg" } },
    ]);
  });

  it("a WhatsApp file that phones do not show by themselves is a document with its name", async () => {
    files.set("f2", { bytes, type: "application/zip", name: "all.zip", channel: "web" });
    await send({ text: "", payload: { media: { id: "f2" } } });
    expect(server.ledger[0]?.message).toMatchObject({
      type: "document",
      document: { id: "up-1", filename: "all.zip" },
    });
  });

  it("a WhatsApp file by an address is fetched by the vendor", async () => {
    await send({
      text: "",
      payload: { media: { kind: "video", link: "https://example.com/v.mp4" } },
    });
    expect(server.ledger[0]?.message).toMatchObject({
      type: "video",
      video: { link: "https://example.com/v.mp4" },
    });
  });

  it.each([
    ["is gone", { media: { id: "nowhere" }, text: "" }, "media_gone"],
    ["is too large", { media: { id: "large" }, text: "" }, "media_too_large"],
    [
      "has more words than a caption holds",
      { media: { id: "f1" }, text: "x".repeat(1_025) },
      "caption_not_possible",
    ],
    [
      "is a sound with words",
      { media: { kind: "audio", link: "https://example.com/a.ogg" }, text: "words" },
      "caption_not_possible",
    ],
  ])("a WhatsApp file that %s is refused", async (_, { text, ...payload }, code) => {
    files.set("large", {
      bytes: new Uint8Array(5 * 1024 * 1024 + 1),
      type: "image/png",
      channel: "web",
    });
    expect(await send({ text, payload })).toEqual({ kind: "refused", code });
    expect(server.ledger).toEqual([]);
  });

  it("a WhatsApp file that could not be uploaded was not sent", async () => {
    await server.close();
    expect(await send({ text: "", payload: { media: { id: "f1" } } })).toEqual({
      kind: "not_sent",
      code: "connect",
    });
  });

  it("a WhatsApp file of a person is fetched with the token, from allowed hosts only, and checked", async () => {
    const vendorId = server.putMedia(bytes);
    const got = await bench.cloud.fetchMedia(server.phoneNumberId, { vendorId });
    expect(got).toEqual({ bytes: new Uint8Array(bytes), type: "image/jpeg" });
    expect(
      await bench.cloud.fetchMedia(server.phoneNumberId, { vendorId, sha256: "other" }),
    ).toEqual({ failed: "damaged" });
    expect(await bench.cloud.fetchMedia(server.phoneNumberId, { vendorId: "nowhere" })).toEqual({
      failed: "gone",
    });
    const elsewhere = server.putMedia(bytes, { url: "https://thief.example.com/x" });
    expect(await bench.cloud.fetchMedia(server.phoneNumberId, { vendorId: elsewhere })).toEqual({
      failed: "unreachable",
    });
    expect(await bench.cloud.fetchMedia("999", { vendorId })).toEqual({ failed: "gone" });
    const before = server.calls.length;
    expect(await bench.cloud.fetchMedia(server.phoneNumberId, { vendorId: ".." })).toEqual({
      failed: "gone",
    });
    expect(server.calls).toHaveLength(before);
    server.tokenIsDead = true;
    expect(await bench.cloud.fetchMedia(server.phoneNumberId, { vendorId })).toEqual({
      failed: "unreachable",
    });
  });
});

describe("a read mark", () => {
  it("a WhatsApp read mark shows the newest accepted message of each person, and that an answer is being written", async () => {
    open({ readMarks: true });
    await bench.post(fixture("cloud-text"));
    await server.until(() => server.read.length === 1);
    expect(server.read).toEqual(["wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQ0001AA=="]);
    // A repeat has been shown already.
    await bench.post(fixture("cloud-text"));
    await bench.post(fixture("cloud-image"));
    await server.until(() => server.read.length === 2);
    expect(server.read[1]).toContain("0005");
  });

  it("a WhatsApp read mark that fails costs nothing", async () => {
    open({ readMarks: true });
    await server.close();
    expect(await bench.post(fixture("cloud-text"))).toMatchObject({ status: 200 });
    await bench.cloud.close();
    expect(bench.spine.kept).toHaveLength(1);
  });
});
