import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The protocol's conformance suite against a running server, for development (docs/mcp.md):
 *
 * MCP_TOKEN=… node scripts/mcp-conformance.ts http://127.0.0.1:7788
 *
 * The suite sends no token, so its requests pass through a door that adds one.
 */
const suite = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
/** Those about the protocol. The others call tools that only the suite's own server has. */
const scenarios = {
  "2025-11-25": ["server-initialize", "ping"],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "caching",
    "http-header-validation",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
    "input-required-result-unsupported-methods",
  ],
} as const;

async function openDoor(target: URL, token: string): Promise<{ url: string; close(): void }> {
  const door = createServer((incoming, outgoing) => {
    const { port } = door.address() as AddressInfo;
    // A foreign name stays: whether it is refused is one of the checks.
    const rename = (text: string | undefined): string | undefined =>
      text?.replace(new RegExp(`(?:127\\.0\\.0\\.1|localhost):${port}$`), target.host);
    const { host, origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
      host: rename(host),
      ...(origin === undefined ? {} : { origin: rename(origin) }),
    };
    const { method, url } = incoming;
    const passed = request(new URL(url ?? "/", target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  const close = (): void => {
    door.close();
    // The suite leaves streams open.
    door.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

const [address = "http://127.0.0.1:7788"] = process.argv.slice(2);
const token = process.env["MCP_TOKEN"];
if (token === undefined) throw new Error("Set MCP_TOKEN to a token with all scopes.");
const door = await openDoor(new URL(address), token);
for (const [version, names] of Object.entries(scenarios))
  for (const name of names) {
    const args = ["--yes", suite, "server", "--url", door.url];
    const run = spawn("npx", [...args, "--scenario", name, "--spec-version", version], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const said = Buffer.concat(await Array.fromAsync(run.stdout as AsyncIterable<Buffer>));
    const lines = said.toString().split("\n");
    const result = lines.filter((line) => /^Passed:|^ {4}Error:/.test(line));
    console.log([name, ...new Set(result)].join("\n  "));
  }
door.close();
