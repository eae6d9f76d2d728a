import { Agent, request } from "node:http";
import { openSealed, sealText, wecomKey, wecomSignature } from "../../channels/wecom/crypto.ts";
import { createSystemChance, systemClock } from "../system.ts";
import { percentiles } from "./percentiles.ts";

/**
 * WeCom's side of the wire: many people write at once, and each one's stream is polled once a second until it ends.
 *   <url> <people> <seconds that the shortest answer takes; the longest takes twice that>
 * Prints one JSON line.
 */
const [url = "", people = "", seconds = ""] = process.argv.slice(2);
const key = wecomKey(
  process.env["BENCH_WECOM_TOKEN"] ?? "",
  process.env["BENCH_WECOM_AES_KEY"] ?? "",
);
if (key === undefined) throw new Error("there is no key to seal with");
const chance = createSystemChance(systemClock.now);
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

interface ShownText {
  readonly id: string;
  readonly finish: boolean;
  readonly content: string;
}

const call = (
  query: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve) => {
    const asked = request(
      `${url}?${query}`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    asked.on("error", () => resolve({ status: 0, text: "" }));
    asked.end(body);
  });

async function ask(message: object): Promise<ShownText | undefined> {
  const timestamp = String(Math.floor(systemClock.now() / 1000));
  const nonce = chance.id();
  const sealed = sealText(
    key as NonNullable<typeof key>,
    JSON.stringify(message),
    chance.bytes(16),
  );
  const signature = wecomSignature(key as NonNullable<typeof key>, { timestamp, nonce, sealed });
  const query = new URLSearchParams({ msg_signature: signature, timestamp, nonce }).toString();
  const { status, text } = await call(query, JSON.stringify({ encrypt: sealed }));
  if (status !== 200 || text === "") return undefined;
  const { encrypt } = JSON.parse(text) as { encrypt: string };
  return (JSON.parse(openSealed(key as NonNullable<typeof key>, encrypt)) as { stream: ShownText })
    .stream;
}

interface PollCounts {
  readonly firsts: number[];
  readonly refreshes: number[];
  wrong: number;
  ended: number;
  news: number;
}

async function talk(tally: PollCounts, nth: number): Promise<void> {
  const common = { aibotid: "AIB1", chattype: "single", from: { userid: `person-${nth}` } };
  await systemClock.wait((nth * 1_000) / Number(people));
  const began = nowMs();
  let shown = await ask({
    msgid: chance.id(),
    ...common,
    msgtype: "text",
    text: { content: String(Number(seconds) + ((nth * 7) % Number(seconds))) },
  });
  tally.firsts.push(nowMs() - began);
  if (shown === undefined) {
    tally.wrong += 1;
    return;
  }
  for (let due = began + 1_000; !shown.finish && nowMs() - began < 120_000; due += 1_000) {
    await systemClock.wait(due - nowMs());
    const next = await ask({
      msgid: chance.id(),
      ...common,
      msgtype: "stream",
      stream: { id: shown.id },
    });
    // Measured from the time at which it was due, so that waiting for the one before counts.
    tally.refreshes.push(nowMs() - due);
    if (next === undefined || next.id !== shown.id) tally.wrong += 1;
    else {
      if (next.content !== shown.content) tally.news += 1;
      shown = next;
    }
  }
  if (shown.finish) tally.ended += 1;
}

async function run(): Promise<void> {
  const tally: PollCounts = { firsts: [], refreshes: [], wrong: 0, ended: 0, news: 0 };
  await Promise.all(Array.from({ length: Number(people) }, (_, nth) => talk(tally, nth)));
  const { firsts, refreshes, wrong, ended, news } = tally;
  const figures = {
    first: percentiles(firsts),
    refresh: { ...percentiles(refreshes), max: Math.max(...refreshes) },
  };
  process.stdout.write(
    `${JSON.stringify({ ...figures, asked: refreshes.length, news, ended, wrong })}\n`,
  );
}

await run();
process.exit(0);
