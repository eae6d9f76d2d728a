import { type Locator, type Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { enterToken, eventually, useBrowser } from "./signed-in.ts";

const { open, server } = useBrowser();

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const log = (page: Page): Locator => page.getByRole("log");

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "What you say or do" });
  await field.fill(text);
  await field.press("Enter");
  await log(page).getByText(text).first().waitFor();
}

async function visit(address: string): Promise<Page> {
  const token = await server().newAccount();
  const { page } = await open(address);
  await enterToken(page, token);
  return page;
}

test("two people play one story in two browsers: what is said aloud reaches both at once, a whisper only its addressee", async () => {
  const ada = await visit(`${server().url}/#/stage`);
  await button(ada, "Play now").click();
  await log(ada).waitFor();
  await ada.goto(`${server().url}/#/stage`);
  await button(ada, "New story with friends").click();
  const form = ada.getByRole("dialog");
  await button(form, "Orla Finch").click();
  await form.getByLabel("Your name in the story").fill("Ada");
  await form.getByLabel("Title (optional)").fill("The lighthouse");
  await button(form, "Begin").click();
  await ada.getByRole("heading", { name: "The lighthouse" }).waitFor();
  await button(ada, "Invite").click();
  await ada.getByRole("img", { name: "The invitation as a QR code" }).waitFor();
  const link = await ada.getByText(/#story=/).textContent();

  const bea = await visit(link ?? "");
  const invited = bea.getByRole("dialog", { name: "Ada invites you to “The lighthouse”" });
  await invited.getByLabel("Your name in the story").fill("Bea");
  await button(invited, "Join").click();
  await bea.getByRole("heading", { name: "The lighthouse" }).waitFor();
  await ada.getByRole("complementary").getByText("Bea").first().waitFor();

  await say(bea, "Ada, the lamp went out at nine.");
  await log(ada).getByText("the lamp went out at nine").first().waitFor();
  await ada.getByLabel("Whisper to").selectOption("Orla Finch");
  await say(ada, "The keeper is my brother.");
  await log(ada).getByText("whispers to Orla Finch").first().waitFor();
  await ada.getByLabel("Whisper to").selectOption("");
  await say(ada, "Bea, who told you that?");
  await log(bea).getByText("who told you that?").first().waitFor();
  expect(await log(bea).getByText("my brother").count()).toBe(0);

  await ada.getByLabel("Who speaks").selectOption("round");
  await bea.getByText("It is your turn.").waitFor();
  await ada.getByText("It is the turn of Bea.").waitFor();
  await ada.getByLabel("Title", { exact: true }).fill("The lamp");
  await button(ada, "Rename for everyone").click();
  await bea.getByRole("heading", { name: "The lamp" }).waitFor();
  await button(ada, "Make Bea the host").click();
  await eventually(() => button(bea, "Pause the story").count()).toBe(1);
  expect(await axeFindings(ada)).toEqual([]);
}, 90_000);
