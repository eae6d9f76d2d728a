import type { ModelRequest } from "./model.ts";

/**
 * What a model says is shown to people whose apps open links by themselves, and it may be talked into putting somebody's words into
 * one, or into reading its instructions out. So an address that nobody gave it can't be followed, and what frames a prompt is not said.
 */
export const safeReply = (text: string, request: Asked): string => filterFor(request)(text);

type Asked = Pick<ModelRequest, "messages" | "sections"> & {
  /** Which addresses may be followed besides those of the prompt: all, or those of these hosts and in these texts, which may still grow. */
  readonly links?: "all" | { readonly hosts: readonly string[]; readonly texts: readonly string[] } | undefined;
};

function filterFor(request: Asked): (text: string) => string {
  const strip = promptStripper(request);
  const { links } = request;
  if (links === "all") return strip;
  // A long prompt is read for addresses when there is one to look for, which is seldom.
  let found: ReadonlySet<string> | undefined;
  const given = (): ReadonlySet<string> => (found ??= linksIn(request.messages.map(({ content }) => content).join("\n")));
  const hosts = new Set((links?.hosts ?? []).map((host) => host.toLowerCase()));
  const mayFollow = (address: string): boolean =>
    given().has(address) || hosts.has(hostOf(address)) || (links?.texts.some((text) => linksIn(text).has(address)) ?? false);
  return (text) => withoutLinks(strip(text), mayFollow);
}

/** With a scheme, by “www.”, or a name with a path behind it. */
const link =
  /(?:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"“”「」（）()[\]]+|(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,24}[/?#][^\s<>"“”「」（）()[\]]+/giu;
const endings = ".,;:!?'*_~。，；：！？、";

/** Without the signs of the sentence in which it stands. */
function addressIn(found: string): string {
  let end = found.length;
  while (end > 0 && endings.includes(found[end - 1] ?? " ")) end -= 1;
  return found.slice(0, end);
}

/** As whoever follows it reads it. */
function hostOf(address: string): string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(whole) ? new URL(whole).hostname : "";
}

const linksIn = (text: string): ReadonlySet<string> => new Set((text.match(link) ?? []).map(addressIn));

/** The same to read, and nothing to open: `hxxps://evil[.]example/…`. */
const withoutLinks = (text: string, mayFollow: (address: string) => boolean): string =>
  text.replace(link, (found) => {
    const address = addressIn(found);
    if (mayFollow(address)) return found;
    const [, scheme = "", host = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)(.*)$/isu.exec(address) ?? [];
    const closed = scheme === "" ? "" : /^http/i.test(scheme) ? `hxx${scheme.slice(3)}` : `x-${scheme}`;
    return `${closed}${host.replaceAll(".", "[.]")}${rest}${found.slice(address.length)}`;
  });

/** Headings of the prompt with the lines that stand below them there, and sentences of the instructions. */
function promptStripper({ messages, sections = [] }: Asked): (text: string) => string {
  const blocks = new Map(sections.map(({ name, lines }) => [`## ${name}`, lines]));
  const instructions = new Set(messages.flatMap(({ role, content }) => (role === "system" ? trimmedLines(content) : [])));
  return (text) => {
    let below: ReadonlySet<string> | undefined;
    const lines = text.split("\n");
    const kept = lines.filter((raw) => {
      const line = raw.trim();
      if (line === "") return true;
      const block = blocks.get(line);
      const isPrompt = block !== undefined || instructions.has(line) || below?.has(line) === true;
      if (block !== undefined) below = new Set(block.flatMap(trimmedLines));
      else if (!isPrompt) below = undefined;
      return !isPrompt;
    });
    return kept.length === lines.length ? text : kept.join("\n").trim();
  };
}

const trimmedLines = (text: string): string[] => text.split("\n").map((line) => line.trim());

export interface SafeStream {
  /** More of the raw text: what is to be shown now, and whether it stands in place of what was shown. */
  more(text: string): { readonly text: string; readonly replace?: boolean } | undefined;
  restart(): void;
}

/** As it is made: what could still become an address, or a heading, waits for its end. */
export function safeStream(request: Asked): SafeStream {
  const safely = filterFor(request);
  let raw = "";
  let shown = "";
  return {
    more(text) {
      raw += text;
      const safe = safely(raw.slice(0, settledUntil(raw)));
      const before = shown;
      if (safe === before) return undefined;
      shown = safe;
      return safe.startsWith(before) ? { text: safe.slice(before.length) } : { text: safe, replace: true };
    },
    restart() {
      raw = "";
      shown = "";
    },
  };
}

/** Up to here nothing can change its meaning by what follows. */
function settledUntil(raw: string): number {
  const line = raw.lastIndexOf("\n") + 1;
  if (/^\s*#/.test(raw.slice(line))) return line;
  const token = /[^\s<>"“”「」（）()[\]]*$/u.exec(raw)?.index ?? raw.length;
  const last = raw.slice(token);
  const couldBe = /[a-z][a-z0-9+.-]*:\/|www|[a-z0-9-]\.[a-z0-9]|(?:^|[^a-z])(?:h|ht|htt|https?|w|ww):?$/iu;
  return couldBe.test(last) ? token : raw.length;
}
