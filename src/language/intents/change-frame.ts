import { cuesIn, cancelCue } from "../lexicon/cues.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";
import type { ChangeFrame } from "../lexicon/change-frame.ts";
import * as en from "../lexicon/en/change-frames.ts";
import * as zh from "../lexicon/zh/change-frames.ts";
import { hearsay as hearsayEn } from "../lexicon/en/change.ts";
import { hearsay as hearsayZh } from "../lexicon/zh/change.ts";
import { allTargets, findTargetName, type Target, targetOf } from "../dialogue/targets.ts";
import { isSpelledWithin } from "../dialogue/similar-names.ts";
import { isRefused, type Refused } from "../dialogue/refused.ts";
import type { Reading } from "../reading.ts";
import type { Clause } from "../text/clauses.ts";
import type { Span } from "../text/titles.ts";
import { isSameName, isWithin } from "../text/stems.ts";
import { phrasesOf } from "../times/combine.ts";
import { hasAny, type Phrase } from "../times/phrase.ts";
import { useEndAsAim } from "./change.ts";
import { moveReminder } from "./moved.ts";
import { changeOf, defineReader, type Outcome } from "./outcome.ts";

const lexicon = {
  en: {
    framesIn: en.framesIn,
    besideAim: en.besideAim,
    pointsAtKept: en.pointsAtKept,
    opensWithNumber: en.opensWithNumber,
    fromNumber: en.fromNumber,
    sameTime: en.sameTime,
    atoms: enAtoms,
    hearsay: hearsayEn,
  },
  zh: {
    framesIn: zh.framesIn,
    besideAim: zh.besideAim,
    pointsAtKept: zh.pointsAtKept,
    opensWithNumber: zh.opensWithNumber,
    fromNumber: zh.fromNumber,
    sameTime: zh.sameTime,
    atoms: zhAtoms,
    hearsay: hearsayZh,
  },
} as const;

/**
 * "move my 10 o'clock on friday to two pm on monday": the clause is divided at the word that names the
 * aim, and each side is read for itself, so that no time is made of words of both.
 */
function parseFramedChange(reading: Reading): Outcome | undefined {
  const { prepared, live, triggers } = reading;
  const { language, text } = prepared;
  if (allTargets(reading).length === 0 || lexicon[language].hearsay.test(text)) return undefined;
  if (cuesIn(reading, cancelCue[language]).length > 0) return undefined;
  const framed = live.flatMap((clause) => {
    const found = frameIn(reading, clause);
    return found === undefined ? [] : [{ clause, found }];
  });
  const [only, second] = framed;
  if (only === undefined || second !== undefined) return undefined;
  const { clause, found } = only;
  const isElse = ({ at }: Span): boolean => at < clause.at || at >= clause.end;
  if (triggers.some(isElse) || reading.phrases.some((phrase) => isElse(phrase) && isTold(phrase)))
    return undefined;
  return changeBy(reading, found);
}

const isTold = (phrase: Phrase): boolean =>
  phrase.past !== true && hasAny(phrase, ["clock", "day", "rule", "after", "shift", "lead"]);

/** A division whose aim is a time, with what was read on its sides. */
interface Found {
  readonly object: Span;
  readonly isSure: boolean;
  readonly named?: ChangeFrame["named"] | undefined;
  readonly fresh: readonly Phrase[];
  readonly hints: readonly Phrase[];
}

