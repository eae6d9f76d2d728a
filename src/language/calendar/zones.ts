import { callingCountries } from "../../domain/calling-codes.ts";
import { zoneName } from "../../domain/zone.ts";
import { placeIn } from "../lexicon/city-zones.ts";
import * as en from "../lexicon/en/zones.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/zones.ts";
import {
  anyQuestionMark,
  notHanRuns,
  notWordsAtAll,
  spacesOrHan,
  zoneAlone,
  zoneInText,
} from "../text/characters.ts";
import { prepare } from "../text/prepare.ts";

/** The zone that a person asks for; `null` when it is unknown. */
export type ZoneWish = { readonly zone: string | null };

const lexicon = wordsOf(zh, en);

/**
 * "把时区改成东京", "set my time zone to New York". Only where the word is said: being somewhere is
 * no wish.
 */
export function zoneWished(text: string): ZoneWish | undefined {
  const prepared = prepare(text);
  if (!lexicon[prepared.language].zoneWish.test(prepared.text)) return undefined;
  return { zone: zoneNamed(text) ?? null };
}

/** The zone that a text names by itself or by a city. */
export function zoneNamed(text: string): string | undefined {
  const [iana] = zoneInText.exec(text) ?? [];
  return (iana === undefined ? undefined : zoneName(iana)) ?? placeIn(prepare(text).text)?.zone;
}

/**
 * The zone in an answer to the question where the person is: "Tokyo", "I'm in Denver now",
 * "我在东京". Nothing else may be said in it, so that no wish that came along is lost.
 */
export function zoneAnswered(text: string): string | undefined {
  const prepared = prepare(text).text.toLowerCase();
  if (text.length > longestAnswer || anyQuestionMark.test(text)) return undefined;
  // Abbreviations such as EST are zones without a summer time, which no one lives by.
  const itself = zoneAlone.test(text.trim()) ? zoneName(text.trim()) : undefined;
  if (itself !== undefined) return itself;
  const place = placeIn(prepared);
  if (place === undefined) return undefined;
  const rest = prepared.replace(place.name, " ").replaceAll(notWordsAtAll, " ").trim();
  const han = rest.replaceAll(notHanRuns, " ");
  const words = rest.split(spacesOrHan).filter((word) => word !== "");
  const isAll =
    lexicon.zh.besidePlace.test(han) &&
    (words.every((word) => lexicon.en.besidePlace.test(word)) || isCountry(words.join(" ")));
  return isAll ? place.zone : undefined;
}

const longestAnswer = 60;

/** "Perth, Australia". */
function isCountry(words: string): boolean {
  const named = new Intl.DisplayNames("en", { type: "region" });
  return [...callingCountries].some((country) => named.of(country)?.toLowerCase() === words);
}
