import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type IlinkServer } from "../vendors/ilink-server.ts";
import {
  caller,
  type Caller,
  fillWeek,
  linkWechat,
  newPerson,
  sayAndAwaitAnswer,
  until,
} from "./lively.ts";
import {
  figuresOfAnHour,
  fromThePhone,
  type Language,
  story,
  talks,
  weeks,
} from "./picture-words.ts";

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  colorScheme: "light",
};
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: "dark",
};

/** Where the lives of the two people in the pictures can be seen. */
interface Life {
  readonly token: string;
  readonly language: Language;
  readonly talk: string;
  readonly story: string;
  readonly turn: string;
  readonly week: string;
}

interface Picture {
  readonly name: string;
  readonly at: (life: Life) => string;
  /** What stands there when the picture can be taken. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const text =
  (shown: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(shown).and(page.locator(":visible")).first().waitFor();

const onDesktop: readonly Picture[] = [
  { name: "talk", at: ({ talk }) => `talk/${talk}`, ready: text("buy flour") },
  { name: "stage", at: ({ story: chat }) => `stage/${chat}`, ready: feelings },
  { name: "lobby", at: () => "stage", ready: text("Your stories") },
  { name: "calendar", at: ({ week }) => `calendar/week/${week}`, ready: typeSentence },
  { name: "channels", at: () => "channels", ready: text("Connected") },
  { name: "deliveries", at: () => "deliveries", ready: text("Send again") },
  { name: "turn", at: ({ turn }) => `deliveries/turn/${turn}`, ready: text("turn_committed") },
  { name: "metrics", at: () => "operator/metrics", ready: text("Messages in") },
  { name: "audit", at: () => "operator/audit", ready: text(/The chain is intact/) },
  { name: "settings", at: () => "settings", ready: text("Time zone") },
];

const onPhone: readonly Picture[] = [
  { name: "talk-phone", at: ({ talk }) => `talk/${talk}`, ready: text("买面粉") },
  { name: "stage-phone", at: ({ story: chat }) => `stage/${chat}`, ready: text(/花生推到桌角/) },
  { name: "calendar-phone", at: ({ week }) => `calendar/agenda/${week}`, ready: text("打羽毛球") },
  { name: "deliveries-phone", at: () => "deliveries", ready: text("重新发送") },
];

async function feelings(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Feelings" }).click();
  await page
    .getByRole("group", { name: "Who feels what about whom" })
    .or(page.locator(".react-flow__node"))
    .first()
    .waitFor();
}

async function typeSentence(page: Page): Promise<void> {
  await page
    .getByRole("textbox", { name: /New reminder/ })
    .fill("every Friday 17:00-18:00 clean the kitchen");
  await page.locator("mark").first().waitFor();
  await text("badminton")(page);
}

export interface Studio {
  readonly url: string;
  readonly operatorToken: string;
  readonly vendor: IlinkServer;
  readonly outDir: string;
}

/** Lets two people live here a little, one in English and one in Chinese, and leaves one picture per name in the directory. */
export async function takePictures(studio: Studio): Promise<readonly string[]> {
  await mkdir(studio.outDir, { recursive: true });
  const operator = caller(studio.url, studio.operatorToken);
  await operator.post("/api/account", profile("Ada", "en"), "PATCH");
  const mei = await newPerson(operator, studio.url, "Mei");
  const yuan = await newPerson(operator, studio.url, "阿远");
  await yuan.post("/api/account", profile("阿远", "zh"), "PATCH");
  const xiaomei = await newPerson(operator, studio.url, "小梅");
  const ada = await live(operator, { language: "en", friend: mei, vendor: studio.vendor });
  const life = await live(yuan, { language: "zh", friend: xiaomei, vendor: studio.vendor });
  // A first start builds the page meanwhile.
  await until(async () =>
    (await (await fetch(studio.url)).text()).includes('id="root"') ? true : undefined,
  );
  const browser = await launchBrowser();
  try {
    const english = await shoot(browser, studio, {
      life: ada,
      options: desktop,
      pictures: onDesktop,
    });
    return [
      ...english,
      ...(await shoot(browser, studio, { life, options: phone, pictures: onPhone })),
    ];
  } finally {
    await browser.close();
  }
}

const profile = (display_name: string, language: Language) => ({
  display_name,
  language,
  default_timezone: "Asia/Shanghai",
});

interface Living {
  readonly language: Language;
  readonly friend: Caller & { readonly id: string };
  readonly vendor: IlinkServer;
}

async function live(person: Caller, { language, friend, vendor }: Living): Promise<Life> {
  const days = nextWeek();
  await fillWeek(person, friend, { days, plans: weeks[language] });
  const chat = await play(person, language);
  const bot = await linkWechat(person, { vendor, name: language });
  vendor.plan("sendmessage", { json: { ret: -3, errmsg: "no" } });
  vendor.says(bot, { text: fromThePhone[language] });
  await until(async () => {
    const { deliveries } = await person.get<{ deliveries: { status: string }[] }>("/api/activity");
    return deliveries.find(({ status }) => status === "failed");
  });
  const { id: talk } = await person.post<{ id: string }>("/api/conversations");
  for (const words of talks[language]) await sayAndAwaitAnswer(person, talk, words);
  const { turns } = await person.get<{ turns: { id: string; model_calls: number }[] }>(
    "/api/activity",
  );
  const turn = turns.find(({ model_calls: calls }) => calls > 1)?.id ?? "";
  return { token: person.token, language, talk, story: chat, turn, week: days[0] ?? "" };
}

/** The sample story, a little further, and then without the person. */
async function play(person: Caller, language: Language): Promise<string> {
  const { chats } = await person.post<{ chats: { id: string; title: string }[] }>("/api/samples", {
    language,
  });
  const isOwn = ({ title }: { title: string }): boolean =>
    /\p{Script=Han}/u.test(title) === (language === "zh");
  const { id } = chats.find(isOwn) ?? { id: "" };
  for (const prose of story[language].said) await person.post(`/chats/${id}/turns`, { prose });
  const { bots } = await person.get<{ bots: { id: string; name: string }[] }>("/api/stage");
  const cast = language === "en" ? ["九娘", "Orla Finch"] : ["九娘", "沈渡"];
  const participants = cast.flatMap((name) =>
    bots.filter((bot) => bot.name === name).map((bot) => bot.id),
  );
  const { scene_id } = await person.post<{ scene_id: number }>(`/api/chats/${id}/meanwhile`, {
    participants,
  });
  for (const prose of story[language].directed)
    await person.post(`/chats/${id}/turns`, { prose, scene_id });
  return id;
}

/** Monday to Sunday, all of it still to come. */
function nextWeek(): string[] {
  const today = new Date();
  const monday = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() + 8 - (today.getUTCDay() || 7),
  );
  return Array.from({ length: 7 }, (_, nth) =>
    new Date(monday + nth * 86_400_000).toISOString().slice(0, 10),
  );
}

