import type { Language } from "../../domain/language.ts";
import { answerAboutSelf } from "./about-self.ts";
import { findAnswer, type Known, listQuotable } from "./find-known.ts";
import { findChoice } from "./choice.ts";
import {
  type Cue,
  findAbsentee,
  findCue,
  findPerson,
  listKnownPeople,
  resolveKind,
} from "./cue.ts";
import { findMeeting } from "./meetings.ts";
import type { LineKind } from "./line-kind.ts";
import { isAskingForKnowledge, kindOfSpeech } from "./line-kinds.ts";
import { isPurely, isQuestion, toSentences } from "./read-line.ts";
import { moodTowards, type ScenePrompt } from "./read-scene.ts";
import { describeSelf, fillText, withArticle, type Fields, createMemoryOf } from "./fill-text.ts";
import { isStock } from "./stock.ts";
import { findTopic } from "./topic.ts";
import { chinese } from "./words-zh.ts";
import { english } from "./words-en.ts";
import type { UnderstudyWords } from "./words.ts";

const wordsOf: Readonly<Record<Language, UnderstudyWords>> = { en: english, zh: chinese };

/** A number that the words decide: chance would make the same scene play differently twice. */
function createDice(words: readonly string[]): (sides: number) => number {
  let state = 2_166_136_261;
  for (const char of words.join("\n"))
    state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return (sides) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0;
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917) >>> 0;
    return sides === 0 ? 0 : state % sides;
  };
}

const mostVersions = 20;

/**
 * One beat: what a character does and says in answer to the line before. Another version of it is
 * another answer, as long as there is one.
 */
export function composeBeat(scene: ScenePrompt, attempt = 0): string {
  const versions = new Set<string>();
  for (let salt = 0; salt < attempt + mostVersions; salt += 1) {
    const text = composeWith(scene, salt);
    if (!versions.has(text) && versions.size >= Math.min(attempt, mostVersions)) return text;
    versions.add(text);
  }
  return composeWith(scene, attempt);
}

function composeWith(scene: ScenePrompt, salt: number): string {
  const words = wordsOf[scene.language];
  const cue = findCue(scene);
  const heard = [...scene.memories, ...scene.history, ...scene.now].map(({ raw }) => raw);
  const isUsed = createMemoryOf(heard.join("\n"));
  const roll = createDice([
    scene.name,
    scene.persona,
    ...scene.voice,
    ...scene.others,
    ...heard.slice(-8),
    String(heard.length),
    ...(salt === 0 ? [] : [String(salt)]),
  ]);
  const addressee = cue.who ?? (scene.others.length === 1 ? scene.others[0] : undefined);
  const pick = createPicker({ roll, isUsed, fields: { name: scene.name, who: addressee } });
  const quotable = listQuotable(scene, isStock);
  const speech = composeSpeech(scene, { cue, words, pick, quotable, isUsed }, roll);
  const isStill = speech.length > 0 && roll(4) === 0;
  const gesture = isStill ? "" : pickGesture(scene, { cue, words, pick });
  const space = scene.language === "zh" ? "" : " ";
  const said = speech.length === 0 ? "" : `“${speech.join(space)}”`;
  const parts = (roll(5) === 0 ? [said, gesture] : [gesture, said]).filter((text) => text !== "");
  // Everything was said and done once.
  return parts.length === 0 ? "…" : parts.join(space);
}

function composeSpeech(scene: ScenePrompt, given: Given, roll: (sides: number) => number) {
  const { cue, isUsed } = given;
  // What it says of itself stands alone.
  const ofSelf = answerAboutSelf(scene, cue.text);
  if (ofSelf !== undefined && !isUsed(ofSelf)) return [ofSelf];
  // A filler is not worth an answer: the character begins something of its own.
  const isInitiative =
    isFiller(cue.text) && !isQuestion(cue.text) && scene.now.length === 0 && roll(3) > 0;
  const reaction = isInitiative ? "" : composeReaction(scene, given);
  const more = composeMore(scene, { ...given, reaction, roll });
  return [reaction, more].filter((text) => text !== "");
}

