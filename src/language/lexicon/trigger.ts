import type { Language } from "../../domain/language.ts";
import { defineRule, type Example, type Rule } from "../rule.ts";
import { mayMatch } from "../text/may-match.ts";

/** A word that asks for a reminder, and for whom. */
export interface Trigger {
  readonly at: number;
  readonly end: number;
  /** `other`: "提醒" and a name, or no one at all. */
  readonly whom: "me" | "us" | "other";
  /** A timer: the duration beside it is its time. */
  readonly timer: boolean;
  readonly wake: boolean;
  /** It only names what exists or is to exist: "七点的闹钟". */
  readonly noun?: true;
  /** An order to write into a calendar. `weak`: only beside a time. */
  readonly calendar?: "sure" | "weak";
  /** "put that on my calendar": what is meant stands in another sentence. */
  readonly points?: true;
}

/** Finds the triggers of one kind in a text. */
export type TriggerRule = Rule<string, readonly Trigger[]>;

/** What an expression found, without the space ahead of it. */
export interface Found {
  readonly at: number;
  readonly words: string;
  /** Whom the words name: "me", "us". */
  readonly person: string | undefined;
  readonly text: string;
}

/** The triggers of a language. `read` may say that it is none after all. */
export const triggersIn =
  (language: Language) =>
  (
    name: string,
    [regex, read]: readonly [RegExp, (found: Found) => Trigger | undefined],
    ...examples: readonly Example[]
  ): TriggerRule =>
    defineRule({
      name,
      stage: "lex",
      examples: { [language]: examples },
      when: (text: string) => mayMatch(text)(regex) && triggersFrom(text, regex, read),
      then: (_, triggers) => (triggers.length === 0 ? undefined : triggers),
    });

const triggersFrom = (
  text: string,
  regex: RegExp,
  read: (found: Found) => Trigger | undefined,
): Trigger[] =>
  text
    .matchAll(regex)
    .map((match) => {
      const words = match[0].trimStart();
      const person = match.slice(1).find((group) => group !== undefined);
      return read({ at: match.index + match[0].length - words.length, words, person, text });
    })
    .filter((trigger) => trigger !== undefined)
    .toArray();

/** Words of a trigger that say what kind it is. */
interface Traits {
  readonly noun: RegExp;
  readonly timer: RegExp;
  readonly wake: RegExp;
  /** Persons that are more than one, and where one who says so means himself. */
  readonly several: RegExp;
  readonly oneAfterAll?: RegExp;
  readonly ordersCalendar?: RegExp;
}

/** Words that ask for a reminder: `whom` it is for where they name no person. */
export const asksFor =
  (traits: Traits, whom: Trigger["whom"] = "me") =>
  ({ at, words, person }: Found): Trigger => ({
    at,
    end: at + words.length,
    whom: person === undefined ? whom : isSeveral(traits, person, words) ? "us" : "me",
    ...(traits.noun.test(words) ? { noun: true } : {}),
    ...(traits.ordersCalendar?.test(words) === true ? { calendar: "sure" } : {}),
    timer: traits.timer.test(words),
    wake: traits.wake.test(words),
  });

const isSeveral = ({ several, oneAfterAll }: Traits, person: string, words: string): boolean =>
  several.test(person) && oneAfterAll?.test(words) !== true;

/** An order to write something into a calendar. */
export const files =
  (calendar: "sure" | "weak") =>
  ({ at, words }: Found): Trigger => ({
    at,
    end: at + words.length,
    whom: "me",
    timer: false,
    wake: false,
    calendar,
  });
