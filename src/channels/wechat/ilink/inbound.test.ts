import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IlinkBench, ilinkBench } from "../../../../test/support/ilink-bench.ts";
import type { Bot } from "../../../../test/vendors/ilink-people.ts";
import type { InboundMessage } from "../../../domain/message.ts";
import { MediaRefused } from "../../../domain/media.ts";

let bench: IlinkBench;
let bot: Bot;
beforeEach(async () => {
  bench = await ilinkBench({ maxMediaBytes: 1_000 });
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

async function received(item: Readonly<Record<string, unknown>>): Promise<InboundMessage> {
  const count = bench.ports.taken.length + 1;
  bench.server.says(bot, { items: [item] });
  await bench.ports.whenTaken(count);
  return bench.ports.taken[count - 1] as InboundMessage;
}

const image = (more: Readonly<Record<string, unknown>>, media: Readonly<Record<string, unknown>> = {}): Promise<InboundMessage> =>
  received({ type: 2, image_item: { media: { encrypt_query_param: bench.server.cdn.keep(png, key), ...media }, ...more } });

describe("a picture", () => {
  it.each([
    ["hex beside it", { aeskey: hex }, {}],
    ["base64 of the bytes", {}, { aes_key: key.toString("base64") }],
    ["base64 of the hex text", {}, { aes_key: Buffer.from(hex).toString("base64") }],
  ])("is fetched, decrypted and kept, with its key as %s", async (_name, more, media) => {
    const message = await image(more, media);
    expect(message.text).toBe("[image]");
    expect(message.payload?.["media"]).toEqual([{ kind: "image", id: "m1", type: "image/png", bytes: png.length }]);
    expect(Buffer.from(bench.media.kept.get("m1")?.bytes ?? [])).toEqual(png);
  });

  it("without a key is plain", async () => {
    const message = await received({ type: 2, image_item: { media: { encrypt_query_param: bench.server.cdn.keep(png, undefined) } } });
    expect(message.payload?.["media"]).toMatchObject([{ id: "m1", type: "image/png" }]);
  });

  it("is fetched from its full address where it has one", async () => {
    const param = encodeURIComponent(bench.server.cdn.keep(png, key));
    const url = `${bench.server.url}/c2c/elsewhere?encrypted_query_param=${param}`;
    const message = await received({ type: 2, image_item: { aeskey: hex, media: { full_url: url } } });
    expect(message.payload?.["media"]).toMatchObject([{ id: "m1" }]);
    expect(bench.server.cdn.requests).toEqual(["GET /c2c/elsewhere"]);
  });

  it("that can't be had says why, and the message comes all the same", async () => {
    bench.server.cdn.plan.push({ status: 500 });
    expect(await image({ aeskey: hex })).toMatchObject({
      text: "[image (could not be fetched: http_500)]",
      payload: { media: [{ kind: "image", error: "http_500" }], context_token: "ctx-1" },
    });
    const wrong = "ffffffffffffffffffffffffffffffff";
    expect((await image({ aeskey: wrong })).payload?.["media"]).toMatchObject([{ error: "not_decrypted" }]);
    expect((await image({}, { aes_key: "c2hvcnQ=" })).payload?.["media"]).toMatchObject([{ error: "bad_key" }]);
    expect((await image({}, { full_url: "http://169.254.169.254/latest" })).payload?.["media"]).toMatchObject([{ error: "blocked" }]);
    expect((await received({ type: 2, image_item: {} })).payload?.["media"]).toMatchObject([{ error: "no_address" }]);
    const large = bench.server.cdn.keep(new Uint8Array(2_000), key);
    const tooLarge = await received({ type: 2, image_item: { aeskey: hex, media: { encrypt_query_param: large } } });
    expect(tooLarge.payload?.["media"]).toMatchObject([{ error: "too_large" }]);
    expect(bench.media.kept.size).toBe(0);
  });

  it("for which there is no room says so", async () => {
    bench.media.put = () => Promise.reject(new MediaRefused("no_room"));
    expect((await image({ aeskey: hex })).payload?.["media"]).toMatchObject([{ error: "no_room" }]);
  });

  it("is fetched once when its batch comes again, and a stranger's is not kept", async () => {
    bench.ports.takeFailures.push(new Error("the database is away"));
    bench.server.says(bot, {
      items: [{ type: 2, image_item: { aeskey: hex, media: { encrypt_query_param: bench.server.cdn.keep(png, key) } } }],
    });
    await bench.heard("could not be taken in");
    await bench.clock.advance(2_000);
    await bench.ports.whenTaken(1);
    await bench.server.arrived("getupdates", 3);
    bench.server.replay(bot);
    await bench.passUntil(bench.server.arrived("getupdates", 4));
    expect(bench.server.cdn.requests).toHaveLength(1);
    const items = [{ type: 2, image_item: { aeskey: hex, media: { encrypt_query_param: bench.server.cdn.keep(png, key) } } }];
    bench.server.says(bot, { items, from: "stranger@im.wechat" });
    await bench.server.arrived("getupdates", 5);
    expect([...bench.media.kept.keys()]).toEqual(["m1"]);
  });
});

describe("a voice message", () => {
  const media = () => ({
    encrypt_query_param: bench.server.cdn.keep(Buffer.from("\x02#!SILK_V3 …"), key),
    aes_key: key.toString("base64"),
  });

  it("with WeChat's transcript is that text, and nothing is fetched", async () => {
    expect(await received({ type: 3, voice_item: { media: media(), encode_type: 6, text: "明天八点叫我" } })).toMatchObject({
      text: "明天八点叫我",
    });
    expect(bench.server.cdn.requests).toEqual([]);
  });

  it("without one is kept as sound", async () => {
    const message = await received({ type: 3, voice_item: { media: media(), encode_type: 6, playtime: 1200 } });
    expect(message).toMatchObject({ text: "[voice]", payload: { media: [{ kind: "voice", type: "audio/silk" }] } });
  });
});

it("a file keeps its name as a name, a video is a video, and what nobody knows is said to be unknown", async () => {
  const media = { encrypt_query_param: bench.server.cdn.keep(Buffer.from("%PDF-1.7"), key), aes_key: key.toString("base64") };
  const file = await received({ type: 4, file_item: { media, file_name: "../../etc/报告.pdf", len: "8" } });
  expect(file).toMatchObject({
    text: "[file: ../../etc/报告.pdf]",
    payload: { media: [{ kind: "file", name: "../../etc/报告.pdf", type: "application/pdf" }] },
  });
  expect((await received({ type: 5, video_item: { media } })).payload?.["media"]).toMatchObject([{ kind: "video" }]);
  expect((await received({ type: 12 })).text).toBe("[unsupported: 12]");
});

it("what makes no sense comes as what can be said of it, and holds nobody up", async () => {
  const nonsense = [null, 5, "x", {}, { type: "1" }, { type: 1, text_item: { text: 7 } }, { type: 2, image_item: "x" }, { type: 3 }];
  bench.server.says(bot, { items: nonsense as never });
  bench.server.says(bot, { items: [{ type: 2, image_item: { media: { encrypt_query_param: "\ud800" } } }] });
  bench.quotes.get = () => {
    throw new Error("a fault of ours");
  };
  bench.server.says(bot, { items: [{ type: 1, text_item: { text: "hi" }, ref_msg: { svr_id: 1n } }] });
  bench.server.says(bot, { text: "fine" });
  // Twice it may have been the moment; the third time it is the message.
  await bench.passUntil(bench.ports.whenTaken(4));
  const [first, second, third, fourth] = bench.ports.taken;
  expect(first?.text).toContain("[unsupported: 0]");
  expect(second?.payload?.["media"]).toMatchObject([{ error: "not_kept" }]);
  expect(third).toMatchObject({ text: "[unreadable message]", payload: { error: "unreadable", context_token: "ctx-3" } });
  expect(fourth?.text).toBe("fine");
});

describe("a quote", () => {
  const quoting = (ref: Readonly<Record<string, unknown>>): Promise<InboundMessage> =>
    received({ type: 1, text_item: { text: "停止" }, ref_msg: ref });

  it("of which only the id comes is looked up, and leaves what was said alone", async () => {
    bench.quotes.set("18446744073709551615", { text: "the plan", from: "us", payload: { media: [{ kind: "image", id: "m9" }] } });
    expect(await quoting({ svr_id: 18_446_744_073_709_551_615n })).toMatchObject({
      text: "停止",
      payload: { quote: { vendor_id: "18446744073709551615", text: "the plan", from: "us", media: [{ id: "m9" }] } },
    });
  });

  it("that nobody knows takes the words that came with it, or says so", async () => {
    expect((await quoting({ svr_id: 7n, partial_text: "only a pa" })).payload?.["quote"]).toEqual({ vendor_id: "7", text: "only a pa" });
    expect((await quoting({ svr_id: 7n })).payload?.["quote"]).toEqual({ vendor_id: "7", error: "not_found" });
  });
});
