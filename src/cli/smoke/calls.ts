import { openReader } from "../../store/database/reader.ts";
import type { ConnectionSettings } from "../../store/database/postgres-database.ts";
import type { HttpAnswer, Stack } from "../../smoke/stack.ts";

/** The three ways to an instance: its webhook, its API and its rows. */
export interface Ways {
  readonly url: string;
  readonly token: string;
  readonly secret: string | undefined;
  readonly connection: ConnectionSettings;
}

const patienceMs = 30_000;

export function waysTo({
  url,
  token,
  secret,
  connection,
}: Ways): Pick<Stack, "webhook" | "api" | "read"> & { close(): Promise<void> } {
  const reader = openReader(connection);
  const call = async (path: string, init: RequestInit): Promise<HttpAnswer> => {
    const answer = await fetch(new URL(path, url), {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: answer.status, json: jsonIn(await answer.text()) };
  };
  const json = { "content-type": "application/json", "user-agent": "meanwhile-smoke" };
  return {
    webhook: (body) =>
      call("/webhooks/wechat/personal", {
        method: "POST",
        headers: { ...json, ...(secret === undefined ? {} : { "x-webhook-secret": secret }) },
        body: JSON.stringify(body),
      }),
    api: (method, path, body) =>
      call(path, {
        method,
        headers: { ...json, authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    read: (script) => reader.read(script),
    close: () => reader.close(),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
