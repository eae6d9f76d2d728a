import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * The protocol's inspector against a running server, for development (docs/mcp.md):
 *
 * MCP_TOKEN=… node scripts/mcp-inspector.ts http://127.0.0.1:7788
 *
 * Everything that it can ask for, by both generations of the protocol, and by standard input.
 */
const inspector = "@modelcontextprotocol/inspector@2.12.0";
const [address = "http://127.0.0.1:7788"] = process.argv.slice(2);
const token = process.env["MCP_TOKEN"];
if (token === undefined) throw new Error("Set MCP_TOKEN to a token with all scopes.");

const asked: readonly (readonly string[])[] = [
  ["tools/list", "--strict"],
  ["tools/call", "--tool-name", "whats_on"],
  ["tools/call", "--tool-name", "list_reminders", "--tool-args-json", '{"limit":5}'],
  [
    "tools/call",
    "--tool-name",
    "remember_to",
    "--tool-args-json",
    '{"sentence":"call Ann tomorrow at 3pm"}',
  ],
  ["tools/call", "--tool-name", "undo"],
  ["resources/list"],
  ["resources/templates/list"],
  ["resources/read", "--uri", "meanwhile://agenda/today"],
  ["prompts/list"],
];
const overHttp = [
  `${address}/mcp`,
  "--transport",
  "http",
  "--header",
  `Authorization: Bearer ${token}`,
];
const bridge = [
  process.execPath,
  join(import.meta.dirname, "../bin/meanwhile.js"),
  "mcp",
  "--url",
  address,
];
const ways: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [...overHttp, "--protocol-era", "modern"],
  "earlier clients": [...overHttp, "--protocol-era", "legacy"],
  "meanwhile mcp": ["-e", `MCP_TOKEN=${token}`, "--transport", "stdio", ...bridge],
};

async function inspect(way: readonly string[], ask: readonly string[]): Promise<boolean> {
  const [method = "", ...more] = ask;
  const args = ["-y", inspector, "--cli", "-q", "--connect-timeout", "60000", "--method", method];
  // A command for standard input takes everything behind it.
  const child = spawn("npx", [...args, ...more, ...way], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) process.stdout.write(`${said}\n`);
  return code === 0;
}

let failures = 0;
for (const [name, way] of Object.entries(ways)) {
  let passed = 0;
  for (const ask of asked) if (await inspect(way, ask)) passed += 1;
  failures += asked.length - passed;
  process.stdout.write(`${name}: ${passed} of ${asked.length}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
