import type { IncomingHttpHeaders } from "node:http";
import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

export type NotifierKind = "ntfy" | "bark" | "gotify";

/** What a server does with the next notification, instead of showing it. */
export type NotifierFate =
  | { readonly kind: "answer"; readonly status: number; readonly body?: string }
  | { readonly kind: "taken_then_500" | "taken_then_cut" }
  | { readonly kind: "held"; readonly until: Promise<void> };

/** A notification that a phone has shown. */
export interface Shown {
  readonly kind: NotifierKind;
  /** The topic, the device's key or the application's token. */
  readonly to: string;
  readonly text: string;
}

/** ntfy, Bark and Gotify on one address, each with its own path and its own strictness. */
export interface NotifierServer {
  readonly url: string;
  readonly shown: readonly Shown[];
  readonly calls: readonly Shown[];
  readonly violations: readonly string[];
  plan(kind: NotifierKind, ...fates: readonly NotifierFate[]): void;
}

interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Vendor {
  readonly path: string;
  read(post: Post): Omit<Shown, "kind">;
  readonly fields: readonly string[];
  taken(count: number): object;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const vendors: Readonly<Record<NotifierKind, Vendor>> = {
  ntfy: {
    path: "/",
    read: ({ fields }) => ({ to: text(fields["topic"]), text: text(fields["message"]) }),
    fields: ["topic", "title", "message", "tags"],
    taken: (count) => ({ id: `ntfy${count}`, event: "message" }),
  },
  bark: {
    path: "/push",
    read: ({ fields }) => ({ to: text(fields["device_key"]), text: text(fields["body"]) }),
    fields: ["device_key", "title", "body", "group"],
    taken: () => ({ code: 200, message: "success" }),
  },
  gotify: {
    path: "/message",
    read: ({ headers, fields }) => ({
      to: text(headers["x-gotify-key"]),
      text: text(fields["message"]),
    }),
    fields: ["title", "message", "priority"],
    taken: (count) => ({ id: count, appid: 1 }),
  },
};

export async function startNotifierServer(servers: LoopbackServers): Promise<NotifierServer> {
  const shown: Shown[] = [];
  const calls: Shown[] = [];
  const violations: string[] = [];
  const fates = new Map<NotifierKind, NotifierFate[]>();
  const url = await servers.serve((request, response) => {
    void bodyOf(request).then(async (body): Promise<void> => {
      const known = Object.entries(vendors).find(([, { path }]) => path === request.url);
      if (known === undefined || request.method !== "POST") {
        violations.push(`${request.method} ${request.url}`);
        response.writeHead(404).end();
        return;
      }
      const [name, vendor] = known as [NotifierKind, Vendor];
      const fields = JSON.parse(body) as Post["fields"];
      const odd = Object.keys(fields).filter((key) => !vendor.fields.includes(key));
      const call: Shown = { kind: name, ...vendor.read({ headers: request.headers, fields }) };
      if (request.headers["content-type"] !== "application/json") violations.push("not JSON");
      if (odd.length > 0) violations.push(`${name} has no field ${odd.join()}`);
      if (call.to === "" || call.text === "") violations.push(`${name} without an address or text`);
      calls.push(call);
      const fate = fates.get(name)?.shift();
      if (fate?.kind === "held") await fate.until;
      if (fate?.kind === "answer") {
        response.writeHead(fate.status, { "retry-after": "9" }).end(fate.body ?? "");
        return;
      }
      shown.push(call);
      if (fate?.kind === "taken_then_cut") {
        request.socket.destroy();
        return;
      }
      response.writeHead(fate?.kind === "taken_then_500" ? 500 : 200);
      response.end(JSON.stringify(vendor.taken(shown.length)));
    });
  });
  return {
    url,
    shown,
    calls,
    violations,
    plan: (kind, ...more) => void fates.set(kind, [...(fates.get(kind) ?? []), ...more]),
  };
}
