import { redacted } from "./secret-values.ts";

const cut = "[cut]";
const absolute = /\b([a-z][a-z0-9+.-]{0,20}):\/\/([^\s"'<>`]+)/gi;
const requested = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[^\s"'<>`]*)/g;
// A path stops at the characters that may begin one, so that no text makes this search quadratic.
const relativeQuery = /(^|[\s"'(=])(\/[^\s"'(=<>?`]*)\?[^\s"'<>`]*/g;
const bearer = /\b(bearer|basic)(\s+|%20)[A-Za-z0-9._~+/=-]{8,}/gi;
const assigned =
  /((?:token|secret|passw(?:or)?d|api[_-]?key|signature)\\*"?\s*(?:=|:\s*(?=\\*"))\s*\\*"?)[^\s"'&,;\\)]+/gi;

/**
 * Removes what may grant access although its field is not called a secret: queries, tokens in
 * paths, logins.
 */
export function redactCredentials(text: string): string {
  return text
    .replace(bearer, `$1 ${redacted}`)
    .replace(
      absolute,
      (_, scheme: string, rest: string) => `${scheme}://${plainRest(scheme.toLowerCase(), rest)}`,
    )
    .replace(requested, (_, method: string, path: string) => `${method} ${plainPath(path)}`)
    .replace(relativeQuery, `$1$2?${cut}`)
    .replace(assigned, `$1${redacted}`);
}

function plainRest(scheme: string, rest: string): string {
  // Files appear in stacks and grant no access; what follows the `?` is only a cache key.
  if (scheme === "file") return rest.replace(/\?[^:)]*/, "");
  const web = scheme === "http" || scheme === "https" || scheme === "ws" || scheme === "wss";
  const authorityEnd = web ? endOf(rest, /[/?#]/) : rest.length;
  const at = rest.slice(0, authorityEnd).lastIndexOf("@");
  const open = at < 0 ? rest : rest.slice(at + 1);
  const pathStart = endOf(open, /[/?#]/);
  return `${at < 0 ? "" : `${cut}@`}${open.slice(0, pathStart)}${plainPath(open.slice(pathStart))}`;
}

function endOf(text: string, mark: RegExp): number {
  const found = text.search(mark);
  return found < 0 ? text.length : found;
}

/** A path without its query and without the parts that look like a token. */
export function plainPath(path: string): string {
  const end = endOf(path, /[?#]/);
  const parts = path
    .slice(0, end)
    .split("/")
    .map((part) => (looksLikeToken(part) ? cut : part));
  return `${parts.join("/")}${end < path.length ? `${path.charAt(end)}${cut}` : ""}`;
}

const ownId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Long and mixed, as only machines write. Our own ids are UUIDv7 and open nothing. */
function looksLikeToken(part: string): boolean {
  if (part.length < 16 || ownId.test(part)) return false;
  return part.length >= 32 || (/[0-9]/.test(part) && /[a-z]/i.test(part));
}
