import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * A program with tools on standard input and output, of the version before the current one. Its first argument says how it
 * misbehaves: `ends` at a question that it does not know, `floods` instead of answering, `stays` when it is asked to end.
 */
const [kind = "plain", ...descriptions] = process.argv.slice(2);
if (kind === "stays") process.on("SIGTERM", () => undefined);
process.stderr.write("a complaint\n");
// Some programs greet.
process.stdout.write("Welcome!\n");

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
});
const tools = [
  tool("look", descriptions[0] ?? "Looks around."),
  tool("start", "Starts a program of its own."),
  tool("end", "Ends itself."),
  tool("wait", "Never answers."),
  tool("flood", "Says too much."),
];

function flood(): void {
  while (process.stdout.write(`${"x".repeat(1_000)}\n`.repeat(100)));
  process.stdout.once("drain", flood);
}

const acts: Readonly<Record<string, () => string | undefined>> = {
  look: () => JSON.stringify({ pid: process.pid, env: Object.keys(process.env).toSorted() }),
  start: () => String(spawn("sleep", ["600"], { stdio: "ignore" }).pid),
  end: () => process.exit(3),
  wait: () => undefined,
  flood: () => {
    flood();
    return undefined;
  },
};

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string };
}

const results: Readonly<Record<string, (asked: Asked) => object | undefined>> = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "a program", version: "1" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ params }) => {
    const text = acts[params?.name ?? ""]?.();
    return text === undefined ? undefined : { content: [{ type: "text", text }] };
  },
};

if (kind === "floods") flood();
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Asked;
  if (kind === "floods" || asked.id === undefined) continue;
  const find = results[asked.method];
  if (find === undefined && kind === "ends") process.exit(1);
  const result = find?.(asked);
  const error = { code: -32_601, message: "Method not found" };
  if (result !== undefined || find === undefined)
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...(result === undefined ? { error } : { result }) })}\n`,
    );
}
