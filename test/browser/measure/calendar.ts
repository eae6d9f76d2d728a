import { caller } from "../lively.ts";
import { quantile, measureTime, twoFrames, visit, type Visitor } from "./visit.ts";

type Row = readonly [what: string, figure: string];
const ms = (value: number): string => `${Math.round(value)} ms`;
const views = ["week", "month", "agenda"] as const;

/** Five hundred entries in twenty days: each view, from one to the other, and a sentence that is read. */
export async function measureCalendar(visitor: Visitor): Promise<Row[]> {
  const person = caller(visitor.url, visitor.token);
  for (let at = 0; at < 500; at += 50)
    await person.post("/api/reminders/batch", {
      items: Array.from({ length: 50 }, (_, nth) => ({
        operation: "create",
        content: `thing ${at + nth}`,
        trigger_time: `2097-06-${String(5 + Math.floor((at + nth) / 25)).padStart(2, "0")}T${String(nth % 24).padStart(2, "0")}:15:00`,
      })),
    });
  const rows: Row[] = [];
  for (const view of views) {
    const { page, close } = await visit(visitor);
    const there = await measureTime(async () => {
      await page.goto(`${visitor.url}/#/calendar/${view}/2097-06-05`);
      await page
        .getByRole("main")
        .getByRole("button", { name: /thing / })
        .first()
        .waitFor();
      await page.evaluate(twoFrames);
    });
    const nodes = await page.evaluate<number>("document.querySelectorAll('*').length");
    rows.push([`500 entries: ${view} is there; elements`, `${ms(there)}; ${nodes}`]);
    await close();
  }
  const { page, close } = await visit(visitor);
  await page.goto(`${visitor.url}/#/calendar/week/2097-06-05`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /thing / })
    .first()
    .waitFor();
  const changes: string[] = [];
  for (const view of ["day", "month", "week", "agenda"]) {
    const took = await page.evaluate<number>(`new Promise((done) => {
      const began = performance.now();
      location.hash = "#/calendar/${view}/2097-06-05";
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
    })`);
    changes.push(`${view} ${ms(took)}`);
  }
  rows.push(["500 entries: from one view to another, two frames", changes.join(", ")]);
  const field = page.getByRole("textbox", { name: /New reminder/ });
  const readings: number[] = [];
  for (const hour of ["10", "14", "16", "18"]) {
    await field.fill("");
    await field.pressSequentially(`dentist tomorrow at ${hour}:3`);
    readings.push(
      await measureTime(async () => {
        await field.press("0");
        await page.locator("#sentence-preview").getByText(`${hour}:30`, { exact: true }).waitFor();
      }),
    );
  }
  rows.push(["sentence in the calendar: last key to reading", ms(quantile(readings, 0.5))]);
  await close();
  return rows;
}
