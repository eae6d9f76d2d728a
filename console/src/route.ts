import { useSyncExternalStore } from "react";

/** Where the page is. It lives behind the `#`, so that the server serves one file and sees none of it. */
export type Route = { readonly page: "talk"; readonly conversation: string | undefined } | { readonly page: "settings" };

export function parseRoute(hash: string): Route {
  const [page, rest] = hash.replace(/^#\/?/, "").split("/");
  if (page === "settings") return { page };
  return { page: "talk", conversation: rest === undefined || rest === "" ? undefined : decode(rest) };
}

export function routeAddress(route: Route): string {
  if (route.page === "settings") return "#/settings";
  return route.conversation === undefined ? "#/talk" : `#/talk/${encodeURIComponent(route.conversation)}`;
}

export function go(route: Route, how: "push" | "replace" = "push"): void {
  const address = routeAddress(route);
  if (address === location.hash) return;
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
 * Takes the one-time code out of the address before anything else runs, so that it stays in no history entry,
 * no screenshot and no referrer.
 */
export function takeSignInCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return undefined;
  history.replaceState(null, "", location.pathname);
  return code === "" ? undefined : code;
}
