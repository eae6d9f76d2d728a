import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";

/**
 * WhatsApp's side of the wire: signed callbacks, each with one message.
 *   paced <url> <per second> <seconds>   at fixed times, whether the last was answered or not
 *   burst <url> <count> <in flight>      as many as the server takes, then all of them again
 * Prints one JSON line for each run.
 */
const [mode = "", url = "", first = "", second = ""] = process.argv.slice(2);
const secret = process.env["BENCH_APP_SECRET"] ?? "";
const run = `${process.pid}-${process.hrtime.bigint()}`;
const people = 2_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

function callback(nth: number): string {
  const from = `1650${String(nth % people).padStart(7, "0")}`;
  const text = { body: "what is on my list for today?" };
  const message = {
    id: `wamid.${run}.${nth}`,
    from,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "text",
    text,
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550000000", phone_number_id: "100" },
    contacts: [{ profile: { name: "Ada" }, wa_id: from }],
    messages: [message],
  };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

function send(body: string): Promise<number> {
  return new Promise((resolve) => {
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    call.on("error", () => resolve(0));
    call.end(body);
  });
}

interface Times {
  readonly waits: number[];
  wrong: number;
}

/** Measured from the time at which it was due, so that waiting for the one before counts. */
async function timeCallback(times: Times, body: string, dueMs: number): Promise<void> {
  const status = await send(body);
  times.waits.push(nowMs() - dueMs);
  if (status !== 200) times.wrong += 1;
}

async function sendPaced(perSecond: number, seconds: number): Promise<void> {
  const times: Times = { waits: [], wrong: 0 };
  const began = nowMs();
  const under: Promise<void>[] = [];
  for (let nth = 0; nth < perSecond * seconds;) {
    for (
      let due = began + (nth * 1000) / perSecond;
      due <= nowMs() && nth < perSecond * seconds;
      due += 1000 / perSecond
    ) {
      under.push(timeCallback(times, callback(nth), due));
      nth += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(under);
  print(times, nowMs() - began);
}

async function burst(count: number, inFlight: number): Promise<void> {
  const times: Times = { waits: [], wrong: 0 };
  const began = nowMs();
  let next = 0;
  const hand = async (): Promise<void> => {
    while (next < count) await timeCallback(times, callback(next++), nowMs());
  };
  await Promise.all(Array.from({ length: inFlight }, hand));
  print(times, nowMs() - began);
}

function print({ waits, wrong }: Times, tookMs: number): void {
  waits.sort((a, b) => a - b);
  const at = (share: number): number | undefined =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))];
  const figures = {
    perSecond: waits.length / (tookMs / 1000),
    p50: at(0.5),
    p99: at(0.99),
    max: waits.at(-1),
    wrong,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

if (mode === "paced") await sendPaced(Number(first), Number(second));
else for (let time = 0; time < 2; time += 1) await burst(Number(first), Number(second));
process.exit(0);
