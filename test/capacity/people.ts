import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * WhatsApp's side, and the people behind it: each writes, waits for the answer, and writes again. So the number of answers a
 * second is what the installation can do, and nothing piles up.
 */
export interface People {
  readonly settings: string;
  /** Everyone writes to these addresses by turns, until the time is over. */
  write(to: readonly string[], forMs: number): Promise<Talked>;
  close(): Promise<void>;
}

export interface Talked {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from a message to its acknowledgement, and to its answer. */
  readonly acknowledged: readonly number[];
  readonly answered: readonly number[];
  readonly refused: number;
}

const secret = "app-secret-of-the-measurement";
const patienceMs = 20_000;

export async function openPeople(address: string, count: number): Promise<People> {
  const waiting = new Map<string, () => void>();
  let sent = 0;
  const vendor = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { to, type } = JSON.parse(body) as { to?: string; type?: string };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ messages: [{ id: `wamid.OUT.${(sent += 1)}` }] }));
      if (to !== undefined && type !== undefined) waiting.get(to)?.();
    });
  });
  await new Promise<void>((resolve) => vendor.listen(0, address, resolve));
  const url = `http://${address}:${(vendor.address() as AddressInfo).port}`;
  let written = 0;

  const write = async (to: readonly string[], forMs: number): Promise<Talked> => {
    const talked = { acknowledged: [] as number[], answered: [] as number[], refused: 0 };
    const began = performance.now();
    const talk = async (nth: number): Promise<void> => {
      const from = `1650${String(nth).padStart(7, "0")}`;
      while (performance.now() - began < forMs) {
        const wrote = performance.now();
        const answer = new Promise<boolean>((resolve) => {
          waiting.set(from, () => resolve(true));
          setTimeout(resolve, patienceMs, false).unref();
        });
        const isTaken = await post(
          `${to[nth % to.length]}/webhooks/whatsapp`,
          from,
          (written += 1),
        );
        if (!isTaken) {
          talked.refused += 1;
          continue;
        }
        talked.acknowledged.push(performance.now() - wrote);
        if (await answer) talked.answered.push(performance.now() - wrote);
        else talked.refused += 1;
      }
    };
    await Promise.all(Array.from({ length: count }, (_, nth) => talk(nth)));
    const seconds = (performance.now() - began) / 1_000;
    return { ...talked, answers: talked.answered.length, seconds };
  };
  return {
    settings: `channels:
  whatsapp:
    enabled: true
    access: open
    app_secrets: [${secret}]
    verify_tokens: [verify-token-of-the-measurement]
    accounts: [{ phone_number_id: "100", access_token: token-of-the-measurement }]
    api_base_url: ${url}
    allowed_hosts: ["${address}"]
`,
    write,
    close: () =>
      new Promise((resolve) => {
        vendor.close(() => resolve());
        vendor.closeAllConnections();
      }),
  };
}

async function post(url: string, from: string, nth: number): Promise<boolean> {
  const message = {
    id: `wamid.IN.${nth}`,
    from,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    type: "text",
    text: { body: "what is on my list for today?" },
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550000000", phone_number_id: "100" },
    contacts: [{ profile: { name: "Ada" }, wa_id: from }],
    messages: [message],
  };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-hub-signature-256": `sha256=${signature}`,
  };
  const answer = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
