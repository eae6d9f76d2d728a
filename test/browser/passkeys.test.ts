import { type CDPSession, type Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { enterToken, field, useBrowser } from "./signed-in.ts";

const { open, server } = useBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Browsers know passkeys under a name only. */
const addressByName = (): string => server().url.replace("127.0.0.1", "localhost");

/** A device whose person is there and is recognised, as far as Chromium can tell. */
async function giveDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test.each([
  [
    "on a desktop in English",
    {},
    "en",
    {
      add: "Add a passkey",
      name: "Name of the device",
      signOut: "Sign out",
      enter: "Sign in with a passkey",
      rename: "Rename My laptop",
      remove: "Remove Work laptop",
      save: "Save",
      known: "This device has a passkey for your account already.",
    },
  ],
  [
    "on a phone in Chinese",
    { ...phone, locale: "zh-CN" },
    "zh",
    {
      add: "添加通行密钥",
      name: "设备名称",
      signOut: "退出登录",
      enter: "用通行密钥登录",
      rename: "给 My laptop 改名",
      remove: "移除 Work laptop",
      save: "保存",
      known: "这台设备已经有你账号的通行密钥。",
    },
  ],
] as const)("a passkey is added, signs in, is renamed and removed, %s", async (...given) => {
  const [, options, language, words] = given;
  const { page } = await open(addressByName(), options);
  await giveDevice(page);
  await enterToken(page, await server().newAccount(language));
  await field(page).waitFor();
  await page.goto(`${addressByName()}/#/settings`);
  await page.getByLabel(words.name).fill("My laptop");
  await page.getByRole("button", { name: words.add }).click();
  await page.getByRole("button", { name: words.rename }).waitFor();
  await page.getByRole("button", { name: words.add }).click();
  await page.getByText(words.known).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: words.signOut, exact: true }).click();
  const enter = page.getByRole("button", { name: words.enter });
  await enter.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await enter.click();
  await page.getByRole("button", { name: words.rename }).click();
  await page.getByLabel(words.name).first().fill("Work laptop");
  await page.getByRole("button", { name: words.save, exact: true }).last().click();
  await page.getByRole("button", { name: words.remove }).click();
  // It had signed in this page.
  await enter
    .or(page.getByLabel(/^(Access token|访问令牌)$/))
    .first()
    .waitFor();
});

test("a passkey that was just added proves who is there", async () => {
  const { page } = await open(addressByName());
  await giveDevice(page);
  await enterToken(page, server().operatorToken);
  await field(page).waitFor();
  await page.goto(`${addressByName()}/#/settings`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename This device" }).waitFor();
  await page.goto(`${addressByName()}/#/operator/accounts`);
  await page.getByRole("button", { name: "New account" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Grandma");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("img", { name: "QR code of the sign-in link" }).waitFor();
});