function frameIn(reading: Reading, clause: Clause): Found | undefined {
  for (const frame of lexicon[reading.prepared.language].framesIn(clause.text)) {
    const found = readFrame(reading, clause.at, frame);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readFrame(
  reading: Reading,
  at: number,
  { object, old, aim, by, isSure, named }: ChangeFrame,
): Found | undefined {
  const move = (place: Span): Span => ({ at: place.at + at, end: place.end + at });
  const fresh =
    aim === undefined ? [{ ...move(object), shift: by ?? 0 }] : aimIn(reading, move(aim));
  if (fresh === undefined) return undefined;
  const hints = [object, ...(old === undefined ? [] : [old])].flatMap((place) =>
    phrasesIn(reading, move(place)),
  );
  return { object: move(object), isSure, named, fresh, hints: hints.map(asHint) };
}

/** What stands beside a name says which one: "from six", "the 10 o'clock". */
const asHint = ({ at, end, clock, day, period, rule }: Phrase): Phrase => ({
  at,
  end,
  ...(clock === undefined ? {} : { clock }),
  ...(day === undefined ? {} : { day }),
  ...(period === undefined ? {} : { period }),
  ...(rule === undefined ? {} : { rule }),
});

/** The times of an aim that says nothing else. */
function aimIn(reading: Reading, aim: Span): readonly Phrase[] | undefined {
  const phrases = phrasesIn(reading, aim);
  const text = reading.prepared.text.slice(aim.at, aim.end);
  const rest = phrases.reduce(
    (left, { at, end }) =>
      left.slice(0, at - aim.at) + " ".repeat(end - at) + left.slice(end - aim.at),
    text,
  );
  const isTime =
    phrases.length > 0 &&
    phrases.every((phrase) => hasAny(phrase, ["clock", "day", "rule", "period", "untilDay"])) &&
    !phrases.some((phrase) => hasAny(phrase, ["unread", "vague", "past", "stretch", "weekend"])) &&
    (["clock", "day"] as const).every(
      (part) => phrases.filter((phrase) => phrase[part] !== undefined).length <= 1,
    );
  const { besideAim, sameTime } = lexicon[reading.prepared.language];
  if (!isTime || rest.replaceAll(besideAim, "").trim() !== "") return undefined;
  const isSame = sameTime.test(text);
  return phrases.map((phrase) => useEndAsAim(isSame ? withoutPart(phrase) : phrase));
}

/** "Saturday evening, same time": the part of the day is that of the old time. */
function withoutPart({ period, ...phrase }: Phrase): Phrase {
  return phrase.clock === undefined || period === undefined ? phrase : { ...phrase, period };
}

/** The times of a part, as if nothing stood beside it. */
function phrasesIn(reading: Reading, { at, end }: Span): readonly Phrase[] {
  const { prepared, mentions, now, zone } = reading;
  const { language } = prepared;
  const { opensWithNumber, fromNumber, atoms } = lexicon[language];
  const part = prepared.text.slice(at, end);
  // "to 8" and "from 7": without the word before it, a number would not be a clock.
  const lead = at >= 3 && opensWithNumber.test(part) ? "at " : "";
  const text = " ".repeat(at - lead.length) + lead + part.replace(fromNumber, "  at $<number>");
  const nameless = mentions
    .filter((mention) => mention.at >= at && mention.end <= end)
    .reduce(
      (rest, name) =>
        rest.slice(0, name.at) + "\ue000".repeat(name.end - name.at) + rest.slice(name.end),
      text,
    );
  return phrasesOf(atoms(nameless), { text: nameless, language, now, zone, isAim: true });
}

function changeBy(reading: Reading, found: Found): Outcome | undefined {
  const { object, fresh, hints, isSure, named } = found;
  const text = reading.prepared.text;
  const around = [
    { at: 0, end: object.at },
    { at: object.end, end: text.length },
  ];
  const only: Reading = { ...reading, phrases: hints };
  const target = targetOf(only, around, hints);
  if (isRefused(target)) return isSure ? target : undefined;
  const name = findTargetName(only, around);
  const points = lexicon[reading.prepared.language].pointsAtKept;
  const isPointed = points.test(text.slice(object.at, object.end));
  if (named === "wholly" && !isNameOf(target, name, isPointed)) return undefined;
  if (named === "partly" && !isPartOfName(target, name)) return undefined;
  if (!isSure && name === "" && hints.length === 0 && !isPointed) return undefined;
  return moveTarget(reading, target, { timed: fresh, hints });
}

/** All of the name, or with "the" some of it and nothing else. */
const isNameOf = ({ reminder }: Target, name: string, isPointed: boolean): boolean =>
  name !== "" && (isPointed ? isWithin(name, reminder.title) : isSameName(name, reminder.title));

/** Nothing is said of it that is not in its name; of Chinese, no other character. */
const isPartOfName = ({ reminder: { title } }: Target, name: string): boolean =>
  name === "" || isWithin(name, title) || isSpelledWithin(name, title);

function moveTarget(
  reading: Reading,
  target: Target,
  time: { readonly timed: readonly Phrase[]; readonly hints: readonly Phrase[] },
): Outcome | Refused {
  const state = moveReminder(reading, target, time);
  if (isRefused(state)) return state;
  return changeOf("update", target, {
    items: [state.item],
    reasons: state.notes,
    ...(state.occurrence === undefined ? {} : { occurrence: state.occurrence }),
  });
}

export const framedChangeReader = defineReader({
  name: "framed-change",
  after: ["join"],
  examples: {
    en: [
      ["move the dentist on thursday to two pm on monday", "update dentist 11-23 14:00"],
      ["the dentist has been moved to 4:30pm", "update dentist 11-19 16:30"],
    ],
    zh: [["能不能把交电费改到下周一同一时间", "update 交电费 11-23 10:00"]],
    not: [["remind me at 3pm to move the car", "11-17 15:00"]],
  },
  parse: parseFramedChange,
});
