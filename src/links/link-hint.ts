import type { Language } from "../domain/language.ts";
import { inertHost } from "./inert-links.ts";

const mostNamed = 3;
const zhHint = /^(.+) 的链接已显示为文字。回复“允许链接”，以后就发可以点开的链接。$/gmu;
const enHint =
  /^Links to (.+) are shown as text\. Reply “allow links” to get links you can open\.$/gmu;

/** One line below a reply whose links were taken apart: which hosts, and how to allow them. */
export function linkHint(hosts: readonly string[], language: Language): string {
  const named = hosts
    .slice(0, mostNamed)
    .map(inertHost)
    .join(language === "zh" ? "、" : ", ");
  return language === "zh"
    ? `${named} 的链接已显示为文字。回复“允许链接”，以后就发可以点开的链接。`
    : `Links to ${named} are shown as text. Reply “allow links” to get links you can open.`;
}

/** Hosts that a reply's hint names, as they are allowed. */
export function hostsInHint(text: string): string[] {
  const lists = [...text.matchAll(zhHint), ...text.matchAll(enHint)].map(([, list = ""]) => list);
  return lists
    .flatMap((list) => list.split(/[、,]\s*/u))
    .map((host) => host.replaceAll("[.]", "."));
}

/** Removes hints that the model wrote itself: they would offer to allow a host it chose. */
export const withoutHints = (text: string): string =>
  text.replaceAll(zhHint, "").replaceAll(enHint, "").trimEnd();
