import type { PeerTrouble } from "../../../domain/ports/peers.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { windowWords } from "../dialogue/shared-words.ts";
import type { Interval } from "../availability/free-time.ts";
import type { PeerFriendRow, PeerInvitationRow } from "./rows.ts";

type Friend = Pick<PeerFriendRow, "name" | "host">;
type Plan = Pick<PeerInvitationRow, "title" | "starts_at" | "minutes">;

/** How a friend elsewhere is named, and can be named back. */
export const addressOf = ({ name, host }: Friend): string =>
  `${name.replaceAll(/\s+/gu, "")}@${host}`;

const timeOf = ({ starts_at: at, minutes }: Plan, to: Audience): string =>
  whenWords(
    { wall: wallTimeAt(Date.parse(at), to.zone), zone: to.zone, durationMinutes: minutes },
    to,
  );

export const ownAddressWords = (address: string, until: string, to: Audience): string =>
  inLanguage(
    to,
    `你给别的服务器上的人用的好友地址：${address}\n对方在那边说“加好友 ${address}”就行，${until}前有效。`,
    `Your friend address for people on other servers: ${address}\nThey say “add friend ${address}” there. It is valid until ${until}.`,
  );

export const unknownHostWords = (host: string, to: Audience): string =>
  inLanguage(
    to,
    `这台服务器和 ${host} 没有互通。请运维人员把它加到 peers.known。`,
    `This server does not know ${host}. Its operator can add it to peers.known.`,
  );

export const describeLinked = (friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `好，你和 ${addressOf(friend)} 是好友了。可以说“${addressOf(friend)} 明天有空吗”，或“约 ${addressOf(friend)} 明天下午3点喝咖啡”。`,
    `OK, you and ${addressOf(friend)} are friends now. Say “when is ${addressOf(friend)} free tomorrow” or “schedule coffee with ${addressOf(friend)} tomorrow at 3pm”.`,
  );

export const codeRefusedWords = (to: Audience): string =>
  inLanguage(
    to,
    "那边说这个地址无效或过期了。请对方再说一次“我的好友地址”，发你新的。",
    "The other server says that this address is not valid or has expired. Ask them to say “my friend address” again and send you the new one.",
  );

export const tooManyWords = (to: Audience): string =>
  inLanguage(
    to,
    "那边今天不再接受了，明天再试。什么都没有改。",
    "The other server accepts no more of these today. Try again tomorrow. Nothing was changed.",
  );

const troubles: Readonly<Record<PeerTrouble, readonly [zh: string, en: string]>> = {
  unreachable: ["现在连不上", "can't be reached now"],
  not_trusted: ["没有通过签名核对", "did not pass the check of its signature"],
  failed: ["没有给出能用的答复", "gave no usable answer"],
};

export const troubleWords = (host: string, trouble: PeerTrouble, to: Audience): string =>
  inLanguage(
    to,
    `${host} ${troubles[trouble][0]}，过一会儿再试。什么都没有改。`,
    `${host} ${troubles[trouble][1]}. Try again in a while. Nothing was changed.`,
  );

export const describeEndedByThem = (friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `${addressOf(friend)} 那边已经不把你当好友了，你这边也结束了。`,
    `${addressOf(friend)} is no longer connected with you, so the friendship has ended here, too.`,
  );

export const describeLinkedByThem = (friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `${addressOf(friend)} 用你的好友地址加了你。对方能看到你什么时候忙（看不到在忙什么），约你我会先问你。不想要就说“删除好友 ${addressOf(friend)}”。`,
    `${addressOf(friend)} added you by your friend address. They can see when you are busy, not with what; when they invite you, I ask you first. To end it, say “remove friend ${addressOf(friend)}”.`,
  );

export const describeRemoved = (friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `好，和 ${addressOf(friend)} 的好友关系结束了。`,
    `OK, ${addressOf(friend)} is no longer your friend.`,
  );

export const friendsWords = (friends: readonly Friend[], to: Audience): string =>
  friends.length === 0
    ? inLanguage(
        to,
        "你在别的服务器上还没有好友。说“我的好友地址”，把地址发给对方。",
        "You have no friends on other servers yet. Say “my friend address” and send it to them.",
      )
    : [
        inLanguage(to, "你在别的服务器上的好友：", "Your friends on other servers:"),
        ...friends.map((friend) => `· ${addressOf(friend)}`),
      ].join("\n");

export const noSuchFriendWords = (address: string, to: Audience): string =>
  inLanguage(
    to,
    `你没有叫 ${address} 的好友。说“别的服务器上的好友”看看有谁。`,
    `You have no friend ${address}. Say “my friends on other servers” to see them.`,
  );

export const onePersonWords = (to: Audience): string =>
  inLanguage(
    to,
    "一次只能约一位别的服务器上的好友，没有约。",
    "I can invite one friend on another server at a time, so I invited none.",
  );

export const planUnclearWords = (friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `没看懂要约什么时候。像这样说：“约 ${addressOf(friend)} 周五晚上7点吃饭”。重复的安排和全天的事还不能跨服务器约。`,
    `I didn't get what to invite them to. Say it like this: “schedule dinner with ${addressOf(friend)} on Friday at 7pm”. Repeating and whole-day plans can't be shared across servers yet.`,
  );

