import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTelegramBench, type TelegramBench } from "../../../test/support/telegram-bench.ts";
import { telegramUpdates } from "../../../test/vendors/telegram/updates.ts";

const ada = 700_000_001;
const group = -1_001_234_567_890;
let bench: TelegramBench;
beforeEach(async () => {
  bench = await openTelegramBench();
  bench.ports.paired.set(String(ada), "account-of-ada");
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

let lastId = 100;
const say = (text: string, more: object = {}) => ({
  update_id: 1,
  message: {
    message_id: (lastId += 1),
    from: { id: ada, is_bot: false, first_name: "Ada", language_code: "en" },
    chat: { id: ada, type: "private" },
    date: 1,
    text,
    ...more,
  },
});
const inGroup = { chat: { id: group, type: "supergroup", title: "Choir" } };
const mention = { entities: [{ type: "mention", offset: 0, length: 14 }] };
const newest = () => bench.ports.taken.at(-1);

describe("Telegram brings", () => {
  it.each([
    ["photo", "look", "image"],
    ["voice", "[voice message]", "voice"],
    ["document", "[document: plan.pdf]", "document"],
  ])("a %s as a file with its words", async (name, text, kind) => {
    await bench.post(telegramUpdates[name] ?? {});
    expect(newest()).toMatchObject({ text, payload: { media: [{ kind }] } });
  });

  it.each([
    ["location", "[location: 52.5, 13.4]"],
    ["venue", "[location: Café; Main St 1; 52.5, 13.4]"],
    ["contact", "[contact: Bob, +4930123]"],
    ["sticker", "👍"],
  ])("a %s as words", async (name, text) => {
    await bench.post(telegramUpdates[name] ?? {});
    expect(newest()?.text).toBe(text);
  });

  it("a file that a person sent, as long as a bot may have it", async () => {
    const id = bench.server.putFile(Buffer.from("sound"));
    const fetch = (source: object) =>
      bench.telegram.channel.fetchFile?.(
        { channelAccount: "7100000001", vendorId: "1:1", media: { source: { ...source } } },
        new AbortController().signal,
      );
    expect(await fetch({ file_id: id })).toEqual({ bytes: new Uint8Array(Buffer.from("sound")) });
    expect(await fetch({ file_id: "GONE" })).toEqual({ failed: "gone", again: false });
    expect(await fetch({ file_id: id, bytes: 21 * 1024 * 1024 })).toMatchObject({
      failed: "too_large",
      limitBytes: 20 * 1024 * 1024,
    });
  });

  it("the message that another one answers, as it was stored", async () => {
    bench.quotes.set(`${ada}:5`, "⏰ 08:00 water the plants (stored)");
    await bench.post(telegramUpdates["reply"] ?? {});
    expect(newest()?.payload?.quote).toEqual({
      vendor_id: `${ada}:5`,
      text: "⏰ 08:00 water the plants (stored)",
      from: "us",
    });
  });

  it("a start link as the code it carries, and a plain start as a greeting", async () => {
    await bench.post(say("/start 7K2M-Q9TX-4HBN"));
    expect(newest()?.text).toBe("7K2M-Q9TX-4HBN");
    await bench.post(say("/start friend_AbCdEfGhIjKlMnOpQrStUv"));
    expect(newest()?.text).toBe("#friend=AbCdEfGhIjKlMnOpQrStUv");
    await bench.post(say("/start"));
    expect(newest()?.text).toBe("Hello");
  });
});

describe("groups", () => {
  it("a bot in a group reads what mentions it, answers it or is a command, and nothing else", async () => {
    const answered = { message_id: 3, chat: inGroup.chat, from: { id: 7100000001, is_bot: true } };
    for (const update of [
      say("what a day", inGroup),
      say("@another_bot hi", {
        ...inGroup,
        entities: [{ type: "mention", offset: 0, length: 12 }],
      }),
      say("/scene@another_bot list", {
        ...inGroup,
        entities: [{ type: "bot_command", offset: 0, length: 18 }],
      }),
    ])
      await bench.post(update);
    expect(bench.ports.taken).toEqual([]);
    await bench.post(say("@meanwhile_bot who is free?", { ...inGroup, ...mention }));
    await bench.post(say("and you?", { ...inGroup, reply_to_message: answered }));
    await bench.post(
      say("/scene@meanwhile_bot list", {
        ...inGroup,
        entities: [{ type: "bot_command", offset: 0, length: 20 }],
      }),
    );
    expect(bench.ports.taken.map(({ text }) => text)).toEqual([
      "who is free?",
      "and you?",
      "/scene list",
    ]);
    expect(newest()?.route.scope).toBe(`group:${group}:user:${ada}`);
  });

  it("a bot in a group keeps topics apart, and lets members share a conversation where the operator says so", async () => {
    const topic = { ...inGroup, ...mention, is_topic_message: true, message_thread_id: 9 };
    await bench.post(say("@meanwhile_bot hi", topic));
    expect(newest()?.route.scope).toBe(`group:${group}:topic:9:user:${ada}`);
    await bench.close();
    bench = await openTelegramBench({ sharedGroups: [String(group)] });
    bench.ports.paired.set(String(ada), "account-of-ada");
    await bench.post(say("@meanwhile_bot hi", topic));
    expect(newest()).toMatchObject({
      route: { scope: `group:${group}:topic:9` },
      payload: { sender: "Ada", surroundings: { shared: true } },
      mayStop: "own",
    });
  });

  it("a bot in a group that is not on the list does not answer", async () => {
    await bench.close();
    bench = await openTelegramBench({ allowedGroups: ["-5"] });
    bench.ports.paired.set(String(ada), "account-of-ada");
    await bench.post(say("@meanwhile_bot hi", { ...inGroup, ...mention }));
    expect(bench.ports.taken).toEqual([]);
  });
});

it("an edit of a message that was taken changes nothing, and the person is notified once", async () => {
  const sent = say("remind me at 5");
  await bench.post(sent);
  for (const text of ["remind me at 6", "remind me at 7"])
    await bench.post({ update_id: 2, edited_message: { ...sent.message, text, edit_date: 2 } });
  await bench.server.until(() => bench.server.seen.length === 1);
  expect(bench.ports.taken.map(({ text }) => text)).toEqual(["remind me at 5"]);
  expect(bench.server.seen.map(({ text }) => text)).toEqual([
    "I go by what you sent first. If the change matters, please send it again.",
  ]);
});

it("a click counts as the person's words in answer to that message; a forged one is ignored", async () => {
  const click = (data: string) => ({
    update_id: 1,
    callback_query: {
      id: "438221",
      from: { id: ada, is_bot: false, first_name: "Ada" },
      message: { message_id: 5, chat: { id: ada, type: "private" }, date: 0 },
      data,
    },
  });
  bench.quotes.set(`${ada}:5`, "⏰ 08:00 water the plants");
  await bench.post(click("mw:erase:en"));
  await bench.post(click("remind me"));
  expect(bench.ports.taken).toEqual([]);
  await bench.post(click("mw:done:en"));
  expect(newest()).toMatchObject({
    text: "done",
    vendorId: "click:438221",
    payload: { quote: { text: "⏰ 08:00 water the plants", from: "us" } },
  });
  const listCalls = () => bench.server.calls.map(({ method }) => method);
  await bench.server.until(() => listCalls().includes("editMessageReplyMarkup"));
  expect(listCalls()).toContain("answerCallbackQuery");
});

it("a stranger is shown once how to pair, and listed people get an account", async () => {
  await bench.close();
  bench = await openTelegramBench();
  await bench.post(say("hi"));
  await bench.post(say("hello?"));
  await bench.server.until(() => bench.server.seen.length === 1);
  expect(bench.server.seen[0]?.text).toContain("pairing code");
  await bench.close();
  bench = await openTelegramBench({ access: "list", allowedUsers: ["ADA_F"] });
  await bench.post(telegramUpdates["text"] ?? {});
  await bench.close();
  expect(bench.ports.outcomes).toHaveLength(1);
});
