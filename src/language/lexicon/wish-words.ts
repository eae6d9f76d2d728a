import type { Language } from "../../domain/language.ts";
import { enShapes } from "./en/request-shapes.ts";
import {
  type MarkedSentence,
  markWords,
  type Subject,
  type Token,
} from "../intents/marked-words.ts";
import { type Act, isShaped, type Shape } from "./shapes.ts";
import { zhShapes } from "./zh/request-shapes.ts";

/** A place in the person's words that asks for an act. */
export interface Request {
  /** The clauses that ask, and nothing but them. */
  readonly words: string;
  /** The whole sentence that they are in. */
  readonly sentence: string;
  /** Its own words name what it is about, not only "it" or an hour. */
  readonly isNamed: boolean;
}

/**
 * The places that ask for an act. Everything in such a clause must be known: words that ask, the
 * subject, a time, and small words. So a report, a dream, another person's deed or a denial never
 * fits; what the shapes do not know is asked about.
 */
export const requestsFor = (act: Act, text: string, of: Subject): Request[] =>
  requestsIn(markWords(text, of), act);

/** The same for a text whose words are marked. */
export const requestsIn = (sentences: readonly MarkedSentence[], act: Act): Request[] =>
  requestsLike({ zh: zhShapes[act], en: enShapes[act] }, act, sentences);

export function requestsLike(
  shapes: Readonly<Record<Language, Shape>>,
  act: Act | "name",
  sentences: readonly MarkedSentence[],
): Request[] {
  const told = new Set(sentences.filter((each) => isUnreal(each) || isReport(each)));
  const isSpokenOf = sentences.some(hasTitle);
  return sentences.flatMap((sentence) => {
    if (sentence.clauses.length > mostClauses || isClosed(act, sentence)) return [];
    const isReported = told.size > (told.has(sentence) ? 1 : 0);
    const mayPoint = (words: string): boolean =>
      !isSpokenOf || (hasTitle(sentence) && (makesNew.has(act) || strongly.test(words)));
    return runsOf(sentence).flatMap((run) => {
      const tokens = act === "name" ? run.flatMap((clause) => [...clause, comma]) : run.flat();
      if (tokens.length > longestRequest || !isShaped(shapes[sentence.language], tokens)) return [];
      const words = wordsOf(tokens, sentence.language);
      const isNamed = tokens.some(({ isTitle }) => isTitle);
      const isFitting =
        (!isReported || addressed.test(words)) &&
        (isNamed || mayPoint(words)) &&
        (act !== "complete" || isOver(words, sentence.language));
      return isFitting ? [{ words, sentence: sentence.text, isNamed }] : [];
    });
  });
}

const makesNew: ReadonlySet<string> = new Set(["create", "note"]);

/** "Drop it" is said of a topic, too; these are not. */
const strongly =
  /\b(?:cancel|delete|remove|scrap|move|change|reschedule|push|postpone|mark|shift|remind)\b|取消|删|改|提醒/u;
const addressed =
  /\b(?:please|pls|(?:can|could|would|will) (?:you|we)|for me|remind me)\b|请|麻烦|帮我|给我|提醒我/u;

/** "Call me, Mallory" asks for a call, not for a name. */
const comma: Token = { text: ",", isTitle: false, isTime: false };

const hasTitle = ({ clauses }: MarkedSentence): boolean =>
  clauses.flat().some(({ isTitle }) => isTitle);

const wordsOf = (tokens: readonly Token[], language: Language): string =>
  tokens.map(({ text }) => text).join(language === "zh" ? "" : " ");

/** Three times what the longest labelled sentence has: more is not a request. */
const mostClauses = 36;
/** Clauses side by side: "I have to see the dentist, so tomorrow at 2pm it is". */
const longestRun = 4;
/** Words or characters. What is longer is a tale. */
const longestRequest = 80;
const runsOf = ({ clauses }: MarkedSentence): (readonly Token[])[][] =>
  clauses.flatMap((_, at) =>
    Array.from({ length: Math.min(longestRun, clauses.length - at) }, (__, more) =>
      clauses.slice(at, at + more + 1),
    ),
  );

const isOver = (words: string, language: Language): boolean =>
  language === "en" || /完|了|过|搞定|啦|毕|办妥|已|done|标记|勾|划掉/u.test(words);

/** A request in the form of a question. */
const politely =
  /\b(?:can|could|would|will) (?:you|u|we)\b|能不能|可以.*吗|可不可以|好吗|好不好|行吗|能.*吗/u;

function isClosed(act: Act | "name", sentence: MarkedSentence): boolean {
  const { text, isQuestion } = sentence;
  if (isDoubtful(text)) return true;
  if ((isQuestion || /[吗呢]\s*[?？]?\s*$/u.test(text)) && !politely.test(text)) return true;
  // "The doctor said to take them at 8, remind me": what was said is what to be reminded of.
  if (isUnreal(sentence, act)) return true;
  return mayReport.has(act) ? isSpeechOpen(sentence) : isReport(sentence, act);
}

const mayReport: ReadonlySet<string> = new Set(["create", "zh", "en"]);

const isSpoken = (text: string): boolean => unreal.test(text) || report.test(text);

/** Without the words of titles. Where the model chose the title for others, tales stay in it. */
const restOf = ({ clauses, language }: MarkedSentence, act?: string): string =>
  clauses
    .map((clause) =>
      wordsOf(
        clause.filter(
          ({ isTitle, text }) =>
            !isTitle || (act === "share" && isSpoken(text) && !fiction.test(text)),
        ),
        language,
      ),
    )
    .join(", ");

