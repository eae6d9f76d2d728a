import type { Bulk } from "../../../language/intents/bulk.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { plainContent } from "../../reminders/commands/content.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { occurrencesBetween } from "../../reminders/commands/schedule.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { numberLines, inLanguage } from "../../reminders/words/reminder-words.ts";
import { cancelShared } from "../sharing/change-shared.ts";
import { placeBefore } from "./decide-change.ts";
import type { Group } from "../sharing/group-command.ts";
import { findByName, friendName, nameList } from "../names.ts";
import { skipShared } from "../sharing/skip-day.ts";
import type { Talk } from "./talk.ts";
import { describeRecipients } from "./recipients.ts";
import { companions, groupLine } from "./shared-words.ts";

type Range = Bulk["range"];

/**
 * Times of one's own part that lie in the range, by the series' clock; all that is to come where
 * none is named.
 */
function timesIn(talk: Talk, { parts }: Group, range: Range): readonly string[] {
  const row = parts.find(({ id }) => id === talk.me.id)?.row;
  if (row === undefined || row.next_fire_at === null) return [];
  const { now } = talk.work.maker;
  const [from, to] =
    range === undefined
      ? [now, Infinity]
      : [range.start, range.end].map((wall) => instantOf(wall, talk.work.zone));
  const most = range === undefined ? 1 : 60;
  return occurrencesBetween(row, {
    from: Math.max(from ?? now, now),
    to: to ?? Infinity,
    most,
  }).map(({ wall }) => wall);
}

/**
 * "取消和张三的所有约": the matching ones are listed with their number, and nothing happens before a yes.
 */
export function askBeforeCancelAll(
  talk: Talk,
  { with: names = [], keyword, except, range }: Bulk,
  to: Audience,
): Lines {
  const { friends, shared } = talk.work.social();
  const meant = names.flatMap((name) => findByName(friends, name));
  const isCalled = (title: string, word: string): boolean =>
    plainContent(title).includes(plainContent(word)) ||
    plainContent(word).includes(plainContent(title));
  const groups = shared
    .flatMap(({ id }) => talk.group(id) ?? [])
    .filter(
      ({ parts }) =>
        names.length === 0 ||
        parts.some(
          ({ id, state }) => state === "active" && meant.some((friend) => friend.id === id),
        ),
    )
    .filter(({ shared: { title } }) => keyword === undefined || isCalled(title, keyword))
    .filter(({ shared: { title } }) => except === undefined || !isCalled(title, except))
    .filter((group) => timesIn(talk, group, range).length > 0);
  if (groups.length === 0) {
    const who = nameList([...new Set(meant.map((friend) => friendName(friend, to)))], to);
    return [
      who === ""
        ? inLanguage(
            to,
            "没有这样的约，什么都没有取消。",
            "There is nothing like that. Nothing was called off.",
          )
        : inLanguage(
            to,
            `和 ${who} 没有这样的约，什么都没有取消。`,
            `There is nothing like that with ${who}. Nothing was called off.`,
          ),
    ];
  }
  const lines = numberLines(groups.map((group) => lineFor(talk, { group, range }, to)));
  const told = describeNotified(talk, groups, to);
  const question = inLanguage(
    to,
    `有 ${groups.length} 个：\n${lines}\n${groups.length === 1 ? "取消它" : "都取消"}吗？回复“是”就取消，并告诉 ${told}。`,
    `There ${groups.length === 1 ? "is" : "are"} ${groups.length}:\n${lines}\nCall ${groups.length === 1 ? "it" : "all of them"} off? Reply “yes” to confirm; I'll tell ${told}.`,
  );
  const ids = groups.map((group) => group.shared.id);
  const titles = groups.map((group) => group.shared.title);
  const asked = { kind: "cancel_groups", ids, titles, language: to.language } as const;
  talk.work.ask(range === undefined ? asked : { ...asked, range }, question);
  return [question];
}

const describeNotified = (talk: Talk, groups: readonly Group[], to: Audience): string =>
  nameList(
    [
      ...new Set(
        groups.flatMap((group) => companions(talk.work.social(), group, { me: talk.me.id, to })),
      ),
    ],
    to,
  );

/** Of a series only the occurrences in the range: the rest continues. */
function lineFor(
  talk: Talk,
  { group, range }: { group: Group; range: Range },
  to: Audience,
): string {
  const line = groupLine(talk.work.social(), group, { me: talk.me.id, to });
  if (range === undefined || group.shared.rrule === null) return line;
  const times = timesIn(talk, group, range);
  const whens = times.slice(0, 3).map((wall) => whenWords({ wall, zone: group.shared.zone }, to));
  const more = times.length > 3 ? " …" : "";
  const names = nameList(companions(talk.work.social(), group, { me: talk.me.id, to }), to);
  const list = whens.join(inLanguage(to, "、", ", "));
  return inLanguage(
    to,
    `${group.shared.title} · 只取消 ${list}${more} · 和 ${names}`,
    `${group.shared.title} · only ${list}${more} · with ${names}`,
  );
}

/** After the yes: cancels those that are still active, at once. One undo restores all of them. */
export async function cancelAll(
  talk: Talk,
  { ids, range }: { ids: readonly string[]; range?: Range | undefined },
  to: Audience,
): Promise<Lines> {
  const groups = ids.flatMap((id) => talk.group(id) ?? []);
  const { maker } = talk.work;
  const active = groups.flatMap(({ parts }) => parts.filter(({ state }) => state === "active"));
  const people = [...new Map(active.map((part) => [part.id, part])).values()];
  const tell = await describeRecipients(talk, people, to);
  const all = groups.map((group) => {
    if (range === undefined || group.shared.rrule === null)
      return {
        change: cancelShared(maker, group),
        before: { ...placeBefore(group), cancelled: true as const },
      };
    const days = timesIn(talk, group, range);
    return {
      change: skipShared(maker, group, { days }),
      before: { kind: "skipped" as const, days },
    };
  });
  if (all.length === 0)
    return [
      inLanguage(
        to,
        "它们已经不在了，什么都没有取消。",
        "They are gone already. Nothing was called off.",
      ),
    ];
  talk.keepAll(all);
  const names = groups
    .map(({ shared: { title } }) => inLanguage(to, `「${title}」`, `“${title}”`))
    .join(inLanguage(to, "、", ", "));
  return [
    inLanguage(
      to,
      `好，取消了 ${all.length} 个约：${names}。${tell}`,
      `OK, ${all.length} of them ${all.length === 1 ? "is" : "are"} called off: ${names}.${tell}`,
    ),
  ];
}
