import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page } from "playwright-core";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { type IlinkServer, startIlinkServer } from "../vendors/ilink-server.ts";
import { startWecomSocketServer, type WecomSocketServer } from "../vendors/wecom-socket-server.ts";
import { startTelegramServer, type TelegramServer } from "../vendors/telegram/server.ts";
import { type TestProduct } from "../support/product.ts";
import { type CloudServer, startCloudServer } from "../vendors/whatsapp-cloud-server.ts";
import { axeFindings } from "./accessible.ts";
import { enterToken, eventually, showProof, useBrowser } from "./signed-in.ts";

let vendor: IlinkServer;
let wecom: WecomSocketServer;
let meta: CloudServer;
let telegram: TelegramServer;
let settings: string;
const { signIn, open, server } = useBrowser(async () => {
  vendor = await startIlinkServer({ clock: systemClock });
  wecom = await startWecomSocketServer({ clock: systemClock });
  wecom.bot("AIB1", "a-secret-for-tests");
  meta = await startCloudServer();
  telegram = await startTelegramServer(["7100000001"]);
  settings = await mkdtemp(join(tmpdir(), "meanwhile-channels-"));
  await writeFile(
    join(settings, "meanwhile.yaml"),
    JSON.stringify({ channels: { wecom: wecomBots(), whatsapp: whatsappNumber() } }),
  );
  return {
    MEANWHILE_CONFIG: join(settings, "meanwhile.yaml"),
    MEANWHILE_CHANNELS__WECHAT__ILINK__ENABLED: "true",
    MEANWHILE_CHANNELS__WECHAT__ILINK__API_BASE_URL: vendor.url,
    MEANWHILE_CHANNELS__WECHAT__ILINK__CDN_BASE_URL: `${vendor.url}/c2c`,
    MEANWHILE_CHANNELS__WECHAT__ILINK__ALLOWED_HOSTS: "127.0.0.1",
  };
});
afterAll(async () => {
  expect(vendor.violations).toEqual([]);
  await vendor.close();
  await wecom.close();
  await meta.close();
  await telegram.close();
  await rm(settings, { recursive: true });
});

async function openLog(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Open the message log" }).click();
}

/** One by callback, one by a long connection. */
const wecomBots = (): object => ({
  enabled: true,
  token: "tOken_for_tests_01",
  encoding_aes_key: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ",
  bots: [
    { name: "support", transport: "long_connection", bot_id: "AIB1", secret: "a-secret-for-tests" },
  ],
  ws_url: wecom.url,
  allowed_hosts: ["127.0.0.1"],
});

