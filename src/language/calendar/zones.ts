import { callingCountries } from "../../domain/calling-codes.ts";
import { zoneName } from "../../domain/zone.ts";
import { placeIn } from "../lexicon/city-zones.ts";
import { prepare } from "../text/prepare.ts";

/** The zone that a person asks for; `null` when it is unknown. */
export type ZoneWish = { readonly zone: string | null };

const wish = {
  zh: /时区.{0,6}(?:改|换|设|切|调|用|为|到|成)|(?:改|换|设|切换?|调整?).{0,8}时区/,
  en: /\b(?:set|change|switch|make|move|update)\b.{0,16}\btime ?zone\b|\btime ?zone\b.{0,4}\b(?:is|to)\b/,
} as const;

/**
 * "把时区改成东京", "set my time zone to New York". Only where the word is said: being somewhere is
 * no wish.
 */
export function zoneWished(text: string): ZoneWish | undefined {
  const prepared = prepare(text);
  if (!wish[prepared.language].test(prepared.text)) return undefined;
  return { zone: zoneNamed(text) ?? null };
}

/** The zone that a text names by itself or by a city. */
export function zoneNamed(text: string): string | undefined {
  const [iana] = /[A-Za-z]+(?:\/[A-Za-z_+-]+)+|\bUTC\b/.exec(text) ?? [];
  return (iana === undefined ? undefined : zoneName(iana)) ?? placeIn(prepare(text).text)?.zone;
}

const around = {
  zh: /^(?:不是|不对|不用|不|其实|对|嗯|我们?|人|现在|目前|住|在|这里|这边|那边|是|城市|时间|时区|市|岛|呢|啊|哦|的|用|按|吧|美国|加拿大|[\s\p{P}])*$/u,
  en: /^(?:no|nope|not|yes|yeah|actually|sorry|well|oh|hi|i|m|am|we|re|are|live|living|based|staying|located|in|at|on|near|from|it|s|is|its|my|the|city|time|zone|timezone|now|currently|here|please|right|moment|usa|us|uk|[a-z]{2})$/,
} as const;

/**
 * The zone in an answer to the question where the person is: "Tokyo", "I'm in Denver now",
 * "我在东京". Nothing else may be said in it, so that no wish that came along is lost.
 */
export function zoneAnswered(text: string): string | undefined {
  const prepared = prepare(text).text.toLowerCase();
  if (text.length > longestAnswer || /[?？]/u.test(text)) return undefined;
  // Abbreviations such as EST are zones without a summer time, which no one lives by.
  const itself = /^[A-Za-z_/+-]{4,}$/.test(text.trim()) ? zoneName(text.trim()) : undefined;
  if (itself !== undefined) return itself;
  const place = placeIn(prepared);
  if (place === undefined) return undefined;
  const rest = prepared
    .replace(place.name, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const han = rest.replaceAll(/[^\p{Script=Han}]+/gu, " ");
  const words = rest.split(/[\s\p{Script=Han}]+/u).filter((word) => word !== "");
  const isAll =
    around.zh.test(han) &&
    (words.every((word) => around.en.test(word)) || isCountry(words.join(" ")));
  return isAll ? place.zone : undefined;
}

const longestAnswer = 60;

/** "Perth, Australia". */
function isCountry(words: string): boolean {
  const named = new Intl.DisplayNames("en", { type: "region" });
  return [...callingCountries].some((country) => named.of(country)?.toLowerCase() === words);
}
