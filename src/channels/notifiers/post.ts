import type { OutboundCall } from "../../domain/ports/http.ts";
import { reachOf } from "../kit/reach.ts";
import type { NotifierRoute, NotifiersSection } from "./section.ts";

/** A notification: a title, and the text below it. */
export interface Notification {
  readonly title: string;
  readonly body: string;
}

type Call = Pick<OutboundCall, "method" | "url" | "headers" | "body">;

/** A route that is an address to post to. */
export type PostedRoute = NotifierRoute & {
  readonly kind: Exclude<NotifierRoute["kind"], "email">;
  readonly url: string;
};

/** The settings were checked: only an e-mail has no `url`. */
export const isPosted = (route: NotifierRoute): route is PostedRoute => route.url !== undefined;

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
    PostedRoute["kind"],
    {
      post(route: PostedRoute, shown: Notification): Call;
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

const reach = (route: PostedRoute, { allowed_hosts: allowedHosts }: NotifiersSection) =>
  reachOf({ apiBaseUrl: new URL(route.url).origin, allowedHosts });

export const postCall = (
  section: NotifiersSection,
  route: PostedRoute,
  shown: Notification,
): OutboundCall => ({
  ...kinds[route.kind].post(route, shown),
  ...limits,
  allowedHosts: reach(route, section),
});

export const healthCall = (section: NotifiersSection, route: PostedRoute): OutboundCall => ({
  method: "GET",
  url: kinds[route.kind].health(route.url),
  ...limits,
  allowedHosts: reach(route, section),
});
