import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Page, type Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { type IlinkServer, startIlinkServer } from "../vendors/ilink-server.ts";
import { axeFindings } from "./accessible.ts";
import {
  caller,
  fillWeek,
  ilinkSettings,
  linkWechat,
  newPerson,
  sayAndAwaitAnswer,
  until,
} from "./lively.ts";
import { enterToken, useBrowser } from "./signed-in.ts";

let vendor: IlinkServer;
const { open, server } = useBrowser(async () => {
  vendor = await startIlinkServer({ clock: systemClock });
  return ilinkSettings(vendor);
});
afterAll(() => vendor.close());

/** Where the golden files are; `MEANWHILE_GOLDENS=write` makes them again from what is there. */
const folder = join(import.meta.dirname, "goldens");
const isWriting = process.env["MEANWHILE_GOLDENS"] === "write";

/** A place in the product, what tells that it is there, and what of it is never twice the same. */
interface Visit {
  readonly name: string;
  readonly at: string;
  readonly shows: string | RegExp;
  readonly hasFigures?: boolean;
  /** What is opened there before it is read out, and where that is. */
  readonly opens?: { readonly by: (page: Page) => Promise<void>; readonly part: string };
  /** False where the place before it has brought all there is. */
  readonly isOwnLoad?: false;
}

const visits: readonly Visit[] = [
  { name: "talk", at: "talk/web", shows: "Move" },
  { name: "stage", at: "stage", shows: "Two hours of fog" },
  { name: "story", at: "stage/story", shows: "Who is the fourth cup for?" },
  {
    name: "story-memories",
    at: "stage/story",
    shows: "Who is the fourth cup for?",
    isOwnLoad: false,
    opens: { by: openMemories, part: "[role=tabpanel]:visible" },
  },
  {
    name: "story-gossip",
    at: "stage/story",
    shows: "Who is the fourth cup for?",
    isOwnLoad: false,
    hasFigures: true,
    opens: { by: openGossip, part: "[role=dialog]" },
  },
  { name: "calendar-week", at: "calendar/week/2097-06-03", shows: /^dentist$/ },
  {
    name: "calendar-agenda",
    at: "calendar/agenda/2097-06-03",
    shows: "Tue 2 Jul 2097",
    isOwnLoad: false,
  },
  { name: "memory", at: "memory", shows: /^Nothing is remembered yet/ },
  { name: "channels", at: "channels", shows: "Connected" },
  { name: "deliveries", at: "deliveries", shows: "Send again" },
  { name: "turn", at: "deliveries/turn/id", shows: "turn_committed", hasFigures: true },
  { name: "operator-accounts", at: "operator/accounts", shows: "Mei" },
  { name: "operator-usage", at: "operator/usage", shows: "The whole server" },
  { name: "operator-tokens", at: "operator/tokens", shows: "Mei" },
  { name: "operator-audit", at: "operator/audit", shows: /The chain is intact/, hasFigures: true },
  { name: "operator-feedback", at: "operator/feedback", shows: /^No answers have been rated yet/ },
  { name: "operator-metrics", at: "operator/metrics", shows: /All processes of this server/ },
  { name: "operator-backups", at: "operator/backups", shows: "No backups yet." },
  { name: "operator-doctor", at: "operator/doctor", shows: "Account isolation", hasFigures: true },
  { name: "operator-smoke", at: "operator/smoke", shows: "No runs yet." },
  { name: "settings", at: "settings", shows: "No quiet hours are set.", isOwnLoad: false },
];
const places = new Map<string, string>();
const addressOf = ({ at }: Visit): string => places.get(at) ?? at;

/** How many there are of the true ones depends on how long the server has been running. */
const knownFigures = {
  step_seconds: 60,
  at: [
    "2097-06-03T10:00:00Z",
    "2097-06-03T10:01:00Z",
    "2097-06-03T10:02:00Z",
    "2097-06-03T10:03:00Z",
  ],
  timings: [
    {
      name: "answer",
      p50: [null, 0.4, 0.5, null],
      p95: [null, 1.2, 2, null],
      p99: [null, 3.5, 4, null],
    },
  ],
  series: [
    { name: "messages", unit: "per_minute", values: [0, 8, 4, 4] },
    { name: "memory", unit: "bytes", values: [null, 209_715_200, 220_200_960, 220_200_960] },
    { name: "event_loop", unit: "seconds", values: [0.02, 0.01, 0.01, 1.5] },
  ],
};

