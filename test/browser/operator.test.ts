import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { axeFindings } from "./accessible.ts";
import { enterToken, eventually, field, useBrowser, showProof, openSession } from "./signed-in.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let data: string;
const { open, server } = useBrowser(async () => {
  data = await mkdtemp(join(tmpdir(), "meanwhile-operator-"));
  await mkdir(join(data, "smoke", "run-1"), { recursive: true });
  await writeFile(
    join(data, "smoke", "run-1", "evidence.jsonl"),
    smokeRun.map((line) => JSON.stringify(line)).join("\n"),
  );
  return { MEANWHILE_DATA: data };
});
afterAll(() => rm(data, { recursive: true, force: true }));

/** One case went well and one did not. */
const said = {
  said: "tomorrow 3pm dentist",
  replies: ["OK."],
  findings: [{ what: "start", expected: "15:00", found: "03:00" }],
};
const smokeRun = [
  {
    type: "run",
    stack: "local",
    startedAt: "2026-11-16T06:00:00Z",
    endedAt: "2026-11-16T06:01:00Z",
  },
  { type: "case", case: "undo", group: "reminders", status: "passed", took_ms: 20, steps: [] },
  {
    type: "case",
    case: "afternoon",
    group: "reminders",
    status: "failed",
    took_ms: 30,
    steps: [said],
  },
  { type: "sum", passed: 1, failed: 1, skipped: 0 },
];

/** As the operator, at one part of the page. */
async function operatorAt(part: string): Promise<Page> {
  const { url, operatorToken } = server();
  const { page } = await open(url, { storageState: await openSession(url, operatorToken) });
  await field(page).waitFor();
  await page.getByRole("link", { name: "Operator" }).click();
  await page
    .getByRole("navigation", { name: "Parts of this page" })
    .getByRole("link", { name: part })
    .click();
  return page;
}

const call = async (
  path: string,
  init: { method?: string; token: string; body?: object },
): Promise<Response> =>
  fetch(server().url + path, {
    method: init.method ?? "GET",
    headers: { Authorization: `Bearer ${init.token}`, "Content-Type": "application/json" },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });

