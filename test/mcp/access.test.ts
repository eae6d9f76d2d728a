import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { current, type Owner, type Programs, startPrograms } from "./programs.ts";

let world: Programs;
let ada: Owner;

beforeAll(async () => {
  world = await startPrograms();
  ada = await world.person();
}, 60_000);
afterAll(() => world.close());

const meta = {
  "io.modelcontextprotocol/protocolVersion": current,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };
const protocol = {
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": current,
  "Mcp-Method": "tools/list",
};

const post = (
  how: {
    readonly token?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly body?: string;
  } = {},
) =>
  world.product.call("/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...protocol, ...how.headers },
    ...(how.token === undefined ? {} : { token: how.token }),
    ...(how.body === undefined ? { json: how.json ?? listTools } : { body: how.body }),
  });

describe("who may call the MCP endpoint", () => {
  it("a caller of MCP without a valid token learns where the resource is described, in JSON-RPC", async () => {
    for (const token of [undefined, "not-a-token-of-this-server"]) {
      const reply = await post(token === undefined ? {} : { token });
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_000 } });
      const [, url = ""] =
        /resource_metadata="([^"]+)"/.exec(String(reply.headers["www-authenticate"])) ?? [];
      const described = await world.product.call(new URL(url).pathname);
      expect(described.json).toMatchObject({
        resource: `${world.product.app.url}/mcp`,
        bearer_methods_supported: ["header"],
      });
    }
  });

  it("a revoked token opens nothing at the MCP endpoint", async () => {
    const token = await ada.issue(["*"], "to be revoked");
    expect((await post({ token })).status).toBe(200);
    const { tokens } = (await world.product.ask("/api/tokens")).json as {
      tokens: readonly { id: string; label: string | null }[];
    };
    const found = tokens.find(({ label }) => label === "to be revoked");
    await world.product.ask(`/api/tokens/${found?.id}`, { method: "DELETE" });
    expect((await post({ token })).status).toBe(401);
  });

  it("a token without a tool's scope is refused with the scope that it needs, and does nothing", async () => {
    const token = await ada.issue(["reminders:read"], "reader");
    const args = { sentence: "call mum tomorrow at 3pm" };
    const reply = await post({
      token,
      headers: { "Mcp-Method": "tools/call", "Mcp-Name": "remember_to" },
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "remember_to", arguments: args, _meta: meta },
      },
    });
    expect(reply.status).toBe(403);
    expect(String(reply.headers["www-authenticate"])).toMatch(
      /insufficient_scope.*scope="reminders:write"/,
    );
    const reader = await ada.connect({ token });
    expect((await reader.call("list_reminders")).isError).toBe(false);
    expect((await ada.call("GET", "/api/reminders")).json).toMatchObject({ reminders: [] });
  });

  it("a foreign page and a foreign host name are refused at the MCP endpoint", async () => {
    const { token } = ada;
    expect((await post({ token, headers: { Origin: "https://evil.example" } })).status).toBe(403);
    expect((await post({ token, headers: { Host: "evil.example" } })).status).toBe(421);
    expect((await post({ token, headers: { Origin: world.product.app.url } })).status).toBe(200);
  });

  it("other methods of HTTP at the MCP endpoint are answered with the one that it takes", async () => {
    for (const method of ["GET", "DELETE"]) {
      const reply = await world.product.call("/mcp", { method, token: ada.token });
      expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST"]);
    }
  });

  it.each([
    ["no JSON", "{", -32_700],
    ["an empty body", "", -32_700],
    ["too deep a nesting", "[".repeat(40) + "]".repeat(40), -32_700],
    ["a text", '"hello"', undefined],
    ["an object of another kind", '{"hello":1}', undefined],
  ])("%s at the MCP endpoint is an error of JSON-RPC", async (_, body, code) => {
    const reply = await post({ token: ada.token, body });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ jsonrpc: "2.0", error: {} });
    if (code !== undefined) expect(reply.json).toMatchObject({ error: { code } });
  });

  it("a method, a tool and a version that do not exist are errors of the protocol at the MCP endpoint", async () => {
    const ask = (method: string, params: object, headers = {}) =>
      post({
        token: ada.token,
        headers: { "Mcp-Method": method, ...headers },
        json: { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta } },
      });
    const unknown = await ask("no/such/method", {});
    expect(unknown.json).toMatchObject({ id: 7, error: { code: -32_601 } });
    const tool = await ask("tools/call", { name: "no_tool" }, { "Mcp-Name": "no_tool" });
    expect(tool.json).toMatchObject({ id: 7, error: { code: -32_602 } });
    const later = { ...meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const version = await post({
      token: ada.token,
      headers: { "MCP-Protocol-Version": "2099-01-01" },
      json: { ...listTools, params: { _meta: later } },
    });
    expect([version.status, version.json]).toMatchObject([400, { error: {} }]);
  });

  it("a client of an earlier version of MCP is served by the same tools", async () => {
    const [now, before] = [await ada.connect(), await ada.connect({ isEarlier: true })];
    const names = async (program: typeof now) =>
      (await program.client.listTools()).tools.map(({ name }) => name);
    expect(await names(before)).toEqual(await names(now));
    expect(before.client.getNegotiatedProtocolVersion()).toMatch(/^2025-/);
    expect((await before.call("list_reminders")).isError).toBe(false);
  });

  it("every call over MCP is a row with its token, tool and outcome, and none of its words", async () => {
    const bob = await world.person({ name: "Bob" });
    const program = await bob.connect();
    await program.call("remember_to", { sentence: "remind me to hide the canary" });
    await program.call("remember_to", { sentence: "hide the canary tomorrow at 3pm" });
    await program.call("delivery_status", { reminder_id: "no-such" });
    await program.client.readResource({ uri: "meanwhile://agenda/today" });
    const rows = await world.product.app.store.db.rows<Record<string, unknown>>(
      "select * from program_call where account_id = $1 order by started_at, id",
      [bob.id],
    );
    expect(rows).toMatchObject([
      { tool: "remember_to", outcome: "asked", error_code: null },
      { tool: "remember_to", outcome: "done" },
      { tool: "delivery_status", outcome: "refused", error_code: "not_found" },
      { tool: "resource agenda", outcome: "done" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("canary");
  });
});