const knownSpent = {
  calls: 12,
  input_tokens: 14_000,
  output_tokens: 2_400,
  costs: [{ currency: "EUR", micros: 41_000 }],
};
const knownSpending = {
  days: [
    { day: "2097-06-02", calls: 0, input_tokens: 0, output_tokens: 0, costs: [] },
    { day: "2097-06-03", ...knownSpent },
  ],
  accounts: [{ account_id: "account-1", display_name: "Ada", ...knownSpent }],
  more_accounts: 0,
};

/** The true ones depend on the machine, and on the minute in which they were measured. */
const knownUsage = [
  { what: "reminders", used: 4, most: 2_000, unit: "count", per: "total" },
  { what: "media", used: 503_316_480, most: 536_870_912, unit: "bytes", per: "total" },
  { what: "tokens", used: 0, most: 5_000_000, unit: "count", per: "day" },
];
const knownServerUsage = {
  server: [
    { what: "storage", used: 16_777_216, most: 53_687_091_200, unit: "bytes", per: "total" },
    { what: "accounts", used: 2, most: 200, unit: "count", per: "day" },
  ],
  accounts: [
    { account_id: "ada", display_name: "Ada", usage: knownUsage },
    { account_id: "mei", display_name: null, usage: knownUsage.slice(0, 1) },
  ],
};

/** Ada's life here: words, a story, a week with a friend, and a WeChat that refused an answer. */
beforeAll(async () => {
  const { url, operatorToken } = server();
  const ada = caller(url, operatorToken);
  await ada.post(
    "/api/account",
    { display_name: "Ada", language: "en", default_timezone: "Asia/Shanghai" },
    "PATCH",
  );
  // News of a friend comes to a conversation that is there, and not to whatever is linked first.
  const { id: conversation } = await ada.post<{ id: string }>("/api/conversations");
  const mei = await newPerson(ada, url, "Mei");
  await fillWeek(ada, mei, {
    days: ["2097-06-03", "2097-06-04", "2097-06-05", "2097-06-06", "2097-06-07"],
    plans: [
      { content: "choir", day: 1, at: "18:00", minutes: 90, rule: "FREQ=WEEKLY;BYDAY=TU" },
      { content: "dentist", day: 2, at: "10:00", minutes: 45 },
      { content: "badminton", day: 4, at: "19:00", shared: true },
      { content: "book the ferry" },
    ],
  });
  const { chats } = await ada.post<{ chats: readonly { id: string; title: string }[] }>(
    "/api/samples",
    { language: "en" },
  );
  places.set("stage/story", `stage/${chats.find(({ title }) => title === "Two hours of fog")?.id}`);
  places.set("talk/web", `talk/${conversation}`);
  await sayAndAwaitAnswer(ada, conversation, "**Hello** and\n\n- one\n- two");
  await sayAndAwaitAnswer(
    ada,
    conversation,
    `remind me ${new Date().getUTCFullYear() + 1}-06-03 15:00 to water the plants`,
  );
  const bot = await linkWechat(ada, { vendor });
  vendor.plan("sendmessage", { json: { ret: -3, errmsg: "no" } });
  vendor.says(bot, { text: "hello from the phone" });
  const turn = await until(async () => {
    const { turns, deliveries } = await ada.get<{
      turns: { id: string }[];
      deliveries: { status: string }[];
    }>("/api/activity");
    return deliveries.some(({ status }) => status === "failed") ? turns[0]?.id : undefined;
  });
  places.set("deliveries/turn/id", `deliveries/turn/${turn}`);
});

/** Signed in as Ada, who also runs the server. */
async function visit(): Promise<Page> {
  const { page } = await open(server().url);
  await enterToken(page, server().operatorToken);
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  return page;
}

async function openMemories(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Memories" }).click();
  await page.getByRole("list", { name: "What Orla Finch remembers" }).waitFor();
}

