import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { launchBrowser } from "../../support/browser.ts";
import { caller, newPerson } from "../lively.ts";
import { measureCalendar } from "./calendar.ts";
import { measureAccess, measureNetworks, measurePages } from "./pages.ts";
import { operatorToken, startMeasured } from "./product.ts";
import { measureStage } from "./stage.ts";
import { measureList, measureLongTalk } from "./talk.ts";
import { measureTime, visit, type Visitor } from "./visit.ts";

/**
 * `npm run measure`: the measurements of docs/benchmarks/page.md, taken on this machine with a product and a browser of its own.
 * `--only talk` takes one part; `--lines 10000` makes the long conversation longer.
 */
const { values } = parseArgs({
  options: { only: { type: "string" }, lines: { type: "string", default: "2000" } },
});
const isWanted = (part: string): boolean => values.only === undefined || values.only === part;
type Row = readonly [what: string, figure: string];
const print = async (rows: readonly Row[] | AsyncIterable<Row>): Promise<void> => {
  for await (const [what, figure] of rows) process.stdout.write(`| ${what} | ${figure} |\n`);
};
const s = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

process.stdout.write(
  `Load average ${loadavg()[0]?.toFixed(1)}\n\n| measured | result |\n|---|---|\n`,
);
const product = await startMeasured({});
const browser = await launchBrowser();
const complaints: string[] = [];
/** A person of their own for each part, so that none slows another down. */
const newVisitor = async (name: string): Promise<Visitor> => {
  const operator = caller(product.url, operatorToken);
  const { token } = await newPerson(operator, product.url, name);
  const person = caller(product.url, token);
  await person.post("/api/account", { language: "en", is_welcomed: true }, "PATCH");
  return { browser, url: product.url, token, complaints };
};
const asOperator: Visitor = { browser, url: product.url, token: operatorToken, complaints };
try {
  if (isWanted("start")) {
    const { untilAddress, untilPage } = product;
    await print([
      ["start in an empty place: printed link; page built", `${s(untilAddress)}; ${s(untilPage)}`],
    ]);
    await print([
      ["sentence to its card, first one", s(await firstReminder(await newVisitor("Ada")))],
    ]);
  }
  if (isWanted("pages")) await print(await measurePages(asOperator));
  if (isWanted("networks")) await print(await measureNetworks(asOperator));
  if (isWanted("list")) await print(await measureList(await newVisitor("Bob")));
  if (isWanted("talk"))
    await print(measureLongTalk(await newVisitor("Cleo"), Number(values.lines)));
  if (isWanted("calendar")) await print(await measureCalendar(await newVisitor("Dan")));
  if (isWanted("stage")) await print(await measureStage(await newVisitor("Eve")));
  if (isWanted("terminal"))
    await print([
      [
        "`meanwhile help`; `doctor`",
        `${s(await product.command("help"))}; ${s(await product.command("doctor"))}`,
      ],
      ["`backup --verify` with all of this in it", s(await product.command("backup", "--verify"))],
    ]);
  if (isWanted("access")) await print(await measureAccess(asOperator));
} finally {
  await browser.close();
  await product.close();
}

async function firstReminder(visitor: Visitor): Promise<number> {
  const { page, close } = await visit(visitor);
  await page.goto(visitor.url);
  await page.locator("#message").fill("remind me tomorrow at 9am to buy flour");
  const took = await measureTime(async () => {
    await page.locator("#message").press("Enter");
    await page.getByRole("region", { name: "Reminder: buy flour" }).waitFor();
  });
  await close();
  return took;
}
