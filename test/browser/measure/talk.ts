import { randomUUID } from "node:crypto";
import { type Page } from "playwright-core";
import { caller, type Caller, until } from "../lively.ts";
import { measureKeys, quantile, measureTime, twoFrames, visit, type Visitor } from "./visit.ts";

type Row = readonly [what: string, figure: string];
const ms = (value: number): string => `${Math.round(value)} ms`;

/** Three hundred conversations: the page, all of them in its list, and from one to another. */
export async function measureList(visitor: Visitor): Promise<Row[]> {
  const person = caller(visitor.url, visitor.token);
  for (let nth = 1; nth <= 300; nth += 1) {
    const { id } = await person.post<{ id: string }>("/api/conversations");
    await person.post(`/api/conversations/${id}/messages`, {
      client_id: randomUUID(),
      text: `hello number ${nth}`,
    });
  }
  const opened = await visit(visitor);
  const { page } = opened;
  const untilUsable = await measureTime(async () => {
    await page.goto(visitor.url);
    await page.locator("#message").waitFor();
    await page.getByText("hello number 300").first().waitFor();
  });
  const first = page.getByRole("link", { name: /hello number 1$/ });
  await until(async () => {
    await page
      .getByRole("link", { name: /hello number/ })
      .last()
      .scrollIntoViewIfNeeded();
    return (await first.count()) > 0 ? true : undefined;
  });
  const listed = await page.getByRole("link", { name: /hello number/ }).count();
  await first.click();
  await page.getByRole("log").getByText("hello number 1", { exact: true }).waitFor();
  const turns: number[] = [];
  for (const name of ["hello number 2", "hello number 3", "hello number 4", "hello number 5"])
    turns.push(
      await measureTime(async () => {
        await page.getByRole("link", { name: new RegExp(`${name}$`) }).click();
        await page.getByRole("log").getByText(name, { exact: true }).waitFor();
      }),
    );
  await opened.close();
  return [
    [
      "300 conversations: page, conversations that the list has at its end",
      `${ms(untilUsable)}, ${listed}`,
    ],
    ["switch of conversation", ms(quantile(turns, 0.5))],
  ];
}

/** One conversation of very many lines: typing, scrolling, and the way to its first line. */
export async function* measureLongTalk(visitor: Visitor, lines: number): AsyncGenerator<Row> {
  const person = caller(visitor.url, visitor.token);
  const id = await talkFor(person, lines);
  const opened = await visit(visitor);
  const { page } = opened;
  await page.goto(`${visitor.url}/#/talk/${id}`);
  await page
    .getByRole("log")
    .getByText(`hello ${lines / 2}`, { exact: true })
    .waitFor();
  const presses = "a line of thirty-odd letters";
  for (const count of [50, 300, 800, 1_200, 2_000, lines].filter(
    (each, at, all) => each <= lines && all.indexOf(each) === at,
  )) {
    await readUpTo(page, count);
    await page.locator("#message").fill("");
    await page.locator("#message").focus();
    const { p50, p95, cpu } = await measureKeys(opened, presses);
    yield [
      `Talk, ${count} rows loaded: key to paint; processor time of the page for a key`,
      `p50 ${ms(p50)}, p95 ${ms(p95)}; ${cpu.toFixed(1)} ms`,
    ];
  }
  yield ["Talk, scrolling through them: frames", await scroll(page)];
  const word = await measureTime(async () => {
    await page.locator("#message").fill("");
    await page.getByRole("searchbox", { name: "Search messages" }).fill("first light");
    await page
      .getByRole("link", { name: /first light/ })
      .first()
      .click();
    await page
      .getByRole("log")
      .getByText(/first light/)
      .waitFor();
  });
  yield [`Talk, ${lines} lines: a line of the beginning, found by a search`, ms(word)];
  await opened.close();
}

/** Answers come from rules, at once; each exchange is two lines. */
async function talkFor(person: Caller, lines: number): Promise<string> {
  const { id } = await person.post<{ id: string }>("/api/conversations");
  const at = `/api/conversations/${id}/messages`;
  for (let nth = 1; nth <= lines / 2; nth += 1) {
    await person.post(at, {
      client_id: randomUUID(),
      text: nth === 5 ? "hello first light" : `hello ${nth}`,
    });
    await until(async () => {
      const { messages } = await person.get<{ messages: { direction: string }[] }>(`${at}?limit=1`);
      return messages.at(-1)?.direction === "outbound" ? true : undefined;
    });
  }
  return id;
}

/** As a person who scrolls to the top again and again; no button is pressed. */
async function readUpTo(page: Page, rows: number): Promise<void> {
  await until(async () => {
    if ((await page.getByRole("log").getByRole("article").count()) >= rows) return true;
    await page.getByRole("log").evaluate((log) => log.scrollTo({ top: 0 }));
    return undefined;
  });
  await page.getByRole("log").evaluate((log) => log.scrollTo({ top: log.scrollHeight }));
  await page.evaluate(twoFrames);
}

async function scroll(page: Page): Promise<string> {
  const frames = await page.evaluate<number[]>(`new Promise((done) => {
    const log = document.querySelector("[role=log]");
    const took = [];
    let before;
    const step = (now) => {
      if (before !== undefined) took.push(now - before);
      before = now;
      log.scrollBy({ top: -400 });
      if (took.length < 120) requestAnimationFrame(step); else done(took);
    };
    requestAnimationFrame(step);
  })`);
  return `p50 ${ms(quantile(frames, 0.5))}, longest ${ms(Math.max(...frames))}`;
}
