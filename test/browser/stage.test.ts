import { type BrowserContextOptions, type Locator, type Page, type Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { eventually, useBrowser, openSession } from "./signed-in.ts";

const { open, server } = useBrowser();

/** A newcomer on the page with the stories. */
async function onStage(
  options: BrowserContextOptions & { readonly language?: "en" | "zh" } = {},
): Promise<Page> {
  const { language, ...more } = options;
  const { url, newAccount } = server();
  const storageState = await openSession(url, await newAccount(language));
  const { page } = await open(`${url}/#/stage`, { ...more, storageState });
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
const lines = (page: Page, name: string): Locator =>
  log(page).getByRole("article", { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "What you say or do" });
  await field.fill(text);
  await field.press("Enter");
  await lines(page, "Robin").getByText(text).waitFor();
  await button(page, "Stop").waitFor({ state: "detached" });
}

describe("on the stage", () => {
  test("a newcomer plays at once; a character who is dragged out does not hear, and the page can prove it; then all go elsewhere", async () => {
    const page = await onStage();
    await page.getByText("No language model is connected.").waitFor();
    await button(page, "Play now").click();
    await log(page).waitFor();
    await button(page, "九娘 enters").press("Enter");
    await page.getByText("九娘 came in").waitFor();
    await page.locator(":focus").and(button(page, "九娘 leaves")).waitFor();
    const boards = page.getByRole("group", { name: "In the scene" });
    const wings = page.getByRole("group", { name: "Not here" });
    await boards.getByText("九娘", { exact: true }).dragTo(wings);
    await page.getByText("九娘 left and won’t know what is said now.").waitFor();
    await wings.getByText("九娘", { exact: true }).waitFor();

    await say(page, "The lighthouse lamp is green tonight.");
    await eventually(() => lines(page, "Orla Finch").count()).toBe(3);
    const own = lines(page, "Robin").last();
    await button(own, /More about this line/).click();
    await button(own, "How do they know that?").click();
    await dialog(page).getByText("Orla Finch remembers").first().waitFor();
    await dialog(page).getByText("Heard by Robin and Orla Finch.").first().waitFor();
    await dialog(page).getByLabel("Who").selectOption("九娘");
    await dialog(page).getByText("九娘 does not know it").waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Prompt" }).click();
    await page.getByText("What they heard").click();
    await page
      .getByRole("tabpanel")
      .getByText(/lighthouse lamp is green/)
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "Scene", exact: true }).click();
    await button(page, "Change what Orla Finch is doing").click();
    await page.getByLabel("Posture").fill("on one leg");
    await button(page, "Save").click();
    await boards.getByText("on one leg").waitFor();
    await page.getByLabel("Something to come back to").fill("Whose lamp is it?");
    await button(page, "Note it").click();
    await button(page, "Settle the thread “Whose lamp is it?”").click();
    await button(page, "Reopen the thread “Whose lamp is it?”").waitFor();
    await button(page, "Go on").click();
    await eventually(() => lines(page, "Orla Finch").count()).toBe(4);
    await page.getByLabel("Another place").fill("the roof");
    await button(page, "Add").click();
    await button(page, "Go to the roof").click();
    await button(dialog(page), "Go there").click();
    await page.getByRole("heading", { name: "Scene 2 · the roof" }).waitFor();
  });

  test("a meanwhile scene is directed beat by beat, one is stopped, and it ends in a digest with a seal", async () => {
    const page = await inStory();
    await button(page, "Leave them alone…").click();
    await dialog(page).getByRole("radio", { name: "3 exchanges" }).waitFor({ state: "attached" });
    await dialog(page).getByText("More", { exact: true }).click();
    await dialog(page).getByText("I direct it").click();
    await button(dialog(page), "Start").click();
    const direction = page.getByRole("textbox", { name: "Direction" });
    await direction.waitFor();
    await button(page, "Next exchange").click();
    await eventually(() => lines(page, "Orla Finch").count()).toBe(3);
    // Nothing was written, so nothing stands in the play but what was said.
    expect(await log(page).getByText("The scene goes on").count()).toBe(0);
    await direction.fill("hold the lamp");
    await button(page, "Next exchange").click();
    await log(page).locator("[aria-busy=true]").getByText("A breath is drawn.").waitFor();
    expect(await log(page).locator("[aria-busy=true]").getAttribute("aria-label")).toBe("九娘");
    await button(page, "Stop").click();
    await log(page).getByText("stopped: no character remembers it").first().waitFor();

    await button(page, "Let them talk…").click();
    await dialog(page).getByText("More", { exact: true }).click();
    await dialog(page).getByRole("spinbutton", { name: "Exchanges" }).fill("1");
    await button(dialog(page), "Let them talk").click();
    const digest = page.getByRole("article", { name: "While you were away" });
    await digest.waitFor();
    await button(page, "Reopen it").click();
    await direction.waitFor();
    await eventually(() => digest.count()).toBe(0);
    await button(page, "Bring it back").click();
    await digest.waitFor();
    await eventually(() => log(page).getByText("A breath is drawn.").count()).toBe(0);
    await log(page).getByText("sealed").waitFor();
    await page.getByRole("tab", { name: "Prompt" }).click();
    const receipt = page.getByRole("tabpanel");
    await receipt
      .getByText(/left out: you have not opened that scene/)
      .first()
      .waitFor({ state: "attached" });
    expect(await receipt.textContent()).not.toContain("A breath is drawn.");
    await button(digest, /Show what really happened/).click();
    await button(dialog(page), "Show it").click();
    await digest.getByText("What really happened").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await log(page).getByText("A breath is drawn.").first().waitFor();
  });

  test("a character's memory is pinned, reworded and brought into another story; and one sees how something went round", async () => {
    const page = await inStory();
    await say(page, "The lighthouse lamp is green tonight.");
    const own = lines(page, "Robin").last();
    await button(own, /More about this line/).click();
    await button(own, "How do they know that?").click();
    await page.getByRole("tab", { name: "How it spread" }).press("Enter");
    await dialog(page)
      .getByRole("img", { name: /Robin told Orla Finch on day 1/ })
      .waitFor();
    await dialog(page).getByText("heard it from Robin · 1 step from the source").waitFor();
    await dialog(page).getByText("2 of 3 know it").waitFor();
    await page.keyboard.press("Escape");

    await page.route(
      "**/stage/memories?*",
      (route) => route.fulfill({ status: 400, json: { error: { code: "refused", message: "" } } }),
      {
        times: 1,
      },
    );
    await page.getByRole("tab", { name: "Memories" }).click();
    await page.getByRole("tabpanel").getByRole("alert").getByRole("button").click();
    const remembered = page
      .getByRole("list", { name: "What Orla Finch remembers" })
      .getByRole("listitem");
    await button(remembered.last(), /^Pin: /).press("Enter");
    await page
      .locator(":focus")
      .and(button(remembered.first(), /^Unpin: /))
      .waitFor();
    await button(remembered.first(), /^Reword: /).press("Enter");
    await dialog(page).getByRole("textbox").fill("Four cups were counted.");
    await button(dialog(page), "Save").click();
    await remembered.first().getByText("in your words").waitFor();
    const count = await remembered.count();

    await page.getByRole("link", { name: "All stories" }).click();
    await button(page, "Start a story with Orla Finch").click();
    await button(dialog(page), "Start the story").click();
    await log(page).waitFor();
    await page.getByRole("tab", { name: "Memories" }).click();
    await button(page, "Bring memories from another story…").click();
    await button(dialog(page), "Bring them").click();
    await dialog(page).getByText(`Orla Finch brought ${count} memories.`).waitFor();
    await page.keyboard.press("Escape");
    await remembered.getByText("from “Two hours of fog”").first().waitFor();
    await remembered.getByText("Four cups were counted.").waitFor();
  });

  test("a whisper to a character who leaves is held, and what may be one is asked about; nothing is said aloud by itself", async () => {
    const page = await inStory();
    await button(page, "九娘 enters").press("Enter");
    await page.getByText("九娘 came in").waitFor();
    const field = page.getByRole("textbox", { name: "What you say or do" });
    await page.getByRole("group", { name: "Only these hear it:" }).getByText("九娘").click();
    await field.fill("Do not tell Orla.");
    await button(page, "九娘 leaves").press("Enter");
    await page.getByText("九娘 can’t hear you any more, so nothing was said.").waitFor();
    await field.press("Enter");
    expect(await field.inputValue()).toBe("Do not tell Orla.");
    expect(await lines(page, "Robin").getByText("Do not tell Orla.").count()).toBe(0);
    await button(page, "Say it aloud").click();
    await button(page, "九娘 enters").press("Enter");
    await page.getByText("九娘 came in").waitFor();
    await field.fill("I lean in and say quietly: the lamp is out.");
    await field.press("Enter");
    await page.getByText("Is this whispered, or said aloud?").waitFor();
    expect(await field.inputValue()).toBe("I lean in and say quietly: the lamp is out.");
    await button(page, "Whisper to 九娘").click();
    await lines(page, "Robin").getByText("the lamp is out").waitFor();
    await lines(page, "Robin")
      .last()
      .getByText(/whisper/i)
      .waitFor();
  });

  test("a rewind shows what would be forgotten before it is, until it is taken back; a branch keeps both ways", async () => {
    const page = await inStory();
    await say(page, "Keep this.");
    const said = lines(page, "Orla Finch").last();
    await button(said, /More about this line/).click();
    await button(said, "Another version").click();
    const versions = said.getByRole("group", { name: "Versions of this reply" });
    await versions.getByText("2/2").waitFor();
    await button(versions, "Previous version").press("Enter");
    await versions.getByText("1/2").waitFor();
    await button(versions, "Next version").press("Enter");
    await versions.getByText("2/2").waitFor();
    await say(page, "Forget this.");
    await page.getByRole("tab", { name: "Time" }).click();
    const slider = page.getByRole("slider", { name: "Exchange in the story" });
    await slider.press("ArrowLeft");
    await button(page, "Branch from here…").click();
    await dialog(page).getByText("removes 2 lines").waitFor();
    await button(dialog(page), "Branch").click();
    await page.getByText("way-2").waitFor();
    await eventually(() => log(page).getByText("Forget this.").count()).toBe(0);
    await button(page, "Switch").click();
    await dialog(page).getByText("adds 2 lines").waitFor();
    await button(dialog(page), "Switch").click();
    await log(page).getByText("Forget this.").first().waitFor();

    await slider.press("ArrowLeft");
    await button(page, "Rewind to here…").click();
    await dialog(page).getByText("removes 2 lines").waitFor();
    await button(dialog(page), "Cancel").click();
    expect(await lines(page, "Robin").getByText("Forget this.").count()).toBe(1);
    await button(page, "Rewind to here…").click();
    await button(dialog(page), "Forget it and rewind").click();
    await eventually(() => log(page).getByText("Forget this.").count()).toBe(0);
    expect(await lines(page, "Robin").getByText("Keep this.").count()).toBe(1);
    await button(page, "Bring it back").click();
    await lines(page, "Robin").getByText("Forget this.").waitFor();

    await page.getByRole("tab", { name: "Scene" }).click();
    await button(page, "Delete this story…").click();
    await button(dialog(page), "Delete").click();
    await page.getByText("“Two hours of fog” is deleted.").waitFor();
    await eventually(() => page.getByRole("link", { name: /Two hours of fog/ }).count()).toBe(0);
    await button(page, "Undo").click();
    await lines(page, "Robin").getByText("Forget this.").waitFor();
    // In the list of conversations it is a story, which is played here.
    await page.getByRole("link", { name: "Talk", exact: true }).click();
    await page.getByRole("link", { name: /Two hours of fog.*Story/ }).click();
    await lines(page, "Robin").getByText("Forget this.").waitFor();
  });

  test("a story of any length scrolls to its first line without losing one's place, and the slider reaches every beat", async () => {
    const page = await onStage();
    const told = Array.from({ length: 130 }, (_, nth) => ({
      name: nth % 2 === 0 ? "Ada" : "Eve",
      is_user: nth % 2 === 0,
      mes: `Line ${nth}.`,
    }));
    const head = { user_name: "Ada", character_name: "Eve", create_date: "2026-04-26@20h00m00s" };
    await drop(page, {
      name: "long.jsonl",
      text: [head, ...told].map((line) => JSON.stringify(line)).join("\n"),
    });
    await page.getByRole("status").getByRole("link", { name: "Open" }).click();
    await log(page).getByText("Line 129.").waitFor();
    expect(await log(page).getByRole("article").count()).toBe(100);
    const middle = log(page).getByText("Line 31.");
    const asked = Promise.withResolvers<Route>();
    await page.route("**/lines?*", (route) => asked.resolve(route), { times: 1 });
    await middle.evaluate((line) => line.scrollIntoView());
    const before = (await middle.boundingBox())?.y ?? 0;
    await (await asked.promise).continue();
    await eventually(() => log(page).getByRole("article").count()).toBe(130);
    expect(Math.abs(((await middle.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
    const [end, room] = [
      await button(page, "Go to the latest line").boundingBox(),
      await log(page).boundingBox(),
    ];
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan((room?.y ?? 0) + (room?.height ?? 0));
    expect(end?.y).toBeGreaterThan((room?.y ?? 0) + (room?.height ?? 0) / 2);

    await page.getByRole("tab", { name: "Time" }).click();
    const slider = page.getByRole("slider", { name: "Exchange in the story" });
    await slider.press("Home");
    await page.getByText("129 lines after it.").waitFor();
    await button(page, "Rewind to here…").click();
    await dialog(page).getByText("removes 129 lines").waitFor();
    await button(dialog(page), "Forget it and rewind").click();
    await eventually(() => log(page).getByRole("article").count()).toBe(1);
  });

  test("a card is taken by a drop, says in plain words what is wrong with another, and runs nothing of what is in it", async () => {
    const page = await onStage();
    await drop(page, { name: "evil.json", text: JSON.stringify(evilCard) });
    await page.getByRole("status").getByText("Imported ").waitFor();
    await drop(page, { name: "holiday.png", text: "not a picture at all" });
    await page
      .getByText(
        /holiday\.png: (?:this is not a character card|the file is damaged|this kind of file)/,
      )
      .waitFor();
    await button(page, /^Start a story with/).click();
    await button(dialog(page), "Start the story").click();
    await log(page).getByText("onerror").first().waitFor();
    expect(await page.locator("main").locator("img, script, iframe, object").count()).toBe(0);
    expect(await page.evaluate("typeof globalThis.hacked")).toBe("undefined");
  });

  test("a reply keeps its versions, also those of a chat from elsewhere; another one is spoken in its place; namesakes are kept apart", async () => {
    const page = await onStage();
    for (const _ of [1, 2])
      await drop(page, {
        name: "ines.json",
        text: JSON.stringify({ spec: "chara_card_v2", data: { name: "Ines" } }),
      });
    await page
      .getByText(/You already have a character called Ines\. This one is shown as Ines \(\w+\)\./)
      .waitFor();
    const swipes = ["To the hills.", "To the sea.", "To the inn."];
    const rows = [
      { user_name: "Robin", character_name: "Tove", chat_metadata: {} },
      { name: "Robin", is_user: true, mes: "Where to?" },
      { name: "Tove", is_user: false, mes: swipes[1], swipe_id: 1, swipes },
    ];
    await drop(page, {
      name: "road.jsonl",
      text: rows.map((row) => JSON.stringify(row)).join("\n"),
    });
    await page.getByRole("link", { name: "Open", exact: true }).click();
    const reply = lines(page, "Tove").last();
    const versions = reply.getByRole("group", { name: "Versions of this reply" });
    await reply.getByText("To the sea.").waitFor();
    await versions.getByText("2/3").waitFor();
    await button(versions, "Next version").click();
    await reply.getByText("To the inn.").waitFor();
    await versions.getByText("3/3").waitFor();
    expect(await button(versions, "Next version").isDisabled()).toBe(true);
    await button(reply, /More about this line/).click();
    await button(reply, "Another version").click();
    await versions.getByText("4/4").waitFor();
    await button(versions, "Previous version").click();
    await reply.getByText("To the inn.").waitFor();
    expect(await lines(page, "Tove").count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    const picture = process.env["MEANWHILE_PICTURE"];
    if (picture !== undefined) await page.screenshot({ path: picture });
  });

  test("a stage in Chinese, in the dark, on a phone: a finger carries a character in, nothing scrolls sideways, and feelings have their graph", async () => {
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    const page = await inStory({ language: "zh", colorScheme: "dark", ...phone });
    await carry(
      page,
      page.getByRole("group", { name: "不在场" }).getByText("九娘", { exact: true }),
      page.getByRole("group", { name: "在场", exact: true }),
    );
    await page.getByText("九娘来了").waitFor();
    await page.getByLabel("添加角色…").selectOption("Orla Finch");
    await page
      .getByRole("group", { name: "只有他们听得见：" })
      .getByRole("button", { name: "Orla Finch" })
      .waitFor();
    const send = await button(page, "发送").boundingBox();
    expect((send?.x ?? 0) + (send?.width ?? 0)).toBeLessThan(360);
    for (const name of ["九娘", "Orla Finch"]) {
      await button(page, `让${name}离开`).tap();
      await page.getByText(`${name}离开了`).waitFor();
    }
    const field = page.getByRole("textbox", { name: "你的言行" });
    await field.fill("船长，第八个人坐在哪里？");
    await field.press("Enter");
    await eventually(() => lines(page, "沈渡").count()).toBe(4);
    await button(page, "场景、感情、记忆、时间").click();
    await page.route(
      "**/feelings",
      (route) => route.fulfill({ status: 400, json: { error: { code: "refused", message: "" } } }),
      {
        times: 1,
      },
    );
    await page.getByRole("tab", { name: "感情" }).click();
    await page.getByRole("tabpanel").getByRole("alert").getByRole("button").click();
    await page
      .getByRole("group", { name: "谁对谁怎么想" })
      .getByRole("button", { name: "沈渡对阿远" })
      .waitFor();
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

/** By a finger, which the browser gets as from a screen. */
async function carry(page: Page, what: Locator, to: Locator): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const middle = async (of: Locator): Promise<{ x: number; y: number }> => {
    const box = await of.boundingBox();
    if (box === null) throw new Error("it is not on the page");
    return {
      x: Math.round(box.x + Math.min(20, box.width / 2)),
      y: Math.round(box.y + box.height / 2),
    };
  };
  const [from, there] = [await middle(what), await middle(to)];
  const half = { x: from.x, y: Math.round((from.y + there.y) / 2) };
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const point of [half, there])
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Files come from outside of the page, so the drop is made by hand. */
async function drop(
  page: Page,
  file: { readonly name: string; readonly text: string },
): Promise<void> {
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(file.text)}], ${JSON.stringify(file.name)}));
    return data;
  })()`);
  await page
    .getByRole("region", { name: "Characters" })
    .dispatchEvent("drop", { dataTransfer: data });
}
