import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HostedAdapter } from "./adapter.ts";
import { hostAdapter, type Said } from "./host.ts";
import { createShow, type ToShow } from "./show.ts";
import { isSigned, sign } from "./signature.ts";
import { openState } from "./state.ts";

export interface BridgeDeps {
  readonly adapter: HostedAdapter;
  readonly secret: string;
  /** Where Meanwhile takes messages: `<public_url>/webhooks/bridge/<name>`. */
  readonly meanwhileUrl: string;
  /** Where Meanwhile reaches this bridge. */
  readonly ownUrl: string;
  readonly userName: string;
  readonly takesFiles: boolean;
  readonly directory: string;
  readonly now: () => number;
  log(sentence: string, facts?: object): void;
}

export interface Bridge {
  /** `/hook` for the vendor, `/send` and `/files/<id>` for Meanwhile. */
  handle(path: string, request: Request): Promise<Response>;
  close(): Promise<void>;
}

const keepFilesMs = 24 * 3_600_000;
/** Vendors wait for about fifteen seconds. */
const patienceMs = 10_000;

/** One chat app: an adapter of Chat SDK in front, the signed webhook of Meanwhile behind. */
export async function openBridge(on: BridgeDeps): Promise<Bridge> {
  const files = join(on.directory, "files");
  await mkdir(files, { recursive: true });
  const state = await openState(on.directory, on.now);
  const host = hostAdapter({
    ...on,
    state,
    keep: (said) => keep(on, said),
    async store(bytes) {
      await dropOldFiles(files, on.now());
      const id = randomBytes(16).toString("hex");
      await writeFile(join(files, id), bytes, { mode: 0o600 });
      return `${on.ownUrl}/files/${id}`;
    },
  });
  const show = createShow({ ...on, state });
  await host.start();
  return {
    async handle(path, request) {
      if (path === "/hook") return host.receive(request);
      const body = new Uint8Array(await request.arrayBuffer());
      if (!isSigned(on.secret, { headers: request.headers, body }, on.now())) return answer(401);
      const [, id] = /^\/files\/([0-9a-f]{32})$/.exec(path) ?? [];
      if (id !== undefined) return readStored(join(files, id));
      if (path !== "/send") return answer(404);
      const call = JSON.parse(Buffer.from(body).toString()) as { readonly type?: unknown };
      if (call.type === "ping") return answer(200);
      if (call.type !== "message") return answer(422);
      const shown = await show(request.headers.get("webhook-id") ?? "", call as unknown as ToShow);
      return answer(shown.status, shown);
    },
    async close() {
      await host.close();
      await state.close();
    },
  };
}

function answer(
  status: number,
  about: { readonly id?: string; readonly retryAfterSeconds?: number } = {},
): Response {
  const { id, retryAfterSeconds: seconds } = about;
  return Response.json(id === undefined ? {} : { id }, {
    status,
    headers: seconds === undefined ? {} : { "retry-after": String(Math.ceil(seconds)) },
  });
}

/** What Meanwhile refuses for good is not sent again by the vendor either. */
async function keep({ meanwhileUrl, secret, now, log }: BridgeDeps, said: Said): Promise<void> {
  const body = JSON.stringify({ type: "message", ...said });
  const time = String(Math.floor(now() / 1_000));
  const { status } = await fetch(meanwhileUrl, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": said.id,
      "webhook-timestamp": time,
      "webhook-signature": sign(secret, { id: said.id, time, body }),
    },
    signal: AbortSignal.timeout(patienceMs),
  });
  if (status < 300) return;
  if (status === 400 || status === 413) return log("Meanwhile refused a message", { status });
  throw new Error(`Meanwhile answered ${status}`);
}

async function readStored(path: string): Promise<Response> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes === undefined ? answer(404) : new Response(bytes);
}

async function dropOldFiles(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < now - keepFilesMs) await rm(path, { force: true });
  }
}
