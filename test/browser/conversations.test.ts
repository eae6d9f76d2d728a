import { type Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { caller, sayAndAwaitAnswer } from "./lively.ts";
import { eventually, field, openSession, own, replies, say, useBrowser } from "./signed-in.ts";

const { open, signIn, server } = useBrowser();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const list = (page: Page) => page.getByRole("navigation", { name: /^(Conversations|对话)$/ });
const items = (page: Page) => list(page).getByRole("link");

async function begin(page: Page, text: string): Promise<void> {
  await page
    .getByRole("button", { name: /^(New conversation|新对话)$/ })
    .first()
    .click();
  await eventually(() => own(page).count()).toBe(0);
  await say(page, text);
  await replies(page).getByText(text).waitFor();
}

async function choose(page: Page, title: string, act: string): Promise<void> {
  await list(page)
    .getByRole("button", { name: `Actions: ${title}` })
    .click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

describe("the list of conversations", () => {
  test("a conversation is renamed, pinned, archived and brought back from its menu", async () => {
    const page = await signIn();
    await say(page, "plans for the garden");
    await replies(page).first().waitFor();
    await begin(page, "books to read");
    await list(page).getByRole("region", { name: "Today" }).waitFor();
    await eventually(() => items(page).count()).toBe(2);
    await choose(page, "plans for the garden", "Rename");
    const title = page.getByRole("textbox", { name: "Title of the conversation" });
    await title.fill("Garden");
    await title.press("Enter");
    await items(page).filter({ hasText: "Garden" }).waitFor();
    await choose(page, "Garden", "Pin");
    await list(page)
      .getByRole("region", { name: "Pinned" })
      .getByText("Garden", { exact: true })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await choose(page, "Garden", "Archive");
    await page.getByText("Conversation archived.").waitFor();
    await eventually(() => items(page).count()).toBe(1);
    await page.getByRole("button", { name: "Archived" }).click();
    await choose(page, "Garden", "Move back to the list");
    await page.getByText("Nothing is archived.").waitFor();
    await page.getByRole("button", { name: "All conversations" }).click();
    await eventually(() => items(page).count()).toBe(2);
  });

  test("a deleted conversation comes back by undo, and can be deleted for good", async () => {
    const page = await signIn();
    await say(page, "a private matter");
    await replies(page).first().waitFor();
    await items(page).first().waitFor();
    await choose(page, "a private matter", "Delete");
    await page.getByRole("button", { name: "Undo" }).click();
    await items(page).filter({ hasText: "a private matter" }).click();
    await own(page).getByText("a private matter").waitFor();
    await choose(page, "a private matter", "Delete");
    await eventually(() => items(page).count()).toBe(0);
    await page.getByRole("button", { name: "Recently deleted" }).click();
    const forGood = page.getByRole("button", { name: "Delete for good" });
    await forGood.click();
    await page.getByText("This can’t be undone.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await forGood.click();
    await page.getByText("Nothing was deleted.").waitFor();
  });

  test.each([
    ["on a desktop in English", {}, "en", "Open the message log"],
    ["on a phone in Chinese", phone, "zh", "打开消息记录"],
  ] as const)("the message log is found in the settings and searched, %s", async (...given) => {
    const [, options, language, link] = given;
    const page = await signIn({ ...options, language });
    await say(page, "the kettle is blue");
    await replies(page).getByText("kettle").waitFor();
    await say(page, "the door is green");
    await replies(page).getByText("door").waitFor();
    await page.getByRole("link", { name: /^(Settings|设置)$/ }).click();
    await page.getByRole("link", { name: link }).click();
    const rows = page.getByRole("list", { name: /^(Messages|消息)$/ }).getByRole("listitem");
    await eventually(() => rows.count()).toBe(4);
    await page.getByRole("searchbox").fill("kettle");
    await eventually(() => rows.count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(/^(State|状态)$/).selectOption("trouble");
    await page.getByText(/Nothing matches|没有符合的消息/).waitFor();
    await page.getByLabel(/^(State|状态)$/).selectOption("any");
    await page.getByLabel(/^(To|到)$/).fill("2020-01-01");
    await page.getByText(/Nothing matches|没有符合的消息/).waitFor();
  });

  test("the menu is used with the keyboard alone", async () => {
    const page = await signIn();
    await say(page, "by keys");
    await replies(page).first().waitFor();
    await items(page).first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await eventually(() =>
      page.getByRole("menuitem", { name: "Rename" }).evaluate((item) => item.matches(":focus")),
    ).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await list(page).getByRole("region", { name: "Pinned" }).waitFor();
  });
});

describe("the search over messages", () => {
  test.each([
    ["on a desktop", {}],
    ["on a phone", phone],
  ])("a hit of long ago is found and opened %s, in Chinese", async (_where, options) => {
    const { url, newAccount } = server();
    const person = caller(url, await newAccount("zh"));
    const { id } = await person.post<{ id: string }>("/api/conversations");
    await sayAndAwaitAnswer(person, id, "上个月我们领养了一只橘猫");
    for (let nth = 0; nth < 30; nth += 1) await sayAndAwaitAnswer(person, id, `第 ${nth} 句闲话`);
    const storageState = await openSession(url, person.token);
    const { page } = await open(`${url}/#/talk/${id}`, { ...options, storageState });
    await replies(page).getByText("第 29 句闲话").waitFor();
    if ("isMobile" in options) await page.getByRole("button", { name: "显示对话列表" }).click();
    await page.getByRole("searchbox", { name: "搜索消息" }).fill("领养");
    const hit = page.getByRole("region", { name: "搜索结果" }).getByRole("link").last();
    await eventually(() => hit.locator("mark").first().innerText()).toBe("领养");
    expect(await axeFindings(page)).toEqual([]);
    await hit.click();
    await own(page).getByText("橘猫").waitFor();
    await eventually(() => page.locator("[data-target]").count()).toBe(1);
    expect(await page.locator("[data-target]").innerText()).toContain("橘猫");
    await page.getByRole("button", { name: "回到最新消息" }).click();
    await replies(page).getByText("第 29 句闲话").waitFor();
    await field(page).waitFor();
  });
});

describe("what can be done with a message", () => {
  test("a message is copied, edited and sent again, and quoted", async () => {
    const page = await signIn();
    // A browser without a window has no clipboard: what is given to it is kept here instead.
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { globalThis.copied = text; return Promise.resolve(); } } })",
    );
    await say(page, "some code\n```js\nlet one = 1;\n```");
    await replies(page).locator("pre").waitFor();
    await replies(page).getByRole("button", { name: "Copy code" }).click();
    await replies(page).getByText("Copied").waitFor();
    expect(await page.evaluate<string>("globalThis.copied")).toBe("let one = 1;");
    await own(page).getByRole("button", { name: "Edit" }).click();
    expect(await field(page).inputValue()).toContain("let one");
    await field(page).fill("the second one");
    await field(page).press("Enter");
    await replies(page).getByText("the second one").waitFor();
    await replies(page).last().hover();
    await replies(page).last().getByRole("button", { name: "Quote" }).click();
    await page.getByRole("group", { name: "Reply to" }).getByText("the second one").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await say(page, "what is that");
    await own(page).last().locator("blockquote").getByText("the second one").waitFor();
    await replies(page).nth(2).waitFor();
    await page.reload();
    await own(page).last().locator("blockquote").getByText("the second one").waitFor();
  });

  test("an answer that was stopped is tried again", async () => {
    const page = await signIn();
    await say(page, "hold on please");
    await replies(page).getByText("You said:").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await replies(page).getByText("Stopped", { exact: true }).waitFor();
    await own(page).getByRole("button", { name: "Try again" }).click();
    await eventually(() => own(page).count()).toBe(2);
    await eventually(() => page.locator("[aria-busy=true]").count()).toBe(1);
    server().release();
    await replies(page).getByText("You said: hold on please").waitFor();
  });
});

describe("typing", () => {
  test("a key press draws none of the messages again", async () => {
    const page = await signIn();
    await say(page, "first");
    await replies(page).first().waitFor();
    await page.evaluate(`globalThis.changes = 0;
      new MutationObserver((list) => { globalThis.changes += list.length; })
        .observe(document.querySelector("[role=log]"), { subtree: true, childList: true, attributes: true, characterData: true });`);
    // The state of a message may still change beside the first words; a page that draws for each key never comes to nothing.
    await eventually(async () => {
      await page.evaluate("globalThis.changes = 0");
      await field(page).pressSequentially("some words that are typed");
      return page.evaluate<number>("globalThis.changes");
    }).toBe(0);
  });
});
