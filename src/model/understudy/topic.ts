import type { Language } from "../../domain/language.ts";

/** What a line is about, as a phrase that an answer can take up, seen from the other side. */
export function findTopic(
  text: string,
  language: Language,
  isUsed: (topic: string) => boolean,
): string | undefined {
  const found = language === "zh" ? chineseTopics(text) : englishTopics(text);
  return found.find((topic) => !isUsed(topic)) ?? found[0];
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));

const adjectives = words(
  "old new last first second third red blue green black white grey small big little young good bad same other whole next broken empty long short cold warm dark bright strange lost brass wooden silver golden iron secret hidden wet dry wrong right best worst only own great heavy quiet loud fourth fifth late early dead living main front back upper lower left torn sealed locked open closed missing yellow brown tall thin fat blind",
);
/** Words after an article that no one would take up. */
const vague = words(
  "way thing things time times day days moment bit lot one ones minute minutes hour hours while kind sort rest end point place matter reason idea chance most more few couple many same other others",
);
const mirrored: Readonly<Record<string, string>> = {
  my: "your",
  your: "my",
  our: "our",
};
const notNames = words(
  "I I'm I've I'll I'd The A An And But Or So Then If When Where Who What Why How Yes No Not It He She They We You This That There Here My Your Our His Her Their Do Did Does Is Are Was Were Will Would Can Could Should Please Hello Hi Hey Thanks Thank Sorry Good Come Go Let Let's Tell Give Everyone Well Oh Ah",
);