describe("the operator's page", () => {
  test("the operator's page makes a token whose secret is seen once, and revokes it", async () => {
    const page = await operatorAt("Tokens");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("What it is for").fill("calendar script");
    await page.getByLabel("Everything the account may do").uncheck();
    await page.getByLabel("Read conversations").check();
    await page.getByRole("button", { name: "Create token" }).click();
    await showProof(page, server().operatorToken);
    const token = await page.getByLabel("Secret of the new token").innerText();
    expect((await call("/api/conversations", { token })).status).toBe(200);
    await page.getByRole("button", { name: "I saved it" }).click();
    await page.getByText("calendar script", { exact: true }).waitFor();
    expect(await page.content()).not.toContain(token.slice(-20));
    await page.getByRole("button", { name: "Revoke calendar script" }).click();
    await page.getByRole("button", { name: "Yes, revoke it" }).click();
    await page.getByText("calendar script", { exact: true }).waitFor({ state: "detached" });
    expect((await call("/api/conversations", { token })).status).toBe(401);
  });

  test("the operator's page makes a token for a service, and ends a browser's session", async () => {
    const made = (await (
      await call("/api/accounts", {
        method: "POST",
        token: server().operatorToken,
        body: { display_name: "Mei" },
      })
    ).json()) as { id: string };
    const body = { account_id: made.id, label: "phone" };
    const { token } = (await (
      await call("/api/tokens", { method: "POST", token: server().operatorToken, body })
    ).json()) as {
      token: string;
    };
    const other = (await open(server().url)).page;
    await enterToken(other, token);
    await field(other).waitFor();

    const page = await operatorAt("Tokens");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("What it is for").fill("planner");
    await page.getByLabel("Role").selectOption("service");
    expect(await page.getByRole("button", { name: "Create token" }).isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: "Mei" }).check();
    await page.getByRole("button", { name: "Create token" }).click();
    await showProof(page, server().operatorToken);
    const secret = await page.getByLabel("Secret of the new token").innerText();
    await page.getByRole("button", { name: "I saved it" }).click();
    await page.getByText("acts for Mei").waitFor();
    const asked = `/api/reminders?owner_account_id=${made.id}`;
    expect([
      (await call(asked, { token: secret })).status,
      (await call("/api/tokens", { token: secret })).status,
    ]).toEqual([200, 403]);

    const sessions = page.getByRole("region", { name: "Signed in now" });
    await sessions.getByText("with the token “phone”").waitFor();
    await sessions.getByRole("button", { name: "Sign out Mei" }).click();
    await sessions.getByRole("button", { name: "Yes, sign out" }).click();
    await sessions.getByText("with the token “phone”").waitFor({ state: "detached" });
    await other.getByRole("link", { name: "Calendar" }).click();
    await other.getByLabel("Access token", { exact: true }).waitFor();
  });

  test("the operator's page takes a name that wants to be a program as a plain name, exports the account, and erases it by that name alone", async () => {
    const page = await operatorAt("Accounts");
    await page.getByRole("button", { name: "New account" }).click();
    await page
      .getByRole("dialog")
      .getByLabel("Name")
      .fill(`<img src=x onerror=alert(1)><script>alert(2)</script>`);
    const make = page.getByRole("button", { name: "Create account" });
    await make.click();
    const asked = page.getByRole("dialog", { name: "Is it you?" });
    await asked.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Not done: please confirm that it is you first.").waitFor();
    await make.click();
    await showProof(page, "not-the-token");
    await asked.getByText("This can't be used: it is wrong").waitFor();
    await showProof(page, server().operatorToken);
    await page.getByRole("dialog", { name: "The way in for" }).getByRole("note").waitFor();
    await page.getByRole("img", { name: "QR code of the sign-in link" }).waitFor();
    const link = await page.getByLabel("Sign-in link", { exact: true }).textContent();
    const guest = (await open(link ?? "", phone)).page;
    await field(guest).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    const name = "img src";
    await page.getByLabel("Search by name or id").fill(name);
    await page.getByRole("button", { name: `Manage ${name}` }).click();
    await page.getByRole("button", { name: "Create download link" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the copy" }).click();
    const lines = (await readFile((await (await download).path()) ?? "", "utf8"))
      .trimEnd()
      .split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "end", files: 0 });
    const confirm = page.getByLabel(`Type ${name} to confirm`);
    const erase = page.getByRole("button", { name: "Erase for good" });
    await confirm.fill("img");
    expect(await erase.isDisabled()).toBe(true);
    await confirm.fill(name);
    await erase.click();
    await page.getByText(`${name} has been erased`).waitFor();
    await page.getByText("No account is called “img src”.").waitFor();
    expect(await page.locator("#root img").count()).toBe(0);
  });

  test("the operator's page makes a backup and lets its operator download it, by a link that no other credential can use", async () => {
    const page = await operatorAt("Backups");
    await page.getByText("No backups yet.").waitFor();
    await page.getByRole("button", { name: "Make a backup now" }).click();
    await page.getByText("The backup is made.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: /^Download the backup of / }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      showProof(page, server().operatorToken),
    ]);
    expect(download.suggestedFilename()).toMatch(/^meanwhile-.*\.backup$/);
    const { size } = await stat((await download.path()) ?? "");
    const token = server().operatorToken;
    const { backups } = (await (await call("/api/backups", { token })).json()) as {
      backups: { name: string; bytes: number }[];
    };
    expect(backups).toMatchObject([{ name: download.suggestedFilename(), bytes: size }]);
    const stranger = await server().newAccount();
    const tries = [
      await call("/api/backups", { token: stranger }),
      await call("/api/backups/..%2Fsecret.key/link", { method: "POST", token, body: {} }),
      await call("/api/backups/secret.key/link", { method: "POST", token, body: {} }),
      await call(new URL(download.url()).pathname, { token }),
      await call(new URL(download.url()).pathname, { token: stranger }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 400, 404, 400, 403]);
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByText("Backup downloaded").first().waitFor();
  });

  test("the operator's page shows what was done and refused, and that the chain is intact; an auditor looks and changes nothing; others find no way here", async () => {
    await fetch(`${server().url}/api/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token: "wrong" }),
    });
    const page = await operatorAt("Audit");
    await page.getByText(/The chain is intact: \d+ entries/).waitFor();
    const broken = {
      ok: false,
      entries: 9,
      last_hash: "0".repeat(64),
      broken_at: 4,
      problem: "changed",
    };
    await page.route("**/api/audit/chain", (route) => route.fulfill({ json: broken }), {
      times: 1,
    });
    await page.getByRole("button", { name: "Check again" }).click();
    await page
      .getByRole("alert")
      .getByText("entry 4 is the first that was altered. It was changed.")
      .waitFor();
    await page.getByText("Only what was refused").click();
    await page.getByText("Sign-in refused").first().waitFor();
    await eventually(() => page.getByText("Signed in", { exact: true }).count()).toBe(0);

    const session = (await (
      await call("/api/session", { token: server().operatorToken })
    ).json()) as { account: { id: string } };
    const body = { account_id: session.account.id, role: "auditor" };
    const made = (await (
      await call("/api/tokens", { method: "POST", token: server().operatorToken, body })
    ).json()) as { token: string };
    const auditor = (await open(server().url)).page;
    await enterToken(auditor, made.token);
    await auditor.getByRole("link", { name: "Operator" }).click();
    await auditor.getByText("You are signed in as an auditor").waitFor();
    await auditor.getByText("You, the operator").waitFor();
    expect(await auditor.getByRole("button", { name: /New account|Manage/ }).count()).toBe(0);

    const other = (await open(server().url)).page;
    await enterToken(other, await server().newAccount());
    await field(other).waitFor();
    expect(await other.getByRole("link", { name: "Operator" }).count()).toBe(0);
    await other.evaluate(`location.hash = "#/operator/audit"`);
    await other.getByText("This page is for operators of the server.").waitFor();
  });

  test("the operator's page shows runs of the smoke test case by case, says what failed and tries again", async () => {
    const page = await operatorAt("Tests");
    await page.getByText("1 passed, 1 failed, 0 not run").waitFor();
    await page.getByRole("link", { name: "Show run run-1" }).click();
    await page.getByLabel("Only failures").check();
    await page.getByText("start: expected “15:00”, found “03:00”").waitFor();
    expect(await page.getByText("undo", { exact: true }).count()).toBe(0);
    await page.route("**/api/doctor", (route) =>
      route.fulfill({ status: 403, json: { error: { code: "forbidden", message: "" } } }),
    );
    await page.getByRole("link", { name: "Health" }).click();
    await page.getByText("The check failed.").waitFor();
    await page.unroute("**/api/doctor");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Account isolation").waitFor();
    await page.getByRole("link", { name: "Metrics" }).click();
    await page.getByText(/All processes of this server together/).waitFor();
  });
});
