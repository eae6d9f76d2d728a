import type { Reason } from "../../../language/dialogue/reasons.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import type { Lines } from "./decide-create.ts";
import { createQuestion } from "../../friends/dialogue/asked-words.ts";
import { hasFriendName } from "../../friends/dialogue/known-friends.ts";
import { findByName, friendName, nameOfOne } from "../../friends/names.ts";
import { groupIn } from "../../friends/dialogue/talk.ts";
import { groupLine } from "../../friends/dialogue/shared-words.ts";
import { activeOf } from "./discourse.ts";
import { finishRequest } from "./understand.ts";
import { titlesOf } from "./untimed.ts";
import { ruleWords } from "../words/rule-words.ts";
import { type Audience, dayWords, whenWords } from "../words/when-words.ts";
import {
  lineOf,
  numberLines,
  inLanguage,
  describeUnchanged,
  privateMatter,
} from "../words/reminder-words.ts";
import type { Work } from "./work.ts";

const shown = 8;

/** The question and its possible answers. */
export function questionLines(
  work: Work,
  on: { open: OpenRequest; question: string; reason: Reason },
  to: Audience,
): Lines {
  const { open, question, reason } = on;
  const choices = open.choices ?? [];
  if (reason === "no_time") return timeQuestion(work, on, to);
  if (reason === "friend_unknown" || reason === "friend_missing")
    return [question, ...friends(work, to)];
  if (reason === "target_not_found") return askAmongExisting(work, question, to);
  if (choices.length > 0 && reason === "target_ambiguous")
    return [question, numberLines(choices.map((choice) => choiceLine(work, choice, to)))];
  if (choices.length > 0 && reason === "friend_ambiguous")
    return [question, numberLines(choices.map((choice) => namesOf(work, choice, to)))];
  return [closerQuestion(work, on, to) ?? question];
}

/** The question with the known details, where there are more than the rules mention. */
function closerQuestion(
  work: Work,
  { open, reason }: { open: OpenRequest; reason: Reason },
  to: Audience,
): string | undefined {
  const choices = open.choices ?? [];
  if (reason === "no_change") return describeAlreadySo(work, open.text, to);
  if (reason === "unsure_company") return company(work, choices, to);
  if (reason === "unsure_wish") return planQuestion(choices, to);
  return aboutLeads.has(reason) ? clockQuestion(work, open, to) : undefined;
}

const namesOf = (work: Work, choice: Interpretation, to: Audience): string =>
  (choice.with ?? []).map((name) => describeName(work, name, to)).join("、");

/** A plan without a request is offered, with what a yes would write. */
function planQuestion(
  [choice, second]: readonly Interpretation[],
  to: Audience,
): string | undefined {
  const [item, another] = choice?.items ?? [];
  if (choice?.intent !== "create" || second !== undefined) return undefined;
  if (item === undefined || another !== undefined || item.title === "") return undefined;
  const { start: wall, durationMinutes, allDay } = item;
  const once = whenWords({ wall, zone: to.zone, durationMinutes, allDay }, to);
  const when =
    item.rrule === null
      ? once
      : `${ruleWords(item.rrule, to.language, item.workdays ?? null)}${inLanguage(to, "，从 ", ", from ")}${once}`;
  return inLanguage(
    to,
    `要我记下「${item.title}」吗（${when}）？`,
    `Shall I note “${item.title}” (${when})?`,
  );
}

const aboutLeads = new Set<Reason>(["lead_without_event", "deadline_without_lead"]);

const saysNear = /今|明|today|tonight|tomorrow/i;

/** Where only the clock is missing, nothing else is asked: the day is known, and is named. */
function clockQuestion(work: Work, open: OpenRequest, to: Audience): string | undefined {
  const probe = finishRequest(work, inLanguage(to, "上午9点", "9am"), open);
  const [item, second] = probe?.intent === "create" ? probe.items : [];
  if (item === undefined || second !== undefined) return undefined;
  const day = dayWords({ wall: item.start, zone: to.zone }, to);
  const isNear = /^(?:今天|明天|today|tomorrow)/.test(day);
  // A clock alone means today or tomorrow: that was not said of what is unknown.
  if (isNear && !saysNear.test(open.text)) return undefined;
  return inLanguage(to, `${day} 几点提醒你？`, `At what time ${isNear ? "" : "on "}${day}?`);
}

/** Friends cannot be invited to something without a time. */
function timeQuestion(
  work: Work,
  { open, question }: { open: OpenRequest; question: string },
  to: Audience,
): Lines {
  const isShared = hasFriendName(work, open.text) && titlesOf(work, open) === undefined;
  return isShared
    ? [inLanguage(to, "约在什么时候？", "When should it be?")]
    : [
        question,
        inLanguage(
          to,
          "（不定时间的话，说“先记着”。）",
          "(To keep it without a time, say “no time”.)",
        ),
      ];
}

/** `undefined`: a name fits two of them, which is asked about next. */
function company(
  work: Work,
  [choice]: readonly Interpretation[],
  to: Audience,
): string | undefined {
  const found = (choice?.with ?? []).map((name) => findByName(work.social().friends, name));
  if (choice === undefined || found.some(({ length }) => length !== 1)) return undefined;
  return createQuestion(work, { asked: choice, friends: found.flat() }, to);
}

const describeName = (work: Work, name: string, to: Audience): string => {
  const friend = work.social().friends.find((each) => nameOfOne(each) === name);
  return friend === undefined ? name : friendName(friend, to);
};

/** The friends who could be meant, or how to add a friend. */
function friends(work: Work, to: Audience): Lines {
  if (work.state.isShared) return [privateMatter(to)];
  const names = work.social().friends.map((friend) => friendName(friend, to));
  return names.length === 0
    ? [
        inLanguage(
          to,
          "你还没有好友。说“我的好友码”，把码发给朋友。",
          "You have no friends here yet. Say “my friend code” and give it to one.",
        ),
      ]
    : [
        inLanguage(
          to,
          `你的好友：${names.slice(0, shown).join("、")}。`,
          `Your friends: ${names.slice(0, shown).join(", ")}.`,
        ),
      ];
}

function choiceLine(work: Work, choice: Interpretation, to: Audience): string {
  const group = choice.targetId === undefined ? undefined : groupIn(work.social(), choice.targetId);
  if (group !== undefined) return groupLine(work.social(), group, { me: work.maker.accountId, to });
  const row = choice.targetId === undefined ? undefined : work.row(choice.targetId);
  return row === undefined ? (choice.target ?? "") : lineOf(row, to);
}

/** "Which one?" beside what there is; where there is nothing to choose from, that is said instead. */
function askAmongExisting(work: Work, question: string, to: Audience): Lines {
  const social = work.social();
  const groups = social.shared.flatMap(({ id }) => groupIn(social, id) ?? []);
  const lines = [
    ...activeOf(work).map((row) => lineOf(row, to)),
    ...groups.map((group) => groupLine(social, group, { me: work.maker.accountId, to })),
  ].slice(0, shown);
  return lines.length === 0
    ? [inLanguage(to, "没找到：现在没有提醒。", "I can't find that: you have no reminders.")]
    : [question, inLanguage(to, "现在有：", "There are:"), ...lines.map((line) => `· ${line}`)];
}

/** "It is like that already" names what it is. */
function describeAlreadySo(work: Work, text: string, to: Audience): string | undefined {
  const rows = activeOf(work);
  const named = rows.filter(({ content }) => text.toLowerCase().includes(content.toLowerCase()));
  const [only, second] = named.length > 0 ? named : rows;
  return only === undefined || second !== undefined ? undefined : describeUnchanged(only, to);
}