const fiction = /^(?:movies?|films?|novels?|stor(?:y|ies)|songs?|poems?|news|articles?)$/u;

const unreal =
  /\b(?:dream\w*|nightmares?|imagin\w*|pretend\w*|suppos(?:e|ing)|hypothetic\w*|if(?! (?:possible|you can|you could|you don't mind|you wouldn't mind|that's ok|it's ok|needed))|unless|whether|wish(?:ed)?(?! to)|movies?|films?|novels?|stor(?:y|ies)|songs?|poems?|headlines?|example|instance|translat\w*|kidding|jok(?:e|ing)|hates?|used to)\b|梦|(?:如果|假如|要是)(?!方便|可以|不麻烦|行)|万一|电影|小说|故事|歌词|例如|比如|翻译|开玩笑|讨厌|差点|假装|想象/u;
const report =
  /\b(?:said|says|saying|told|tells|asked|asks|wrote|writes|texted|messaged|replied|yell\w*|shout\w*|whisper\w*|mutter\w*|claim\w*|thinks?|thought|heard|hears?|read(?:s|ing)?|rumou?rs?|news|articles?|quot\w*|means?|meaning|sentence)\b|(?<!我|再)说(?!错|明|好)|听说|据说|新闻|[^疑]问(?!题)|以为|觉得|写道|喊道/u;
const speechOpen =
  /\b(?:said|says|wrote|writes|texted|asked|replied|yelled|shouted|whispered|muttered)\s*(?:,|$)|,\s*(?:says|said|asks|writes|claims)\b|(?<![没再我])[说问喊写道]\s*(?:,|$)/u;

const isUnreal = (sentence: MarkedSentence, act?: string): boolean =>
  unreal.test(restOf(sentence, act));
const isReport = (sentence: MarkedSentence, act?: string): boolean =>
  report.test(restOf(sentence, act).replaceAll(/should (?:say|read)/gu, ""));
const isSpeechOpen = (sentence: MarkedSentence): boolean => speechOpen.test(restOf(sentence));

/** A report about others, or fiction. Words of the titles do not count. */
export const isUnrealOrTold = (text: string, titles: readonly string[] = []): boolean =>
  markWords(text, { titles }).some(
    (sentence) => isUnreal(sentence) || isReport(sentence) || others.test(restOf(sentence)),
  );
const others =
  /\b(?:he|she|they|his|her|their|him|them|someone|somebody|everyone|people|nobody)\b|(?<![给跟和把对向])[他她]|别人|有人|人家|昨天|上次|上周|去年|你把|你又/u;

/** All of it is a tale, or another person's speech begins in it: "she said, cancel it". */
export const isTale = (text: string, titles: readonly string[] = []): boolean =>
  isTaleIn(markWords(text, { titles }));
export const isTaleIn = (sentences: readonly MarkedSentence[]): boolean =>
  sentences.some((sentence) => isUnreal(sentence) || isSpeechOpen(sentence));

/** "Don't move it", 别改: the opposite of a change. */
export const isKeptAsItIs = (text: string): boolean =>
  /\b(?:don't|do not|dont|never)\s+(?:\w+\s+){0,2}?(?:mov|chang|reschedul|push|shift|postpon|renam|delay)|(?:别|不要|不许|不准)再?(?:把|改|挪|推|换|动)/iu.test(
    text.replaceAll("’", "'"),
  );

/** "Don't invite Mal", 别告诉张三: the friend who is named must not hear of it. */
export const isKeptFromOthers = (text: string): boolean =>
  /\b(?:don't|do not|dont|never|without|not to|mustn't|must not)\s+(?:\w+\s+){0,2}?(?:invit|tell|ask|remind|call|let|know|inform|add|bring|mention|share|say)|\bnothing (?:about|of)\b|(?:别|不要|不许|不能|不让)(?:再|让|给)?.{0,8}(?:告诉|叫|约|通知|邀|知道|喊|说)/iu.test(
    text.replaceAll("’", "'"),
  );

/** A question whether, how or what if is not an order yet. */
const doubts =
  /\b(?:should|shall|did|may|must|could)\s+(?:i|we)\b(?!.*\b(?:please|remind)\b)|\b(?:do|does)\s+(?:i|we)\s+(?!have to)|\b(?:why|how|what|who|when|where)\s+(?:do|did|does|should|shall|can|could|would|if|to)\b|\bwhat if\b|\bif i\b|\bwhether\b|要不要|该不该|是不是|是否|有没有|应不应该|应该.{0,12}吗|如果|假如|怎么|为什么/iu;

export const isDoubtful = (text: string): boolean => doubts.test(text);

/** Speaks of what was just spoken of. */
export const isPointingBack = (text: string): boolean =>
  /\b(?:it|that|this|them|these|those|the last one|last one)\b|那个|这个|那条|这条|它|刚才|刚刚|上一个|改[到成]/iu.test(
    text,
  );

/** Secrets, which are not meant to reach others in passing. */
export const isPrivate = (text: string): boolean =>
  /\b(?:codes?|pins?|passwords?|passcodes?|passphrases?|secrets?|cvv|iban|ssn|otp|logins?|credentials?)\b|密码|口令|秘密|验证码|暗号|卡号|身份证|账号/iu.test(
    text,
  );
