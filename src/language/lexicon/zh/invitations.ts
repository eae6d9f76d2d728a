import type { Clause } from "../../text/clauses.ts";
import type { Mention } from "../../intents/friends.ts";
import { isOwnContent, chain, type Invitation, usIn } from "../../intents/invitations.ts";
import type { Reading } from "../../reading.ts";
import type { Span } from "../../text/titles.ts";
import { simplify } from "../../text/traditional.ts";
import { kin } from "./triggers.ts";

const zhVerbs =
  /(?<![大预节合签条纽契违制特公隐简租履失爽盟续解])约(?!数|分(?!钟)|旦|翰|瑟|莫|合)(?!在|到|于|会|等于|定俗|束|谈好|了|好|的|我)(?:上|着|一下|个|一个)?|邀请?(?!功)(?:一下)?|(?:叫|喊|带|拉)(?:上|着)|提醒(?:一下|下)?|通知(?:一下|下)?|告诉(?:一下|下)?|转告|[叫喊](?!我|咱|俺|醒|一声|做|外卖|车|停)/g;

const forMe = new RegExp(String.raw`^(?:提醒|通知)(?:一下|下)?我(?!${kin})|^[叫喊](?:醒)?我`);

const zhArrange =
  /(?:(?<![大预节合签条纽契违制特公隐简租履失爽盟续解])约(?!数|分(?!钟)|旦|翰|瑟|莫|合)(?!了|好|的|我)|(?:定|订|安排)(?!了|好))(?:一?个|一下|一?场|一?次|一?顿|上)?|说(?:一声|一下|下|声)|(?:开|设|排|组|敲|搞|弄|来)(?:一?个|一下|一?场|一?次|一?顿)/;

export function zhInvitation(
  reading: Reading,
  mentions: readonly Mention[],
): Invitation | undefined {
  const { prepared, triggers } = reading;
  const { text } = prepared;
  for (const trigger of triggers) {
    const joined =
      trigger.whom === "me" ? /^\s*(?:和|与|还有|、)\s*/.exec(text.slice(trigger.end)) : null;
    const others = joined === null ? [] : chain(text, mentions, trigger.end + joined[0].length);
    if (others.length > 0 && /提醒|通知|叫|喊/.test(text.slice(trigger.at, trigger.end)))
      return { verb: trigger, mentions: others };
    if (trigger.whom === "us" && /我们|咱|我俩/.test(text.slice(trigger.at, trigger.end)))
      return mentions.length > 0
        ? { verb: trigger, mentions }
        : {
            verb: trigger,
            mentions,
            refused: "friend_missing",
            unknown: usIn(text, trigger, /(?:我们|咱们?)俩?|我俩/),
          };
  }
  return (
    zhStranger(reading, mentions) ?? zhVerbal(reading, mentions) ?? zhTogether(reading, mentions)
  );
}

function zhVerbal(reading: Reading, mentions: readonly Mention[]): Invitation | undefined {
  const { live } = reading;
  for (const clause of live)
    for (const match of clause.text.matchAll(zhVerbs)) {
      const verb = { at: clause.at + match.index, end: clause.at + match.index + match[0].length };
      if (
        isOwnContent(reading, verb.at, clause) ||
        forMe.test(reading.prepared.text.slice(verb.at))
      )
        continue;
      const found = findInvitation(reading, { verb, clause, mentions });
      if (found !== undefined) return found;
    }
  return undefined;
}

/** "提醒卫三" beside a friend 魏三: one character differs, so it asks who is meant. */
const likeFriend = (text: string, friends: readonly string[]): string | undefined =>
  friends.find((name) => {
    const [known, said] = [Array.from(simplify(name)), Array.from(text.slice(0, name.length))];
    return (
      known.length >= 2 &&
      known.every((sign) => /\p{Script=Han}/u.test(sign)) &&
      known.filter((sign, at) => sign === said[at]).length === known.length - 1 &&
      said.every((sign) => /\p{Script=Han}/u.test(sign))
    );
  });

