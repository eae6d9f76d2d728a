/** "Does Finn know?", "Finn知道晚饭了吗". */
export interface HeardQuestion {
  readonly kind: "heard";
  /** Empty: all friends. */
  readonly of: string;
  /** The subject. Empty where none is named. */
  readonly about: string;
}

const everybody =
  /^(?:大家|他们|她们|所有人|每个人|朋友们?|everybody|everyone|they|them|all of them|(?:all )?my friends)(?:都)?$/iu;
/** Says nothing of what it is about. */
const nothingNamed =
  /^(?:(?:about |of )?(?:it|this|that|the (?:change|plan|time|news))|(?:这|那)(?:件)?(?:事|个)?|消息|通知|时间)?$/iu;

const zhName = String.raw`(?<of>[^\s，,。？?]{1,20}?)`;
const zhEnd = String.raw`(?:了吗|了没有?|了么|没有?|吗|么)`;
const enName = String.raw`(?<of>\S+(?: \S+){0,2}?)`;
const enAbout = String.raw`(?: (?:about|of) (?<about>.{1,40}?))?(?: yet| by now| already)?`;
const patterns = [
  `(?:你)?(?:已经)?(?:有没有|是不是已经)?(?:告诉|通知|转告)(?:过)?${zhName}(?<about>)${zhEnd}`,
  `(?:你)?(?:已经)?(?:跟|和|给)${zhName}(?:说|讲|发消息)(?:过)?(?<about>)${zhEnd}`,
  `${zhName}(?:已经|都)*(?:知道|听说|收到)(?<about>.{0,20}?)${zhEnd}`,
  `(?:has|have|was|were) ${enName} (?:already )?(?:been )?(?:told|notified|informed)${enAbout}`,
  `(?:has|have) ${enName} (?:already )?heard${enAbout}`,
  `(?:does|do) ${enName} (?:already )?know${enAbout}`,
  `(?:did|have) you (?:already )?(?:tell|told|notify|notified|inform|informed) ${enName}${enAbout}`,
  `did ${enName} (?:get|receive) (?:it|the message|your message|my message|the news|the invitation)(?<about>)`,
].map((pattern) => new RegExp(String.raw`^[\s\p{P}]*(?:so |那)?${pattern}[\s\p{P}]*$`, "iu"));

/** `undefined`: it asks for something else. The list of friends decides whether the name is one of theirs. */
export function parseHeardQuestion(text: string): HeardQuestion | undefined {
  for (const pattern of patterns) {
    const { of, about = "" } = pattern.exec(text.trim())?.groups ?? {};
    if (of === undefined) continue;
    const what = about.trim();
    return {
      kind: "heard",
      of: everybody.test(of) ? "" : of,
      about: nothingNamed.test(what) ? "" : what,
    };
  }
  return undefined;
}
