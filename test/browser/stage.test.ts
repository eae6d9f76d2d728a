import { type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { enterToken, eventually, useBrowser } from "./signed-in.ts";

const { open, server } = useBrowser();

/** A newcomer on the page with the stories. */
async function onStage(options: BrowserContextOptions & { readonly language?: "en" | "zh" } = {}): Promise<Page> {
  const { language, ...more } = options;
  const token = await server().newAccount(language);
  const { page } = await open(`${server().url}/#/stage`, more);
  page.setDefaultTimeout(10_000);
  await enterToken(page, token);
  await button(page, /Play now|马上开演/).waitFor();
  return page;
}

/** The same, in the sample story: Orla is there, 九娘 is not. */
async function inStory(options?: Parameters<typeof onStage>[0]): Promise<Page> {
  const page = await onStage(options);
  await button(page, /Play now|马上开演/).click();
  await log(page).waitFor();
  return page;
}

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const log = (page: Page): Locator => page.getByRole("log");
const lines = (page: Page, name: string): Locator => log(page).getByRole("article", { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "What you say or do" });
  await field.fill(text);
  await field.press("Enter");
  await lines(page, "Robin").getByText(text).waitFor();
  await button(page, "Stop").waitFor({ state: "detached" });
}

describe("on the stage", () => {
  test("a newcomer plays at once; whoever is dragged out does not hear, and the page can prove it", async () => {
    const page = await onStage();
    await page.getByText("The understudy speaks.").waitFor();
    await button(page, "Play now").click();
    await log(page).waitFor();
    await button(page, "九娘 enters").press("Enter");
    await page.getByText("九娘 has come in").waitFor();
    const boards = page.getByRole("group", { name: "On stage" });
    const wings = page.getByRole("group", { name: "In the wings" });
    await boards.locator("[draggable=true]", { hasText: "九娘" }).dragTo(wings);
    await page.getByText("九娘 has left, and will not know what is said now.").waitFor();
    await wings.getByText("九娘").waitFor();

    await say(page, "The lighthouse lamp is green tonight.");
    await eventually(() => lines(page, "Orla Finch").count()).toBe(3);
    const own = lines(page, "Robin").last();
    await button(own, /More about this line/).click();
    await button(own, "How do they know that?").click();
    await dialog(page).getByText("Orla Finch remembers").first().waitFor();
    await dialog(page).getByText("Heard by Robin and Orla Finch.").first().waitFor();
    await dialog(page).getByLabel("Who").selectOption("九娘");
    await dialog(page).getByText("九娘 does not know it").waitFor();
  });

  test("a meanwhile scene is directed beat by beat, one is stopped, and it ends in a digest with a seal", async () => {
    const page = await inStory();
    await button(page, "Meanwhile…").click();
    await button(dialog(page), "Begin").click();
    const direction = page.getByRole("textbox", { name: "Direction" });
    await direction.waitFor();
    await button(page, "Next beat").click();
    await eventually(() => lines(page, "Orla Finch").count()).toBe(3);
    await direction.fill("hold the lamp");
    await button(page, "Next beat").click();
    await log(page).locator("[aria-busy=true]").getByText("A breath is drawn.").waitFor();
    expect(await log(page).locator("[aria-busy=true]").getAttribute("aria-label")).toBe("九娘");
    await button(page, "Stop").click();
    await log(page).getByText("stopped: nobody remembers it").first().waitFor();

    await button(page, "Let them talk…").click();
    await dialog(page).getByLabel("Beats").fill("1");
    await button(dialog(page), "Let them talk").click();
    const digest = page.getByRole("article", { name: "While you were away" });
    await digest.waitFor();
    expect(await log(page).getByText("A breath is drawn.").count()).toBe(0);
    await log(page).getByText("under seal").waitFor();
    await button(digest, /Break the seal/).click();
    await button(dialog(page), "Break it").click();
    await digest.getByText("Director’s cut").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await log(page).getByText("A breath is drawn.").first().waitFor();
  });

  test("back in time: what would be forgotten is told before, and then it is; a branch keeps both ways", async () => {
    const page = await inStory();
    await say(page, "Keep this.");
    await say(page, "Forget this.");
    await page.getByRole("tab", { name: "Time" }).click();
    const slider = page.getByRole("slider", { name: "Beat of the story" });
    await slider.press("ArrowLeft");
    await button(page, "Branch from here…").click();
    await dialog(page).getByText("2 lines go").waitFor();
    await button(dialog(page), "Branch").click();
    await page.getByText("way-2").waitFor();
    await eventually(() => log(page).getByText("Forget this.").count()).toBe(0);
    await button(page, "Go on there").click();
    await dialog(page).getByText("2 lines come").waitFor();
    await button(dialog(page), "Go on there").click();
    await log(page).getByText("Forget this.").first().waitFor();

    await slider.press("ArrowLeft");
    await button(page, "Rewind to here…").click();
    await dialog(page).getByText("2 lines go").waitFor();
    await button(dialog(page), "Cancel").click();
    expect(await lines(page, "Robin").getByText("Forget this.").count()).toBe(1);
    await button(page, "Rewind to here…").click();
    await button(dialog(page), "Forget it and rewind").click();
    await eventually(() => log(page).getByText("Forget this.").count()).toBe(0);
    expect(await lines(page, "Robin").getByText("Keep this.").count()).toBe(1);
  });

  test("a card is taken by a drop, says in plain words what is wrong with another, and runs nothing of what is in it", async () => {
    const page = await onStage();
    await drop(page, { name: "evil.json", text: JSON.stringify(evilCard) });
    await page.getByRole("status").getByText("is here.").waitFor();
    await drop(page, { name: "holiday.png", text: "not a picture at all" });
    await page.getByText(/holiday\.png: (?:this is not a character card|the file is damaged|this kind of file)/).waitFor();
    await button(page, /^Begin a story with/).click();
    await button(dialog(page), "Raise the curtain").click();
    await log(page).getByText("onerror").first().waitFor();
    expect(await page.locator("main").locator("img, script, iframe, object").count()).toBe(0);
    expect(await page.evaluate("typeof globalThis.hacked")).toBe("undefined");
  });

  test("in Chinese, in the dark, on a phone: nothing scrolls sideways, and feelings have their graph", async () => {
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    const page = await inStory({ language: "zh", colorScheme: "dark", ...phone });
    const field = page.getByRole("textbox", { name: "你的言行" });
    await field.fill("船长，第八个人坐在哪里？");
    await field.press("Enter");
    await eventually(() => lines(page, "沈渡").count()).toBe(4);
    await button(page, "场景、感情、时间").click();
    await page.getByRole("tab", { name: "感情" }).click();
    await page.getByRole("group", { name: "谁对谁怎么想" }).getByRole("button", { name: "沈渡对阿远" }).waitFor();
    await page.getByRole("img", { name: /^沈渡 → 阿远: 好感/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });
});

const evil = "<img src=x onerror='globalThis.hacked = 1'><script>globalThis.hacked = 1</script>";
const evilCard = {
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: `Eve ${evil}`,
    description: evil,
    personality: "",
    scenario: evil,
    first_mes: `Hello. ${evil}`,
    mes_example: "",
    tags: [evil],
  },
};

/** Files come from outside of the page, so the drop is made by hand. */
async function drop(page: Page, file: { readonly name: string; readonly text: string }): Promise<void> {
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(file.text)}], ${JSON.stringify(file.name)}));
    return data;
  })()`);
  await page.getByRole("region", { name: "Cast" }).dispatchEvent("drop", { dataTransfer: data });
}