interface Inviting {
  readonly verb: Span;
  readonly clause: Clause;
  readonly mentions: readonly Mention[];
}

function findInvitation(reading: Reading, on: Inviting): Invitation | undefined {
  const { text } = reading.prepared;
  const { verb, clause, mentions } = on;
  const after = chain(text, mentions, verb.end);
  if (after.length > 0) return isNews(text, verb, after) ? undefined : { verb, mentions: after };
  const word = text.slice(verb.at, verb.end);
  const next = reading.phrases.find(({ at }) => at >= verb.end)?.at ?? clause.end;
  const who = text.slice(verb.end, Math.min(next, clause.end)).trim();
  if (word.startsWith("约")) return findArrangement(reading, on, who);
  if (!/^(?:提醒|通知|邀|叫上|喊上)/.test(word)) return undefined;
  const alike = likeFriend(text.slice(verb.end), reading.context.friends ?? []);
  if (alike !== undefined)
    return { ...unknownFriend(verb, { at: verb.end, end: verb.end + alike.length }), isLike: true };
  return isPerson(who) && !isTold(text.slice(clause.at, verb.at))
    ? unknownFriend(verb, nameAt(verb.end, who))
    : undefined;
}

const unknownFriend = (verb: Span, unknown: Span): Invitation => ({
  verb,
  mentions: [],
  refused: "friend_unknown",
  unknown,
});

/** "和张三约", "约张三": who is asked along may stand on either side of the verb. */
function findArrangement(
  { prepared: { text }, triggers }: Reading,
  { verb, clause, mentions }: Inviting,
  who: string,
): Invitation | undefined {
  const before = mentions.find(
    ({ at, end }) =>
      at >= clause.at &&
      end <= verb.at &&
      /(?:跟|和|与|同|帮我|给)\s*$|[、和跟与,]\s*$/.test(text.slice(0, at)),
  );
  if (before !== undefined)
    return {
      verb,
      mentions: chain(text, mentions, before.at).filter(({ end }) => end <= verb.at),
    };
  const isThing = /个|一/.test(text.slice(verb.at, verb.end)) || who === "";
  if (isThing || triggers.some(({ whom }) => whom === "me")) return undefined;
  const [several] = everybody.exec(who) ?? [];
  return several === undefined
    ? unknownFriend(verb, nameAt(verb.end, who))
    : {
        verb,
        mentions: [],
        refused: "friend_missing",
        unknown: { at: verb.end, end: verb.end + several.length },
      };
}

/** People are invited by name only. */
const everybody =
  /^(?:大家|所有人|(?:所有|全部|全体|我)的?(?:好友|朋友)们?|朋友们|好友们|几个?(?:朋友|好友)|[他她]们)/;

/** "我昨天提醒我妈吃药": a statement of what the person does. */
const isTold = (preface: string): boolean =>
  /(?<![帮给替让])我(?!想|需要|希望|要你|请|求)|昨|刚才?|已经|每次|老是|总是/.test(preface);

/** "告诉张三我3点到": a message for now, not a reminder for then. */
const isNews = (text: string, verb: Span, mentions: readonly Mention[]): boolean =>
  /^(?:告诉|转告)/.test(text.slice(verb.at, verb.end)) &&
  /^\s*[,，]?我(?!们)/.test(text.slice(mentions.at(-1)?.end ?? verb.end));

/** Two or three characters, or a Latin word: more would be what is planned with the person. */
const nameAt = (at: number, who: string): Span => ({
  at,
  end: at + (/^(?:[a-z]+|[小老阿].|.{2,3})/.exec(who)?.[0].length ?? who.length),
});

const surnames =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘蔡蒋余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常";

