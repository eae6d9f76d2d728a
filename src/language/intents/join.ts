import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { cancelCue, cuesIn, updateCue } from "../lexicon/cues.ts";
import { type Mention, mentionsOf } from "./friends.ts";
import { chain } from "./invitations.ts";
import { type Joining, joiningIn, strangerIn } from "./join-frames.ts";
import type { Reading } from "../reading.ts";
import { resolveDay } from "../calendar/dates.ts";
import { timeAfter } from "../calendar/series-times.ts";
import { stems } from "../text/stems.ts";
import { allTargets, nameTarget, type Target, withQuotedText } from "../dialogue/targets.ts";
import { plain } from "../dialogue/similar-names.ts";
import { byTime } from "../dialogue/target-times.ts";
import type { Span } from "../text/titles.ts";
import { dayOf, wallAt, wallOf } from "../calendar/wall.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/join.ts";
import * as zh from "../lexicon/zh/join.ts";
import { wordsOf } from "../lexicon/words.ts";
import { nameMask, spaceRuns, latinLetter } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/**
 * "把张三也加到明天的晚饭里", "add Bob to tomorrow's dinner": a person is added to what exists. All
 * words but the frame, the names and the times have to be its name: of a sentence that says more,
 * nothing is done.
 */
function parseJoin(reading: Reading): Outcome | undefined {
  const { prepared, context, gates, triggers } = reading;
  const all = allTargets(reading);
  if (all.length === 0 || gates.length > 0 || lexicon[prepared.language].talks.test(prepared.text))
    return undefined;
  const mentions = mentionsOf(prepared, context.friends ?? []);
  const [found, names] = frameIn(reading, mentions);
  if (found === undefined) return strange(reading, all);
  // "提醒我把张三加到群里" is a reminder of its own.
  if (triggers.some(({ whom, at }) => whom !== "other" && at < found.at)) return undefined;
  const target =
    saysMore(reading, found) ?? findJoinTarget(reading, { found, names, mentions, all });
  if (target === undefined) return undefined;
  if (isRefused(target)) return found.isSure ? target : undefined;
  if (names.some((mention) => mention.names.length > 1)) return refuse("friend_ambiguous");
  return toInterpretation({
    intent: "update_shared",
    ...nameTarget(target),
    with: [...new Set(names.flatMap((mention) => mention.names))],
    adds: true,
    ...oneTime(reading, target),
  });
}

/** Beside the frame another wish is said, or a time that does not only say which one is meant. */
function saysMore(reading: Reading, { at, end }: Joining): Refused | undefined {
  const { language } = reading.prepared;
  const cues = [...cuesIn(reading, cancelCue[language]), ...cuesIn(reading, updateCue[language])];
  const isAnother =
    cues.some((cue) => cue.at < at || cue.at >= end) ||
    reading.triggers.some((trigger) => trigger.whom !== "other" && trigger.at >= end);
  if (isAnother) return refuse("items_unclear");
  return reading.phrases.every(isHint) ? undefined : refuse("unread_time_word");
}

/** The frame, with those whom it names. */
function frameIn(
  { prepared, live }: Reading,
  mentions: readonly Mention[],
): readonly [Joining | undefined, readonly Mention[]] {
  for (const first of mentions) {
    const names = chain(prepared.text, mentions, first.at);
    const span = { at: first.at, end: names.at(-1)?.end ?? first.end };
    const clause = live.find(({ at, end }) => at <= span.at && span.end <= end);
    const found = clause === undefined ? undefined : joiningIn(prepared, span, clause);
    if (found !== undefined) return [found, names];
  }
  return [undefined, []];
}

/** Words of time that only say which one is meant: "加到明天的" goes nowhere else. */
const hints = new Set<string>([
  "at",
  "end",
  "clock",
  "day",
  "period",
  "rule",
  "within",
  "stretch",
  "joined",
  "aim",
]);
const isHint = (phrase: Phrase): boolean =>
  Object.entries(phrase).every(([name, part]) => part === undefined || hints.has(name));

interface Meaning {
  readonly found: Joining;
  readonly names: readonly Mention[];
  readonly mentions: readonly Mention[];
  readonly all: readonly Target[];
}

