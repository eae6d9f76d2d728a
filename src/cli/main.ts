import { runCommandLine } from "./command-line.ts";
import { userInfo } from "node:os";
import type { Terminal } from "./command.ts";

// Files that this process writes are readable by this user only.
process.umask(0o077);

// An uncaught error ends the process with its reason; the database stops by itself.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.stack ?? String(error)}\n`);
  process.exit(1);
});
// The reader of our output may be gone (`| head`). The server goes on for everyone else.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const onSignal: Terminal["onSignal"] = (heard) => {
  const parent = process.ppid;
  const forwardSignal = (signal: "SIGINT" | "SIGTERM"): void => {
    clearInterval(orphaned);
    heard(signal);
  };
  // npm sends a signal to the shell that it runs us in, and that shell dies of it without handing it on.
  const underNpm = process.env["npm_command"] !== undefined;
  const orphaned = setInterval(
    () => underNpm && process.ppid !== parent && forwardSignal("SIGTERM"),
    500,
  ).unref();
  // On a terminal a hang-up means that the terminal is gone. Elsewhere it is how supervisors ask to
  // read the settings again.
  const onHangUp = (): void => forwardSignal("SIGTERM");
  if (process.stdout.isTTY) process.on("SIGHUP", onHangUp);
  process.on("SIGINT", forwardSignal).on("SIGTERM", forwardSignal);
  return () => {
    clearInterval(orphaned);
    process.off("SIGINT", forwardSignal).off("SIGTERM", forwardSignal).off("SIGHUP", onHangUp);
  };
};

const onReload: Terminal["onReload"] = (heard) => {
  if (process.stdout.isTTY) return () => undefined;
  process.on("SIGHUP", heard);
  return () => process.off("SIGHUP", heard);
};

/** For good, in every thread. A user whom the machine does not know could not own a database. */
const changeUser: Terminal["actAs"] = ({ uid, gid }) => {
  process.seteuid?.(uid);
  let name: string;
  try {
    name = userInfo().username;
  } catch {
    return undefined;
  } finally {
    process.seteuid?.(0);
  }
  const groups: NodeJS.Process & { initgroups?(user: string, group: number): void } = process;
  groups.initgroups?.(name, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  try {
    process.chdir(process.cwd());
  } catch {
    // Programs that are started from here need a directory that they may be in.
    process.chdir("/");
  }
  return name;
};

const code = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onSignal,
  onReload,
  exit: (status) => process.exit(status),
  ...(process.getuid?.() === 0 ? { actAs: changeUser } : {}),
});
// The last output may not be flushed yet.
process.stdout.write("", () => process.exit(code));