const person = new RegExp(
  String.raw`^(?:[${surnames}][\u4e00-\u9fff]{1,2}|[小老阿][\u4e00-\u9fff]|(?:我)?(?:妈|爸|老婆|老公|媳妇|女朋友|男朋友|女友|男友|儿子|女儿|爷爷|奶奶|姥姥|外婆|同事|大家|他们?|她们?|孩子|老师|客户|室友|哥|姐|弟|妹)|[a-z]+(?=$|[\s\u4e00-\u9fff]))`,
);

/**
 * Without a list of all names: a family name, a nickname's first character, a relation, or a Latin
 * word.
 */
export const isPerson = (who: string): boolean =>
  person.test(who) &&
  !/^(?:小心|老是|马上|方便|万一|常|向|钱|金|石|田里|白天|江|周[一二三四五六日末]|小时|高|任务|程序|计划|毛|夏天|app|ppt|pr\b)/.test(
    who,
  );

/** "跟小红约明天三点", "和小红定个会": an unknown person is named. */
function zhStranger(reading: Reading, mentions: readonly Mention[]): Invitation | undefined {
  const { prepared, live, triggers } = reading;
  if (triggers.some(({ whom }) => whom === "me") || /[?？吗]/.test(prepared.text)) return undefined;
  for (const clause of live) {
    const tie = /(?<![调缓饱柔温总])[跟和与同]/.exec(clause.text);
    const name =
      tie === null
        ? undefined
        : nameBehind(reading, { at: clause.at + tie.index + 1, end: clause.end });
    if (
      tie === null ||
      name === undefined ||
      mentions.some(({ at, end }) => at < name.end && name.at < end)
    )
      continue;
    if (/昨|刚才?|已经|每次|老是|总是/.test(clause.text.slice(0, tie.index))) continue;
    const arrange = zhArrange.exec(prepared.text.slice(name.end, clause.end));
    if (arrange === null) continue;
    const at = name.end + arrange.index;
    const who = prepared.text.slice(name.at, name.end);
    // 约 is said to people alone; one may fix something with a shop, too.
    if (!arrange[0].startsWith("约") && !isPerson(who)) continue;
    return {
      verb: { at, end: at + arrange[0].length },
      mentions: [],
      refused: "friend_unknown",
      unknown: name,
    };
  }
  return undefined;
}

/** Up to the time or the verb: at most four characters, or one word, and no pronoun. */
function nameBehind({ prepared: { text }, phrases }: Reading, within: Span): Span | undefined {
  const until = Math.min(phrases.find(({ at }) => at >= within.at)?.at ?? within.end, within.end);
  const stretch = text.slice(within.at, until);
  const [, space = "", name = ""] =
    /^(\s*)([a-z]+(?:\s[a-z]+)?|[\u4e00-\u9fff]{1,4}?)\s*(?:一起|一块儿?|俩|两个人?)?\s*(?=$|(?<![签预续解租])约|定|订|安排|[开设排组敲搞弄来](?:一?个|一?[场次顿下]))/.exec(
      stretch,
    ) ?? [];
  if (name === "" || /我|你|您|咱|大家|自己|谁|人家|别人|什么|哪/.test(name)) return undefined;
  const at = within.at + space.length;
  return { at, end: at + name.length };
}

/** "跟张三定个明晚八点的会": the friend first, then what to arrange. */
function zhTogether(reading: Reading, mentions: readonly Mention[]): Invitation | undefined {
  const { prepared, live } = reading;
  const { text } = prepared;
  for (const clause of live) {
    const tied = mentions.filter(
      ({ at, end }) =>
        at >= clause.at && end <= clause.end && /(?:跟|和|与|同)\s*$/.test(text.slice(0, at)),
    );
    const [first] = tied;
    if (first === undefined || isOwnContent(reading, first.at, clause)) continue;
    const all = chain(text, mentions, first.at);
    const end = all.at(-1)?.end ?? first.end;
    const arrange = zhArrange.exec(text.slice(end, clause.end));
    if (arrange === null) continue;
    return {
      verb: { at: end + arrange.index, end: end + arrange.index + arrange[0].length },
      mentions: all,
    };
  }
  return undefined;
}
