import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { findMorningZone } from "../support/morning-zone.ts";
import { startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

export const current = "2026-07-28";

/** The whole product, and programs that speak to it with the protocol's official client. */
export interface Programs {
  readonly product: WechatProduct;
  person(options?: { readonly wxid?: string; readonly name?: string }): Promise<Owner>;
  close(): Promise<void>;
}

export interface Owner {
  readonly id: string;
  readonly token: string;
  issue(scopes: readonly string[], label?: string): Promise<string>;
  /** A client of the current protocol. `answers` are given to the questions it is asked, in order. */
  connect(how?: Connecting): Promise<Program>;
  call(method: string, path: string, json?: unknown): Promise<{ status: number; json: unknown }>;
}

export interface Connecting {
  readonly token?: string;
  /** The answers to questions. Without them the client can't be asked. */
  readonly answers?: readonly (string | boolean | undefined)[];
  /** An earlier version of the protocol. */
  readonly isEarlier?: boolean;
}

export interface Program {
  readonly client: Client;
  /** The questions that were asked so far. */
  readonly asked: readonly string[];
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Called>;
}

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function startPrograms(env: Readonly<Record<string, string>> = {}): Promise<Programs> {
  const product = await startWechatProduct({
    env: {
      MEANWHILE_DEFAULT_LANGUAGE: "en",
      MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "a-webhook-secret-of-the-test",
      ...env,
    },
  });
  const clients: Client[] = [];
  const issue = async (id: string, scopes: readonly string[], label = "Claude") => {
    const made = await product.ask("/api/tokens", {
      method: "POST",
      json: { account_id: id, scopes, label, expires_in_days: 1 },
    });
    return (made.json as { token: string }).token;
  };
  return {
    product,
    async person({ wxid, name = "Ada" } = {}) {
      const made = await product.ask("/api/accounts", {
        method: "POST",
        json: { display_name: name, language: "en", default_timezone: findMorningZone() },
      });
      const { id } = made.json as { id: string };
      if (wxid !== undefined)
        await product.ask(`/api/accounts/${id}/identities`, {
          method: "POST",
          json: { channel: "wechat_personal", subject: wxid },
        });
      const token = await issue(id, ["*"]);
      return {
        id,
        token,
        issue: (scopes, label) => issue(id, scopes, label),
        connect: (how) => connect(product.app.url, { token, ...how }, clients),
        call: (method, path, json) =>
          product.call(path, { method, token, ...(json === undefined ? {} : { json }) }),
      };
    },
    async close() {
      for (const client of clients) await client.close();
      await product.close();
    },
  };
}

async function connect(
  url: string,
  how: Connecting & { readonly token: string },
  clients: Client[],
): Promise<Program> {
  const canAnswer = how.answers !== undefined;
  const options: ClientOptions = {
    capabilities: canAnswer ? { elicitation: {} } : {},
    versionNegotiation: { mode: how.isEarlier === true ? "legacy" : { pin: current } },
  };
  const client = new Client({ name: "a program of the test", version: "1" }, options);
  clients.push(client);
  const asked: string[] = [];
  if (canAnswer) {
    const answers = [...(how.answers ?? [])];
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      const answer = answers.shift();
      return answer === undefined
        ? { action: "decline" }
        : { action: "accept", content: { answer } };
    });
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${how.token}` } },
    }),
  );
  return {
    client,
    asked,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: { ...args } });
      const text = result.content.map((each) => (each.type === "text" ? each.text : "")).join("\n");
      return {
        text,
        isError: result.isError === true,
        data: (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>,
      };
    },
  };
}
