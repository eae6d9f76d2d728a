import { readLocal, writeLocal } from "../browser-storage.ts";

/**
 * The second half of a session: browsers send the cookie to every port of a host, but keep this
 * store per port. All tabs share it. Where nothing can be kept (private mode), it lives as long as
 * the page.
 */
const name = "page-key";
let held: string | undefined;

export const pageKey = (): string | undefined => readLocal(name) ?? held;

export function keepPageKey(key: string | undefined): void {
  held = key;
  writeLocal(name, key);
}
