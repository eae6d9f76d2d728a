import { type Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { eventually, field, own, replies, say, useBrowser } from "./signed-in.ts";

const { signIn, server } = useBrowser();

describe("talking", () => {
  test("a reply shows while it is written, and once when it is complete", async () => {
    const page = await signIn();
    await say(page, "hold on a moment");
    await eventually(() => replies(page).allInnerTexts()).toEqual(["You said:"]);
    expect(await page.locator("[aria-busy=true]").count()).toBe(1);
    server().release();
    await replies(page).getByText("You said: hold on a moment").waitFor();
    await eventually(() => page.locator("[aria-busy=true]").count()).toBe(0);
    expect(await replies(page).count()).toBe(1);
    expect(await own(page).count()).toBe(1);
  });

  test("markdown is shown as such, and what could do harm in it is text", async () => {
    const page = await signIn();
    const text =
      "**bold** and `code`\n\n- one\n- two\n\n<img src=x onerror=alert(1)> [bad](javascript:alert(1)) ![far](https://example.com/x.png)";
    await field(page).fill(text);
    await field(page).press("Enter");
    const reply = replies(page);
    await reply.getByText("bold", { exact: true }).waitFor();
    expect(await reply.locator("strong").innerText()).toBe("bold");
    expect(await reply.getByRole("listitem").allInnerTexts()).toEqual(["one", "two"]);
    expect(await reply.locator("img").count()).toBe(0);
    expect(
      await reply
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual(["https://example.com/x.png"]);
    await reply.getByText("<img src=x onerror=alert(1)>").waitFor();
  });

  test("S20: a reply that was made to break the page is shown as it was written, also after a reload", async () => {
    const page = await signIn();
    await field(page).fill(`x\n\n${">".repeat(3_000)}\n\nthe end`);
    await field(page).press("Enter");
    await replies(page).getByText("the end").waitFor();
    await page.reload();
    await replies(page).getByText("the end").waitFor();
    expect(await replies(page).last().innerText()).toContain(">".repeat(3_000));
  });

  test("a file goes with its message, is seen at once and after a reload, and can be left out again", async () => {
    const page = await signIn();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const choose = page.locator("input[type=file]");
    await choose.setInputFiles([
      { name: "dot.png", mimeType: "image/png", buffer: png },
      { name: "wrong.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
    ]);
    await page.getByRole("button", { name: "Remove wrong.txt" }).click();
    await say(page, "look at this");
    const picture = own(page).getByRole("img", { name: "dot.png" });
    await picture.waitFor();
    await eventually(() =>
      picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBe(1);
    await page.reload();
    await picture.waitFor();
    expect(await page.getByText("wrong.txt").count()).toBe(0);
    await own(page).getByRole("button", { name: "dot.png" }).click();
    const viewer = page.getByRole("dialog", { name: "dot.png" });
    await viewer.getByRole("link", { name: "Download" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
  });

  test("a reminder stands beside its answer as a card, which takes it back, moves it, and has it come later", async () => {
    const page = await signIn();
    await say(page, "remind me tomorrow at 8am to water the plants");
    const card = page.getByRole("region", { name: "Reminder: water the plants" });
    await card.getByRole("button", { name: "Undo" }).waitFor();
    // Talk in between takes nothing away.
    await say(page, "hello");
    await replies(page).nth(1).waitFor();
    await card.getByRole("button", { name: "Undo" }).click();
    await own(page).getByText("undo", { exact: true }).waitFor();
    await card.first().getByText("cancelled").waitFor();
    await card.first().getByRole("button", { name: "Restore" }).click();
    await card.first().getByRole("button", { name: "Move" }).click();
    const moment = card.first().getByLabel("New time");
    const before = await moment.inputValue();
    await moment.fill(before.replace("T08:00", "T09:30"));
    await moment.press("Enter");
    await card
      .first()
      .getByText(/, 09:30/)
      .waitFor();
    await card.first().getByRole("button", { name: "Undo" }).click();
    await card
      .first()
      .getByText(/, 08:00/)
      .waitFor();
    // As if it had gone off: then it can come once more, later.
    await page.route("**/cards", async (route) => {
      const { cards } = (await (await route.fetch()).json()) as { cards: object[] };
      await route.fulfill({
        json: {
          cards: cards.map((one) => ({ ...one, lifecycle: "completed", completion: "fired" })),
        },
      });
    });
    await say(page, "hello");
    const later = page.waitForRequest("**/snooze");
    await card.first().getByRole("button", { name: "Snooze: 10 min" }).click();
    expect((await later).postDataJSON()).toEqual({ minutes: 10 });
  });

  test("a stop ends the reply, keeps what was shown and says so", async () => {
    const page = await signIn();
    await say(page, "hold this");
    await replies(page).getByText("You said:").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    const readShownLines = async (): Promise<string[]> =>
      (await replies(page).innerText())
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    expect(await readShownLines()).toEqual(["You said:", "Stopped", "Continue"]);
    await page.reload();
    await replies(page).waitFor();
    expect(await readShownLines()).toEqual(["You said:", "Stopped", "Continue"]);
    expect(await page.getByText("Stopped before it was answered").count()).toBe(0);
  });

  test("a step is named while there is no text to read yet, and the Escape key stops it", async () => {
    const page = await signIn();
    await say(page, "ponder this");
    await page.getByRole("img", { name: "Meanwhile is writing" }).waitFor();
    await page.getByText(/^(?:Reading|Working on it).* · [1-9]\d* s$/).waitFor();
    await field(page).press("Escape");
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  });

  test("a message that arrives while another page is open is shown there, in the navigation and in the title, until it is read", async () => {
    const page = await signIn();
    await say(page, "hold the **line**");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    const talk = page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Talk" });
    await page.getByRole("link", { name: "Calendar" }).click();
    await page.getByRole("textbox", { name: "New reminder" }).waitFor();
    expect([await talk.getByRole("img", { name: "unread" }).count(), await page.title()]).toEqual([
      0,
      "Meanwhile",
    ]);
    server().release();
    const toast = page.getByRole("link", { name: "New message You said: hold the line" });
    await toast.waitFor();
    await talk.getByRole("img", { name: "unread" }).waitFor();
    await eventually(() => page.title()).toBe("(1) Meanwhile");
    expect(await axeFindings(page)).toEqual([]);
    await toast.click();
    await replies(page).getByText("You said: hold the line").waitFor();
    await toast.waitFor({ state: "detached" });
    await eventually(async () => [
      await page.getByRole("img", { name: "unread" }).count(),
      await page.title(),
    ]).toEqual([0, "Meanwhile"]);
  });

  test("Enter while an input method composes does not send; Shift+Enter makes a new line", async () => {
    const page = await signIn();
    await field(page).focus();
    const devtools = await page.context().newCDPSession(page);
    const enter = (keyCode: number) =>
      devtools.send("Input.dispatchKeyEvent", {
        type: "rawKeyDown",
        key: "Enter",
        code: "Enter",
        windowsVirtualKeyCode: keyCode,
      });
    await devtools.send("Input.imeSetComposition", {
      text: "ni",
      selectionStart: 2,
      selectionEnd: 2,
    });
    await enter(13);
    await devtools.send("Input.insertText", { text: "ni" });
    // As Safari tells it: the composition is over, and only the key code says whose Enter it was.
    await enter(229);
    await field(page).press("Shift+Enter");
    await field(page).pressSequentially("hao");
    expect(await field(page).inputValue()).toBe("ni\nhao");
    expect(await own(page).count()).toBe(0);
    await field(page).press("Enter");
    await replies(page).getByText("You said: ni").waitFor();
    expect(await own(page).count()).toBe(1);
  });

  test("a send whose answer is lost keeps its text over a reload, and trying again does not double it", async () => {
    const page = await signIn();
    await say(page, "first");
    await replies(page).waitFor();
    const sentIds = clientIdsSent(page);
    // The message arrives at the server; neither its answer nor the stream comes back.
    await page.route("**/stream*", (route) => route.abort());
    await page.route("**/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.reload();
    await say(page, "second");
    await page.getByText("Not sent").waitFor();
    await page.unroute("**/messages");
    await page.route("**/messages?*", (route) => route.fulfill({ json: firstPage }));
    await page.reload();
    await page.getByText("Not sent").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not sent").waitFor({ state: "detached" });
    await page.unrouteAll();
    await page.reload();

    await eventually(() => replies(page).count()).toBe(2);
    expect(await own(page).count()).toBe(2);
    expect(sentIds).toHaveLength(2);
    expect(new Set(sentIds).size).toBe(1);
  });

  test("a send whose answer is lost shows once, when the stream tells that it arrived", async () => {
    const page = await signIn();
    await say(page, "first");
    await replies(page).waitFor();
    await page.route("**/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await say(page, "second");
    await eventually(() => replies(page).count()).toBe(2);
    expect(await own(page).count()).toBe(2);
    expect(await page.getByText("Not sent").count()).toBe(0);
  });

  test("a long conversation is read upwards without losing one's place", async () => {
    const page = await signIn();
    // As if there had been many before it.
    await page.route("**/messages?*", (route) => {
      const before = Number(new URL(route.request().url()).searchParams.get("before") ?? 71);
      return route.fulfill({
        json: {
          ...firstPage,
          messages: messagesBefore(before),
          last_event_id: 70,
          has_earlier: before > 51,
        },
      });
    });
    await say(page, "hello");
    const line = own(page).getByText("line 21", { exact: true });
    await line.evaluate((row) => row.scrollIntoView());
    const top = async (): Promise<number> => (await line.boundingBox())?.y ?? 0;
    const before = await top();
    await own(page).getByText("line 1", { exact: true }).waitFor({ state: "attached" });
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await page.getByRole("button", { name: "Earlier messages" }).waitFor({ state: "detached" });
  });

  test("a lost connection is shown, and what happened meanwhile is there when it is back", async () => {
    const page = await signIn();
    await say(page, "hold this");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    server().release();
    await page.context().setOffline(false);
    await replies(page).getByText("You said: hold this").waitFor();
    await page.getByText("You are offline.").waitFor({ state: "detached" });
    expect(await replies(page).count()).toBe(1);
  });

  test("text is inert: no script of a message runs, and only web addresses are links", async () => {
    const page = await signIn();
    await say(page, payloads[0] ?? "");
    await replies(page).waitFor();
    for (const payload of payloads.slice(1)) await say(page, payload);
    await eventually(() => own(page).count()).toBe(payloads.length);
    // Quick messages may share a reply.
    const missing = (text: string): string[] =>
      payloads.filter((payload) => !text.includes(payload));
    const readReplies = async (): Promise<string> =>
      (await replies(page).allInnerTexts()).join("\n");
    await eventually(async () => missing(await readReplies())).toEqual([]);
    const links = await page
      .getByRole("log")
      .getByRole("link")
      .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    expect(links.every((href) => href !== null && /^https?:\/\//.test(href))).toBe(true);
    expect(
      await page.getByRole("log").locator("img, script, iframe, svg, style, object").count(),
    ).toBe(0);
    expect(await page.evaluate("typeof globalThis.hacked")).toBe("undefined");
  });
});

/** Client ids in the order in which they went out. */
function clientIdsSent(page: Page): string[] {
  const ids: string[] = [];
  page.on("request", (request) => {
    const body =
      request.method() === "POST"
        ? (request.postDataJSON() as { client_id?: string } | null)
        : null;
    if (body?.client_id !== undefined) ids.push(body.client_id);
  });
  return ids;
}

/** Fifty lines at most, as the server counts them. */
const messagesBefore = (before: number): object[] =>
  Array.from({ length: Math.min(50, before - 1) }, (_, nth) => {
    const event_id = before - Math.min(50, before - 1) + nth;
    const plain = {
      direction: "inbound",
      turn_id: null,
      end: "answered",
      deliveries: [],
      attachments: [],
    };
    return {
      ...plain,
      id: `m${event_id}`,
      event_id,
      text: `line ${event_id}`,
      created_at: "2026-04-26T12:00:00Z",
    };
  });

const firstPage = {
  messages: [],
  stopped: [],
  running: null,
  last_event_id: 4,
  has_earlier: false,
  has_later: false,
};

const payloads = [
  "<script>globalThis.hacked = 1</script>",
  "<img src=x onerror='globalThis.hacked = 1'>",
  "<svg/onload=alert(1)>",
  "javascript:alert(1)",
  "[click](javascript:alert(1))",
  "<a href='javascript:alert(1)'>x</a>",
  'http://example.com/"onmouseover="alert(1)',
  "</textarea><iframe srcdoc='<script>parent.hacked=1</script>'>",
  "<style>body{display:none}</style>",
  "{{constructor.constructor('alert(1)')()}}",
];
