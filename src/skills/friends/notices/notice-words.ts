import { plainName } from "../../../domain/plain-name.ts";
import type { Payload } from "../../../domain/events.ts";
import { languageOf } from "../../../domain/language.ts";
import { wallTimeAt } from "../../../language/instants.ts";
import { ruleWords } from "../../reminders/words/rule-words.ts";
import { type Listener, whenWords } from "../../reminders/words/when-words.ts";
import { said } from "../../reminders/words/reminder-words.ts";
import type { NoticeType } from "./notify.ts";

export interface Notice {
  readonly type: NoticeType;
  readonly facts: Payload;
  /** As the one who is told calls whoever did it. */
  readonly actor: string | null;
  /** The first thing that this friend shares with the one who is told. */
  readonly is_first?: boolean;
}

/** What another person did, in the words and the zone of the one who is told. */
export function noticeText(
  { type, facts, actor, is_first: isFirst }: Notice,
  of: { language: string | null; zone: string; now: number },
): string {
  const title = textOf(facts, "title");
  const to: Listener = {
    language: languageOf(of.language, title === "" ? (actor ?? "") : title),
    zone: of.zone,
    now: of.now,
  };
  const who = actor ?? said(to, "一位好友", "A friend");
  const name = said(to, `「${title}」`, `“${title}”`);
  if (type === "friendship_created")
    return (
      said(to, `${who} 和你成为好友了。`, `${who} and you are friends now.`) +
      namelessHint(actor, to)
    );
  if (type === "friendship_removed") return removedText(who, facts, to);
  if (type === "shared_reminder_created")
    return said(
      to,
      `${who} 和你约了：${whenOf(facts, to)} ${title}${others(facts, to)}。到时我会提醒你；不方便就说“拒绝”。${firstHint(isFirst, actor, to)}`,
      `${who} set this up with you: ${title}, ${whenOf(facts, to)}${others(facts, to)}. I'll remind you; say “decline” if you can't.${firstHint(isFirst, actor, to)}`,
    );
  if (type === "shared_reminder_asked")
    return said(
      to,
      `${who} 想和你约：${whenOf(facts, to)} ${title}${others(facts, to)}。说“接受”就记下，说“拒绝”就回绝。${firstHint(isFirst, actor, to)}`,
      `${who} would like to set this up with you: ${title}, ${whenOf(facts, to)}${others(facts, to)}. Say “accept” or “decline”.${firstHint(isFirst, actor, to)}`,
    );
  if (type === "shared_reminder_accepted")
    return said(
      to,
      `${who} 接受了${name}（${whenOf(facts, to)}）。`,
      `${who} accepted ${name} (${whenOf(facts, to)}).`,
    );
  if (type === "shared_reminder_updated") return updatedText(who, facts, to);
  if (type === "shared_reminder_cancelled")
    return said(
      to,
      `${who} 取消了${name}（${whenOf(facts, to)}）。`,
      `${who} called off ${name} (${whenOf(facts, to)}).`,
    );
  if (type === "shared_reminder_joined" || type === "shared_reminder_uninvited")
    return companyText({ type, who, name }, facts, to);
  if (type === "shared_reminder_skipped" || type === "shared_reminder_unskipped")
    return dayText({ type, who, name }, facts, to);
  if (type === "shared_reminder_heard")
    return said(
      to,
      `${who} 收到你的消息了：${name}（${whenOf(facts, to)}）。`,
      `${who} has heard of ${name} (${whenOf(facts, to)}) by now.`,
    );
  if (type === "shared_reminder_restored")
    return said(
      to,
      `${who} 恢复了${name}：${whenOf(facts, to)}。不方便就说“拒绝”。`,
      `${who} brought back ${name}: ${whenOf(facts, to)}. Say “decline” if you can't.`,
    );
  return said(
    to,
    `${who} 来不了${name}（${whenOf(facts, to)}）。`,
    `${who} can't make ${name} (${whenOf(facts, to)}).`,
  );
}

const textOf = (facts: Payload, name: string): string =>
  typeof facts[name] === "string" ? facts[name] : "";

const namelessHint = (actor: string | null, to: Listener): string =>
  actor === null
    ? said(to, "说“以后叫他 …”给 ta 起个名字。", " Say “call them …” to give them a name.")
    : "";

/** Who hears from a friend for the first time is told the way out as well. */
const firstHint = (isFirst: boolean | undefined, actor: string | null, to: Listener): string =>
  isFirst !== true || actor === null
    ? ""
    : said(
        to,
        `这是 ${actor} 第一次约你；不想再收到就说“拉黑${actor}”。`,
        ` This is the first from ${actor}; “block ${actor}” ends it for good.`,
      );

