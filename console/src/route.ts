import { useSyncExternalStore } from "react";

/**
 * Where the page is. It lives behind the `#`, so that the server serves one file and sees none of
 * it.
 */
export type Route =
  /** `at` is a message's place in the log: a hit of a search. */
  | {
      readonly page: "talk";
      readonly conversation: string | undefined;
      readonly at?: number | undefined;
    }
  /** `part` is a section of the settings, which is scrolled to. */
  | { readonly page: "settings"; readonly part?: string | undefined }
  /** `part` is whatever the page itself wants to find again: a chat, a week, a turn. */
  | { readonly page: ConsolePage; readonly part: string | undefined };

const consolePages = ["stage", "calendar", "memory", "channels", "deliveries", "operator"] as const;
export type ConsolePage = (typeof consolePages)[number];

export function parseRoute(hash: string): Route {
  const [name, ...more] = hash.replace(/^#\/?/, "").split("/");
  const rest = more.join("/");
  const part = rest === "" ? undefined : decode(rest);
  if (name === "settings") return part === undefined ? { page: name } : { page: name, part };
  const page = consolePages.find((known) => known === name);
  return page === undefined ? parseTalk(name === "talk" ? part : undefined) : { page, part };
}

function parseTalk(part: string | undefined): Route {
  const [, conversation = part, at] = /^(.+)\/(\d{1,15})$/.exec(part ?? "") ?? [];
  return { page: "talk", conversation, ...(at === undefined ? {} : { at: Number(at) }) };
}

export function routeAddress(route: Route): string {
  const part =
    route.page !== "talk"
      ? route.part
      : route.at === undefined
        ? route.conversation
        : `${route.conversation ?? ""}/${route.at}`;
  return part === undefined
    ? `#/${route.page}`
    : `#/${route.page}/${encodeURIComponent(part).replaceAll("%2F", "/")}`;
}

export function go(route: Route, how: "push" | "replace" = "push"): void {
  const address = routeAddress(route);
  // A link that was just opened here is not taken yet: the browser tells of it a moment later.
  if (address === location.hash || linkCodesIn(location.hash).isLink) return;
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(watch, () => location.hash));
}

function watch(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  window.addEventListener("popstate", changed);
  return () => {
    window.removeEventListener("hashchange", changed);
    window.removeEventListener("popstate", changed);
  };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/**
 * What a link brings behind the `#`: `code` signs in, `pair` belongs to the account that a chat app
 * is to be connected with, `friend` to a person who wants to be a friend, `story` to a story that
 * one is invited to, `refused` says why a sign-in elsewhere did not work, `tools` is the answer to a
 * sign-in to a server of tools.
 */
export interface LinkCodes {
  readonly code?: string;
  readonly pair?: string;
  readonly friend?: string;
  readonly story?: string;
  readonly refused?: string;
  readonly tools?: string;
}

/**
 * Takes one-time codes out of the address before anything else runs, so that they stay in no
 * history entry, no screenshot and no referrer.
 */
export function takeLinkCodes(): LinkCodes {
  const { isLink, codes } = linkCodesIn(location.hash);
  if (isLink) history.replaceState(null, "", location.pathname);
  return codes;
}

export function linkCodesIn(hash: string): { readonly isLink: boolean; readonly codes: LinkCodes } {
  const params = new URLSearchParams(hash.slice(1));
  const names = (["code", "pair", "friend", "story", "refused", "tools"] as const).filter((name) =>
    params.has(name),
  );
  const found = names
    .map((name) => [name, params.get(name) ?? ""])
    .filter(([, value]) => value !== "");
  return { isLink: names.length > 0, codes: Object.fromEntries(found) as LinkCodes };
}
