import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import type { GuestRequest } from "./guest-request.ts";

type Invitation = Extract<GuestRequest, { kind: "invite" }>;
type Unclear = Extract<GuestRequest, { kind: "unclear" }>["why"];

const timeOf = ({ meeting: { start, minutes } }: Invitation, to: Audience): string =>
  whenWords({ wall: start, zone: to.zone, durationMinutes: minutes }, to);

const namesOf = ({ emails }: Invitation, to: Audience): string =>
  emails.join(inLanguage(to, "、", ", "));

export const askGuests = (request: Invitation, to: Audience): string =>
  inLanguage(
    to,
    `要发邮件邀请 ${namesOf(request, to)} 吗？「${request.meeting.subject}」，${timeOf(request, to)}。回“好”就发出并记进日程，回“不用”就算了。`,
    `Invite ${namesOf(request, to)} by e-mail to “${request.meeting.subject}”, ${timeOf(request, to)}? Say yes, and it is sent and stands in your calendar; or no.`,
  );

export const describeInvited = (request: Invitation, isBusy: boolean, to: Audience): string => {
  const note = isBusy
    ? inLanguage(to, "注意：这个时间你还有别的安排。", " Note that you have something else then.")
    : "";
  return inLanguage(
    to,
    `好，记下了：「${request.meeting.subject}」，${timeOf(request, to)}。邀请邮件马上发给 ${namesOf(request, to)}；你改时间或取消时，对方也会收到邮件。${note}`,
    `OK, “${request.meeting.subject}” is in your calendar: ${timeOf(request, to)}. The invitation goes to ${namesOf(request, to)} now; if you move or cancel it, they get a mail about that, too.${note}`,
  );
};

export const guestsDropped = (to: Audience): string =>
  inLanguage(to, "好，没有发，也没有记。", "OK, nothing was sent or written.");

export const noMailServer = (to: Audience): string =>
  inLanguage(
    to,
    "这里没有设置邮件服务器，发不了邀请邮件。什么都没有记。",
    "No mail server is set here, so no invitation can be sent. Nothing was written.",
  );

export const guestsInGroup = (to: Audience): string =>
  inLanguage(
    to,
    "这里还有别人，要发邮件邀请请私下跟我说。",
    "Others read along here. Ask me in private to invite someone by e-mail.",
  );

export const tooManyGuests = (most: number, to: Audience): string =>
  inLanguage(
    to,
    `一天最多发 ${most} 封邀请邮件，这次没有发，也没有记。`,
    `At most ${most} invitations are sent by e-mail in a day. Nothing was sent or written.`,
  );

const unclear: Readonly<Record<Unclear, readonly [zh: string, en: string]>> = {
  no_time: [
    "没看懂是什么事、什么时候。像这样说：“邀请 ann@example.org 明天中午12点吃午饭”。",
    "I didn't get what and when. Say it like this: “invite ann@example.org to lunch tomorrow at 12”.",
  ],
  repeats: [
    "邮件邀请只能发一次性的安排，重复的不行。什么都没有记。",
    "Only a single meeting can be sent by e-mail, not a series. Nothing was written.",
  ],
  past: ["这个时间已经过了，没有发。", "That time is over. Nothing was sent."],
  too_many: ["一次最多邀请十个人。", "At most ten people can be invited at once."],
};

export const guestsUnclear = (why: Unclear, to: Audience): string =>
  inLanguage(to, ...unclear[why]);
