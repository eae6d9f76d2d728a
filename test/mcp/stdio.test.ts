import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";
import { current, type Owner, type Programs, startPrograms } from "./programs.ts";

let world: Programs;
let ada: Owner;

beforeAll(async () => {
  world = await startPrograms();
  ada = await world.person();
}, 60_000);
afterAll(() => world.close());

const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

it.each([
  ["the current protocol", { pin: current } as const],
  ["an earlier protocol", "legacy" as const],
])(
  "`meanwhile mcp` serves a local client of %s on standard input and output",
  { timeout: 60_000 },
  async (_, mode) => {
    const client = new Client({ name: "local", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [main, "mcp", "--url", world.product.app.url],
        env: { MCP_TOKEN: ada.token },
      }),
    );
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("remember_to");
      const made = await client.callTool({
        name: "remember_to",
        arguments: { sentence: "给妈妈打电话，明天下午三点", idempotency_key: "stdio" },
      });
      expect(made.isError ?? false).toBe(false);
      await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
        /not found/,
      );
    } finally {
      await client.close();
    }
    const { json } = await ada.call("GET", "/api/reminders");
    expect(json).toMatchObject({ reminders: [{ kind: "timed" }] });
  },
);

it(
  "`meanwhile mcp` without an address serves the instance of its settings as the operator, with a token that ends with it",
  { timeout: 60_000 },
  async () => {
    const { env, app } = world.product;
    const client = new Client(
      { name: "local", version: "1" },
      { versionNegotiation: { mode: { pin: current } } },
    );
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [main, "mcp"],
        // The instance of the test took a free port.
        env: { ...env, MEANWHILE_PORT: new URL(app.url).port },
      }),
    );
    // The client tries the program once before it uses it: that token has ended.
    const countOpen = async (): Promise<unknown> =>
      (
        await app.store.db.rows<{ count: number }>(
          "select count(*)::int as count from access_token where label = 'meanwhile mcp' and revoked_at is null",
        )
      )[0]?.count;
    try {
      const made = await client.callTool({
        name: "remember_to",
        arguments: { sentence: "water the plants tomorrow at 9am", idempotency_key: "own" },
      });
      expect(made.isError ?? false).toBe(false);
      const listed = await client.callTool({ name: "list_reminders", arguments: {} });
      expect(JSON.stringify(listed.structuredContent)).toContain("water the plants");
      expect(await countOpen()).toBe(1);
    } finally {
      await client.close();
    }
    expect(await countOpen()).toBe(0);
  },
);
