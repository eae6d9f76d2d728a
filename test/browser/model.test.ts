import { type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { say } from "../vendors/model-script.ts";
import { type ModelServer, startModelServer } from "../vendors/model-server.ts";
import { axeFindings } from "./accessible.ts";
import {
  enterToken,
  eventually,
  field,
  own,
  replies,
  say as write,
  showProof,
  useBrowser,
} from "./signed-in.ts";

const apiKey = "sk-of-the-browser-test-0815";
// The model is asked by chats alone, so that its answers can be counted.
const { open, signIn, server } = useBrowser(() =>
  Promise.resolve({ MEANWHILE_MEMORY__READ_TALKS: "false" }),
);
let model: ModelServer;
let answers = 0;
beforeAll(async () => {
  model = await startModelServer({
    apiKey,
    behaviour: () => say(`Answer ${(answers += 1)}.`),
    listed: ["small", "large"],
  });
});
afterAll(() => model.close());

const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

describe("the settings of the language model", () => {
  test("an operator follows the note to the settings, tests a server, reads what is wrong, chooses a model, saves and removes it", async () => {
    const { page } = await open(server().url);
    await enterToken(page, server().operatorToken);
    await field(page).waitFor();
    await page.getByRole("link", { name: "Connect one in Settings" }).click();
    const form = page.getByRole("region", { name: "Language model", exact: true });
    await form.getByLabel("Provider").waitFor();
    // The link leads to the form, not to the top of a long page.
    await eventually(() => page.evaluate("document.activeElement.id")).toBe("settings-model");
    const top = await form.evaluate((region) => region.getBoundingClientRect().top);
    expect(top).toBeLessThan(200);
    await form.getByLabel("Provider").selectOption("Ollama");
    expect(await form.getByLabel("Address").inputValue()).toBe("http://127.0.0.1:11434/v1");
    await form.getByLabel("Address").fill(model.baseUrl);
    await press(page, "Test");
    await form.getByText("The server does not accept the key.").waitFor();
    await form.getByLabel("Key", { exact: true }).fill(apiKey);
    await press(page, "Test");
    await form.getByText("lists 2 models. Choose one.").waitFor();
    expect(await form.locator("datalist option").count()).toBe(2);
    await form.getByLabel("Model", { exact: true }).fill("small");
    await press(page, "Test");
    await form.getByText("small answers.").waitFor();
    await form.getByText("Other models and prices").click();
    await form.getByLabel("Model for stories").fill("large");
    await form.getByLabel("small, Read").fill("0.5");
    await form.getByLabel("large, Written").fill("12");
    await form.getByLabel("Currency").selectOption("EUR");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Connected: small").waitFor();
    expect(await form.getByLabel("Key", { exact: true }).inputValue()).toBe("");
    await page.reload();
    await form.getByText("A key is saved.").waitFor();
    expect(await form.getByLabel("Model for stories").inputValue()).toBe("large");
    expect(await form.getByLabel("large, Written").inputValue()).toBe("12");
    expect(await form.getByLabel("Currency").inputValue()).toBe("EUR");
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.content()).not.toContain(apiKey);
    await form.getByRole("button", { name: "Remove" }).click();
    await showProof(page, server().operatorToken);
    await form.getByText("No language model is connected.").waitFor();
  });

  test("an operator on a phone is warned of an address that only this machine can open, saves another, and forgets it", async () => {
    const { page } = await open(server().url, { viewport: { width: 390, height: 844 } });
    await enterToken(page, server().operatorToken);
    await field(page).waitFor();
    await page.goto(`${server().url}/#/settings`);
    const form = page.getByRole("region", { name: "Address of this server" });
    await form.getByText("Only this machine can open this address").waitFor();
    await form.getByLabel("Public address").fill("http://127.0.0.1:1/below");
    await press(form, "Save");
    await form.getByRole("alert").waitFor();
    await form.getByLabel("Public address").fill("https://chat.example.org");
    await press(form, "Save");
    await form.getByText("In use: https://chat.example.org").waitFor();
    expect(await form.getByText("Only this machine").count()).toBe(0);
    await form.getByText("no proxy is trusted").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(form, "Forget");
    await showProof(page, server().operatorToken);
    await form.getByText("Only this machine can open this address").waitFor();
  });

  test("a person asks for an answer once more, looks at both, goes on from the first, edits a message in its place, and continues a stopped one", async () => {
    const { page } = await open(server().url, { viewport: { width: 390, height: 844 } });
    await enterToken(page, server().operatorToken);
    await field(page).waitFor();
    const headers = {
      authorization: `Bearer ${server().operatorToken}`,
      "content-type": "application/json",
    };
    onTestFinished(async () => {
      await fetch(`${server().url}/api/model`, { method: "DELETE", headers });
    });
    const body = JSON.stringify({ base_url: model.baseUrl, api_key: apiKey, model: "small" });
    const saved = await fetch(`${server().url}/api/model`, { method: "POST", headers, body });
    expect(saved.status).toBe(200);
    await page.reload();
    answers = 0;
    await write(page, "ask the model about the sea");
    await replies(page).getByText("Answer 1.").waitFor();
    await press(page, "Try again");
    await replies(page).getByText("Answer 2.").waitFor();
    expect(await replies(page).getByText("Answer 1.").count()).toBe(0);
    expect(await own(page).count()).toBe(1);
    await page.getByText("2 of 2").waitFor();
    await press(page, "Earlier version");
    await replies(page).getByText("Answer 1.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await write(page, "ask the model about the moon");
    await replies(page).getByText("Answer 3.").waitFor();
    expect(await replies(page).allInnerTexts()).toEqual([
      expect.stringContaining("Answer 1."),
      expect.stringContaining("Answer 3."),
    ]);
    const prompt = JSON.stringify(model.requests.at(-1)?.body.messages);
    expect([prompt.includes("Answer 1."), prompt.includes("Answer 2.")]).toEqual([true, false]);
    await own(page).last().getByRole("button", { name: "Edit" }).click();
    await page.getByText("Editing your message. It will be answered again.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await write(page, "ask the model about the stars");
    await replies(page).getByText("Answer 4.").waitFor();
    expect(await own(page).allInnerTexts()).toEqual([
      expect.stringContaining("the sea"),
      expect.stringContaining("the stars"),
    ]);
    const edited = JSON.stringify(model.requests.at(-1)?.body.messages);
    expect([edited.includes("the stars"), edited.includes("the moon")]).toEqual([true, false]);
    await press(page, "Earlier version");
    await own(page).getByText("ask the model about the moon").waitFor();
    await press(page, "Later version");
    await field(page).fill("not sent yet");
    await own(page).first().getByRole("button", { name: "Edit" }).click();
    await page.getByText("Editing a copy of your message. It is sent as a new one.").waitFor();
    await press(page, "Stop editing");
    expect(await field(page).inputValue()).toBe("not sent yet");
    model.script(say("Once upon a time", { ending: "hang" }));
    await write(page, "ask the model for a story");
    await replies(page).getByText("Once upon a time").waitFor();
    await press(page, "Stop");
    await press(page, "Continue");
    await replies(page).getByText("You said: Continue.").waitFor();
  });

  test("a person who is not the operator is sent to the operator and finds no form", async () => {
    const page = await signIn({ language: "zh" });
    await page.getByText("请联系管理员连接一个模型。").waitFor();
    await page.getByRole("link", { name: "设置" }).click();
    await page.getByRole("region", { name: "语言模型", exact: true }).waitFor();
    expect(await page.getByLabel("密钥", { exact: true }).count()).toBe(0);
  });
});