async function openGossip(page: Page): Promise<void> {
  const line = page.getByRole("log").getByRole("article", { name: "Robin", exact: true }).last();
  await line.getByRole("button", { name: /More about this line/ }).click();
  await line.getByRole("button", { name: "How do they know that?" }).click();
  await page.getByRole("tab", { name: "How it spread" }).click();
  await page.getByRole("heading", { name: "How many knew it on each day" }).waitFor();
  await page.locator(".react-flow__edge").first().waitFor();
}

async function goTo(page: Page, place: Visit): Promise<void> {
  await page.evaluate(`location.hash = "#/${addressOf(place)}"`);
  await page
    .getByRole("main")
    .getByText(place.shows)
    .and(page.locator(":visible"))
    .first()
    .waitFor();
}

type Rule = readonly [found: RegExp, instead: string];
const names: readonly Rule[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|…[0-9a-f]{12}\b/g, "<id>"],
  [/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, "<server>"],
];
const weekday = "(?:\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?";
const moments: readonly Rule[] = [
  [
    new RegExp(
      `${weekday}(?:\\d{1,2} \\w{3,4}(?: \\d{4})?, |\\d{4}-\\d\\d-\\d\\d )?\\b\\d{2}:\\d{2}\\b`,
      "g",
    ),
    "<time>",
  ],
  [/\d{4}-\d\d-\d\d/g, "<date>"],
];
const figures: readonly Rule[] = [
  // Who runs the tests.
  [
    / *- listitem:\n *- text: System user (?:Warning|OK)[^\n]*\n(?: *- (?:paragraph|text): (?!\w+ (?:Warning|OK))[^\n]*\n)*/,
    "",
  ],
  [/(?:\/[\w.-]+)+\/meanwhile-browser-\w+/g, "<data>"],
  [/\b[0-9a-f]{8,}\b/g, "<hash>"],
  [/(?<!level=)\d+(?:[.,]\d+)*(?: (?:ms|s|min|kB|MB|GB|TB)\b)?/g, "0"],
];

/** A page as a screen reader has it. Of a long list only what is chosen. */
async function readOut(
  page: Page,
  place: Pick<Visit, "name" | "hasFigures" | "opens">,
): Promise<string> {
  const isTimeless = /^(?:calendar|stor|stage)/.test(place.name);
  const rules = [
    ...names,
    ...(isTimeless ? [] : moments),
    ...(place.hasFigures === true ? figures : []),
  ];
  // The way between the pages is the same everywhere.
  const part =
    place.opens?.part ?? (place.name === "talk" || place.name === "sign-in" ? "body" : "#content");
  const lines = (await page.locator(part).ariaSnapshot())
    .split("\n")
    .filter((line) => !/^\s*- option "[^"]*"$/.test(line));
  return `${rules.reduce((text, [found, instead]) => text.replace(found, instead), lines.join("\n"))}\n`;
}

/** Parts of a page have requests of their own, so it is read until it is as the file says. */
async function compare(page: Page, place: Pick<Visit, "name" | "hasFigures" | "opens">) {
  const path = join(folder, `${place.name}.yaml`);
  if (isWriting) await writeFile(path, await readOut(page, place));
  const golden = await readFile(path, "utf8");
  await expect
    .poll(() => readOut(page, place), { timeout: 10_000 })
    .toBe(golden)
    .catch(async () => expect.soft(await readOut(page, place), place.name).toBe(golden));
}

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

