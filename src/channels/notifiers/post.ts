import type { OutboundCall } from "../../domain/ports/http.ts";
import { reachOf } from "../kit/reach.ts";
import type { NotifierRoute, NotifiersSection } from "./section.ts";

/** A notification: a title, and the text below it. */
export interface Notification {
  readonly title: string;
  readonly body: string;
}

type Call = Pick<OutboundCall, "method" | "url" | "headers" | "body">;

/** `https://ntfy.sh/topic` → the server and the last step. */
function splitAddress(url: string): { readonly server: string; readonly last: string } {
  const [, server = "", last = ""] = /^(.*)\/([^/]+)\/*$/.exec(url) ?? [];
  return { server, last: decodeURIComponent(last) };
}

const json = (url: string, body: object, headers: Record<string, string> = {}): Call => ({
  method: "POST",
  url,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const kinds: Readonly<
  Record<
    NotifierRoute["kind"],
    {
      post(route: NotifierRoute, shown: Notification): Call;
      /** An address that answers without showing anything to a person. */
      health(url: string): string;
    }
  >
> = {
  ntfy: {
    post: ({ url, token }, { title, body }) => {
      const { server, last: topic } = splitAddress(url);
      const auth = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return json(server, { topic, title, message: body, tags: ["alarm_clock"] }, auth);
    },
    health: (url) => `${splitAddress(url).server}/v1/health`,
  },
  bark: {
    post: ({ url }, { title, body }) => {
      const { server, last: key } = splitAddress(url);
      return json(`${server}/push`, { device_key: key, title, body, group: "Meanwhile" });
    },
    health: (url) => `${splitAddress(url).server}/ping`,
  },
  gotify: {
    post: ({ url, token = "" }, { title, body }) =>
      json(
        `${url.replace(/\/+$/, "")}/message`,
        { title, message: body, priority: 5 },
        { "x-gotify-key": token },
      ),
    health: (url) => `${url.replace(/\/+$/, "")}/health`,
  },
};

const limits = { timeoutMs: 15_000, maxBytes: 64 * 1024 } as const;

const reach = (route: NotifierRoute, { allowed_hosts: allowedHosts }: NotifiersSection) =>
  reachOf({ apiBaseUrl: new URL(route.url).origin, allowedHosts });

export const postCall = (
  section: NotifiersSection,
  route: NotifierRoute,
  shown: Notification,
): OutboundCall => ({
  ...kinds[route.kind].post(route, shown),
  ...limits,
  allowedHosts: reach(route, section),
});

export const healthCall = (section: NotifiersSection, route: NotifierRoute): OutboundCall => ({
  method: "GET",
  url: kinds[route.kind].health(route.url),
  ...limits,
  allowedHosts: reach(route, section),
});
