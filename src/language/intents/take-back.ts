/** Words around a wish that change nothing about it: sighs, manners, and "the last change". */
const around = {
  zh: /哎呀|哎哟|天哪|糟糕|糟了|完了|不对|不是|不好意思|等一下|等会儿?|等等|等下|慢着|错了|[搞弄说写记设改点]错了?|手滑了?|抱歉|对不起|我?后悔了?|麻烦你?|帮我|给我|我要|我想要?|能不能|可不可以|可以|谢谢你?|谢了|好吗|好不好|行吗|刚才|刚刚|上一?[个条步次]|[那这]一?[个条次步]|操作|改动|修改|更改|变更|一下|赶紧|还是|那就|都|[哎唉诶欸啊哦噢呃额嗯请快你我那先把的吧了呀呢吗掉下就能刚]/gu,
  en: /\b(?:w?h?oops(?:ie)?s?|wait|hold on|hang on|no|nope|oh|ah|uh|um|er|hm+|damn|dang|shit|crap|ugh|argh|sorry|my (?:bad|mistake)|actually|ok|okay|well|please|pls|plz|just|can|could|would|will|you|i|we|want|need|wanna|to|let'?s|the|last|previous|latest|changes?|one|things?|actions?|edits?|steps?|that|it|this|my|your|now|quickly|right|thanks|thank|hey|so|and|then|what|did|do|made|a|mistake|was|that'?s|wrong)\b/giu,
} as const;

const blank = /[^\p{L}\p{N}']+/gu;

const core = {
  zh: (text: string): string => text.replaceAll(blank, "").replaceAll(around.zh, ""),
  en: (text: string): string =>
    text
      .replaceAll("’", "'")
      .replaceAll(around.en, " ")
      .replaceAll(blank, " ")
      .trim()
      .toLowerCase(),
} as const;

/** A longer text tells something. */
const longest = 80;
const undoVerb = {
  zh: /^(?:撤[销回]|收回|反悔|回退|退回)+$/u,
  en: /^(?:undo|revert|(?:take|put) back)(?: (?:undo|revert))*$/u,
} as const;

/**
 * "哎呀撤销", "oops, undo": the last change is meant, and no reminder is named that could be
 * deleted.
 */
export const wantsUndo = (text: string): boolean =>
  text.length <= longest && (undoVerb.zh.test(core.zh(text)) || undoVerb.en.test(core.en(text)));

const dropped = {
  sure: {
    zh: /^(?:算|当没[说讲]过?|作罢)(?:不用|不要|不需要|不必|不用提醒|别提醒|不弄|不记|不改)*$/u,
    en: /^(?:never ?mind|nvm|forget(?: about)?|scratch|strike)(?: (?:not needed|don't bother|never ?mind|forget))*$/u,
  },
  unsure: {
    zh: /^(?:不用|不要|不需要|不必|不用提醒|别提醒|不弄|不记)+$/u,
    en: /^(?:not needed|not? ?needed anymore|don't bother|need for|anymore)$/u,
  },
} as const;

/**
 * "算了不用了", "never mind": what was just said is not wanted any more. `unsure` are words that
 * also refuse an offer politely. They count only directly behind what they speak of.
 */
export function wantsDropped(text: string): "sure" | "unsure" | undefined {
  if (text.length > longest) return undefined;
  const [zh, en] = [core.zh(text), core.en(text)];
  // "算一下" asks for a sum.
  if ((dropped.sure.zh.test(zh) && !/算(?!了)|算了一?下/.test(text)) || dropped.sure.en.test(en))
    return "sure";
  return dropped.unsure.zh.test(zh) || dropped.unsure.en.test(en) || /^\W*no need\W*$/iu.test(text)
    ? "unsure"
    : undefined;
}
