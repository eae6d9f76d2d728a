import { type HeardQuestion, parseHeardQuestion } from "./heard-question.ts";
import { type QuietWish, quietWish } from "../quiet-hours/parse-quiet.ts";

/** Requests about friends, in sentences that ask for nothing else. */
export type FriendWish =
  | { readonly kind: PlainKind }
  | { readonly kind: "join"; readonly code: string | undefined }
  | { readonly kind: NamedKind; readonly name: string }
  /** `who` is empty for "him". */
  | { readonly kind: "name"; readonly who: string; readonly name: string }
  /**
   * "以后叫张三老张": where the one name ends and the other begins depends on the list of friends.
   */
  | { readonly kind: "name_joined"; readonly both: string }
  | { readonly kind: "decline" | "accept"; readonly what: string }
  | HeardQuestion
  | QuietWish;

export type PlainKind =
  | "code"
  | "reset_code"
  | "disable_code"
  | "friends"
  | "ask_first"
  | "ask_first_off";
type NamedKind =
  | "remove"
  | "block"
  | "unblock"
  | "mute"
  | "take"
  | "refuse"
  | "hide_busy"
  | "show_busy";

const code = String.raw`([A-Za-z0-9_-]{22})`;
const ends = String.raw`[\s\p{P}]*(?:吧|谢谢|please|thanks)?[\s\p{P}]*$`;
const polite = String.raw`^[\s\p{P}]*(?:请|麻烦|帮我|给我|please\s+|can you\s+|could you\s+)*`;
const words = (text: string): RegExp => new RegExp(`${polite}(?:${text})${ends}`, "iu");

const joins = [
  words(String.raw`(?:加|添加)(?:一?个|这个)?好友[\s:：]*${code}`),
  words(String.raw`(?:add|join)(?:\s+(?:a|this|my))?\s*(?:friend|friend code|code)?[\s:]*${code}`),
  words(String.raw`(?:好友码|friend code)[\s:：是]*${code}`),
  new RegExp(String.raw`^\s*\S*#friend=${code}\s*$`, "u"),
  // Alone, if it looks like nothing else.
  new RegExp(String.raw`^\s*(?=\S*[a-z])(?=\S*[A-Z])(?=\S*[\d_-])${code}\s*$`, "u"),
];
const joinBare = words(
  String.raw`(?:我想|我要|怎么)?(?:加|添加)(?:一?个|个)?好友|(?:i want to )?add (?:a )?friend|how do i add (?:a )?friend`,
);

const plain: readonly (readonly [PlainKind, RegExp])[] = [
  [
    "ask_first",
    words(
      String.raw`(?:以后)?(?:别人|朋友|好友)(?:们)?约我(?:之?前|的?时候?)?[，,]?\s*(?:要|都要|先|请)?先?(?:问我|问一下我|征求我同意)|ask me first(?: before (?:friends|anybody|anyone) (?:book|books|share|shares|plan|plans).*)?`,
    ),
  ],
  [
    "ask_first_off",
    words(
      String.raw`(?:以后)?(?:别人|朋友|好友)(?:们)?约我(?:之?前|的?时候?)?[，,]?\s*(?:不用|不必|别再?)(?:先)?问我|(?:you )?(?:don'?t|do not|needn'?t) (?:have to |need to )?ask me first(?: any more)?`,
    ),
  ],
  [
    "reset_code",
    words(
      String.raw`(?:重置|更换|换一?个?|刷新)(?:一下)?(?:我的)?好友(?:码|链接|二维码)|(?:reset|renew|change)(?: my)? friend (?:code|link)`,
    ),
  ],
  [
    "disable_code",
    words(
      String.raw`(?:停用|关闭|作废|关掉)(?:我的)?好友(?:码|链接|二维码)|(?:disable|turn off|revoke)(?: my)? friend (?:code|link)`,
    ),
  ],
  [
    "code",
    words(
      String.raw`(?:看看|查看|显示|发(?:我|一下)?|看一?下)?(?:我的)?好友(?:码|链接|二维码)(?:是什么|是多少|呢)?|(?:show |get |what(?:'s| is) |give me )?(?:me )?my friend (?:code|link|qr(?: code)?)`,
    ),
  ],
  [
    "friends",
    words(
      String.raw`(?:看看|查看|列出|列一下|显示)?(?:我的)?好友(?:列表|名单|都?有谁|都?有哪些|有几个)?|我(?:都)?有(?:哪些|几个|多少)好友|(?:list |show |show me |who are )?my friends|list friends`,
    ),
  ],
];

