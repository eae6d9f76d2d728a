import { type FoundLink, findLinks } from "./find-links.ts";
import { isBelow } from "./hosts.ts";

/** Which links a reply may keep. */
export interface LinkPolicy {
  /** The person's own text: its links may be repeated as they are. */
  readonly own: readonly string[];
  /** Hosts that the person or the operator allowed. */
  readonly hosts: readonly string[];
}

export function mayFollow({ own, hosts }: LinkPolicy): (link: FoundLink) => boolean {
  // A long conversation is searched for links only when there is one to compare, which is rare.
  let keys: ReadonlySet<string> | undefined;
  const listWritten = (): ReadonlySet<string> =>
    (keys ??= new Set(own.flatMap((text) => findLinks(text).map(({ key }) => key))));
  return (link) =>
    listWritten().has(link.key) ||
    (isPlainWebLink(link) && hosts.some((host) => isBelow(link.host, host.toLowerCase())));
}

/** Without a user name, and with the host that a browser would see. */
function isPlainWebLink({ scheme, text, host }: FoundLink): boolean {
  if (!/^(?:https?)?$/.test(scheme)) return false;
  const address = scheme === "" ? `https://${text}` : text;
  if (!URL.canParse(address)) return false;
  const read = new URL(address);
  return read.username === "" && read.password === "" && read.hostname.replace(/\.$/, "") === host;
}
