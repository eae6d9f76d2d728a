import { type Target } from "../dialogue/targets.ts";
import { plain } from "../dialogue/similar-names.ts";
import * as en from "../lexicon/en/follow-ups.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/follow-ups.ts";
import type { Reading } from "../reading.ts";
import { notWordRuns } from "../text/characters.ts";
import type { Span } from "../text/titles.ts";

const lexicon = wordsOf(zh, en);

/** Nothing is left without its times, the topic's own words and those that may stand beside them. */
export function isOnlyTime(reading: Reading, topic: Target, others: readonly RegExp[]): boolean {
  const { prepared, phrases } = reading;
  const text = phrases.reduce(blank, prepared.text);
  const rest = [...others, lexicon[prepared.language].besideTime].reduce(
    (left, words) => left.replaceAll(words, " "),
    text,
  );
  const title = plain(topic.reminder.title);
  return rest.split(notWordRuns).every((word) => title.includes(word));
}

const blank = (text: string, { at, end }: Span): string =>
  text.slice(0, at) + " ".repeat(end - at) + text.slice(end);
