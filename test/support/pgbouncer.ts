import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseAddress } from "../../src/store/bundled/postgres.ts";

/** Debian's package `pgbouncer`, if it is installed; `PGBOUNCER` names another program. */
export function findPgBouncer(): string | undefined {
  for (const program of [process.env["PGBOUNCER"] ?? "pgbouncer", "/usr/sbin/pgbouncer"])
    try {
      execFileSync(program, ["--version"], { stdio: "ignore" });
      return program;
    } catch {
      continue;
    }
  return undefined;
}

export interface PgBouncer {
  urlOf(user: string, database: string): string;
  close(): Promise<void>;
}

/** In transaction mode before a server that trusts its socket, with few sessions, so that clients share them. */
export async function startPgBouncer(program: string, server: DatabaseAddress): Promise<PgBouncer> {
  const directory = await mkdtemp(join(tmpdir(), "mw-pgb-"));
  await chmod(directory, 0o777);
  const file = join(directory, "pgbouncer.ini");
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=${server.host} port=${server.port}`,
      "[pgbouncer]",
      "pool_mode = transaction",
      "default_pool_size = 3",
      "max_client_conn = 200",
      `unix_socket_dir = ${directory}`,
      "listen_port = 6432",
      // The roles' logins are looked up on the server, as an operator would set it.
      "auth_type = scram-sha-256",
      `auth_user = ${server.user}`,
      `auth_file = ${join(directory, "users")}`,
      "server_reset_query =",
      "",
    ].join("\n"),
    { mode: 0o644 },
  );
  await writeFile(join(directory, "users"), `"${server.user}" ""\n`, { mode: 0o644 });
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program, [...asUser, file], { stdio: ["ignore", "ignore", "pipe"] });
  await listening(child);
  return {
    urlOf: (user, database) =>
      `postgres://${user}@localhost/${database}?host=${encodeURIComponent(directory)}&port=6432`,
    async close() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error("its output is not piped");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (line.includes("listening on")) return;
  }
  throw new Error(`PgBouncer did not start: ${said.join("\n")}`);
}
