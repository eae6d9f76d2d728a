import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../support/server.ts";
import { enterToken, field, replies, say, useBrowser } from "./signed-in.ts";

const { open, signIn, server } = useBrowser();

describe("signing in", () => {
  test("the operator link signs in once, and its code leaves the address bar and the history", async () => {
    const { page } = await open(server().operatorLink);
    await field(page).waitFor();
    expect(page.url()).not.toContain("code");
    await page.goBack();
    expect(page.url()).not.toContain("code");

    const other = await open(server().operatorLink);
    await other.page.getByText("This link has been used already or has expired.").waitFor();
    expect(other.page.url()).not.toContain("code");
    await enterToken(other.page, await server().newAccount());
    await field(other.page).waitFor();
  });

  test("a used link that is opened again where it worked changes nothing", async () => {
    const page = await signIn();
    await page.goto(`${server().url}/#code=used-before`);
    await field(page).waitFor();
    expect(page.url()).not.toContain("code");
  });

  test("signing out shows the sign-in page and forgets unsent text", async () => {
    const page = await signIn();
    await say(page, "hello");
    await replies(page).waitFor();
    await field(page).fill("not sent yet");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Access token", { exact: true }).waitFor();
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("not sent yet");
  });

  test("wrong tokens are refused, and too many of them tell how long to wait", async () => {
    // The limit is for the whole address, so the other tests keep their own server.
    const strict = await startServer();
    onTestFinished(() => strict.close());
    const { page } = await open(strict.url);
    await enterToken(page, "wrong");
    await page.getByText("This token is not valid.").waitFor();
    const wait = page.getByText(/Too many tries. Try again in \d+ (?:seconds|minutes)\./);
    for (let tries = 1; tries < 10 && !(await wait.isVisible()); tries += 1) {
      await Promise.all([page.waitForResponse("**/api/session"), enterToken(page, "wrong")]);
      await page.getByRole("alert").waitFor();
    }
    await wait.waitFor();
  });
});
