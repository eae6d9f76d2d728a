import type { Access } from "../accounts/access.ts";
import type { LogSink } from "../log.ts";
import { itself } from "./audit-notes.ts";

/** One use, fifteen minutes. The log knows it as a secret before anybody prints it. */
export async function signInLink(
  on: { readonly access: Access; readonly log: LogSink },
  url: string,
): Promise<string> {
  const link = await on.access.issueLink(itself("start"));
  on.log.addSecret(link.secret);
  return `${url.replace(/\/$/, "")}/#code=${link.secret}`;
}
