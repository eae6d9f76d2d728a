import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { dayWords, type Audience } from "../../reminders/words/when-words.ts";
import { numberLines, inLanguage } from "../../reminders/words/reminder-words.ts";
import { join, type JoinRefusal, nameFriend, takeFrom, unblock } from "../links/join.ts";
import { disableLink, linkFor, readLink } from "../links/invitation-link.ts";
import { part } from "../links/unfriend.ts";
import { decideQuiet } from "../quiet-hours/decide-quiet.ts";
import { answerHeard } from "./answer-heard.ts";
import { answerAsked, askingChanged, busyChanged } from "./decide-asked.ts";
import { declineNamed } from "./decide-own.ts";
import type { FriendWish, PlainKind } from "./friend-wishes.ts";
import { friendName, findBySimilarName, listTypedNames } from "../names.ts";
import type { Friend } from "../people.ts";
import { groupIn, type Talk } from "./talk.ts";
import { newest, whichFriend } from "./which-friend.ts";

/** The reply to a request about friends. Empty: it was about something else after all. */
export async function decideFriends(talk: Talk, wish: FriendWish, to: Audience): Promise<Lines> {
  if (wish.kind === "heard") return answerHeard(talk, wish, to);
  if (wish.kind === "join") return joinByCode(talk, wish.code, to);
  if (wish.kind === "decline" || wish.kind === "accept") return decideAnswer(talk, wish, to);
  if (wish.kind === "quiet" || wish.kind === "quiet_off" || wish.kind === "quiet_shown")
    return decideQuiet(talk, wish, to);
  if (wish.kind === "name_joined") return nameFromSentence(talk, wish.both, to);
  return "name" in wish ? decideOfOne(talk, wish, to) : decidePlain(talk, wish.kind, to);
}

async function decideAnswer(
  talk: Talk,
  wish: Extract<FriendWish, { readonly what: string }>,
  to: Audience,
): Promise<Lines> {
  const answered = await answerAsked(talk, wish, to);
  return answered.length > 0 || wish.kind === "accept"
    ? answered
    : declineNamed(talk, wish.what, to);
}

async function decidePlain(talk: Talk, kind: PlainKind, to: Audience): Promise<Lines> {
  if (kind === "ask_first" || kind === "ask_first_off")
    return askingChanged(talk, kind === "ask_first", to);
  return kind === "friends" ? listFriends(talk, to) : showCode(talk, kind, to);
}

/** A request about one friend. It may have to ask which one. */
async function decideOfOne(
  talk: Talk,
  wish: Extract<FriendWish, { readonly name: string }>,
  to: Audience,
): Promise<Lines> {
  if (wish.kind === "unblock") return unblockFriend(talk, wish.name, to);
  const typed = wish.kind === "name" ? wish.who : wish.name;
  const found = typed === "" ? newest(talk) : findBySimilarName(talk.work.social().friends, typed);
  const [friend, another] = found;
  if (friend === undefined || another !== undefined) return whichFriend(talk, { wish, found }, to);
  if (wish.kind === "name") return applyNickname(talk, { friend, name: wish.name }, to);
  if (wish.kind === "remove" || wish.kind === "block")
    return endFriendship(talk, { friend, block: wish.kind === "block" }, to);
  if (wish.kind === "hide_busy" || wish.kind === "show_busy")
    return busyChanged(talk, { friend, shown: wish.kind === "show_busy" }, to);
  return settingChanged(talk, { friend, kind: wish.kind }, to);
}

async function joinByCode(talk: Talk, code: string | undefined, to: Audience): Promise<Lines> {
  if (code === undefined || talk.codes === undefined)
    return [
      inLanguage(
        to,
        "把对方的好友码发给我就行，像这样：“加好友 对方的码”。想让别人加你，说“我的好友码”。",
        "Send me your friend's code like this: “add friend CODE”. Say “my friend code” for yours.",
      ),
    ];
  const result = await join(
    talk.work.maker,
    { read: talk.read, codes: talk.codes, me: talk.me },
    code,
  );
  if (result.command !== undefined) talk.take(result.command);
  if ("refused" in result) return [refusalWords(result.refused, to)];
  const name = result.friend.displayName ?? inLanguage(to, "对方", "your new friend");
  if (result.status === "already_active")
    return [inLanguage(to, `你和 ${name} 已经是好友了。`, `${name} and you are friends already.`)];
  return [
    inLanguage(
      to,
      `好，你和 ${name} 是好友了，我会告诉 ${name}。想换个称呼，说“以后叫他 …”；要约时间，说“约${name}明天下午3点…”。`,
      `OK, ${name} and you are friends now; I'll tell ${name}. For another name say “call them …”.`,
    ),
  ];
}