const named: readonly (readonly [NamedKind, RegExp])[] = [
  [
    "hide_busy",
    words(
      String.raw`(?:以后)?(?:不要|别|不)(?:再)?(?:让|给)(?<name>.+?)(?:看到?|看见|知道)我(?:什么时候|几点|是否|的)?(?:的)?(?:有空|没空|忙不忙|忙闲|忙|空闲)(?:时间)?|(?:don'?t|do not|stop) (?:show|showing|tell|telling) (?<en>.+?) when i(?:'?m| am) (?:busy|free)|hide (?:my )?(?:busy times|free time|calendar) from (?<en2>.+?)`,
    ),
  ],
  [
    "show_busy",
    words(
      String.raw`(?:可以|恢复)?(?:让|给)(?<name>.+?)(?:看到?|看见|知道)我(?:什么时候|几点|是否|的)?(?:的)?(?:有空|没空|忙不忙|忙闲|忙|空闲)(?:时间)?|(?:show|tell) (?<en>.+?) when i(?:'?m| am) (?:busy|free)`,
    ),
  ],
  [
    "unblock",
    words(
      String.raw`(?:取消|解除)(?:拉黑|屏蔽)\s*(?<name>.+?)|(?:把)?(?<other>.+?)(?:移出|放出)黑名单|unblock\s+(?<en>.+?)`,
    ),
  ],
  [
    "block",
    words(
      String.raw`(?:拉黑|屏蔽)(?:掉)?\s*(?<name>.+?)|把(?<other>.+?)(?:拉黑|屏蔽|拉进黑名单)(?:掉|了)?|block\s+(?<en>.+?)`,
    ),
  ],
  [
    "remove",
    words(
      String.raw`(?:删除|删掉|移除|解除|删)好友\s*(?<name>.+?)|把(?<other>.+?)从(?:我的)?好友(?:里|中|列表)?(?:里|中)?(?:删除|删掉|删了|移除|去掉)|(?:和|跟)(?<third>.+?)(?:解除|取消)好友(?:关系)?|unfriend\s+(?<en>.+?)|(?:remove|delete)\s+(?:my\s+)?friend\s+(?<en2>.+?)|(?:remove|delete)\s+(?<en3>.+?)\s+(?:from my friends|as a friend)`,
    ),
  ],
  [
    "take",
    words(
      String.raw`(?:取消|解除)静音\s*(?<name>.+?)|(?:恢复)?接受(?<other>.+?)的(?:共享|邀约|邀请|约).{0,4}|unmute\s+(?<en>.+?)|accept (?:shared reminders|invit\w+) from\s+(?<en2>.+?)`,
    ),
  ],
  [
    "mute",
    words(String.raw`静音\s*(?<name>.+?)|把(?<other>.+?)(?:静音|设为免打扰)|mute\s+(?<en>.+?)`),
  ],
  [
    "refuse",
    words(
      String.raw`(?:以后)?(?:不再|不要|别|不)(?:再)?(?:接受|接收|收)(?<name>.+?)的(?:共享|邀约|邀请|约).{0,4}|(?:don'?t|do not|stop) (?:take|taking|accept|accepting) (?:shared reminders|invit\w+) from\s+(?<en>.+?)`,
    ),
  ],
];

const naming = [
  words(String.raw`(?:以后|今后)?(?:就)?管(?<who>.+?)(?:叫|喊)(?:做|作)?\s*(?<name>.{1,20}?)`),
  words(String.raw`(?:以后|今后)(?:就)?(?:叫|喊)(?:他|她|它|ta)\s*(?<name>.{1,20}?)`),
  words(String.raw`(?:以后|今后)(?:就)?把(?<who>.+?)(?:叫|喊)(?:做|作|成)?\s*(?<name>.{1,20}?)`),
  words(
    String.raw`(?:给|把)(?<who>.+?)(?:备注|改备注|起个?(?:外号|昵称|名字))(?:成|为|叫|做|名|:|：)*\s*(?<name>.{1,20}?)`,
  ),
  words(String.raw`(?:from now on,? )?call (?:him|her|them)\s+(?<name>.{1,40}?)(?: from now on)?`),
  words(
    String.raw`from now on,? call (?<who>\S+)\s+(?<name>.{1,40}?)|(?:nickname|rename) (?:my )?friend (?<who2>\S+)\s+(?:as |to )?(?<name2>.{1,40}?)`,
  ),
];