/** What they come along to. `undefined`: nothing says that it is anything of ours. */
function findJoinTarget(
  reading: Reading,
  { found, names, mentions, all }: Meaning,
): Target | Refused | undefined {
  const { phrases, context } = reading;
  const others = mentions.filter((mention) => !names.includes(mention));
  const company = others.flatMap((mention) => mention.names);
  const pool = all.filter((target) =>
    company.every((name) => target.with?.includes(name) === true),
  );
  const left = leftOf(reading, [
    found,
    ...names,
    ...others.map((mention) => findTie(reading, mention)),
    ...phrases,
  ]);
  const fitting =
    left === "" ? pool : pool.filter(({ reminder }) => isNamed(left, reminder.title, reading));
  const timely = byTime(reading, fitting, phrases).filter(({ reminder }) =>
    phrases.every((phrase) => isOften(phrase, reminder.rrule)),
  );
  const [only, another] = timely;
  const latest = context.latest ?? context.previous;
  if (left === "" && phrases.length === 0 && company.length === 0) {
    const spoken = all.find(
      ({ reminder }) => reminder.id !== undefined && reminder.id === latest?.targetId,
    );
    return spoken ?? (found.isSure ? refuse("target_ambiguous") : undefined);
  }
  if (only === undefined) return refuse("target_not_found");
  return another === undefined ? only : refuse("target_ambiguous");
}

/** "每周五的例会" is a series. */
const isOften = ({ rule, stretch }: Phrase, rrule: string | null | undefined): boolean =>
  (rule === undefined && stretch === undefined) || typeof rrule === "string";

/** "和Bob的晚饭": the words that tie a friend to what there is. */
function findTie({ prepared: { text } }: Reading, { at, end }: Span): Span {
  const before = lexicon.both.tie.exec(text.slice(0, at))?.[0].length ?? 0;
  return { at: at - before, end };
}

/** What is left to name it by. */
function leftOf({ prepared, live }: Reading, spans: readonly Span[]): string {
  const text = spans.reduce(
    (rest, { at, end }) => rest.slice(0, at) + " ".repeat(end - at) + rest.slice(end),
    withQuotedText(prepared),
  );
  const words = live.map(({ at, end }) => text.slice(at, end)).join(" ");
  return words
    .replaceAll(lexicon[prepared.language].filler, " ")
    .replaceAll(spaceRuns, prepared.language === "zh" ? "" : " ")
    .trim();
}

function isNamed(left: string, title: string, { prepared }: Reading): boolean {
  if (prepared.language === "en" && latinLetter.test(left)) {
    const [said, known] = [stems(left), stems(title)];
    return said.length > 0 && said.every((word) => known.includes(word));
  }
  const [said, known] = [plain(left), plain(title)];
  return (
    known.includes(said) ||
    (known !== "" && said.includes(known) && lexicon.zh.besideTitle.test(said.replace(known, "")))
  );
}

/** A day of a series: the whole of it may not be meant. */
function oneTime({ phrases, now, zone }: Reading, { reminder }: Target): { occurrence?: string } {
  const day = phrases.find((phrase) => phrase.day !== undefined && phrase.rule === undefined)?.day;
  if (
    typeof reminder.rrule !== "string" ||
    (day === undefined && !phrases.some(({ stretch }) => stretch === true))
  )
    return {};
  const resolved = day === undefined ? { day: dayOf(now) } : resolveDay(day, now);
  const next = isRefused(resolved)
    ? undefined
    : timeAfter(reminder, zone, wallAt(resolved.day, 0) - 1000);
  return next === undefined || wallOf(next) < now ? {} : { occurrence: next };
}

/** "把王五也加到晚饭里": the person is unknown, and the rest is clear. */
function strange(reading: Reading, all: readonly Target[]): Refused | undefined {
  const stranger = strangerIn(reading.prepared);
  const known = mentionsOf(reading.prepared, reading.context.friends ?? []);
  if (
    stranger === undefined ||
    known.some(({ at, end }) => at < stranger.who.end && stranger.who.at < end)
  )
    return undefined;
  if (!reading.phrases.every(isHint) || reading.triggers.some(({ whom }) => whom !== "other"))
    return undefined;
  const { who, ...found } = stranger;
  const name: Mention = { ...who, names: [nameMask] };
  const target = findJoinTarget(reading, { found, names: [name], mentions: [name], all });
  return target === undefined || isRefused(target) ? undefined : refuse("friend_unknown", who);
}

export const joinReader = defineReader({
  name: "join",
  after: ["availability"],
  examples: {
    zh: [["打球叫上Bob", "update_shared 打球"]],
    en: [["also invite Bob to the dentist", "update_shared dentist"]],
  },
  parse: parseJoin,
});
