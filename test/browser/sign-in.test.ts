import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startProduct } from "../support/product.ts";
import { axeFindings } from "./accessible.ts";
import { enterToken, eventually, field, replies, say, useBrowser } from "./signed-in.ts";

const { open, signIn, server } = useBrowser();

/** As the operator's command or another person's settings make it. */
async function pairingLink(token: string, channel?: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(`${server().url}/api/pairings`, {
    method: "POST",
    headers,
    body: JSON.stringify({ channel }),
  });
  return ((await answer.json()) as { link: string }).link;
}

test("an invited person is asked who they are in their language and zone, finds three things to begin with, hides them, and finds them again in the settings", async () => {
  const headers = {
    Authorization: `Bearer ${server().operatorToken}`,
    "Content-Type": "application/json",
  };
  const invited = await fetch(`${server().url}/api/invitations`, {
    method: "POST",
    headers,
    body: JSON.stringify({ display_name: "Ann" }),
  });
  const { url: link } = (await invited.json()) as { url: string };
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const { page } = await open(link, { ...phone, locale: "zh-CN", timezoneId: "Europe/Berlin" });
  const steps = page.getByRole("region", { name: "欢迎" });
  expect(await steps.getByLabel("时区").inputValue()).toBe("Europe/Berlin");
  expect(await steps.getByLabel("你的名字").inputValue()).toBe("Ann");
  // Nothing depends on the server's zone yet, so there is nothing to ask about it.
  const zone = () =>
    page.evaluate<string>(
      `fetch("/api/session", { headers: { "X-Meanwhile": localStorage["meanwhile.page-key"] } })
         .then((answer) => answer.json()).then(({ account }) => account.default_timezone)`,
    );
  await eventually(zone).toBe("Europe/Berlin");
  expect(await page.getByRole("button", { name: /^改为/ }).count()).toBe(0);
  await steps.getByLabel("你的名字").fill("阿安");
  expect(await axeFindings(page)).toEqual([]);
  await steps.getByRole("button", { name: "保存" }).click();
  await steps.getByRole("link", { name: "连接聊天软件" }).waitFor();
  await steps.getByRole("button", { name: "试一条提醒" }).click();
  expect(await field(page).inputValue()).toBe("两分钟后提醒我活动一下");
  await steps.getByRole("button", { name: "不再显示" }).click();
  await steps.waitFor({ state: "detached" });
  await page.reload();
  await field(page).waitFor();
  expect(await steps.count()).toBe(0);
  await page.getByRole("link", { name: "设置" }).click();
  expect(await page.getByLabel("你的名字").inputValue()).toBe("阿安");
  await page.getByRole("link", { name: "显示入门步骤" }).click();
  await steps.getByRole("button", { name: "试一条提醒" }).waitFor();
});

describe("a pairing link", () => {
  test("a pairing link says what it is for and takes a newcomer in, once", async () => {
    const link = await pairingLink(await server().newAccount());
    const { page } = await open(link);
    await page.getByRole("heading", { name: "Connect with this link" }).waitFor();
    expect(page.url()).not.toContain("pair");
    expect(await page.locator("code").innerText()).toBe(link.split("=")[1]);
    // A phone may forget the page while its owner is in the chat app.
    await page.reload();
    await page.getByRole("button", { name: "Continue here" }).click();
    await field(page).waitFor();
    await page.reload();
    await field(page).waitFor();

    const other = await open(link);
    await other.page.getByRole("button", { name: "Continue here" }).click();
    await other.page
      .getByText("This link has been used already, has expired, or is meant for a chat app only.")
      .waitFor();
    await other.page.getByRole("button", { name: "Not now" }).click();
    await other.page.getByLabel("Access token", { exact: true }).waitFor();
  });

  test("a pairing link says to a person who is signed in that the account would change, and changes it", async () => {
    const page = await signIn();
    await say(page, "mine alone");
    await replies(page).waitFor();
    await page.goto(await pairingLink(await server().newAccount("zh")));
    await page.getByText("You are signed in as another account.").waitFor();
    await page.getByRole("button", { name: "Continue here" }).click();
    await page.getByRole("button", { name: "发送" }).waitFor();
    expect(await page.getByText("mine alone").count()).toBe(0);
  });

  test("a pairing link is made in the settings, with a code to type and one to scan", async () => {
    const page = await signIn();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Create code" }).click();
    const code = await page
      .locator("code")
      .filter({ hasText: /^\w{4}-\w{4}-\w{4}$/ })
      .innerText();
    await page.getByRole("img", { name: "QR code of the link" }).waitFor();
    // A person who types the address takes the short one; what is scanned holds a longer one.
    const { page: phone } = await open(`${server().url}/#pair=${code.toLowerCase()}`);
    await phone.getByRole("button", { name: "Continue here" }).click();
    await field(phone).waitFor();
  });
});