describe("every page", () => {
  test(
    "every page is read out as its golden file says, and axe finds nothing on it, in the light and in the dark, on a desktop and on a phone",
    { timeout: 180_000 },
    async () => {
      if (isWriting) await mkdir(folder, { recursive: true });
      const { page } = await open(server().url);
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      await compare(page, { name: "sign-in" });
      expect.soft(await axeFindings(page)).toEqual([]);
      await enterToken(page, server().operatorToken);
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
      await page.route("**/api/metrics?*", (route) => route.fulfill({ json: knownFigures }));
      await page.route("**/api/metrics/spending?*", (route) =>
        route.fulfill({ json: knownSpending }),
      );
      await page.route("**/api/usage", (route) => route.fulfill({ json: knownServerUsage }));
      await page.route("**/api/account/usage", (route) =>
        route.fulfill({ json: { usage: knownUsage } }),
      );
      for (const place of visits) {
        await page.emulateMedia({ colorScheme: "light" });
        await goTo(page, place);
        await place.opens?.by(page);
        await compare(page, place);
        expect.soft(await axeFindings(page), place.name).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
        expect
          .soft(await axeFindings(page, ["color-contrast"]), `${place.name} in the dark`)
          .toEqual([]);
        await page.setViewportSize(phone);
        expect.soft(await axeFindings(page), `${place.name} on a phone`).toEqual([]);
        await page.setViewportSize(desktop);
      }
    },
  );

  test("every page says that it loads, then what failed, and is there when one tries again", async () => {
    const { page } = await open(server().url);
    const requests = await holdRequests(page);
    // Gone after an update of the server: what stands over the pages is missed, the pages are not.
    await page.route(/\/assets\/(?:login-banner|zone-note)-/, (route) => route.abort());
    await enterToken(page, server().operatorToken);
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    // How the channels are doing is asked on every page, so theirs comes first.
    const order = visits.toSorted(
      (one, other) => Number(other.name === "channels") - Number(one.name === "channels"),
    );
    for (const place of order.filter(({ isOwnLoad }) => isOwnLoad !== false))
      await failAndRecover(page, requests, place).catch(async (error: unknown) => {
        throw new Error(`${place.name} shows: ${await page.locator("#content").innerText()}`, {
          cause: error,
        });
      });
  });

  test("every page fits a phone: nothing scrolls sideways", async () => {
    const page = await visit();
    await page.setViewportSize(phone);
    for (const place of visits) {
      await goTo(page, place);
      expect.soft(await page.evaluate(sideways), place.name).toEqual([]);
    }
  });
});

async function failAndRecover(
  page: Page,
  requests: Awaited<ReturnType<typeof holdRequests>>,
  place: Visit,
): Promise<void> {
  requests.hold();
  await page.evaluate(`location.hash = "#/${addressOf(place)}"`);
  const content = page.locator("#content");
  const loading = content.getByRole("status").filter({ hasText: /…/ });
  await loading
    .or(content.getByRole("status", { name: /…/ }))
    .first()
    .waitFor();
  await requests.refuse();
  const again = content.getByRole("alert").getByRole("button", { name: "Try again" });
  await again.first().waitFor();
  requests.open();
  // All at once: what comes back takes the others' buttons away.
  await content
    .getByRole("button", { name: /^(?:Try|Check) again$/ })
    .evaluateAll((all) => all.forEach((each) => (each as unknown as { click(): void }).click()));
  await content.getByText(place.shows).and(page.locator(":visible")).first().waitFor();
}

/** Every call for something to show waits, is refused, or goes through. */
async function holdRequests(
  page: Page,
): Promise<{ hold: () => void; refuse: () => Promise<void>; open: () => void }> {
  let state: "held" | "closed" | "open" = "held";
  const waiting: Route[] = [];
  const refuse = (route: Route): Promise<void> =>
    route
      .fulfill({ status: 400, json: { error: { code: "refused", message: "" } } })
      .catch(() => undefined);
  await page.route("**/api/**", (route) => {
    if (state === "open" || route.request().url().endsWith("/api/session")) return route.continue();
    if (state === "closed") return refuse(route);
    waiting.push(route);
    return undefined;
  });
  return {
    hold: () => (state = "held"),
    open: () => (state = "open"),
    refuse: async () => {
      state = "closed";
      await Promise.all(waiting.splice(0).map(refuse));
    },
  };
}

// A string: it runs in the browser, whose types this project does not load.
const sideways = `[document.documentElement, ...document.querySelectorAll("main, main *")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .filter((part) => part === document.documentElement || ["auto", "scroll"].includes(getComputedStyle(part).overflowX))
  // A row of tabs or faces may be pushed along; what is read downwards may not.
  .filter((part) => part === document.documentElement || part.scrollHeight > part.clientHeight + 1)
  .map((part) => part.tagName + "." + part.className + " " + part.scrollWidth + " > " + part.clientWidth)`;