function pickGesture(
  scene: ScenePrompt,
  { cue, words, pick }: Pick<Given, "cue" | "words" | "pick">,
): string {
  const kind = resolveKind(scene, cue, findPerson(scene, cue));
  return pick(words.gesturesFor[kind]) ?? pick(words.gestures) ?? "";
}

/** Nothing but sentences that the understudy says everywhere. */
const isFiller = (text: string): boolean => text !== "" && toSentences(text).every(isStock);

/** 阿慈在哪儿: what stands before the question, though no list of words has it. */
const findPlaceName = ({ kind, text }: Cue, language: Language): string | undefined =>
  language === "zh" && kind === "wherePerson"
    ? /(?:^|[，。！])([\p{Script=Han}]{1,6}?)(?:现在|如今|到底)?(?:在哪|去哪|上哪|在什么地方|呢[？?])/u
        .exec(text)?.[1]
        ?.replace(/^(?:那|这|你的|我的|把)+/u, "")
        .match(/^[^我你您他她它的]+$/u)?.[0]
    : undefined;

type PickText = (from: readonly string[] | undefined, more?: Fields) => string | undefined;

/** One of these texts, filled in: only what was not used before and has all that it needs. */
function createPicker(of: {
  readonly roll: (sides: number) => number;
  readonly isUsed: (template: string) => boolean;
  readonly fields: Fields;
}): PickText {
  return (from = [], more = {}) => {
    const fields = { ...of.fields, ...more };
    const fitting = from
      .filter((text) => !of.isUsed(text))
      .flatMap((text) => fillText(text, fields) ?? [])
      .filter((text) => !of.isUsed(text));
    return fitting.length === 0 ? undefined : fitting[of.roll(fitting.length)];
  };
}

interface Given {
  readonly cue: Cue;
  readonly words: UnderstudyWords;
  readonly pick: PickText;
  readonly quotable: readonly Known[];
  readonly isUsed: (template: string) => boolean;
}

function composeReaction(scene: ScenePrompt, given: Given): string {
  const { cue, words, pick } = given;
  const absentee = findAbsentee(scene, cue);
  const told = absentee === undefined ? answerFromKnown(scene, given) : undefined;
  if (told !== undefined) return told;
  const about = findPerson(scene, cue);
  const met = findMeeting(scene.meetings, { about, asks: cue });
  if (met !== undefined) {
    const reply = pick(words.replies.met, met);
    if (reply !== undefined) return reply;
  }
  const fields: Fields = {
    ...describePlace(scene),
    topic: pickTopic(scene, cue),
    x: absentee ?? about,
    choice: findChoice(cue, scene.language),
    people: listPeople(scene, cue.who),
    self: describeSelf(scene),
  };
  const kind = resolveKind(scene, cue, about);
  const {
    claim,
    [kind]: own,
    [`${kind}/${moodTowards(scene, cue.who)}` as const]: felt,
  } = words.replies;
  // What fits any statement does not answer a question.
  const any = isQuestion(cue.text) ? words.replies.fact : words.anything;
  for (const from of [felt, own, any, words.anything, claim]) {
    const reply = pick(from, fields);
    if (reply !== undefined) return reply;
  }
  return "";
}

const describePlace = ({ place, clock, weather, language }: ScenePrompt): Fields => ({
  place: language === "en" && place !== "" ? withArticle(place) : place,
  clock,
  weather,
});

function pickTopic(scene: ScenePrompt, cue: Cue): string | undefined {
  const { language, name } = scene;
  if (isFiller(cue.text)) return undefined;
  const found = findPlaceName(cue, language) ?? findTopic(cue.text, language, isTakenUp(scene));
  const names = [...listKnownPeople(scene), name];
  const isName = names.some((each) => each === found || each.split(/\s+/u).includes(found ?? ""));
  return found !== undefined && isPurely(found, language, names) && !isName ? found : undefined;
}

function answerFromKnown(scene: ScenePrompt, given: Given): string | undefined {
  const { cue, quotable } = given;
  if (!isAskingForKnowledge(cue.kind)) return undefined;
  const names = [...scene.others, scene.name];
  const known = findAnswer(quotable, { ...cue, language: scene.language, names });
  return known === undefined ? undefined : quoteKnown(scene, known, given);
}

