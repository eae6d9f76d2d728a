import { readingOf } from "../../../language/reading.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { ruleWords } from "../../reminders/words/rule-words.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { numberLines, quoteTitle, inLanguage } from "../../reminders/words/reminder-words.ts";
import { completePart, leaveShared } from "../sharing/leave.ts";
import { findBySimilarName } from "../names.ts";
import type { Group } from "../sharing/group-command.ts";
import { timeOfQuestion, groupIn, type SocialWish, type Talk } from "./talk.ts";
import { describeRecipients } from "./recipients.ts";
import { groupLine } from "./shared-words.ts";

export async function declinePart(talk: Talk, group: Group, to: Audience): Promise<Lines> {
  const change = leaveShared(talk.work.maker, group, talk.me.id);
  if (change === undefined) return [];
  talk.keep(change, "final");
  const creator = group.parts.filter(({ id }) => id === group.shared.creatorId);
  const tell = await describeRecipients(talk, creator, to);
  return [
    inLanguage(
      to,
      `好，「${group.shared.title}」你不参加了${tell === "" ? "。" : `，${tell}`}`,
      `OK, you are out of “${group.shared.title}”.${tell}`,
    ),
  ];
}

export function completeOwnPart(
  talk: Talk,
  row: SocialWish & { kind: "complete" },
  to: Audience,
): Lines {
  const { row: own } = row;
  talk.takeForGood(
    completePart(talk.work.maker, { id: own.shared_reminder_id ?? "", title: own.content }, own),
  );
  return [
    inLanguage(
      to,
      `好，${quoteTitle(own, to)}你的这份完成了。`,
      `OK, your part of ${quoteTitle(own, to)} is done.`,
    ),
  ];
}

/** "拒绝", "我不去开会了": the person's own part of a reminder that another person created. */
export async function declineNamed(talk: Talk, what: string, to: Audience): Promise<Lines> {
  const social = talk.work.social();
  const groups = social.shared
    .filter(
      ({ creatorId, ownCompletion }) => creatorId !== talk.me.id && ownCompletion === "pending",
    )
    .flatMap(({ id }) => groupIn(social, id) ?? []);
  if (groups.length === 0) return [];
  const meant = findBySimilarName(social.friends, what).map(({ id }) => id);
  const fits = groups.filter(
    ({ shared, parts }) =>
      what === "" ||
      what.includes(shared.title) ||
      (what.length > 1 && shared.title.includes(what)) ||
      parts.some(({ id }) => meant.includes(id)),
  );
  const [only, another] = fits;
  if (only !== undefined && another === undefined)
    return isAboutOneDay(talk, only, what) ? askWhole(talk, only, to) : declinePart(talk, only, to);
  if (fits.length === 0 && what !== "") return [];
  const question = inLanguage(to, "你不参加哪一个？", "Which one do you decline?");
  const lines = [
    question,
    numberLines(fits.map((group) => groupLine(social, group, { me: talk.me.id, to }))),
  ];
  talk.work.ask(
    { kind: "decline", ids: fits.map(({ shared }) => shared.id), language: to.language },
    lines.join("\n"),
  );
  return lines;
}

/** "跑步明天不去", of something that comes every day. */
function isAboutOneDay({ work }: Talk, { shared }: Group, what: string): boolean {
  const { phrases } = readingOf({
    text: what.replaceAll(shared.title, " "),
    now: timeOfQuestion(work),
    tz: work.zone,
  });
  return shared.rrule !== null && phrases.some(({ day }) => day !== undefined);
}

function askWhole(talk: Talk, { shared }: Group, to: Audience): Lines {
  const often = ruleWords(shared.rrule ?? "", to.language, null);
  const question = inLanguage(
    to,
    `「${shared.title}」是${often}的约，不能只缺一次。要整个退出吗？回复“是”就退出。`,
    `“${shared.title}” comes ${often}; one time alone can't be left out. Shall I take you out of all of it? Reply “yes” to confirm.`,
  );
  talk.work.ask({ kind: "decline", ids: [shared.id], language: to.language }, question);
  return [question];
}
