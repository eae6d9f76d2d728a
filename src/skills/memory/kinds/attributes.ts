import { kin, number } from "../people-words-en.ts";

/** What a value looks like. */
export type Form = "name" | "place" | "number" | "date" | "text";

/** What a fact says of its subject, with its words in both languages. */
export interface Attribute {
  readonly id: string;
  readonly form: Form;
  /** In a statement. */
  readonly said: RegExp;
  /** In a question. */
  readonly asked: RegExp;
}

/** One word for both: “my plate is …” is asked for as “what's my plate”. */
const noun = (id: string, form: Form, { en, zh }: { en: string; zh: string }): Attribute => ({
  id,
  form,
  said: new RegExp(
    String.raw`\b(?:my|our|'s)\b (?:new )?(?:${en})\b|(?:我|的)(?:${zh})|^(?:${zh})`,
    "iu",
  ),
  asked: new RegExp(String.raw`\b(?:${en})\b|${zh}`, "iu"),
});

/** The first that fits is meant: “my daughter's birthday” is a birthday, no name. */
export const attributes: readonly Attribute[] = [
  noun("plate", "number", { en: "(?:licen[cs]e|number) plates?|plates?(?: number)?", zh: "车牌" }),
  noun("anniversary", "date", { en: "(?:wedding )?anniversary", zh: "(?:结婚)?纪念日" }),
  noun("email", "text", { en: "e-?mail(?: address)?", zh: "邮箱|电子邮件" }),
  noun("blood type", "text", { en: "blood (?:type|group)", zh: "血型" }),
  noun("shoe size", "number", { en: "shoe size", zh: "鞋码|鞋号" }),
  noun("password", "text", { en: "(?:wi-?fi )?password", zh: "(?:wi-?fi|无线)?密码" }),
  noun("door code", "text", { en: "(?:door|gate|entry) code", zh: "门禁码?|门锁密码|大门密码" }),
  noun("passport", "text", { en: "passport(?: number)?", zh: "护照号?" }),
  noun("zodiac", "text", { en: "zodiac", zh: "星座" }),
  noun("phone", "number", {
    en: "(?:phone|mobile|cell)(?: number)?|number(?= (?:is|=)|\\W*$)",
    zh: "电话|手机号|手机号码|号码",
  }),
  noun("favorite colour", "text", {
    en: "favou?rite colou?r",
    zh: "最喜欢的颜色",
  }),
  {
    id: "birthday",
    form: "date",
    said: /\bbirthday\b|\bwas born (?:in|on) (?=.*\d)|生日|\d[月号日年]?出生/iu,
    asked: /\bbirthday\b|\bwhen .*\bborn\b|生日|什么时候(?:出)?生|哪[天年].*出生/iu,
  },
  {
    id: "allergy",
    form: "text",
    said: /\ballerg(?:ic|y)\b|\bintoleran(?:t|ce)\b|过敏/iu,
    asked: /\ballerg(?:ic|y|ies)\b|过敏/iu,
  },
  {
    id: "height",
    form: "number",
    said: /\bmy height\b|\b(?:i am|i'm) .*\btall\b|身高/iu,
    asked: /\bheight\b|\bhow tall\b|身高|多高/iu,
  },
  {
    id: "weight",
    form: "number",
    said: /\bmy weight\b|\bi weigh\b|体重/iu,
    asked: /\bweight\b|\bhow (?:much|heavy).*\b(?:weigh|i)\b|体重|多重/iu,
  },
  {
    id: "address",
    form: "place",
    said: /\b(?:my|our|'s) (?:new |home )?address\b|地址|住址/iu,
    asked: /\b(?:my|our|'s) (?:new |home )?address\b|地址|住址/iu,
  },
  {
    id: "age",
    form: "number",
    said: new RegExp(
      String.raw`\byears old\b|\b(?:i am|i'm|im|turn(?:s|ed)?|she's|he's|and is|(?:${kin})(?: (?-i:\p{Lu})[\p{L}'-]+)? is) ${number}\b(?! \p{L}+ (?:late|away))|[\d一二三四五六七八九十]岁`,
      "iu",
    ),
    asked: /\bhow old\b|\bage\b|多大(?!码)|几岁|年龄/iu,
  },
  {
    id: "name",
    form: "name",
    said: /\b(?:called|named)\b|(?<!\b(?:middle|last|maiden|family|user|doctor's) )\bname(?:'s| is)\b|\bcall me\b|\bi go by\b|\b(?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|boss|manager|landlord|dentist|doctor|therapist) is (?-i:\p{Lu})|叫(?!我|你)|^叫我|(?<!英文)名字是/iu,
    asked:
      /(?<!\b(?:middle|last|maiden|family|user) )\bname\b|\b(?:called|named)\b|\bwho(?:'s| is) my\b|叫(?:什么|啥)|(?<!英文)名字|我[的家]?\p{Script=Han}{1,4}是谁/iu,
  },
  {
    id: "origin",
    form: "place",
    said: /\b(?:originally )?from (?-i:\p{Lu})|\bgrew up\b|\bwas born in (?-i:\p{Lu})|\bwas raised\b|老家|是\p{Script=Han}{2,8}人$|长大/iu,
    asked: /\bfrom\b|\bgr[eo]w up\b|\bborn\b|\bhometown\b|老家|哪里?人|哪儿人|长大/iu,
  },
  {
    id: "home",
    form: "place",
    said: /\b(?:live[sd]?|living|moved|based) (?:back )?(?:in|to|at|near|on)\b|住在?|搬[到去来]/iu,
    asked:
      /\bwhere\b.*\b(?:live[sd]?|living|home|move[d]?)\b|\bwhich (?:city|town|country)\b.*\bliv|住(?:在)?(?:哪|什么)|哪.*住|搬[到去](?:了)?哪/iu,
  },
  {
    id: "work",
    form: "text",
    said: /\bwork(?:s|ing)? (?:as|at|for|with|in)\b|\bstarted(?: working)? (?:as|at|for)\b|\bmy job\b|\bgot a (?:new )?job\b|上班|工作|任职|职业/iu,
    asked:
      /\bwhere\b.*\bwork|\bwhat\b.*\b(?:job|work as|do for (?:a living|work))\b|\bmy job\b|在哪.*(?:上班|工作)|做什么工作|什么职业|工作是什么|我的职业/iu,
  },
];