/** A topic that the character has taken up before is taken up again only where there is no other. */
const isTakenUp = ({ history, name }: ScenePrompt): ((topic: string) => boolean) => {
  const own = history.filter(({ who }) => who === name).map(({ raw }) => raw.toLowerCase());
  return (topic) => own.some((line) => line.includes(topic.toLowerCase()));
};

function quoteKnown(
  { name }: ScenePrompt,
  { by, quote }: Known,
  { cue, words, pick, isUsed }: Given,
): string | undefined {
  const source = by === name ? "self" : by === cue.who ? "asker" : "other";
  const said = { x: by, quote };
  // The frame may return; the same words may not.
  return (
    pick(words.quoting[source], said) ??
    (words.quoting[source].some((text) => isUsed(fillText(text, said) ?? ""))
      ? undefined
      : fillText(words.quoting[source][0] ?? "", said))
  );
}
function listPeople({ others, language }: ScenePrompt, asker: string | undefined): string {
  const rest = others.filter((name) => name !== asker);
  return language === "zh"
    ? ["你", "我", ...rest].join("、").replace(/、([^、]+)$/u, "和$1")
    : ["you", "me", ...rest].join(", ").replace(/, ([^,]+)$/u, " and $1");
}

interface More extends Given {
  readonly reaction: string;
  readonly roll: (sides: number) => number;
}

/** Nothing more is said to these: it would take away from the answer. */
const closing: ReadonlySet<LineKind> = new Set([
  "farewell",
  "sad",
  "afraid",
  "hard",
  "leave",
  "deny",
  "apology",
  "thanks",
  "affection",
  "flattery",
  "advice",
  "absentee",
  "request",
  "agree",
  "choice",
  "laugh",
  "praise",
  "concern",
  "doubt",
  "identity",
]);

/** A second thought, in the character's own voice where there are samples of it. */
function composeMore(scene: ScenePrompt, given: More): string {
  const { reaction, roll, words, pick, quotable, cue, isUsed } = given;
  const kind = resolveKind(scene, cue, findPerson(scene, cue));
  // Behind an answer, anything else would be unrelated to what was asked.
  const isAnswer = isQuestion(cue.text) || closing.has(kind);
  if (reaction !== "" && (isAnswer || roll(10) < 5)) return "";
  const voice = scene.voice.filter((sample) => !isUsed(sample));
  const fields = describePlace(scene);
  const earlier = quotable
    .slice(0, -4)
    .filter(
      ({ quote }) =>
        !isUsed(`‘${quote.replace(/[.。]$/u, "")}`) && isWorthComingBackTo(quote, scene.language),
    );
  const options: (() => string | undefined)[] = [
    () => (voice.length === 0 ? undefined : voice[roll(voice.length)]),
    () => (isQuestion(reaction) || isQuestion(cue.text) ? undefined : pick(words.questions)),
    () => comeBack(scene, earlier.at(-1 - roll(Math.min(3, earlier.length))), given),
    () => pick(words.remarks, fields),
  ];
  // A question stands alone, so that the other can answer it.
  if (isQuestion(reaction)) return "";
  const first = voice.length > 0 && roll(3) > 0 ? 0 : roll(options.length);
  for (let at = 0; at < options.length; at += 1) {
    const text = options[(first + at) % options.length]?.();
    if (text !== undefined) return text;
  }
  return "";
}

const lasting: ReadonlySet<LineKind> = new Set(["claim", "sad", "afraid", "glad"]);

const isWorthComingBackTo = (quote: string, language: Language): boolean =>
  lasting.has(kindOfSpeech(quote, language)) &&
  findTopic(quote, language, () => false) !== undefined;

function comeBack(
  { name }: ScenePrompt,
  known: Known | undefined,
  { cue, words, pick }: Given,
): string | undefined {
  if (known === undefined || known.by === name) return undefined;
  const quote = known.quote.replace(/[.。]$/u, "");
  return pick(words.comingBack[known.by === cue.who ? "asker" : "other"], { x: known.by, quote });
}