describe("a session", () => {
  test("a session is shared by all tabs, and a page that has lost its key is asked to sign in once more", async () => {
    const page = await signIn();
    const second = await page.context().newPage();
    await second.goto(server().url);
    await field(second).waitFor();
    await second.evaluate("localStorage.removeItem('meanwhile.page-key')");
    await second.reload();
    await second.getByText("Please sign in once more on this page.").waitFor();
    await enterToken(second, await server().newAccount());
    await field(second).waitFor();
  });

  test("a session is worth nothing to another port of the machine, although the browser sends the cookie there", async () => {
    const page = await signIn();
    const cookies: string[] = [];
    const neighbour = createServer((incoming, outgoing) => {
      cookies.push(incoming.headers.cookie ?? "");
      outgoing.end("hello");
    });
    await new Promise<void>((resolve) => neighbour.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void neighbour.close());
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`);
    const [Cookie = ""] = cookies;
    expect(Cookie).toMatch(/meanwhile_\d+=ms_/);
    for (const key of ["1", ""]) {
      const headers = {
        Cookie,
        Origin: server().url,
        "Sec-Fetch-Site": "same-origin",
        "X-Meanwhile": key,
      };
      const tried = [
        await fetch(`${server().url}/api/session`, { headers }),
        await fetch(`${server().url}/api/conversations`, { headers }),
      ];
      expect(tried.map(({ status }) => status)).toEqual([401, 401]);
    }
    expect(await other.evaluate("JSON.stringify(localStorage)")).toBe("{}");
  });

  test("a session is listed in the settings and can be ended from another browser", async () => {
    const token = await server().newAccount("zh");
    const [{ page: first }, { page: second }] = [
      await open(server().url),
      await open(server().url),
    ];
    for (const page of [first, second]) {
      await enterToken(page, token);
      await field(page).waitFor();
    }
    await first.getByRole("link", { name: "设置" }).click();
    await first.getByRole("button", { name: "退出其他所有设备" }).click();
    await first.getByText("已退出该设备。").waitFor();
    await second.getByRole("link", { name: "日历" }).click();
    await second.getByLabel("访问令牌").waitFor();
    await second.getByText("你已退出登录，请重新登录。").waitFor();
  });
});

describe("a friend's link", () => {
  test("a friend's link says who invites and how to say yes, and asks a person who signs in once more", async () => {
    const [inviter, guest] = [await server().newAccount(), await server().newAccount()];
    const as = async (
      token: string,
      path: string,
      how: { method?: string; body?: object } = {},
    ): Promise<Record<string, unknown>> => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const init = {
        method: how.method ?? "GET",
        headers,
        ...(how.body === undefined ? {} : { body: JSON.stringify(how.body) }),
      };
      return (await (await fetch(server().url + path, init)).json()) as Record<string, unknown>;
    };
    await as(inviter, "/api/account", { method: "PATCH", body: { display_name: "Mei" } });
    const { qr_payload: link, link_code: code } = (await as(
      inviter,
      "/api/friends/link",
    )) as Record<string, string>;
    const { page } = await open(link ?? "");
    await page.getByRole("heading", { name: "Mei invites you" }).waitFor();
    expect(page.url()).not.toContain("friend");
    await page.getByText(`add friend ${code}`, { exact: true }).waitFor();
    expect(await as(inviter, "/api/friends")).toEqual({ friends: [], next: null });
    await page.getByRole("button", { name: "Sign in" }).click();
    await enterToken(page, guest);
    await page.getByText("Mei invites you. Do you want to become friends?").waitFor();
    await page.getByRole("button", { name: "Become friends" }).click();
    await page.getByText("Mei", { exact: true }).first().waitFor();
    expect(await as(guest, "/api/friends")).toMatchObject({ friends: [{ display_name: "Mei" }] });
    const { page: late } = await open(`${server().url}/#friend=${"x".repeat(22)}`);
    await late.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
  });
});

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

  test("wrong tokens are refused, and too many of them say how long to wait", async () => {
    // The limit is for the whole address, so the other tests keep their own server.
    const strict = await startProduct();
    onTestFinished(() => strict.close());
    const { page } = await open(strict.url);
    await enterToken(page, "wrong");
    await page.getByText("This token is not valid.").waitFor();
    const wait = page.getByText(/Too many attempts. Try again in \d+ (?:seconds|minutes)\./);
    for (let tries = 1; tries < 10 && !(await wait.isVisible()); tries += 1) {
      await Promise.all([page.waitForResponse("**/api/session"), enterToken(page, "wrong")]);
      await page.getByRole("alert").waitFor();
    }
    await wait.waitFor();
  });
});
