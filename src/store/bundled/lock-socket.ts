import { connect, type Server } from "node:net";
import { basename, dirname } from "node:path";
import { errorCode } from "./data-directory.ts";
import type { Holder } from "./data-lock.ts";

export type Alive = { readonly holder: Holder | undefined };

/** Undefined when nobody listens there. A holder that is stopped or busy is still a holder. */
export function ask(path: string): Promise<Alive | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const socket = named(path, (name) => connect(name));
    const settle = (answer: Alive | undefined): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("utf8").setTimeout(2_000, () => settle({ holder: undefined }));
    socket.on("data", (chunk: string) => (text += chunk));
    socket.on("end", () => settle({ holder: parsed(text) }));
    socket.on("error", (error) =>
      settle(
        ["ECONNREFUSED", "ENOENT", "ENOTSOCK"].includes(errorCode(error))
          ? undefined
          : { holder: undefined },
      ),
    );
  });
}

/** A holder that dies while it answers leaves half a sentence. */
function parsed(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

export function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    named(path, (name) => server.listen(name, resolve));
  });
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/**
 * The kernel gives a socket's path 104 bytes on the smallest system. A longer one is named from inside its
 * directory; Node binds and connects before it returns, so nobody else sees the change of directory.
 */
function named<T>(path: string, use: (name: string) => T): T {
  if (process.platform === "win32" || Buffer.byteLength(path) < 104) return use(path);
  const back = process.cwd();
  process.chdir(dirname(path));
  try {
    return use(basename(path));
  } finally {
    process.chdir(back);
  }
}