describe("one's own WeChat", () => {
  test("one's own WeChat is linked by a code and the phone's number, talks, loses a message, sends it again, and says when its login dies", async () => {
    const page = await signIn();
    await page.getByRole("link", { name: "Channels" }).click();
    const bot = vendor.bot("mine");
    const needed = { json: { status: "need_verifycode" } };
    const confirmed = {
      json: {
        status: "confirmed",
        bot_token: bot.token,
        ilink_bot_id: bot.botId,
        ilink_user_id: bot.userId,
      },
    };
    vendor.plan(
      "get_qrcode_status",
      { json: { status: "wait" } },
      { json: { status: "scaned" } },
      needed,
      needed,
      confirmed,
    );
    const card = page.getByRole("region", { name: "WeChat" });
    await card.getByRole("button", { name: "Show the code" }).click();
    await card.getByRole("img", { name: "QR code for WeChat" }).waitFor();
    await card.getByText("Scanned. Confirm on the phone.").waitFor();
    const number = card.getByLabel("Number on the phone");
    await number.fill("41");
    await card.getByRole("button", { name: "Continue" }).click();
    await card.getByText("That number is wrong. Try again.").waitFor();
    await number.fill("42");
    await number.press("Enter");
    await card.getByText("WeChat is connected. Write to the bot there.").waitFor();
    await card.getByText("Connected", { exact: true }).waitFor();

    // The vendor says no to the reply: it is kept, with the reason, until the person decides.
    vendor.plan("sendmessage", { json: { ret: -3, errmsg: "no" } });
    vendor.says(bot, { text: "hello <img src=x onerror=alert(1)>" });
    await openLog(page);
    await page.getByText("You said: hello <img").first().waitFor();
    await page.getByText("Failed", { exact: true }).last().waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Sent again.").waitFor();
    await page.getByText("Sent", { exact: true }).waitFor();
    await eventually(() => vendor.people.ledger.map(({ text }) => text)).toEqual([
      "You said: hello <img src=x onerror=alert(1)>",
    ]);

    await page.getByRole("link", { name: /^How it works inside/ }).click();
    await page.getByRole("tab", { name: "Answers" }).click();
    await page.getByRole("link", { name: /^Open answer/ }).click();
    await page.getByRole("heading", { name: "What it read message 1" }).waitFor();
    await page.getByText("Saved turn_committed").waitFor();

    await page.getByRole("link", { name: "Channels" }).click();
    await card.getByRole("button", { name: "Send me a test message" }).click();
    await card.getByText("Sent. Check the app").waitFor();
    await eventually(() => vendor.people.ledger.at(-1)?.text).toBe(
      "This is a test message. If you read it here, this channel works.",
    );

    // Another that the vendor refuses is given up, once that is meant.
    vendor.plan("sendmessage", { json: { ret: -3, errmsg: "no" } });
    await card.getByRole("button", { name: "Send me a test message" }).click();
    await card
      .getByRole("alert")
      .getByText("The test message did not arrive. The vendor did not accept this message.")
      .waitFor();
    await card.getByRole("link", { name: "Open the message log" }).click();
    await page.getByRole("button", { name: "Failed 1" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await page.getByText("Nothing is in this state.").waitFor();
    await page.getByRole("link", { name: "Channels" }).click();

    vendor.kill(bot);
    vendor.says(bot, { text: "anybody there?" });
    await card.getByText("Signed out", { exact: true }).waitFor();
    await page.getByRole("alert").getByText("WeChat is signed out.").waitFor();
    await card.getByRole("button", { name: "Show the code" }).waitFor();
    await card.getByRole("button", { name: /^Disconnect/ }).click();
    await card.getByRole("button", { name: "Yes, disconnect" }).click();
    await card.getByText("Nothing is connected here yet.").waitFor();
    await page.getByText("WeChat is signed out.").waitFor({ state: "detached" });
  });
});

const whatsappNumber = (): object => ({
  enabled: true,
  app_secrets: ["an-app-secret-for-tests"],
  verify_tokens: ["verify-me-0001"],
  accounts: [{ phone_number_id: meta.phoneNumberId, access_token: meta.accessToken }],
  api_base_url: meta.url,
  allowed_hosts: ["127.0.0.1"],
});

test("the operator switches Telegram on in the page: a short token is named, the vendor's refusal holds it back, and it is switched off again", async () => {
  const { page } = await open(`${server().url}/#/channels/telegram`, {
    viewport: { width: 390, height: 844 },
  });
  await enterToken(page, server().operatorToken);
  const form = page.getByRole("region", { name: "Telegram", exact: true });
  await form.getByText("Off", { exact: true }).waitFor();
  const token = form.getByLabel("Bot token");
  await token.fill("110201543:short");
  await form.getByText("Must be the token that BotFather shows").waitFor();
  await form.getByText("More settings").click();
  await form.getByLabel("Address of the vendor's API").fill(telegram.url);
  await form.getByLabel("Other hosts that may be called").fill("127.0.0.1");
  await token.fill("7100000001:AAanother-token-of-a-bot-9876");
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await showProof(page, server().operatorToken);
  await form.getByText("Not switched on yet, because the test found a problem:").waitFor();
  await token.fill(telegram.tokenOf("7100000001"));
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await form.getByText("Saved. It is on, no restart needed.").waitFor();
  await telegram.until(() => telegram.calls.some(({ method }) => method === "getUpdates"));
  expect(await token.inputValue()).toBe("");
  expect(await page.content()).not.toContain(telegram.tokenOf("7100000001"));
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole("button", { name: "Switch off" }).click();
  await form.getByText("It is filled in but switched off").waitFor();
  await form.getByRole("button", { name: "Forget what was saved here" }).click();
  await form.getByText("Forgotten.").waitFor();
});

test("the operator reads how people rated answers in WeCom, in both languages, and can look at the bad ones alone", async () => {
  const { page } = await open(`${server().url}/#/operator/feedback`);
  await enterToken(page, server().operatorToken);
  const part = page.getByRole("region", { name: "Ratings" });
  await part.getByText(/^No answers have been rated yet\./).waitFor();
  const rate = (userid: string, feedback: object): void =>
    wecom.event({ userid }, { eventtype: "feedback_event", feedback_event: feedback });
  await eventually(() => wecom.isLive("AIB1")).toBe(true);
  const asked = ["lisi", "zhangsan"].map((userid) => wecom.text({ userid }, "hello"));
  await eventually(() => asked.map((bubble) => bubble?.finished)).toEqual([true, true]);
  rate("lisi", { id: "f1", type: 1 });
  rate("zhangsan", {
    id: "f2",
    type: 2,
    content: "<b>答非所问</b>",
    inaccurate_reason_list: [1, 3],
  });
  // The page asks once a minute by itself.
  await eventually(async () => {
    await page.reload();
    await part
      .getByRole("status")
      .or(part.getByText(/^No answers/))
      .first()
      .waitFor();
    return part.getByText("1 good, 1 bad").count();
  }).toBe(1);
  await part.getByText("<b>答非所问</b>").waitFor();
  await part.getByText("does not answer the question").waitFor();
  await part.getByLabel("Only bad ones").check();
  expect(await part.getByRole("listitem").count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  // The language is the operator's, whom the next tests sign in as, too.
  onTestFinished(() => speakEnglish(server()));
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("中文", { exact: true }).click();
  await page.getByRole("navigation", { name: "页面" }).getByRole("link", { name: "管理" }).click();
  await page.getByRole("link", { name: "评价" }).click();
  await page.getByText("1 个准确，1 个不准确").waitFor();
  await page.getByText("与问题无关").waitFor();
});

async function speakEnglish({ url, operatorToken }: TestProduct): Promise<void> {
  const answer = await fetch(`${url}/api/account`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ language: "en" }),
  });
  expect(answer.status).toBe(200);
}

