import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IlinkBench, openIlinkBench } from "../../../../test/support/ilink-bench.ts";
import type { Bot } from "../../../../test/vendors/ilink-people.ts";
import type { InboundMessage } from "../../../domain/message.ts";
import type { FetchedFile } from "../../../domain/channel.ts";
import type { JsonObject } from "../../../domain/json.ts";

let bench: IlinkBench;
let bot: Bot;
beforeEach(async () => {
  bench = await openIlinkBench({ maxMediaBytes: 1_000 });
  bot = await bench.linked();
  bench.poll();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const key = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const hex = key.toString("hex");
const png = Buffer.from("\x89PNG\r\n\x1a\n and then some", "latin1");

async function receive(item: Readonly<Record<string, unknown>>): Promise<InboundMessage> {
  const count = bench.ports.taken.length + 1;
  bench.server.says(bot, { items: [item] });
  await bench.ports.whenTaken(count);
  return bench.ports.taken[count - 1] as InboundMessage;
}

const image = (
  more: Readonly<Record<string, unknown>>,
  media: Readonly<Record<string, unknown>> = {},
): Promise<InboundMessage> =>
  receive({
    type: 2,
    image_item: {
      media: { encrypt_query_param: bench.server.cdn.keep(png, key), ...media },
      ...more,
    },
  });

/** What the turn does with the message's first file. */
async function fetchFirstFile(message: InboundMessage): Promise<FetchedFile | undefined> {
  const [media] = (message.payload?.["media"] ?? []) as readonly JsonObject[];
  const file = { channelAccount: bot.botId, vendorId: message.vendorId, media: media ?? {} };
  const got = await bench.ilink.channel.fetchFile?.(file, new AbortController().signal);
  return got !== undefined && "bytes" in got ? { bytes: Buffer.from(got.bytes) } : got;
}

describe("a picture", () => {
  it.each([
    ["hex beside it", { aeskey: hex }, {}],
    ["base64 of the bytes", {}, { aes_key: key.toString("base64") }],
    ["base64 of the hex text", {}, { aes_key: Buffer.from(hex).toString("base64") }],
  ])(
    "a picture from iLink is fetched later and decrypted, with its key as %s: the poll does not wait for it",
    async (_name, more, media) => {
      const message = await image(more, media);
      expect(message).toMatchObject({ text: "[image]", payload: { media: [{ kind: "image" }] } });
      expect(bench.server.cdn.requests).toEqual([]);
      expect(await fetchFirstFile(message)).toEqual({ bytes: png });
    },
  );

  it("a picture from iLink without a key is not encrypted", async () => {
    const message = await receive({
      type: 2,
      image_item: { media: { encrypt_query_param: bench.server.cdn.keep(png, undefined) } },
    });
    expect(await fetchFirstFile(message)).toEqual({ bytes: png });
  });

  it("a picture from iLink is fetched from its full address where it has one", async () => {
    const param = encodeURIComponent(bench.server.cdn.keep(png, key));
    const url = `${bench.server.url}/c2c/elsewhere?encrypted_query_param=${param}`;
    const message = await receive({
      type: 2,
      image_item: { aeskey: hex, media: { full_url: url } },
    });
    expect(await fetchFirstFile(message)).toEqual({ bytes: png });
    expect(bench.server.cdn.requests).toEqual(["GET /c2c/elsewhere"]);
  });

  it("a picture from iLink that cannot be fetched says why, and whether another try may help", async () => {
    bench.server.cdn.plan.push({ status: 500 });
    const large = bench.server.cdn.keep(new Uint8Array(2_000), key);
    const hopeless = (failed: string) => ({ failed, again: false });
    expect(await fetchFirstFile(await image({ aeskey: hex }))).toEqual({
      failed: "http_500",
      again: true,
    });
    expect(
      await fetchFirstFile(await image({ aeskey: "ffffffffffffffffffffffffffffffff" })),
    ).toEqual(hopeless("not_decrypted"));
    expect(await fetchFirstFile(await image({}, { aes_key: "c2hvcnQ=" }))).toEqual(
      hopeless("bad_key"),
    );
    expect(
      await fetchFirstFile(await image({}, { full_url: "http://169.254.169.254/latest" })),
    ).toEqual(hopeless("blocked"));
    expect(await fetchFirstFile(await receive({ type: 2, image_item: {} }))).toEqual(
      hopeless("no_address"),
    );
    const tooLarge = await receive({
      type: 2,
      image_item: { aeskey: hex, media: { encrypt_query_param: large } },
    });
    expect(await fetchFirstFile(tooLarge)).toEqual({ ...hopeless("too_large"), limitBytes: 1_000 });
  });
});

it("a stranger's message is reported to the operator", async () => {
  bench.server.says(bot, { text: "let me in", from: "stranger@im.wechat" });
  await bench.server.arrived("getupdates", 2);
  expect(bench.rejected).toMatchObject([
    { channel: "wechat_personal", channelAccount: bot.botId, code: "identity_pairing_required" },
  ]);
});

describe("a voice message", () => {
  const media = () => ({
    encrypt_query_param: bench.server.cdn.keep(Buffer.from("\x02#!SILK_V3 …"), key),
    aes_key: key.toString("base64"),
  });

  it("a voice message from iLink with WeChat's transcript is that text, and nothing is fetched", async () => {
    expect(
      await receive({
        type: 3,
        voice_item: { media: media(), encode_type: 6, text: "明天八点叫我" },
      }),
    ).toMatchObject({
      text: "明天八点叫我",
      payload: { media: [{ kind: "voice", transcript: "明天八点叫我" }] },
    });
    expect(bench.server.cdn.requests).toEqual([]);
  });

  it("a voice message from iLink without a transcript is a sound that can be fetched", async () => {
    const message = await receive({
      type: 3,
      voice_item: { media: media(), encode_type: 6, playtime: 1200 },
    });
    expect(message).toMatchObject({
      text: "[voice message]",
      payload: { media: [{ kind: "voice" }] },
    });
    expect(await fetchFirstFile(message)).toHaveProperty("bytes");
  });
});

it("a file keeps its name as a name, a video is a video, and an unknown kind is reported as unknown", async () => {
  const media = {
    encrypt_query_param: bench.server.cdn.keep(Buffer.from("%PDF-1.7"), key),
    aes_key: key.toString("base64"),
  };
  const file = await receive({
    type: 4,
    file_item: { media, file_name: "../../etc/报告.pdf", len: "8" },
  });
  expect(file).toMatchObject({
    text: "[file: ../../etc/报告.pdf]",
    payload: { media: [{ kind: "file", name: "../../etc/报告.pdf" }] },
  });
  expect((await receive({ type: 5, video_item: { media } })).payload?.["media"]).toMatchObject([
    { kind: "video" },
  ]);
  expect((await receive({ type: 12 })).text).toBe("[unsupported: 12]");
});

it("a malformed message is accepted as far as it can be read, and holds up no other", async () => {
  const nonsense = [
    null,
    5,
    "x",
    {},
    { type: "1" },
    { type: 1, text_item: { text: 7 } },
    { type: 2, image_item: "x" },
    { type: 3 },
  ];
  bench.server.says(bot, { items: nonsense as never });
  bench.server.says(bot, {
    items: [{ type: 2, image_item: { media: { encrypt_query_param: "\ud800" } } }],
  });
  bench.quotes.get = () => {
    throw new Error("a fault of ours");
  };
  bench.server.says(bot, {
    items: [{ type: 1, text_item: { text: "hi" }, ref_msg: { svr_id: 1n } }],
  });
  bench.server.says(bot, { text: "fine" });
  // Twice it may have been the moment; the third time it is the message.
  await bench.passUntil(bench.ports.whenTaken(4));
  const [first, second, third, fourth] = bench.ports.taken;
  expect(first?.text).toContain("[unsupported: 0]");
  expect(await fetchFirstFile(second as InboundMessage)).toMatchObject({ again: false });
  expect(third).toMatchObject({
    text: "[unreadable message]",
    payload: { error: "unreadable", context_token: "ctx-3" },
  });
  expect(fourth?.text).toBe("fine");
});

describe("a quote", () => {
  const quoting = (ref: Readonly<Record<string, unknown>>): Promise<InboundMessage> =>
    receive({ type: 1, text_item: { text: "停止" }, ref_msg: ref });

  it("a quote from iLink of which only the id comes is looked up, and leaves the message's own words alone", async () => {
    bench.quotes.set("18446744073709551615", {
      text: "the plan",
      from: "us",
      payload: { media: [{ kind: "image", id: "m9" }] },
    });
    expect(await quoting({ svr_id: 18_446_744_073_709_551_615n })).toMatchObject({
      text: "停止",
      payload: {
        quote: {
          vendor_id: "18446744073709551615",
          text: "the plan",
          from: "us",
          media: [{ id: "m9" }],
        },
      },
    });
  });

  it("a quote from iLink of an unknown message takes the words that came with it, or says so", async () => {
    expect((await quoting({ svr_id: 7n, partial_text: "only a pa" })).payload?.["quote"]).toEqual({
      vendor_id: "7",
      text: "only a pa",
    });
    expect((await quoting({ svr_id: 7n })).payload?.["quote"]).toEqual({
      vendor_id: "7",
      error: "not_found",
    });
  });
});
