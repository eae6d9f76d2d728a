import { readFile, realpath, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { page as htmlPage } from "./docs-page.ts";
import type { Answer } from "./route.ts";

/**
 * The web page: files of one folder, and its index page for every URL that a person may have in the
 * address bar.
 */
export interface Page {
  find(incoming: IncomingMessage): Promise<Exclude<Answer, "taken_over"> | undefined>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** The first segment of a path, in lower case. */
const firstPart = (path: string): string => (path.split("/")[1] ?? "").toLowerCase();
const plainPath = /^\/[A-Za-z0-9_@/.-]*$/;
const compress = promisify(gzip);

export function createPage(folder: string, webhooks: readonly { readonly path: string }[]): Page {
  // Addresses of programs. Nothing below them is ever answered with the page.
  const programs = new Set([
    "api",
    "chats",
    "webhooks",
    ...webhooks.map(({ path }) => firstPart(path)),
  ]);
  const packed = new Map<string, Buffer>();
  return {
    async find(incoming) {
      const path = (incoming.url ?? "/").split("?")[0] ?? "/";
      if (
        (incoming.method !== "GET" && incoming.method !== "HEAD") ||
        programs.has(firstPart(path)) ||
        !plainPath.test(path)
      )
        return undefined;
      const file = await findFile(folder, path === "/" ? "/index.html" : path);
      if (file !== undefined) return serveFile(packed, file, incoming);
      if (extname(path) !== "" || !(incoming.headers.accept ?? "").includes("text/html"))
        return undefined;
      const first = await findFile(folder, "/index.html");
      return first === undefined ? buildingAnswer : serveFile(packed, first, incoming);
    },
  };
}

interface File {
  readonly path: string;
  readonly type: string;
  readonly tag: string;
}

/**
 * Serves known file types only, and only files that are really inside the folder: a link that leads
 * outside is not followed.
 */
async function findFile(folder: string, path: string): Promise<File | undefined> {
  const type = types[extname(path)];
  if (type === undefined || path.split("/").some((part) => part.startsWith("."))) return undefined;
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    const info = await stat(real);
    if (!real.startsWith(root + sep) || !info.isFile()) return undefined;
    return {
      path: real,
      type,
      tag: `"${info.size.toString(36)}-${Math.round(info.mtimeMs).toString(36)}"`,
    };
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

const missing = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EACCES"]);

async function serveFile(
  packed: Map<string, Buffer>,
  file: File,
  incoming: IncomingMessage,
): Promise<Exclude<Answer, "taken_over">> {
  // The build puts a hash into the names below /assets/, so those never change.
  const forEver = /\/assets\/[^/]+$/.test(incoming.url ?? "");
  const headers = {
    "Cache-Control": forEver ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: file.tag,
    Vary: "Accept-Encoding",
  };
  if (incoming.headers["if-none-match"] === file.tag)
    return { status: 304, bytes: "", type: file.type, headers };
  const acceptedEncodings = [incoming.headers["accept-encoding"] ?? ""].join(",");
  const small =
    /^(text|application|image\/svg)/.test(file.type) && /\bgzip\b/.test(acceptedEncodings);
  if (!small) return { status: 200, bytes: await readFile(file.path), type: file.type, headers };
  const key = `${file.path}\n${file.tag}`;
  const bytes = packed.get(key) ?? (await compress(await readFile(file.path)));
  packed.set(key, bytes);
  return {
    status: 200,
    bytes,
    type: file.type,
    headers: { ...headers, "Content-Encoding": "gzip" },
  };
}

const buildingAnswer: Exclude<Answer, "taken_over"> = {
  status: 503,
  headers: { "Retry-After": "3" },
  type: "text/html; charset=utf-8",
  bytes: htmlPage({
    title: "Meanwhile",
    head: '<meta http-equiv="refresh" content="3">',
    body: '<p>The page is being built. It will appear automatically in a moment.</p><p lang="zh">页面正在构建，马上就好，会自动刷新。</p>',
  }),
};
