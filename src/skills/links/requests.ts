import { foldForMatching } from "../../domain/text.ts";

/** Requests about links, in a message that says nothing else. */
export type LinkRequest =
  | { readonly kind: "allow" | "revoke"; readonly named: readonly string[] }
  /** Everything, or one number, of the last hint. */
  | { readonly kind: "allow_offered"; readonly nth?: number }
  | { readonly kind: "list" }
  | { readonly kind: "undo" };

const allow =
  /^(?:please )?(?:allow|trust|unblock) (?:links? (?:to|from) )?(.+)$|^请?(?:允许|放行|信任) ?(?:来自 ?)?(.+?) ?(?:的)?(?:链接|网址|网站|域名)?$/u;
const revoke =
  /^(?:please )?(?:disallow|block|(?:stop|no longer|don't|do not) allow(?:ing)?) (?:links? (?:to|from) )?(.+)$|^请?(?:不再允许|不允许|取消允许|禁止|屏蔽) ?(?:来自 ?)?(.+?) ?(?:的)?(?:链接|网址|网站|域名)?$/u;
const allowOffered =
  /^(?:allow|允许) ?(?:(?:the |these |this |this )?links?|(?:这个|这些|上面的?)?(?:链接|网址))$/u;
const allowNth = /^(?:allow|允许) ?(?:第 ?)?([1-9])(?: ?个)?$/u;
const list =
  /^(?:allowed (?:links?|hosts?)|(?:which|what) (?:links?|hosts?) (?:are|have i) allowed|(?:允许|放行)(?:了哪些|的)(?:链接|网址|网站|域名))$/u;
const undo = /^(?:undo(?: that| it)?|撤销|撤回)$/u;
const hostForm = /^(?:https?:\/\/)?[^\s/]+(?:\.|\[\.\])[^\s]+$/u;

export function readLinkRequest(text: string): LinkRequest | undefined {
  const said = foldForMatching(text.replaceAll("。", ".")).replace(/[.!！?？]+$/u, "");
  if (undo.test(said)) return { kind: "undo" };
  if (list.test(said)) return { kind: "list" };
  if (allowOffered.test(said)) return { kind: "allow_offered" };
  const nth = allowNth.exec(said)?.[1];
  if (nth !== undefined) return { kind: "allow_offered", nth: Number(nth) };
  return parseHosts("revoke", revoke.exec(said)) ?? parseHosts("allow", allow.exec(said));
}

/** Only when everything that is named looks like a host: “allow me to explain” asks for nothing. */
function parseHosts(
  kind: "allow" | "revoke",
  found: RegExpExecArray | null,
): LinkRequest | undefined {
  const hosts = (found?.[1] ?? found?.[2] ?? "")
    .split(/\s*(?:,|，|、|和|\band\b|\s)\s*/u)
    .filter((host) => host !== "");
  return hosts.length > 0 && hosts.length <= 10 && hosts.every((host) => hostForm.test(host))
    ? { kind, named: hosts }
    : undefined;
}