function removedText(who: string, facts: Payload, to: Listener): string {
  const count = typeof facts["cancelled"] === "number" ? facts["cancelled"] : 0;
  const also =
    count === 0
      ? ""
      : said(
          to,
          `你们之间还没到的 ${count} 个约也取消了。`,
          ` ${count === 1 ? "One shared reminder between you is" : `${count} shared reminders between you are`} called off.`,
        );
  return said(
    to,
    `${who} 不再是你的好友了。${also}`,
    `${who} and you are no longer friends.${also}`,
  );
}

function updatedText(who: string, facts: Payload, to: Listener): string {
  const [title, was] = [textOf(facts, "title"), textOf(facts, "was_title")];
  const renamed = was !== "" && was !== title;
  const moved =
    textOf(facts, "was_starts_at") !== "" &&
    textOf(facts, "was_starts_at") !== textOf(facts, "starts_at");
  const name = renamed
    ? said(to, `「${was}」（现在叫「${title}」）`, `“${was}” (now “${title}”)`)
    : said(to, `「${title}」`, `“${title}”`);
  if (!moved && renamed)
    return said(
      to,
      `${who} 把「${was}」改名为「${title}」（${whenOf(facts, to)}）。`,
      `${who} renamed “${was}” to “${title}” (${whenOf(facts, to)}).`,
    );
  if (!moved)
    return said(
      to,
      `${who} 改了${name}：${whenOf(facts, to)}。`,
      `${who} changed ${name}: ${whenOf(facts, to)}.`,
    );
  const before = whenAt(textOf(facts, "was_starts_at"), undefined, to);
  return said(
    to,
    `${who} 把${name}改到 ${whenOf(facts, to)}，原来是 ${before}。不方便就说“拒绝”。`,
    `${who} moved ${name} to ${whenOf(facts, to)} (it was ${before}). Say “decline” if you can't.`,
  );
}

/** Who comes along to it, or does no more. */
function companyText(
  { type, who, name }: { type: NoticeType; who: string; name: string },
  facts: Payload,
  to: Listener,
): string {
  const list = namesIn(facts, type === "shared_reminder_joined" ? "joined" : "left").join(
    said(to, "、", ", "),
  );
  const when = whenOf(facts, to);
  if (type === "shared_reminder_joined")
    return said(
      to,
      `${who} 把 ${list} 也叫上了：${name}（${when}）。`,
      `${who} asked ${list} along to ${name} (${when}).`,
    );
  if (list === "")
    return said(
      to,
      `${who} 不再约你参加${name}了（${when}）。`,
      `${who} took you out of ${name} (${when}).`,
    );
  return said(
    to,
    `${who} 不再叫 ${list} 参加${name}了（${when}）。`,
    `${who} took ${list} out of ${name} (${when}).`,
  );
}

const namesIn = (facts: Payload, key: string): readonly string[] =>
  Array.isArray(facts[key])
    ? (facts[key] as readonly string[]).flatMap((name) => plainName(name) ?? [])
    : [];

/** Times of a series that are left out, or in it again. */
function dayText(
  { type, who, name }: { type: NoticeType; who: string; name: string },
  facts: Payload,
  to: Listener,
): string {
  const times = Array.isArray(facts["times"])
    ? (facts["times"] as readonly string[])
    : [textOf(facts, "starts_at")];
  const whens = times
    .slice(0, 3)
    .map((at) => whenAt(at, undefined, to))
    .join(said(to, "、", ", "));
  const list = times.length > 3 ? `${whens} …` : whens;
  if (type === "shared_reminder_unskipped")
    return said(to, `${who} 恢复了${name}：${list}。`, `${who} brought back ${name} of ${list}.`);
  const next = textOf(facts, "next_at");
  const rest =
    next === ""
      ? ""
      : said(to, `下次 ${whenAt(next, undefined, to)}。`, ` Next: ${whenAt(next, undefined, to)}.`);
  return said(
    to,
    `${who} 跳过了${name}的这一次：${list}。${rest}`,
    `${who} skips ${name} of ${list} for all of you.${rest}`,
  );
}

function whenOf(facts: Payload, to: Listener): string {
  const minutes = facts["duration_minutes"];
  const when = whenAt(
    textOf(facts, "starts_at"),
    typeof minutes === "number" ? minutes : undefined,
    to,
  );
  const rule = textOf(facts, "rrule");
  return rule === ""
    ? when
    : `${ruleWords(rule, to.language, null)}${said(to, "，下次 ", ", next ")}${when}`;
}

const whenAt = (at: string, durationMinutes: number | undefined, to: Listener): string =>
  whenWords({ wall: wallTimeAt(Date.parse(at), to.zone), zone: to.zone, durationMinutes }, to);

function others(facts: Payload, to: Listener): string {
  const names = namesIn(facts, "others");
  return names.length === 0
    ? ""
    : said(to, `，还有 ${names.join("、")}`, `, also with ${names.join(", ")}`);
}
