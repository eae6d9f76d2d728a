import { pickLanguage } from "../../domain/language.ts";
import { readAllowedHosts } from "../../links/allowed-hosts.ts";
import { hostToAllow } from "../../links/hosts.ts";
import { linkHint, withoutHints } from "../../links/link-hint.ts";
import type { LinkPolicy } from "../../links/link-policy.ts";
import type { SafeReply } from "../../links/safe-reply.ts";
import { isForeign, isTyped } from "../../domain/provenance.ts";
import type { HistoryMessage, TurnContext } from "../../domain/skill.ts";

/** A file's name is not what the person wrote. */
const fileLabel = /\[(?:image|voice message|audio|video|file|document|sticker): [^\]\n]*\]/gu;

/** An address can carry words away where the app opens it by itself. */
export async function linkPolicy(
  turn: TurnContext,
  history: readonly HistoryMessage[],
  hosts: readonly string[],
): Promise<"all" | LinkPolicy> {
  if (!turn.channel.opensLinks) return "all";
  // An address that came with another person's words is not the person's.
  const before = history.filter(
    (each) =>
      each.direction === "inbound" && each.sender === undefined && !each.carries.some(isForeign),
  );
  const own = [...before, ...turn.window.filter(isTyped)];
  return {
    own: own.map(({ text }) => text.replaceAll(fileLabel, " ")),
    hosts: [...hosts, ...(await readAllowedHosts(turn))],
  };
}

/** Says once how to allow the hosts whose links were shown as text. */
export function withHint(
  turn: TurnContext,
  history: readonly HistoryMessage[],
  { text, closedHosts }: SafeReply,
): { text: string; hint: string[] } {
  const said = turn.channel.opensLinks ? withoutHints(text) : text;
  const hosts = closedHosts.filter((host) => hostToAllow(host) === host);
  const hint = linkHint(
    hosts,
    pickLanguage(
      turn.account.language,
      [...turn.window.map((message) => message.text), said].join(" "),
    ),
  );
  const isKnown =
    hosts.length === 0 ||
    history.some((message) => message.direction === "outbound" && message.text.includes(hint));
  return { text: said, hint: isKnown ? [] : [hint] };
}