export const describeInvited = (plan: Plan, friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `好，「${plan.title}」记下了：${timeOf(plan, to)}。正在问 ${addressOf(friend)}，有答复我告诉你。`,
    `OK, “${plan.title}” is in your calendar: ${timeOf(plan, to)}. I'm asking ${addressOf(friend)} and will tell you what they say.`,
  );

export function freeWords(
  of: { readonly friend: Friend; readonly windows: readonly Interval[]; readonly named: boolean },
  to: Audience,
): string {
  const who = addressOf(of.friend);
  const note = of.named
    ? ""
    : inLanguage(to, "（没说哪天，看了 7 天）", " (you named no day, so I looked at 7 days)");
  return of.windows.length === 0
    ? inLanguage(to, `${who} 那段时间没空${note}。`, `${who} has no free time then${note}.`)
    : [
        inLanguage(to, `${who} 有空的时间${note}：`, `${who} is free${note}:`),
        ...windowWords(of.windows, to),
      ].join("\n");
}

/** The question to the person. The title is the friend's own words. */
export const askWords = (plan: Plan, friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `${addressOf(friend)} 约你：「${plan.title}」，${timeOf(plan, to)}。去吗？回复“可以”或“不行”。`,
    `${addressOf(friend)} invites you: “${plan.title}”, ${timeOf(plan, to)}. Yes or no?`,
  );

export const askMovedWords = (plan: Plan, friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `${addressOf(friend)} 把「${plan.title}」改到 ${timeOf(plan, to)}。可以吗？回复“可以”或“不行”。`,
    `${addressOf(friend)} moved “${plan.title}” to ${timeOf(plan, to)}. Does that suit? Yes or no?`,
  );

export const describeCancelled = (plan: Plan, friend: Friend, to: Audience): string =>
  inLanguage(
    to,
    `${addressOf(friend)} 取消了「${plan.title}」（${timeOf(plan, to)}），你的日程里也去掉了。`,
    `${addressOf(friend)} called off “${plan.title}” (${timeOf(plan, to)}). It is out of your calendar.`,
  );

export const describeAnswer = (
  { plan, accepted }: { readonly plan: Plan; readonly accepted: boolean },
  friend: Friend,
  to: Audience,
): string =>
  accepted
    ? inLanguage(
        to,
        `${addressOf(friend)} 答应了：「${plan.title}」，${timeOf(plan, to)}。`,
        `${addressOf(friend)} accepted: “${plan.title}”, ${timeOf(plan, to)}.`,
      )
    : inLanguage(
        to,
        `${addressOf(friend)} 去不了「${plan.title}」（${timeOf(plan, to)}）。你的日程没有动，要取消就说“取消${plan.title}”。`,
        `${addressOf(friend)} can't make “${plan.title}” (${timeOf(plan, to)}). It is still in your calendar; say “cancel ${plan.title}” to remove it.`,
      );

export const describeExpired = (
  { plan, isDelivered }: { readonly plan: Plan; readonly isDelivered: boolean },
  friend: Friend,
  to: Audience,
): string =>
  isDelivered
    ? inLanguage(
        to,
        `${addressOf(friend)} 没有答复「${plan.title}」的邀请。`,
        `${addressOf(friend)} never answered the invitation to “${plan.title}”.`,
      )
    : inLanguage(
        to,
        `「${plan.title}」的邀请一直没能送到 ${friend.host}，${addressOf(friend)} 不知道这件事。`,
        `The invitation to “${plan.title}” never reached ${friend.host}: ${addressOf(friend)} does not know of it.`,
      );

export const answerTakenWords = (
  {
    plan,
    accepts,
    isBusy,
  }: { readonly plan: Plan; readonly accepts: boolean; readonly isBusy: boolean },
  friend: Friend,
  to: Audience,
): string => {
  if (!accepts)
    return inLanguage(
      to,
      `好，告诉 ${addressOf(friend)} 你去不了「${plan.title}」。`,
      `OK, ${addressOf(friend)} hears that you can't make “${plan.title}”.`,
    );
  const note = isBusy
    ? inLanguage(to, "注意：这个时间你还有别的安排。", " Note that you have something else then.")
    : "";
  return inLanguage(
    to,
    `好，「${plan.title}」记下了：${timeOf(plan, to)}。${note}会告诉 ${addressOf(friend)}。`,
    `OK, “${plan.title}” is in your calendar: ${timeOf(plan, to)}.${note} ${addressOf(friend)} hears of it.`,
  );
};

export const overWords = (plan: Plan, to: Audience): string =>
  inLanguage(
    to,
    `「${plan.title}」的时间已经过了：${timeOf(plan, to)}。`,
    `The time of “${plan.title}” is over: ${timeOf(plan, to)}.`,
  );

export const whichWords = (
  all: readonly { readonly plan: Plan; readonly friend: Friend }[],
  to: Audience,
): string =>
  [
    inLanguage(to, "有几个邀请在等答复，是哪一个？", "Several invitations are waiting. Which one?"),
    ...all.map(
      ({ plan, friend }) => `· ${addressOf(friend)} 「${plan.title}」 ${timeOf(plan, to)}`,
    ),
    inLanguage(to, "像这样说：“接受 名字@服务器”。", "Say “accept name@server”."),
  ].join("\n");

export const notInGroupsWords = (to: Audience): string =>
  inLanguage(
    to,
    "这里还有别人，别的服务器上的好友请私下跟我说。",
    "Others read along here. Tell me about friends on other servers in private.",
  );
