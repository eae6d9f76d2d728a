import { describe, expect, test } from "vitest";
import { field, replies, runServer, say, useBrowser } from "./signed-in.ts";

const { open, signIn } = useBrowser();

describe("signing in", () => {
  test("the operator link signs in, and its code leaves the address bar and the history", async () => {
    const { page } = await signIn();
    expect(page.url()).not.toContain("code");
    await page.goBack().catch(() => undefined);
    expect(page.url()).not.toContain("code");
  });

  test("a used link says so in plain words, and a token still gets in", async () => {
    const { server } = await signIn();
    const { page } = await open(server.operatorLink);
    await page.getByText("This link has been used already or has expired.").waitFor();
    expect(page.url()).not.toContain("code");
    await page.getByLabel("Access token", { exact: true }).fill("good-token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await field(page).waitFor();
  });

  test("wrong tokens are refused, and too many of them tell how long to wait", async () => {
    const server = await runServer();
    const { page } = await open(server.url);
    await page.getByLabel("Access token", { exact: true }).fill("wrong");
    const submit = page.getByRole("button", { name: "Sign in" });
    await submit.click();
    await page.getByText("This token is not valid.").waitFor();
    for (let tries = 0; tries < 3; tries += 1) {
      await Promise.all([page.waitForResponse("**/api/session"), submit.click()]);
    }
    await page.getByText("Try again in 30 seconds.").waitFor();
  });

  test("signing out shows the sign-in page and forgets unsent text", async () => {
    const { page } = await signIn();
    await say(page, "hello");
    await replies(page).waitFor();
    await field(page).fill("not sent yet");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Access token", { exact: true }).waitFor();
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("not sent yet");
  });
});
