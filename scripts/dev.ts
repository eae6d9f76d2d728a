import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/**
 * `npm run dev`: the server, which starts again when a file that it has loaded changes, and the page from Vite, which
 * changes in the open browser. Vite hands calls on to the server; the sign-in link leads to Vite's port.
 */
const root = join(import.meta.dirname, "..");
const serverPort = process.env["MEANWHILE_PORT"] ?? "7788";
const pagePort = process.env["PORT"] ?? "5173";
const pageUrl = `http://127.0.0.1:${pagePort}`;

const children: ChildProcess[] = [];
let isStopping = false;

function stopAll(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of children) child.kill("SIGTERM");
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): void {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  // One is useless without the other.
  child.on("exit", (code) => stopAll(code ?? 0));
  children.push(child);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopAll(0));

run(
  [
    "--watch",
    "--watch-preserve-output",
    join("bin", "meanwhile.js"),
    "start",
    ...process.argv.slice(2),
  ],
  {
    MEANWHILE_PORT: serverPort,
    MEANWHILE_SERVER__PUBLIC_URL: pageUrl,
  },
);
run(
  [
    join("node_modules", "vite", "bin", "vite.js"),
    "console",
    "--host",
    "127.0.0.1",
    "--port",
    pagePort,
    "--strictPort",
    "--clearScreen",
    "false",
  ],
  {
    SERVER_URL: `http://127.0.0.1:${serverPort}`,
  },
);