function englishTopics(text: string): string[] {
  const phrases = [
    ...text.matchAll(
      /\b(the|this|these|those|(?:have|had|got|lost|need) an?|an?|my|your|his|her|our|their)\s+([a-z][a-z'’-]*)(?:\s+([a-z][a-z'’-]*))?/giu,
    ),
  ].flatMap(([, article = "", first = "", second]) => {
    const noun = adjectives.has(first.toLowerCase()) ? second : undefined;
    if (adjectives.has(first.toLowerCase()) && noun === undefined) return [];
    const last = (noun ?? first).toLowerCase().replace(/['’]s$/u, "");
    if (vague.has(last) || last.length < 3 || /(?:ly|ing)$/u.test(last) || isVerb.test(last))
      return [];
    const lead = article.toLowerCase();
    const said =
      mirrored[lead] ??
      (/^(?:his|her|their)$/u.test(lead) ? lead : / /u.test(lead) ? "your" : "the");
    return [`${said} ${noun === undefined ? last : `${first.toLowerCase()} ${last}`}`];
  });
  const names = [...text.matchAll(/(?<=[\p{L},;] )\p{Lu}\p{L}{2,}(?: \p{Lu}\p{L}+)?/gu)]
    .map(([name]) => name)
    .filter((name) => !notNames.has(name.split(" ")[0] ?? ""));
  // “Thunder rolls over the harbour”: what does something comes first.
  const subject = /^(\p{Lu}\p{Ll}{2,}) \p{Ll}+s\b/u.exec(text)?.[1];
  const doer = subject === undefined || notNames.has(subject) ? [] : [subject.toLowerCase()];
  return [...(doer[0] === undefined || isVerb.test(doer[0]) ? [] : doer), ...phrases, ...names];
}

const isVerb =
  /^(?:is|was|are|were|be|been|has|have|had|do|does|did|will|would|can|could|should|may|might|must|you|who|what|why|how|they|she|not|too|much|said|says|means|makes|goes|came|went|sounds|looks|seems)$/u;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const chineseStops = words(
  "世上 世界 原来 只是 觉得 知道 认为 以为 看到 看见 听见 听到 听说 告诉 记得 喜欢 想要 需要 可以 应该 可能 已经 现在 今天 昨天 明天 今晚 昨晚 今夜 晚上 早上 下午 刚才 刚刚 时候 什么 怎么 怎样 为什么 哪里 哪儿 我们 你们 他们 她们 咱们 自己 大家 一个 一下 一点 一些 这个 那个 这里 那里 这儿 那儿 这样 那样 这么 那么 没有 不是 就是 还是 但是 可是 因为 所以 如果 要是 虽然 然后 而且 或者 真的 非常 特别 一直 还有 起来 出来 过来 过去 回来 回去 下来 进来 出去 上来 开始 结束 发现 发生 东西 事情 问题 说话 说过 总是 有点 一样 不会 不能 不要 不用 不想 一定 其实 当然 只是 不过 只有 也许 大概 似乎 好像 多少 几个 多久 认识 相信 希望 打算 准备 谢谢 抱歉 对不起 你好 您好 再见 一起 一会儿 有人 没人 所有 每天 每次 永远 最后 终于 突然 忽然 马上 赶紧 快点 以前 以后 之前 之后 后来 从来 从前 是否 到底 究竟 还好 怎么样 有时 当时 看看 想想 说说 听听 试试 地方 样子 意思 办法 不了 不到 好吗 行吗 是的 没错 好的 那边 这边 里面 外面 上面 下面 旁边 难过 高兴 开心 害怕 担心 愿意 能够 必须 忘记 忘了 起码 至少 并且 甚至 居然 竟然 反正 毕竟 于是 而已",
);
const shortNouns = words("船 茶 雾 门 海 雨 灯 酒 钟 猫 狗 雪 桥 塔 岛");
/** Words that are rarely a thing of their own. */
const wordy =
  /[我你您他她它谁啥]|^[该是在不没很都也就还再又去来想说要会能可有给让被把为和跟向从直太更最已将正才刚便讲听看问走坐站拿打找等带帮]|[了着过吗呢吧啊的得地个]$/u;

function chineseTopics(text: string): string[] {
  const pieces = [...segmenter.segment(text)].map(({ segment }) => segment);
  const owned: string[] = [];
  const plain: string[] = [];
  pieces.forEach((word, at) => {
    if (!/^\p{Script=Han}+$/u.test(word)) return;
    if (word.length < 2 ? !shortNouns.has(word) : chineseStops.has(word) || wordy.test(word))
      return;
    const before = `${pieces[at - 2] ?? ""}${pieces[at - 1] ?? ""}`;
    if (before.endsWith("我的")) owned.push(`你的${word}`);
    else if (before.endsWith("你的")) owned.push(`我的${word}`);
    else plain.push(word);
  });
  // A thing that something is done with, or that is counted or pointed at, before any other word.
  const pointed = plain.filter((word) =>
    new RegExp(
      `(?:[把将这那]|[一两三四五六七八九十几这那](?:[个只封张把条本杯间座艘盏位件支声阵道扇群股片缕滴把枚碗块根串匹头])[\\p{Script=Han}]{0,2}?)${word}`,
      "u",
    ).test(text),
  );
  return [...new Set([...owned, ...pointed, ...plain.toSorted((a, b) => b.length - a.length)])];
}

const particles = words(
  "我 你 您 他 她 它 的 了 着 过 吗 呢 吧 啊 是 在 不 没 很 都 也 就 还 再 又 去 来 想 说 要 会 能 可 有 给 让 被 把 为 和 跟 向 从 这 那 哪 谁 几 一 个 上 下 里 到 对 好 人 事 话 得 地 多 吧 么 什 怎",
);

/** The words of a text that tell what it is about, for comparing two texts. */
export function contentWords(text: string, language: Language): ReadonlySet<string> {
  if (language === "zh")
    return new Set(
      [...segmenter.segment(text)]
        .map(({ segment }) => segment)
        .filter((word) => (word.length < 2 ? !particles.has(word) : !chineseStops.has(word)))
        .filter((word) => /\p{L}/u.test(word)),
    );
  return new Set(
    [...text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu)]
      .map(([word]) => word.replace(/['’]s?$/u, ""))
      .filter((word) => word.length > 2 && !plainWords.has(word))
      .map((word) => (word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing)$/u, "") : word)),
  );
}

const plainWords = words(
  "the and but for are was were you your yours his her hers him she they them their our ours with that this these those there here have has had did does not what who whom whose when where why how which will would can could should may might must been being from into about than then too very just some any all one two its it's i'm don't didn't isn't wasn't can't tell know think say said says remember like really ever never still again please yes hello way mean make made want let get got out",
);
