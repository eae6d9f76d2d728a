import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Terminal } from "./command.ts";

/**
 * Tells systemd, where it started this process and asked for that, that people can be served. Node has no sockets of
 * that kind, so systemd's own program sends it. Returns why it could not.
 */
export async function notifyReady(env: Terminal["env"]): Promise<string | undefined> {
  const socket = env["NOTIFY_SOCKET"];
  if (socket === undefined || socket === "") return undefined;
  return promisify(execFile)("systemd-notify", ["--ready"], {
    env: { PATH: "/usr/bin:/bin", NOTIFY_SOCKET: socket },
    timeout: 10_000,
  }).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}
