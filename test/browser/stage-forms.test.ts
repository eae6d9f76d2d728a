import { type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { writeChunks } from "../../src/skills/scenes/formats/png.ts";
import { drawPortrait } from "../../src/skills/scenes/formats/portrait.ts";
import { axeFindings } from "./accessible.ts";
import { eventually, useBrowser, openSession } from "./signed-in.ts";

const { open, server } = useBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function onStage(
  options: BrowserContextOptions & { readonly language?: "en" | "zh" } = {},
): Promise<{ page: Page; call: (path: string) => Promise<unknown> }> {
  const { language, ...more } = options;
  const token = await server().newAccount(language);
  const storageState = await openSession(server().url, token);
  const { page } = await open(`${server().url}/#/stage`, { ...more, storageState });
  await button(page, /Play now|马上开演/).waitFor();
  const headers = { Authorization: `Bearer ${token}` };
  return { page, call: async (path) => (await fetch(server().url + path, { headers })).json() };
}

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const dialog = (page: Page): Locator => page.getByRole("dialog");

test("a person keeps several personas and plays another one in each story", async () => {
  const { page, call } = await onStage();
  await button(page, "New character").click();
  await dialog(page).getByLabel("Name").fill("Ines");
  await dialog(page).getByLabel("First words").fill("Good evening, {{user}}.");
  await button(dialog(page), "Save").click();
  const addPersona = async (name: string): Promise<void> => {
    await button(page, "Change").click();
    const list = dialog(page).getByLabel("Persona", { exact: true });
    if ((await list.count()) > 0) await list.selectOption("New persona…");
    await dialog(page).getByLabel("Name").fill(name);
    await button(dialog(page), "Save").click();
    await dialog(page).waitFor({ state: "detached" });
  };
  await addPersona("Robin");
  await addPersona("Captain Ro");
  await page.getByText("You play Robin.").waitFor();
  await button(page, "New story").first().click();
  await dialog(page).getByLabel("You play").selectOption("Captain Ro");
  expect(await axeFindings(page)).toEqual([]);
  await button(dialog(page), "Start the story").click();
  await page.getByText("Good evening, Captain Ro.").first().waitFor();
  expect(await call("/api/stage")).toMatchObject({
    you: { name: "Robin", others: [{ name: "Captain Ro" }] },
    chats: [{ persona: { name: "Captain Ro" } }],
  });
});

describe("a character in the page", () => {
  test("a character is made with portrait and lore, edited, copied and deleted", async () => {
    const { page, call } = await onStage();
    await button(page, "New character").click();
    const form = dialog(page);
    await form.getByLabel("Name").fill("Ines");
    await form.getByLabel("Who they are").fill("Draws maps of the fog.");
    await form.getByLabel("Portrait").setInputFiles({
      name: "ines.png",
      mimeType: "image/png",
      buffer: Buffer.from(writeChunks(drawPortrait("Ines"))),
    });
    await button(form, "Add an entry").click();
    await form.getByLabel("Words that bring it to mind").fill("fog, mist");
    await form.getByLabel("What comes to mind").fill("It came up the river.");
    expect(await axeFindings(page)).toEqual([]);
    await button(form, "Save").click();
    const card = page.getByRole("article", { name: "Ines", exact: true });
    await card.getByText("Draws maps of the fog.").waitFor();
    await card.locator("img").waitFor();
    await button(page, "Card of Ines").click();
    await dialog(page).getByText("1 entry that only they think of").waitFor();
    await button(dialog(page), "Edit").click();
    await dialog(page).getByLabel("Who they are").fill("Draws maps of the sea.");
    await button(dialog(page), "Save").click();
    await card.getByText("Draws maps of the sea.").waitFor();
    await button(page, "Card of Ines").click();
    await button(dialog(page), "Copy").click();
    await button(dialog(page), "Save").click();
    await page.getByRole("article", { name: "Ines (copy)" }).waitFor();
    expect(await call("/api/bots")).toMatchObject({
      bots: [
        { name: "Ines", extensions: { lorebook: { entries: [{ keys: ["fog", "mist"] }] } } },
        { name: "Ines (copy)" },
      ],
    });
    await button(page, "Card of Ines (copy)").click();
    await button(dialog(page), "Delete").click();
    await button(page.getByRole("dialog", { name: "Delete" }), "Delete").click();
    await eventually(() => page.getByRole("article", { name: "Ines (copy)" }).count()).toBe(0);
  });

  test("a character is made the companion on its card, and the plain assistant is chosen again in Settings", async () => {
    const { page, call } = await onStage(phone);
    await button(page, "New character").click();
    await dialog(page).getByLabel("Name").fill("Ines");
    await button(dialog(page), "Save").click();
    await button(page, "Card of Ines").click();
    await button(dialog(page), "Talk with Ines").click();
    await dialog(page).getByText("Ines talks with you in your own chats.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await call("/api/companion")).toMatchObject({ companion: { name: "Ines" } });
    await page.goto(`${server().url}/#/settings`);
    const who = page.getByLabel("Who talks with you");
    await eventually(() => who.locator("option:checked").textContent()).toBe("Ines");
    await who.selectOption("The plain assistant");
    await eventually(() => call("/api/companion")).toMatchObject({ companion: null });
  });

  test("a folder of SillyTavern is taken with cards, chats, lorebook and persona, and the report names what was left out", async () => {
    const { page, call } = await onStage({ language: "zh" });
    await button(page, "导入 SillyTavern 文件夹…").click();
    const card = {
      spec: "chara_card_v2",
      spec_version: "2.0",
      data: { name: "Ines", description: "draws maps" },
    };
    const chat = [
      { user_name: "Robin", character_name: "Ines" },
      { name: "Ines", is_user: false, mes: "Who is there?" },
    ];
    const files = [
      ["Ines.json", JSON.stringify(card)],
      ["Ines.jsonl", chat.map((line) => JSON.stringify(line)).join("\n")],
      ["notes.txt", "milk"],
    ] as const;
    await dialog(page)
      .getByLabel("选择文件夹")
      .last()
      .evaluate((field) => field.removeAttribute("webkitdirectory"));
    await dialog(page)
      .locator("input[type=file]")
      .setInputFiles(
        files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })),
      );
    await dialog(page).getByText("角色卡", { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(dialog(page), "导入").click();
    await dialog(page).getByText("已导入 2 项。").waitFor();
    await dialog(page).getByText("notes.txt: 不是角色卡、聊天或世界书").waitFor();
    expect(await call("/api/stage")).toMatchObject({ bots: [{ name: "Ines" }], chats: [{}] });
  });
});

describe("a story in the page", () => {
  test("the sample has a tour, and how the story is played is set in a form on a phone", async () => {
    const { page, call } = await onStage(phone);
    await button(page, "Play now").click();
    const tour = page.getByRole("region", { name: "A short tour" });
    await tour.getByText("1 of 4").waitFor();
    await button(tour, "Next").click();
    await tour.getByText("Leave them alone…").waitFor();
    await button(tour, "End the tour").click();
    await button(page, "Story settings").click();
    await dialog(page).getByLabel("Title of the story").fill("Fog");
    await dialog(page).getByLabel("Name of place 1").fill("the attic");
    await button(dialog(page), "Rename").click();
    await button(dialog(page), "Renamed").waitFor();
    const preset = { temperature: 0.7, min_p: 0.1, prompts: [], openai_max_tokens: 300 };
    await dialog(page)
      .locator('input[type="file"][accept*="json"]')
      .setInputFiles({
        name: "mine.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(preset)),
      });
    await dialog(page).getByText("2 settings were filled in. Save to use them.").waitFor();
    await dialog(page).getByText("min_p: not used here").waitFor();
    expect(await dialog(page).getByLabel("Temperature").inputValue()).toBe("0.7");
    await dialog(page).getByLabel("Length of answers").selectOption("short");
    await button(dialog(page), "Add an entry").click();
    await dialog(page).getByLabel("What comes to mind").fill("The ferry is late.");
    await dialog(page).getByText("Prompts", { exact: true }).click();
    await button(dialog(page), "Start from the usual one").click();
    expect(await dialog(page).getByLabel("System prompt").inputValue()).not.toBe("");
    expect(await axeFindings(page)).toEqual([]);
    await button(dialog(page), "Save").click();
    await dialog(page).waitFor({ state: "detached" });
    const id = page.url().split("/").at(-1) ?? "";
    expect(await call(`/api/chats/${id}/settings`)).toMatchObject({
      settings: {
        temperature: 0.7,
        max_tokens: 300,
        length: "short",
        lorebook: { entries: [{ content: "The ferry is late." }] },
      },
    });
    expect(await call(`/api/chats/${id}`)).toMatchObject({ title: "Fog" });
    await page.reload();
    await page.getByRole("log").waitFor();
    expect(await tour.count()).toBe(0);
  });

  test.each([
    ["at 200 % zoom", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ["above a phone's keyboard", { ...phone, viewport: { width: 390, height: 460 } }],
  ])("lines of a story can be read %s while something is written", async (_, options) => {
    const { page } = await onStage(options);
    await button(page, "Play now").click();
    await button(page, "End the tour").click();
    await page.getByRole("textbox", { name: "What you say or do" }).focus();
    const box = await page.getByRole("log").boundingBox();
    expect(box?.height).toBeGreaterThan(150);
  });
});
