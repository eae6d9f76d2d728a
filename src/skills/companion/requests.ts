/** What a message asks about who talks with the person. */
export type CompanionRequest =
  | {
      readonly kind: "choose";
      readonly name: string;
      /** It can mean nothing else: an unknown name is answered, too. */
      readonly isCertain: boolean;
    }
  | {
      readonly kind: "plain";
      /** Who shall stop talking, where the sentence has a name: only that one does. */
      readonly name?: string | undefined;
    }
  | { readonly kind: "show" };

const end = String.raw`[\s\p{P}~]*$`;
const pattern = (source: string): RegExp =>
  new RegExp(String.raw`^[\s\p{P}]*(?:${source})${end}`, "iu");
const please = "(?:please |can you |could you |from now on,? )?";
const name = "(?<name>.{1,60}?)";
const now = "(?: from now on| now| again| instead| please)*";

const certain: readonly RegExp[] = [
  pattern(`${please}(?:talk|speak|chat) (?:to|with) me as ${name}${now}`),
  pattern(
    `${please}(?:let|have) ${name} (?:talk|speak|chat|be) (?:to|with) me${now}|${please}let ${name} be my companion${now}`,
  ),
  pattern(`${please}make ${name} my companion${now}`),
  pattern(
    `(?:请)?(?:以后)?(?:让|叫|请|换)${name}(?:来)?(?:陪|跟|和|同)我(?:聊聊天|聊天|说说话|说话|聊聊|聊)(?:吧|好吗)?`,
  ),
  pattern(
    `(?:请)?(?:以后)?(?:你)?(?:以|用)${name}的(?:身份|口吻|样子)(?:来)?(?:陪|跟|和)我(?:聊天|说话|聊聊|聊)(?:吧)?`,
  ),
  pattern(`(?:让|请)${name}(?:来)?(?:当|做)我的(?:伙伴|陪伴|助手|伴)(?:吧)?`),
];

const doubtful: readonly RegExp[] = [
  pattern(
    `${please}(?:be|become|switch to|change to) ${name}${now}|(?:i want|i would like|i'd like) to (?:talk|speak|chat) (?:to|with) ${name}${now}`,
  ),
  pattern(
    `(?:i want|i would like|i'd like) ${name} (?:as my companion|to (?:be my companion|(?:talk|speak|chat) (?:to|with) me))${now}|(?:can|could) ${name} (?:talk|speak|chat) (?:to|with) me${now}`,
  ),
  pattern(
    `(?:我)?(?:想|要)(?:让|请|叫)${name}(?:来)?陪(?:着)?我(?:吧)?|${name}来?陪我(?:聊聊天|聊天|说说话|说话|聊聊|聊)?(?:吧|好吗)?`,
  ),
  pattern(
    `(?:我)?(?:想|要)(?:跟|和)${name}(?:聊天|聊聊|说话|聊)(?:吧|了)?|换(?:成)?${name}(?:吧|来)?`,
  ),
];

const plain: readonly RegExp[] = [
  pattern(
    `${please}(?:be|go back to being) (?:yourself|the (?:plain|normal|ordinary) (?:assistant|one))${now}`,
  ),
  pattern(
    `${please}(?:back|go back|switch back|change back) to (?:yourself|the (?:plain|normal|ordinary) (?:assistant|one)|meanwhile|normal)${now}`,
  ),
  pattern(
    "(?:请)?(?:你)?(?:换回|变回|切回|恢复成?|回到|做回)(?:普通|原来的?|默认的?|平时的?)?(?:助手|你自己|自己|本来的?样子|原来的?样子)(?:吧)?",
  ),
];

const ended: readonly RegExp[] = [
  pattern(`${please}stop (?:being|playing|talking (?:to me )?as) ${name}${now}`),
  pattern(`(?:不用|别)(?:再)?(?:扮演|扮|当)${name}了`),
  pattern(`i don't want (?:to (?:talk|speak|chat) (?:to|with) )?${name} any ?more`),
  pattern(`(?:我)?(?:不要|不想(?:再)?(?:跟|和))${name}(?:聊天|聊|说话|陪我(?:聊天|聊)?)?了`),
];

const show: readonly RegExp[] = [
  pattern("who (?:is my companion|am i talking to|are you (?:talking|speaking) as)(?: now)?"),
  pattern("who can (?:you be|talk to me|i talk to)"),
  pattern(
    "(?:我)?(?:现在)?(?:是)?(?:在)?(?:和|跟)谁(?:在)?(?:聊天|聊|说话)|现在是谁在(?:陪我|跟我)(?:聊天|聊|说话)|(?:有)?谁(?:可以|能)陪我聊(?:天)?|我?(?:能|可以)(?:和|跟)谁(?:聊天|聊|说话)|(?:都)?有哪些角色可以(?:选|聊|陪我聊?天?)",
  ),
];

const longest = 100;

/** Read from a message that says nothing else. */
export function readCompanionRequest(text: string): CompanionRequest | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (said.length > longest) return undefined;
  if (plain.some((each) => each.test(said))) return { kind: "plain" };
  if (show.some((each) => each.test(said))) return { kind: "show" };
  const gone = findName(ended, said);
  if (gone !== undefined) return { kind: "plain", name: gone };
  const sure = findName(certain, said);
  const found = sure ?? findName(doubtful, said);
  return found === undefined
    ? undefined
    : { kind: "choose", name: found, isCertain: sure !== undefined && !isDescribed.test(sure) };
}

/** Not a name but a manner, a person at large, or a name with a time behind it. */
const isDescribed =
  /^(?:if|an?|the|my|your|soon|quickly|much|well|he|she|him|her|them|somebody|someone)\b|\b(?:for|tomorrow|later|tonight)$|^(?:他|她|它|他们|她们|别人|有人|谁|人|妈妈?|爸爸?|老师|医生|老板|朋友)|(?:明天|今天|晚上|以后|待会儿?|等会儿?|下次|周[一二三四五六日天])$/iu;

function findName(patterns: readonly RegExp[], said: string): string | undefined {
  for (const each of patterns) {
    const found = each.exec(said)?.groups?.["name"]?.trim();
    if (found !== undefined && found !== "") return found;
  }
  return undefined;
}

const asksWhatWasLived: readonly RegExp[] = [
  /\bwhat (?:did|have|were) you (?:do|done|doing|been (?:doing|up to)|up to|live through|get up to)\b/iu,
  /\bwhat happened (?:to you|with you|while i was (?:away|gone|out))\b/iu,
  /\b(?:how was your|tell me about your) (?:day|evening|night|morning|weekend|week)\b/iu,
  /\b(?:what's|what is) new with you\b|\banything (?:new|happen(?:ed)?) (?:with|to) you\b/iu,
  /你(?:今天|昨天|昨晚|刚才|最近|这几天|这两天|这段时间)?(?:都|又)?(?:在)?(?:干嘛|干啥|干什么|干了(?:什么|啥|些什么)|做了?(?:什么|啥|些什么)|忙(?:了)?(?:什么|啥|些什么)|经历了什么)/u,
  /我不在(?:的时候|的这段时间|这段时间|时).{0,12}(?:什么|啥|怎么|吗)/u,
  /你(?:今天|昨天|最近|这几天)?过得(?:怎么样|好吗|如何)|你那边(?:发生了?什么|有什么事|怎么样)/u,
];

/** Whether a message asks the companion for what it lived through. */
export const isAskingForLived = (text: string): boolean =>
  asksWhatWasLived.some((each) => each.test(text.replaceAll("’", "'")));
