import { tmpdir } from "node:os";
import type { Store } from "../../store/open-store.ts";
import { startChild } from "./child.ts";
import { childEnvironment, operatorToken } from "./fresh-store.ts";
import { type Timed, timeInTurn } from "./in-turn.ts";
import { row, spread } from "./table.ts";

const version = "2026-07-28";

type Way = "mcp" | "plain";

/** The tools of programs beside plain routes of the same work, one request at a time. An account keeps at most 2,000 reminders. */
async function measurePrograms(
  store: Store,
  times: number,
): Promise<{ readonly list: Timed<Way>; readonly write: Timed<Way> }> {
  const env = childEnvironment(store, tmpdir());
  const server = startChild("full-app.ts", { args: [], env });
  try {
    const { url } = await server.line<{ url: string }>();
    const sentence = (nth: number): string => `call number ${nth} tomorrow at 3pm`;
    const write = await timeInTurn(times, {
      mcp: (nth) => call(url, "remember_to", { sentence: sentence(nth) }),
      plain: (nth) => send(`${url}/api/reminders/say`, { text: sentence(times + nth) }),
    });
    const list = await timeInTurn(times, {
      mcp: () => call(url, "list_reminders", { limit: 50 }),
      plain: () => send(`${url}/api/reminders?limit=50`),
    });
    return { list, write };
  } finally {
    await server.end();
  }
}

const headers = { Authorization: `Bearer ${operatorToken}`, "Content-Type": "application/json" };

async function send(url: string, json?: unknown, more = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: json === undefined ? "GET" : "POST",
    headers: { ...headers, ...more },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"isError":true')) throw new Error(`${url}: ${text}`);
  return text;
}

const call = (url: string, name: string, args: object): Promise<unknown> =>
  send(
    `${url}/mcp`,
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: args,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    },
    {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": version,
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
  );

export async function showPrograms(
  out: (line: string) => void,
  on: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
  times: number,
): Promise<boolean> {
  const { list, write } = await on((store) => measurePrograms(store, times));
  out(row("MCP `list_reminders`, 50 of them, ms", spread(list.mcp), `route ${spread(list.plain)}`));
  out(
    row("MCP `remember_to`, one sentence, ms", spread(write.mcp), `route ${spread(write.plain)}`),
  );
  return true;
}