const refusals: Readonly<Record<JoinRefusal, readonly [string, string]>> = {
  friend_link_not_found: [
    "这个好友码不对或者过期了，请对方再发一次。",
    "That code is wrong or has expired. Ask for a new one.",
  ],
  friend_link_disabled: ["对方停用了这个好友码。", "That code has been switched off."],
  self_friendship_forbidden: [
    "这是你自己的好友码，发给朋友就行。",
    "That is your own code. Give it to a friend.",
  ],
  rate_limited: ["试的次数太多了，过一阵再来。", "Too many attempts. Try again later."],
};

const refusalWords = (refused: JoinRefusal, to: Audience): string =>
  inLanguage(to, refusals[refused][0], refusals[refused][1]);

function listFriends(talk: Talk, to: Audience): Lines {
  const { friends } = talk.work.social();
  if (friends.length === 0)
    return [
      inLanguage(
        to,
        "你还没有好友。说“我的好友码”，把码发给朋友。",
        "You have no friends here yet. Say “my friend code” and give it to one.",
      ),
    ];
  const lines = friends.map((friend) => {
    const own =
      friend.displayName !== null && friend.displayName !== friendName(friend, to)
        ? inLanguage(to, `（${friend.displayName}）`, ` (${friend.displayName})`)
        : "";
    const how = {
      take: "",
      mute: inLanguage(to, " · 静音", " · muted"),
      refuse: inLanguage(to, " · 不收共享", " · no shared reminders"),
      ask: inLanguage(to, " · 先问我", " · asks me first"),
    }[friend.setting];
    return `${friendName(friend, to)}${own}${how}`;
  });
  return [
    inLanguage(
      to,
      `你有 ${friends.length} 位好友：`,
      `You have ${friends.length === 1 ? "one friend" : `${friends.length} friends`}:`,
    ),
    numberLines(lines),
  ];
}

async function showCode(
  talk: Talk,
  kind: "code" | "reset_code" | "disable_code",
  to: Audience,
): Promise<Lines> {
  const { work, codes } = talk;
  if (codes === undefined)
    return [inLanguage(to, "这里不能加好友。", "Friends can't be added here.")];
  const row = await readLink(talk.read, talk.me.id);
  if (kind === "disable_code") {
    const command = disableLink(work.maker, row);
    if (command !== undefined) talk.take(command);
    return [
      inLanguage(
        to,
        "好，你的好友码停用了。再说“我的好友码”会换一个新的。",
        "OK, your friend code is off. “My friend code” makes a new one.",
      ),
    ];
  }
  const link = linkFor(work.maker, codes, { row, reset: kind === "reset_code" });
  if (link.command !== undefined) talk.take(link.command);
  const day = dayWords(
    { wall: wallTimeAt(Date.parse(link.expiresAt), to.zone), zone: to.zone },
    to,
  );
  const address = talk.linkOf(link.code);
  return [
    inLanguage(to, `你的好友码（到 ${day} 有效）：`, `Your friend code (valid until ${day}):`),
    link.code,
    ...(address === undefined ? [] : [address]),
    inLanguage(
      to,
      "朋友把“加好友 这个码”发给我，你们就是好友了。",
      "When a friend sends me “add friend” and this code, you are friends.",
    ),
  ];
}

function applyNickname(
  talk: Talk,
  { friend, name }: { friend: Friend; name: string },
  to: Audience,
): Lines {
  const old = friendName(friend, to);
  talk.takeForGood(nameFriend(talk.work.maker, friend, { name, shown: true }));
  knowFriend(talk, {
    ...friend,
    names: [{ name, shown: true }, ...friend.names.map((each) => ({ ...each, shown: false }))],
  });
  return [inLanguage(to, `好，以后 ${old} 就叫 ${name}。`, `OK, ${old} is ${name} from now on.`)];
}