interface Shooting {
  readonly life: Life;
  readonly options: BrowserContextOptions;
  readonly pictures: readonly Picture[];
}

async function shoot(
  browser: Browser,
  { url, outDir }: Studio,
  { life, options, pictures }: Shooting,
): Promise<string[]> {
  const locale = life.language === "zh" ? "zh-CN" : "en-GB";
  const context = await browser.newContext({ ...options, locale, timezoneId: "Asia/Shanghai" });
  const answer = await context.request.post(`${url}/api/session`, {
    headers: { Origin: url },
    data: { token: life.token },
  });
  const { page_key: key } = (await answer.json()) as { page_key: string };
  await context.addInitScript((kept) => localStorage.setItem("meanwhile.page-key", kept), key);
  const page = await context.newPage();
  await page.route("**/api/metrics?*", (route) => route.fulfill({ json: figuresOfAnHour() }));
  const paths: string[] = [];
  for (const { name, at, ready } of pictures) {
    await page.goto(`${url}/#/${at(life)}`);
    await ready(page);
    await fontsLoaded(page);
    const path = join(outDir, `${name}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "initial" });
    paths.push(path);
  }
  await context.close();
  return paths;
}

/** A slice of the font is only asked for once its letters are laid out, so a frame goes by first. */
async function fontsLoaded(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => document.fonts.ready)",
  );
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => document.fonts.ready)",
  );
}