test("the operator sees the addresses for vendors, and everyone's deliveries without their words", async () => {
  const { page } = await open(server().operatorLink);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("link", { name: "Channels" }).click();
  const card = page.getByRole("region", { name: "WeCom" });
  await card.getByText("Connected", { exact: true }).waitFor();
  await card.getByRole("link", { name: "Set up WeCom" }).click();
  const steps = page.getByRole("region", { name: "Step by step" });
  await steps.getByRole("button", { name: "Copy" }).first().click();
  await steps.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    `${server().url}/wecombot/callback`,
  );
  const form = page.getByRole("region", { name: "WeCom", exact: true });
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await showProof(page, server().operatorToken);
  await page.getByText("accepts long connections.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "All channels" }).click();
  // Something to be listed below, whichever tests ran before.
  const asked = wecom.text({ userid: "wangwu" }, "hello");
  await eventually(() => asked?.finished).toBe(true);
  wecom.refuse(500);
  onTestFinished(() => wecom.refuse(undefined));
  wecom.cut("AIB1");
  await card.getByText(/^(?:Connecting|Not connected|Not working)$/).waitFor();
  const other = page.getByRole("region", { name: "WhatsApp" });
  await other.getByRole("link", { name: "Set up WhatsApp" }).click();
  await steps.getByText(`${server().url}/webhooks/whatsapp`).waitFor();
  const numbers = page.getByRole("region", { name: "WhatsApp", exact: true });
  await numbers.getByRole("button", { name: "Test", exact: true }).click();
  await numbers.getByText("Meta knows the number and accepts the token.").waitFor();
  await openLog(page);
  await page.getByText("Everybody's", { exact: true }).click();
  await page.getByText("You see that people are answered, not what they say.").waitFor();
  await page.getByRole("tab", { name: "Inbox" }).click();
  await page.getByText("(not shown)").first().waitFor();
  expect(await page.getByText("hello").count()).toBe(0);
});
