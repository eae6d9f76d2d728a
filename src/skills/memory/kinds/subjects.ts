/** Of whom a fact is: one word for both languages. Without one of these it is of the speaker. */
interface Subject {
  readonly id: string;
  readonly en: string;
  readonly zh: string;
  /** What it also is: a daughter is a child. */
  readonly isA?: string;
}

const subjects: readonly Subject[] = [
  { id: "daughter", isA: "child", en: "(?:step)?daughter|girl", zh: "[大小]?女儿|闺女" },
  { id: "son", isA: "child", en: "(?:step)?son|boy", zh: "[大小]?儿子" },
  { id: "child", en: "kid|child|baby", zh: "孩子|小孩|宝宝|娃" },
  { id: "wife", isA: "partner", en: "wife", zh: "老婆|妻子|太太|媳妇" },
  { id: "husband", isA: "partner", en: "husband", zh: "老公|丈夫" },
  { id: "girlfriend", isA: "partner", en: "girlfriend|fiancée", zh: "女朋友|女友" },
  { id: "boyfriend", isA: "partner", en: "boyfriend|fiancé", zh: "男朋友|男友" },
  { id: "partner", en: "partner|spouse|fiancee?", zh: "爱人|对象|伴侣" },
  { id: "mother", en: "mother|mom|mum", zh: "妈妈|老妈|母亲|妈" },
  { id: "father", en: "father|dad", zh: "爸爸|老爸|父亲|爸" },
  { id: "brother", en: "brother", zh: "哥哥|弟弟|哥|弟" },
  { id: "sister", en: "sister", zh: "姐姐|妹妹|姐|妹" },
  { id: "dog", isA: "pet", en: "dog|puppy", zh: "狗狗|小狗|狗" },
  { id: "cat", isA: "pet", en: "cat|kitten", zh: "猫咪|小猫|猫" },
  { id: "pet", en: "pet|rabbit|parrot|hamster|horse", zh: "宠物|兔子|鹦鹉|仓鼠" },
  { id: "boss", en: "boss|manager", zh: "老板|领导|上司" },
  { id: "landlord", en: "landlord|landlady", zh: "房东" },
  { id: "dentist", en: "dentist", zh: "牙医" },
  { id: "doctor", en: "doctor", zh: "医生|大夫" },
  { id: "flatmate", en: "flatmate|roommate", zh: "室友" },
  { id: "friend", en: "(?:best )?friend", zh: "朋友|闺蜜" },
];

const owned = subjects.map((subject) => ({
  ...subject,
  pattern: new RegExp(
    String.raw`\b(?:my|our|an?)\b (?:[\p{L}-]+ ){0,2}?(?:${subject.en})\b|(?:我们?家?的?|我们?有[^，,。]{0,3})(?:${subject.zh})`,
    "iu",
  ),
}));

const any = {
  en: subjects.map(({ en }) => en).join("|"),
  zh: subjects.map(({ zh }) => zh).join("|"),
};
/** “My daughter's dog” is neither of the two. */
const chained = new RegExp(
  String.raw`\b(?:${any.en})'s (?:[\p{L}-]+ )?(?:${any.en})\b|(?:${any.zh})的(?:${any.zh})`,
  "iu",
);
const ofSpeaker = /\b(?:i|i'm|i've|im|me|my|we|our)\b|我|^叫/iu;
/** What “I” do with others is one's own: “I moved to Lyon with my son”. Having a son is not. */
const bySpeaker = /^(?:i|we|i'm|i've|we're|we've)\b(?!.*\b(?:called|named)\b)/iu;

/** Whom a sentence in the speaker's words is about: “my daughter …”, “我家的狗……”. */
export function findSubject(sentence: string): string | undefined {
  if (chained.test(sentence) || !ofSpeaker.test(sentence)) return undefined;
  if (bySpeaker.test(sentence)) return "self";
  return owned.find(({ pattern }) => pattern.test(sentence))?.id ?? "self";
}

/** Whether a fact of one is a fact of the other, too: of a daughter where a child is asked for. */
export const isSameSubject = (of: string, asked: string): boolean =>
  of === asked ||
  subjects.some(({ id, isA }) => (id === of && isA === asked) || (id === asked && isA === of));
