import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import {
  type CalledTool,
  type ToolServerFailure,
  type ToolSession,
  useToolServer,
} from "../../src/mcp/client/connect.ts";
import { readDefinitions } from "../../src/mcp/client/definitions.ts";
import { createGuardedFetch } from "../../src/outbound/safe-fetch.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type CurrentToolServer, startCurrentToolServer } from "../vendors/current-tool-server.ts";
import { type HostileToolServer, startToolServer } from "../vendors/tool-server.ts";

const servers = loopbackServers();
let server: HostileToolServer;
beforeAll(async () => {
  server = await startToolServer(servers);
});
afterAll(() => servers.close());
beforeEach(() => {
  server.tools = [search];
  server.fates.clear();
  server.answer = () => "ok";
});

const search = {
  name: "search",
  description: "Searches.",
  inputSchema: { type: "object", properties: { q: { type: "string" } } },
  annotations: { readOnlyHint: true },
};

const searchTool: CalledTool = { name: "search", parameters: search.inputSchema };

/** A clock on which a time-out is over at once, when the test says so. */
function createHurriedClock(): Clock & { hurry(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { now: systemClock.now, wait: () => promise, hurry: resolve };
}

const use = <T>(
  work: (session: ToolSession) => Promise<T>,
  { clock = systemClock, headers = {}, url = server.url } = {},
): Promise<T> =>
  useToolServer(
    {
      clock,
      version: "1",
      patienceMs: 20_000,
      fetchFor: ({ url }) =>
        createGuardedFetch({
          clock: systemClock,
          allowedHosts: [new URL(url).origin],
          timeoutMs: 20_000,
          maxBytes: 300_000,
        }),
    },
    { server: { url, headers }, signal: new AbortController().signal },
    work,
  );

const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (error as ToolServerFailure).problem,
  );

describe("a server of tools", () => {
  it("a server of tools lists and answers by the protocol's client, with the saved headers on every request", async () => {
    server.authorizations.length = 0;
    const found = await use(
      async (session) => [
        (await session.list()).tools.map(({ name, readOnly }) => ({ name, readOnly })),
        await session.call(searchTool, { q: "sea" }),
      ],
      { headers: { authorization: "Bearer t" } },
    );
    expect(found).toEqual([[{ name: "search", readOnly: true }], { text: "ok", isError: false }]);
    expect(new Set(server.authorizations)).toEqual(new Set(["Bearer t"]));
  });

  it("a server of tools that redirects, answers with a page, refuses the key or has no end is a failure with a name", async () => {
    const list = (): Promise<string> => problemOf(use((session) => session.list()));
    server.fates.set("tools/list", { kind: "redirect", to: "http://169.254.169.254/" });
    expect(await list()).toBe("redirected");
    server.fates.set("tools/list", { kind: "html" });
    expect(await list()).toBe("not_compatible");
    server.fates.set("tools/list", { kind: "endless" });
    expect(await list()).toBe("too_large");
    server.fates.set("initialize", { kind: "status", status: 401 });
    expect(await list()).toBe("key_refused");
  });

  it("a server of tools that sends a byte and falls silent is given up when the time is over", async () => {
    const clock = createHurriedClock();
    server.fates.set("tools/call", { kind: "drip" });
    const asked = problemOf(
      use(
        async (session) => {
          const call = session.call(searchTool, {});
          clock.hurry();
          return call;
        },
        { clock },
      ),
    );
    expect(await asked).toBe("too_slow");
  });

  it("a server of tools that answers with an error of the protocol is heard, as an error", async () => {
    server.fates.set("tools/call", { kind: "rpc_error", message: "no such city" });
    const said = await use((session) => session.call(searchTool, {}));
    expect(said).toEqual({ text: expect.stringContaining("no such city"), isError: true });
  });
});

describe("a server of tools that asks back", () => {
  it("a server of tools that asks the person or the model back gets no answer from either, and its own answer is heard", async () => {
    server.fates.set("tools/call", { kind: "asks" });
    const said = await use(async (session) => {
      const answer = await session.call(searchTool, {});
      await expect.poll(() => server.replies.length).toBe(3);
      return answer;
    });
    expect(said).toEqual({ text: "ok", isError: false });
    expect(server.replies).toEqual(
      ["q1", "q2", "q3"].map((id) =>
        expect.objectContaining({ id, error: expect.objectContaining({ code: -32_601 }) }),
      ),
    );
  });
});

describe("a server of tools that speaks the current protocol", () => {
  let current: CurrentToolServer;
  beforeAll(async () => {
    current = await startCurrentToolServer(servers);
  });

  it("a parameter that a server of tools wants in a header is sent there, too", async () => {
    const said = await use(
      async (session) => {
        const { tools } = await session.list();
        const find = tools.find(({ name }) => name === "find");
        return find && session.call(find, { region: "north", q: "sea" });
      },
      { url: current.url },
    );
    expect(said).toEqual({ text: "found", isError: false });
    expect(current.calls.at(-1)).toMatchObject({ "mcp-param-region": "north" });
  });

  it("a server of tools that asks the person back, or wants to be called again, is heard as an error in words", async () => {
    const call = (name: string) =>
      use((session) => session.call({ name, parameters: { type: "object" } }, {}), {
        url: current.url,
      });
    expect(await call("book")).toEqual({ text: expect.stringContaining("input"), isError: true });
    expect(await call("wait")).toEqual({
      text: "The tool did nothing yet and asks for more.",
      isError: true,
    });
  });
});

describe("definitions of tools", () => {
  it("definitions of tools are read without invisible characters, and any change of them changes the hash", () => {
    const hidden = { ...search, description: "Sear\u{e0041}\u200bches." };
    const [plain] = readDefinitions([search]).tools;
    const [cleaned] = readDefinitions([hidden]).tools;
    expect(cleaned?.description).toBe("Searches.");
    expect(cleaned?.hash).not.toBe(plain?.hash);
    for (const other of [
      { ...search, description: "Searches!" },
      { ...search, inputSchema: { type: "object", properties: {} } },
      { ...search, annotations: { readOnlyHint: false } },
      { ...search, title: "Other" },
    ])
      expect(readDefinitions([other]).tools[0]?.hash).not.toBe(plain?.hash);
  });

  it("definitions of tools that are too long, of no object, badly named or named twice are left out whole", () => {
    const { tools, unusable } = readDefinitions([
      search,
      { ...search, name: "long", description: "x".repeat(3_000) },
      { ...search, name: "none", inputSchema: undefined },
      { ...search, name: "a b" },
      { ...search, name: "twice" },
      { ...search, name: "twi\u200bce" },
      "nonsense",
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["search"]);
    expect(unusable).toEqual(["", "a b", "long", "none", "twice"]);
  });
});
