import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../store/open-store.ts";
import { startChild } from "./child.ts";

export interface Acks {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly wrong: number;
}

export interface WebhookLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** Cost of a repeated message against a first one. */
  readonly burst: number;
}

export interface WebhookFigures {
  /** The whole product: turns and replies in the same process. */
  readonly acks: Acks;
  /** A gateway, which leaves them to workers. */
  readonly gateway: Acks;
  /** Of the messages of that run, answered and in the vendor's hand when its last one was acknowledged. */
  readonly answered: number;
  readonly first: Acks;
  readonly again: Acks;
}

const appSecret = "bench-app-secret";
export const webhookPath = "/webhooks/whatsapp";

/** WhatsApp's callbacks at the whole product: signature, person, log and tables before the answer, turns and replies behind it. */
export async function measureWebhooks(
  store: Store,
  env: Record<string, string>,
  load: WebhookLoad,
): Promise<WebhookFigures> {
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-bench-webhooks-"));
  const vendor = await startVendor();
  try {
    await writeFile(join(directory, "meanwhile.yaml"), vendorSettings(vendor.url));
    // As many turns at once as the product runs by itself, not as many as another measurement wants.
    const { MEANWHILE_TURN__CONCURRENCY: _many, ...usual } = env;
    const own = {
      ...usual,
      MEANWHILE_CONFIG: join(directory, "meanwhile.yaml"),
      MEANWHILE_DATA: directory,
    };
    const alone = { ...own, MEANWHILE_ROLES: "gateway" };
    const gateway = await sendPaced(alone, load);
    const [first, again] = await burst(alone, load.burst);
    const acks = await sendPaced(own, load);
    const answered = vendor.sends();
    const expected =
      2 * load.perSecond * load.seconds + load.burst - gateway.wrong - acks.wrong - first.wrong;
    const [kept] = await store.db.rows<{ n: number }>(
      "select count(*)::int as n from message where direction = 'inbound'",
    );
    if (kept?.n !== expected) throw new Error(`${kept?.n} messages were kept of ${expected}`);
    return { acks, gateway, answered, first, again };
  } finally {
    await vendor.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function sendPaced(
  env: Record<string, string>,
  { perSecond, seconds }: WebhookLoad,
): Promise<Acks> {
  const server = startChild("full-app.ts", { args: [], env });
  try {
    const { url } = await server.line<{ url: string }>();
    return await callbacks(
      ["paced", `${url}${webhookPath}`, String(perSecond), String(seconds)],
      (child) => child.line<Acks>(),
    );
  } finally {
    await server.end();
  }
}

async function burst(env: Record<string, string>, count: number): Promise<readonly [Acks, Acks]> {
  const server = startChild("full-app.ts", { args: [], env });
  try {
    const { url } = await server.line<{ url: string }>();
    return await callbacks(
      ["burst", `${url}${webhookPath}`, String(count), "16"],
      async (child) => [await child.line<Acks>(), await child.line<Acks>()],
    );
  } finally {
    await server.end();
  }
}

export async function callbacks<T>(
  args: readonly string[],
  read: (child: ReturnType<typeof startChild>) => Promise<T>,
): Promise<T> {
  const child = startChild("callbacks.ts", { args, env: { BENCH_APP_SECRET: appSecret } });
  try {
    return await read(child);
  } finally {
    await child.end();
  }
}

export const vendorSettings = (vendorUrl: string): string => `channels:
  whatsapp:
    enabled: true
    access: open
    app_secrets: [${appSecret}]
    verify_tokens: [bench-verify-token]
    accounts: [{ phone_number_id: "100", access_token: bench-access-token }]
    api_base_url: ${vendorUrl}
    allowed_hosts: [127.0.0.1]
`;

/** Accepts every message. */
export async function startVendor(): Promise<{
  readonly url: string;
  sends(): number;
  close(): Promise<void>;
}> {
  let sends = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const isMessage = body.includes("biz_opaque_callback_data");
      if (isMessage) sends += 1;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          isMessage ? { messages: [{ id: `wamid.OUT.${sends}` }] } : { success: true },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sends: () => sends,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
