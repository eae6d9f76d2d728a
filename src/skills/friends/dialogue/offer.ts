import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Interpretation, Item, OpenRequest } from "../../../language/request.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { numberLines, inLanguage } from "../../reminders/words/reminder-words.ts";
import type { Clash } from "../availability/clash.ts";
import { limitWords, recordLookup, overLimit } from "../notices/limits.ts";
import { friendName, nameList } from "../names.ts";
import type { Friend, Part } from "../people.ts";
import { timeOfQuestion, type Talk } from "./talk.ts";
import { companions, slotWords } from "./shared-words.ts";

export type ReadSentence = Interpretation & { readonly text: string };

export const openFor = (
  talk: Talk,
  of: { asked: ReadSentence; reason: OpenRequest["reason"]; choices: readonly Interpretation[] },
): OpenRequest => ({
  text: of.asked.text,
  now: timeOfQuestion(talk.work),
  reason: of.reason,
  choices: of.choices,
});

/** Why this person may not share with some of them today, or at all. Nothing is written then. */
export async function checkReach(
  talk: Talk,
  parts: readonly Part[],
  to: Audience,
): Promise<Lines | undefined> {
  const others = parts.filter(
    ({ id, state }) => id !== talk.me.id && (state === "active" || state === "asked"),
  );
  const names = (of: readonly Part[]): string =>
    nameList(companions(talk.work.social(), { parts: of }, { me: talk.me.id, to }), to);
  const found = await overLimit(
    { read: talk.read, by: talk.work.maker },
    { who: others.map(({ id }) => id), spent: talk.spent, tells: true },
  );
  return found === undefined
    ? undefined
    : [limitWords(found.limit, names(others.filter(({ id }) => found.who.includes(id))), to)];
}

export const describeRefused = (friends: readonly Friend[], to: Audience): string => {
  const names = nameList(
    friends.map((friend) => friendName(friend, to)),
    to,
  );
  return inLanguage(
    to,
    `${names} 现在不接收共享提醒，什么都没有记。`,
    `${names} doesn't accept shared reminders now. Nothing was written.`,
  );
};

export interface Offer {
  readonly asked: ReadSentence;
  readonly item: Item;
  readonly parts: readonly Part[];
  readonly clash: Clash;
  /** The reminder that stays unchanged, if something was to be moved. */
  readonly stays?: string;
  /** The effect of a choice, where it does more than set up the reminder. */
  readonly hint?: string;
}

/**
 * One of them is busy: nothing is written, and common free times are offered. One word takes one.
 */
export async function offerFreeTimes(
  talk: Talk,
  { asked, item, parts, clash, stays = "", hint }: Offer,
  to: Audience,
): Promise<Lines> {
  for (const event of await recordLookup(
    { read: talk.read, by: talk.work.maker },
    clash.busy,
    talk.spent,
  ))
    talk.work.note(event);
  const social = talk.work.social();
  const others = parts
    .filter(({ id }) => id !== talk.me.id)
    .map((part) => ({ name: companionName(talk, part, to), zone: part.zone }));
  const busy = nameList(
    companions(
      social,
      { parts: parts.filter(({ id }) => clash.busy.includes(id)) },
      { me: talk.me.id, to },
    ),
    to,
  );
  const checkReach =
    stays === "" ? inLanguage(to, "什么都没有记。", "Nothing was written.") : stays;
  const head = inLanguage(
    to,
    `${busy} 那个时间没空，${checkReach}`,
    `${busy} ${clash.busy.length > 1 ? "are" : "is"} busy then. ${checkReach}`,
  );
  if (clash.slots.length === 0)
    return [
      head,
      inLanguage(
        to,
        "附近没找到大家都有空的时间，换一天试试？",
        "I found no common free time nearby. Another day?",
      ),
    ];
  const choices = clash.slots.map((at): Interpretation => {
    const { instant: _, ...rest } = item;
    return { ...asked, items: [{ ...rest, start: wallTimeAt(at, talk.work.zone) }], reasons: [] };
  });
  const lines = [
    head,
    inLanguage(to, "这些时间你们都有空：", "You are all free at:"),
    numberLines(
      clash.slots.map((at) =>
        slotWords(at, { minutes: item.durationMinutes, rrule: item.rrule, others, to }),
      ),
    ),
    hint ??
      inLanguage(
        to,
        "说“第一个”就约上，或者说别的时间。",
        "Say “1” to take the first, or name another time.",
      ),
  ];
  talk.work.ask(
    {
      kind: "request",
      open: openFor(talk, { asked, reason: "friend_busy", choices }),
      language: to.language,
    },
    lines.join("\n"),
  );
  return lines;
}

const companionName = (talk: Talk, part: Part, to: Audience): string =>
  companions(talk.work.social(), { parts: [part] }, { me: talk.me.id, to })[0] ?? "";