/** Empty where it does not begin with a friend's name: then it is about something else. */
function nameFromSentence(talk: Talk, both: string, to: Audience): Lines {
  const found = talk.work.social().friends.flatMap((friend) => {
    const known = listTypedNames(friend).find(
      (name) => both.toLowerCase().startsWith(name.toLowerCase()) && both.length > name.length,
    );
    return known === undefined
      ? []
      : [{ friend, name: both.slice(known.length).replace(/^(?:做|作|成)?\s*/, "") }];
  });
  const [only, another] = found;
  return only === undefined || another !== undefined || only.name === "" || only.name.length > 20
    ? []
    : applyNickname(talk, only, to);
}

function knowFriend(talk: Talk, friend: Friend): void {
  const social = talk.work.social();
  talk.work.knowSocial({
    ...social,
    friends: social.friends.map((each) => (each.id === friend.id ? friend : each)),
  });
}

function endFriendship(
  talk: Talk,
  { friend, block }: { friend: Friend; block: boolean },
  to: Audience,
): Lines {
  const social = talk.work.social();
  const groups = social.shared.flatMap(({ id }) => groupIn(social, id) ?? []);
  const name = friendName(friend, to);
  const { command, cancelled } = part(talk.work.maker, friend, { groups, name, block });
  talk.takeForGood(command);
  const gone = new Set(cancelled.map(({ id }) => id));
  talk.work.knowSocial({
    ...social,
    friends: social.friends.filter(({ id }) => id !== friend.id),
    shared: social.shared.filter(({ id }) => !gone.has(id)),
  });
  const also =
    cancelled.length === 0
      ? ""
      : inLanguage(
          to,
          `你们之间还没到的约也取消了：${cancelled.map(({ title }) => title).join("、")}。`,
          ` Called off as well: ${cancelled.map(({ title }) => title).join(", ")}.`,
        );
  if (block)
    return [
      inLanguage(
        to,
        `好，拉黑了 ${name}，对方不能再加你。${also}`,
        `OK, ${name} is blocked and can't add you again.${also}`,
      ),
    ];
  return [
    inLanguage(
      to,
      `好，${name} 不再是你的好友了，我会告诉对方。${also}`,
      `OK, ${name} is no longer your friend; I'll tell them.${also}`,
    ),
  ];
}

async function unblockFriend(talk: Talk, typed: string, to: Audience): Promise<Lines> {
  const rows = await talk.read.rows<{ blocked_account_id: string; name: string }>(
    "select blocked_account_id, name from friend_block where account_id = $1",
    [talk.me.id],
  );
  const found = rows.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  if (found === undefined)
    return [inLanguage(to, "你没有拉黑这个人。", "You have not blocked anyone with that name.")];
  talk.takeForGood(unblock(talk.work.maker, found.blocked_account_id));
  return [
    inLanguage(
      to,
      `好，不再拉黑 ${found.name}。要再做好友，得重新加。`,
      `OK, ${found.name} is no longer blocked. To be friends again, add each other again.`,
    ),
  ];
}

function settingChanged(
  talk: Talk,
  on: { friend: Friend; kind: "mute" | "take" | "refuse" },
  to: Audience,
): Lines {
  const name = friendName(on.friend, to);
  talk.takeForGood(takeFrom(talk.work.maker, on.friend, on.kind));
  knowFriend(talk, { ...on.friend, setting: on.kind });
  const words: Readonly<Record<typeof on.kind, string>> = {
    mute: inLanguage(
      to,
      `好，${name} 约你时不再单独告诉你，照样记着、到点提醒。`,
      `OK, what ${name} shares is added and reminds you, but I won't announce it.`,
    ),
    take: inLanguage(to, `好，${name} 约你时会告诉你。`, `OK, I'll tell you what ${name} shares.`),
    refuse: inLanguage(
      to,
      `好，不再接收 ${name} 的约，对方也看不到你的时间。`,
      `OK, you receive nothing from ${name}, who no longer sees your free time.`,
    ),
  };
  return [words[on.kind]];
}
