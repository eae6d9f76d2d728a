import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

/** What the connector was asked to send. */
export interface ConnectorSend {
  readonly wxid: string;
  readonly account_id: string;
  readonly text: string;
  readonly context_token: string;
  readonly client_id: string;
}

export interface ConnectorAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the message and cuts the line. */
  readonly cut?: boolean;
  /** Takes the message whatever it answers. */
  readonly taken?: boolean;
  /** Answers no sooner than this. */
  readonly until?: Promise<void>;
}

/** An outside connector for personal WeChat. Its ledger is the truth about what people saw. */
export interface WechatConnector {
  readonly url: string;
  readonly ledger: readonly ConnectorSend[];
  readonly calls: readonly ConnectorSend[];
  /** Answers for the next calls, in order; `{"ret":0}` when the list is empty. */
  readonly plan: ConnectorAnswer[];
}

export async function wechatConnector(servers: LoopbackServers): Promise<WechatConnector> {
  const ledger: ConnectorSend[] = [];
  const calls: ConnectorSend[] = [];
  const plan: ConnectorAnswer[] = [];
  const origin = await servers.serve((request, response) => {
    void bodyOf(request).then(async (text) => {
      const send = JSON.parse(text) as ConnectorSend;
      const next = plan.shift() ?? {};
      calls.push(send);
      await next.until;
      if (next.cut === true) {
        ledger.push(send);
        request.socket.destroy();
        return;
      }
      const body = next.body ?? { ret: 0, message_id: `wx-${calls.length}` };
      if (next.taken ?? ((next.status ?? 200) < 300 && isTaken(body))) ledger.push(send);
      response.writeHead(next.status ?? 200, {
        "content-type": "application/json",
        ...next.headers,
      });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  return { url: `${origin}/send`, ledger, calls, plan };
}

function isTaken(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const {
    ret = 0,
    errcode = 0,
    ok = true,
  } = body as { ret?: number; errcode?: number; ok?: boolean };
  return ret === 0 && errcode === 0 && ok;
}
