import type { Language } from "../../domain/language.ts";

/** Chinese if the first known language of the list is Chinese, otherwise English. */
export function parseAcceptLanguage(acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...options] = part.trim().toLowerCase().split(";");
      const quality = Number(/^\s*q=([\d.]{1,5})$/.exec(options[0] ?? "")?.[1] ?? "1");
      return { tag: tag.split("-")[0], quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ tag, quality }) => (tag === "zh" || tag === "en") && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.tag === "zh" ? "zh" : "en";
}
