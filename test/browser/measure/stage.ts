import { type Page } from "playwright-core";
import { measureKeys, measureTime, visit, type Visitor } from "./visit.ts";

type Row = readonly [what: string, figure: string];
const ms = (value: number): string => `${Math.round(value)} ms`;

/** A chat of 3,000 lines from elsewhere, and the sample without a model. */
export async function measureStage(visitor: Visitor): Promise<Row[]> {
  const head = { user_name: "Ada", character_name: "Eve", create_date: "2026-04-26@20h00m00s" };
  const lines = Array.from({ length: 3_000 }, (_, nth) => ({
    name: nth % 2 === 0 ? "Ada" : "Eve",
    is_user: nth % 2 === 0,
    mes: `Line ${nth}: the boats came in before the fog and nobody counted them.`,
  }));
  const began = performance.now();
  const answer = await fetch(`${visitor.url}/api/chats/import`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${visitor.token}`,
      "Content-Type": "application/octet-stream",
    },
    body: [head, ...lines].map((line) => JSON.stringify(line)).join("\n"),
  });
  if (!answer.ok) throw new Error(`the chat was refused: ${await answer.text()}`);
  const { chat_id: chat } = (await answer.json()) as { chat_id: string };
  const taken = performance.now() - began;
  const opened = await visit(visitor);
  const { page } = opened;
  const there = await measureTime(async () => {
    await page.goto(`${visitor.url}/#/stage/${chat}`);
    await page.getByRole("log").getByText("Line 2999:").waitFor();
  });
  await page.getByRole("textbox", { name: "What you say or do" }).focus();
  const { p50, p95, cpu } = await measureKeys(opened, "a line of thirty-odd letters");
  await page.goto(`${visitor.url}/#/stage`);
  const digest = await measureTime(() => leaveAlone(page));
  await opened.close();
  return [
    [
      "Stage, chat of 3,000 lines: import, open; key to paint; processor time for a key",
      `${ms(taken)}, ${ms(there)}; p50 ${ms(p50)}, p95 ${ms(p95)}; ${cpu.toFixed(1)} ms`,
    ],
    [
      "Stage, sample left alone for 6 exchanges without a model, until its digest",
      `${(digest / 1_000).toFixed(1)} s`,
    ],
  ];
}

async function leaveAlone(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("button", { name: "Leave them alone…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("6 exchanges").click();
  await dialog
    .getByRole("button", { name: "Start", exact: true })
    .or(dialog.getByRole("button", { name: /^Leave them/ }))
    .click();
  await page.getByRole("article", { name: "While you were away" }).waitFor({ timeout: 120_000 });
}