const namesJoined = words(
  String.raw`(?:以后|今后)(?:就)?(?:叫|喊)(?!我|他|她|它|ta|你|您|咱)(?<both>\S.{1,30}?)`,
);

const declines = [
  words(
    String.raw`(?:我)?(?:要)?(?:拒绝|婉拒|谢绝|推掉|不参加|不去|去不了|参加不了|来不了)(?:了|参加)?\s*(?<what>.*?)(?:了|的约|的邀约|的邀请)?`,
  ),
  words(
    String.raw`(?<what>.{1,30}?)\s*(?:我)?(?:就)?(?:不去了?|去不了了?|不参加了?|参加不了了?|来不了了?)`,
  ),
  words(
    String.raw`(?:decline|i (?:can'?t|cannot) (?:make|come to|go to|attend)|can'?t make)\s*(?:it|the|to)?\s*(?<what>.*?)|i'?m not (?:coming|going)(?: to)?\s*(?:the )?(?<what2>.*?)`,
  ),
];

const accepts = [
  words(
    String.raw`(?:好的?[，,]?\s*)?(?:我)?(?:接受|答应|同意参加)(?:了|邀请|邀约)?\s*(?<what>.*?)(?:了|的约|的邀约|的邀请)?`,
  ),
  words(String.raw`(?:i )?accept\s*(?:it|the|the invitation)?\s*(?<what>.*?)`),
];

/** `undefined`: it is about something else. */
export function friendWish(text: string): FriendWish | undefined {
  if (text.length > 200) return undefined;
  for (const parse of parsers) {
    const wish = parse(text);
    if (wish !== undefined) return wish;
  }
  return undefined;
}

/** In this order: a sentence that one pattern matches is not tried with the later ones. */
const parsers: readonly ((text: string) => FriendWish | undefined)[] = [
  parseJoin,
  parsePlain,
  quietWish,
  parseHeardQuestion,
  parseNamed,
  parseNaming,
  (text) => parseAnswer("accept", accepts, text),
  (text) => parseAnswer("decline", declines, text),
];

function parseJoin(text: string): FriendWish | undefined {
  for (const pattern of joins) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return { kind: "join", code: found };
  }
  return joinBare.test(text) ? { kind: "join", code: undefined } : undefined;
}

function parsePlain(text: string): FriendWish | undefined {
  const [kind] = plain.find(([, pattern]) => pattern.test(text)) ?? [];
  return kind && { kind };
}

function parseNamed(text: string): FriendWish | undefined {
  for (const [kind, pattern] of named) {
    const name = first(pattern.exec(text)?.groups);
    // "block 2 until 4pm on Friday" is about something else.
    if (name !== "" && !/\d/.test(name) && name.split(/\s+/).length <= 4) return { kind, name };
  }
  return undefined;
}

function parseNaming(text: string): FriendWish | undefined {
  const groups = groupsOf(naming, text);
  if (groups !== undefined)
    return { kind: "name", who: first(groups, "who"), name: first(groups, "name") };
  const both = namesJoined.exec(text)?.groups?.["both"];
  return both === undefined ? undefined : { kind: "name_joined", both };
}

function parseAnswer(
  kind: "accept" | "decline",
  patterns: readonly RegExp[],
  text: string,
): FriendWish | undefined {
  const groups = groupsOf(patterns, text);
  return groups && { kind, what: first(groups, "what") };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Of the first pattern that fits. */
function groupsOf(patterns: readonly RegExp[], text: string): Groups | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** The first group that holds something, of those whose names begin so. */
const first = (groups: Groups | undefined, starts = ""): string =>
  Object.entries(groups ?? {})
    .find(([key, value]) => key.startsWith(starts) && value !== undefined)?.[1]
    ?.trim() ?? "";
