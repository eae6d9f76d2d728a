import { createHmac } from "node:crypto";
import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

/** What a bridge does with the next message, instead of showing it. */
export type BridgeFate =
  | { readonly kind: "answer"; readonly status: number; readonly body?: string }
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> };

export interface BridgeMessage {
  readonly bridge: string;
  readonly id: string;
  readonly to: string | undefined;
  readonly group: string | undefined;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Bridges that keep the contract to the letter: they check signatures and show each id once. */
export interface BridgeServer {
  readonly url: string;
  readonly shown: readonly BridgeMessage[];
  readonly calls: readonly BridgeMessage[];
  readonly violations: readonly string[];
  /** Files by path, and how often each was asked for with a good signature. */
  readonly files: Map<string, Uint8Array>;
  plan(bridge: string, ...fates: readonly BridgeFate[]): void;
}

/** A signature, written here a second time: it must fit the one of the product. */
export const signBridgeCall = (
  secret: string,
  {
    id,
    time,
    body,
  }: { readonly id: string; readonly time: string; readonly body: string | Uint8Array },
): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${time}.`).update(body).digest("base64")}`;

const known = ["type", "delivery_id", "to", "chat", "source", "text", "attempt"];
const optional = ["reply_to", "buttons", "files"];

export async function startBridgeServer(
  servers: LoopbackServers,
  secrets: Readonly<Record<string, string>>,
): Promise<BridgeServer> {
  const shown: BridgeMessage[] = [];
  const calls: BridgeMessage[] = [];
  const violations: string[] = [];
  const files = new Map<string, Uint8Array>();
  const fates = new Map<string, BridgeFate[]>();
  const url = await servers.serve((request, response) => {
    void bodyOf(request).then(async (body): Promise<void> => {
      const [, bridge = "", rest = ""] = /^\/([^/]+)\/(.*)$/.exec(request.url ?? "") ?? [];
      const [id, time, given] = ["id", "timestamp", "signature"].map((name) =>
        String(request.headers[`webhook-${name}`]),
      ) as [string, string, string];
      if (given !== signBridgeCall(secrets[bridge] ?? "", { id, time, body })) {
        violations.push(`a wrong signature for ${request.url}`);
        response.writeHead(401).end();
        return;
      }
      if (request.method === "GET") {
        const file = files.get(rest);
        response.writeHead(file === undefined ? 404 : 200).end(file);
        return;
      }
      const fields = JSON.parse(body) as BridgeMessage["fields"];
      if (fields["type"] === "ping") {
        response.end("{}");
        return;
      }
      const odd = Object.keys(fields).filter((key) => ![...known, ...optional].includes(key));
      if (odd.length > 0) violations.push(`there is no field ${odd.join()}`);
      const message: BridgeMessage = {
        bridge,
        id,
        to: (fields["to"] as { id?: string } | undefined)?.id,
        group: (fields["chat"] as { id?: string }).id,
        text: String(fields["text"]),
        fields,
      };
      calls.push(message);
      const fate = fates.get(bridge)?.shift();
      if (fate?.kind === "held") await fate.until;
      if (fate?.kind === "answer") {
        response.writeHead(fate.status).end(fate.body ?? "");
        return;
      }
      if (!shown.some((each) => each.bridge === bridge && each.id === id)) shown.push(message);
      if (fate?.kind === "taken_then_cut") {
        request.socket.destroy();
        return;
      }
      response.writeHead(fate?.kind === "taken_then_500" ? 500 : 200);
      response.end(JSON.stringify({ id: `shown-${id}` }));
    });
  });
  return {
    url,
    shown,
    calls,
    violations,
    files,
    plan: (bridge, ...more) => void fates.set(bridge, [...(fates.get(bridge) ?? []), ...more]),
  };
}
