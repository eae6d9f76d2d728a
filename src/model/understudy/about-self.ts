import type { Language } from "../../domain/language.ts";
import { escapePattern } from "./fill-text.ts";
import { isPurely } from "./read-line.ts";
import type { ScenePrompt } from "./read-scene.ts";

/** Verbs of one meaning: a card may have another one than the question. */
const sameMeaning: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ["like", "love", "adore", "enjoy"],
    ["hate", "dislike", "detest", "loathe"],
    ["fear", "dread"],
    ["collect", "gather"],
    ["work", "serve"],
    ["want", "seek"],
    ["own", "have"],
  ],
  zh: [
    ["喜欢", "喜爱", "最爱", "爱", "偏爱", "热爱"],
    ["讨厌", "厌恶", "恨", "不喜欢"],
    ["害怕", "怕", "恐惧"],
    ["收集", "收藏", "搜集"],
    ["想要", "要", "渴望"],
  ],
};

const alike = (verb: string, language: Language): readonly string[] =>
  sameMeaning[language].find((group) => group.includes(verb)) ?? [verb];

const mostWords = 110;

/**
 * What a character is asked about itself, answered in the first person from the words of its card;
 * undefined where the card has no words for it.
 */
export function answerAboutSelf(scene: ScenePrompt, asked: string): string | undefined {
  const answer =
    scene.language === "zh" ? answerChinese(scene, asked) : answerEnglish(scene, asked);
  const names = [scene.name, ...scene.others];
  return answer !== undefined &&
    answer.length <= mostWords &&
    isPurely(answer, scene.language, names)
    ? answer
    : undefined;
}

const numberWord =
  "(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|\\d{1,3})";
const ages = [
  new RegExp(`\\b(${numberWord})[- ]years?[- ]old\\b`, "iu"),
  new RegExp(`\\bage[d:]? ?(${numberWord})\\b`, "iu"),
  new RegExp(`(?:^|[.;] )(?:(?:she|he|they) (?:is|are) )?(${numberWord})(?=[,.;])`, "imu"),
];

function answerEnglish({ persona, backstory }: ScenePrompt, asked: string): string | undefined {
  if (/\bhow old are you\b|\byour age\b/iu.test(asked)) {
    const age = ages.flatMap((pattern) => pattern.exec(`${persona}\n${backstory}`)?.[1] ?? [])[0];
    return age === undefined ? undefined : `I am ${age.toLowerCase()}.`;
  }
  const from = /\bwhere (?:are|do) you (?:come )?from\b/iu.test(asked)
    ? /\b(?:comes|is|was|hails|born)(?: (?:originally|in))? from ((?:the )?\p{Lu}[^.,;:\n]{1,60})/u.exec(
        persona,
      )?.[1]
    : undefined;
  if (from !== undefined) return `I am from ${from}.`;
  const verb =
    /\b(?:what|where|which[^?]{0,20}|who|whom)\b[^?.!]{0,30}? do you (?:\w+ly |most )?(\p{Ll}+)/iu
      .exec(asked)?.[1]
      ?.toLowerCase();
  return verb === undefined || verb === "do" ? undefined : findDoing(persona, verb);
}

/** “She collects sounds, …”: what follows the verb, as the character itself would say it. */
function findDoing(persona: string, verb: string): string | undefined {
  for (const each of alike(verb, "en")) {
    const form =
      each === "have"
        ? "has"
        : `${each.replace(/([^aeiou])y$/u, "$1ie")}${/(?:s|sh|ch|x|o)$/u.test(each) ? "es" : "s"}`;
    const pattern = new RegExp(`\\b${escapePattern(form)} ([^.;:,\\n]{3,90})`, "iu");
    const rest = pattern.exec(persona)?.[1];
    if (rest === undefined || /\b(?:she|he|they)\b/iu.test(rest)) continue;
    // What follows another verb of the character's would need another form.
    const [own = ""] = rest.split(/ and (?=\p{Ll}+s (?:the|a|an|her|his|it|in|at|on|no)\b)/u);
    return `I ${each} ${toFirstPerson(own)}.`;
  }
  return undefined;
}

const toFirstPerson = (text: string): string =>
  text
    .replaceAll(/\b(?:herself|himself)\b/giu, "myself")
    .replaceAll(/\b(?:her|his) (?=\p{L})/giu, "my ")
    .replaceAll(/\b(?:hers|her|him|his)\b/giu, "me")
    .trim();

const clauseEnd = /[。；！？\n]/u;

function answerChinese(
  { persona, backstory, name }: ScenePrompt,
  asked: string,
): string | undefined {
  if (/你(?:今年)?(?:多大|几岁|多少岁)|你的年[纪龄]/u.test(asked)) {
    const age = /([一二三四五六七八九十百两\d]{1,4})岁/u.exec(`${persona}\n${backstory}`)?.[1];
    return age === undefined ? undefined : `我${age}岁。`;
  }
  const verb =
    /你(?:最|都|平时|一般|平常|到底|究竟)*(\p{Script=Han}{1,3}?)(?:些|点|的是)?(?:什么|啥|谁|哪)/u.exec(
      asked,
    )?.[1];
  if (verb === undefined || /^[是叫在说想做干觉去有]$|觉得|知道/u.test(verb.replace(/^在/u, "")))
    return undefined;
  const wanted = alike(verb.replace(/在$/u, ""), "zh").toSorted((a, b) => b.length - a.length);
  for (const clause of persona.split(clauseEnd).flatMap((sentence) => sentence.split("，")))
    for (const each of wanted) {
      const at = clause.indexOf(each);
      const rest = clause.slice(at + each.length).trim();
      // 不喜欢 does not answer 喜欢.
      if (at < 0 || rest === "" || /[不没别]$/u.test(clause.slice(0, at))) continue;
      return `我${each}${rest
        .replaceAll(name, "我")
        .replaceAll(/[她他]自己/gu, "自己")
        .replaceAll(/[她他]/gu, "我")}。`;
    }
  return undefined;
}
