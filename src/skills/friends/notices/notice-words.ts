import { plainName } from "../../../domain/plain-name.ts";
import type { NoticeFacts, NoticeType } from "../../../domain/events/friend.ts";
import { pickLanguage } from "../../../domain/language.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { ruleWords } from "../../reminders/words/rule-words.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";

export interface Notice {
  readonly type: NoticeType;
  readonly facts: NoticeFacts;
  /** The actor's name as the recipient knows them. */
  readonly actor: string | null;
  /** Whether this is the first thing the friend shares with the recipient. */
  readonly is_first?: boolean;
}

/** Another person's action, in the recipient's language and zone. */
export function noticeText(
  { type, facts, actor, is_first: isFirst }: Notice,
  of: { language: string | null; zone: string; now: number },
): string {
  const { title = "" } = facts;
  const to: Audience = {
    language: pickLanguage(of.language, title === "" ? (actor ?? "") : title),
    zone: of.zone,
    now: of.now,
  };
  return texts[type]({
    type,
    facts,
    to,
    title,
    who: actor ?? inLanguage(to, "一位好友", "A friend"),
    name: inLanguage(to, `「${title}」`, `“${title}”`),
    when: () => whenOf(facts, to),
    hint: type === "friendship_created" ? namelessHint(actor, to) : firstHint(isFirst, actor, to),
  });
}

/** The parts of a notice's sentence. */
interface NoticeParts {
  readonly type: NoticeType;
  readonly facts: NoticeFacts;
  readonly to: Audience;
  readonly title: string;
  readonly who: string;
  /** The title, quoted. */
  readonly name: string;
  /** Only some notices have a time. */
  when(): string;
  readonly hint: string;
}

const texts: Readonly<Record<NoticeType, (parts: NoticeParts) => string>> = {
  friendship_created: ({ to, who, hint }) =>
    inLanguage(to, `${who} 和你成为好友了。`, `${who} and you are friends now.`) + hint,
  friendship_removed: describeRemoval,
  shared_reminder_created: ({ to, who, title, when, facts, hint }) =>
    inLanguage(
      to,
      `${who} 和你约了：${when()} ${title}${others(facts, to)}。到时我会提醒你；不方便就说“拒绝”。${hint}`,
      `${who} set this up with you: ${title}, ${when()}${others(facts, to)}. I'll remind you; say “decline” if you can't.${hint}`,
    ),
  shared_reminder_asked: ({ to, who, title, when, facts, hint }) =>
    inLanguage(
      to,
      `${who} 想和你约：${when()} ${title}${others(facts, to)}。说“接受”就记下，说“拒绝”就回绝。${hint}`,
      `${who} would like to set this up with you: ${title}, ${when()}${others(facts, to)}. Say “accept” or “decline”.${hint}`,
    ),
  shared_reminder_accepted: ({ to, who, name, when }) =>
    inLanguage(to, `${who} 接受了${name}（${when()}）。`, `${who} accepted ${name} (${when()}).`),
  shared_reminder_updated: describeUpdate,
  shared_reminder_cancelled: ({ to, who, name, when }) =>
    inLanguage(to, `${who} 取消了${name}（${when()}）。`, `${who} called off ${name} (${when()}).`),
  shared_reminder_restored: ({ to, who, name, when }) =>
    inLanguage(
      to,
      `${who} 恢复了${name}：${when()}。不方便就说“拒绝”。`,
      `${who} brought back ${name}: ${when()}. Say “decline” if you can't.`,
    ),
  shared_reminder_joined: companyText,
  shared_reminder_uninvited: companyText,
  shared_reminder_skipped: dayText,
  shared_reminder_unskipped: dayText,
  shared_reminder_declined: ({ to, who, name, when }) =>
    inLanguage(to, `${who} 来不了${name}（${when()}）。`, `${who} can't make ${name} (${when()}).`),
  shared_reminder_heard: ({ to, who, name, when }) =>
    inLanguage(
      to,
      `${who} 收到你的消息了：${name}（${when()}）。`,
      `${who} has now received ${name} (${when()}).`,
    ),
  shared_reminder_unheard: ({ to, who, name, when }) =>
    inLanguage(
      to,
      `${who} 还没收到关于${name}（${when()}）的消息，送到了我会告诉你。`,
      `${who} hasn't got my message about ${name} (${when()}) yet. I'll tell you when it has arrived.`,
    ),
};

const namelessHint = (actor: string | null, to: Audience): string =>
  actor === null
    ? inLanguage(to, "说“以后叫他 …”给 ta 起个名字。", " Say “call them …” to give them a name.")
    : "";

/** The first notice from a friend also says how to decline and block. */
const firstHint = (isFirst: boolean | undefined, actor: string | null, to: Audience): string =>
  isFirst !== true || actor === null
    ? ""
    : inLanguage(
        to,
        `这是 ${actor} 第一次约你；不想再收到就说“拉黑${actor}”。`,
        ` This is the first from ${actor}; “block ${actor}” ends it for good.`,
      );

function describeRemoval({ who, facts, to }: NoticeParts): string {
  const { cancelled: count = 0 } = facts;
  const also =
    count === 0
      ? ""
      : inLanguage(
          to,
          `你们之间还没到的 ${count} 个约也取消了。`,
          ` ${count === 1 ? "One shared reminder between you is" : `${count} shared reminders between you are`} called off.`,
        );
  return inLanguage(
    to,
    `${who} 不再是你的好友了。${also}`,
    `${who} and you are no longer friends.${also}`,
  );
}

function describeUpdate({ who, facts, to, title, when }: NoticeParts): string {
  const { was_title: was = "", was_starts_at: from = "", starts_at: start } = facts;
  const renamed = was !== "" && was !== title;
  const moved = from !== "" && from !== (start ?? "");
  const name = renamed
    ? inLanguage(to, `「${was}」（现在叫「${title}」）`, `“${was}” (now “${title}”)`)
    : inLanguage(to, `「${title}」`, `“${title}”`);
  if (!moved && renamed)
    return inLanguage(
      to,
      `${who} 把「${was}」改名为「${title}」（${when()}）。`,
      `${who} renamed “${was}” to “${title}” (${when()}).`,
    );
  if (!moved)
    return inLanguage(to, `${who} 改了${name}：${when()}。`, `${who} changed ${name}: ${when()}.`);
  const before = whenAt(from, undefined, to);
  return inLanguage(
    to,
    `${who} 把${name}改到 ${when()}，原来是 ${before}。不方便就说“拒绝”。`,
    `${who} moved ${name} to ${when()} (it was ${before}). Say “decline” if you can't.`,
  );
}

/** People who join it, or leave it. */
function companyText({ type, who, name, facts, to, when }: NoticeParts): string {
  const list = plainNames(type === "shared_reminder_joined" ? facts.joined : facts.left).join(
    inLanguage(to, "、", ", "),
  );
  if (type === "shared_reminder_joined")
    return inLanguage(
      to,
      `${who} 把 ${list} 也叫上了：${name}（${when()}）。`,
      `${who} asked ${list} along to ${name} (${when()}).`,
    );
  if (list === "")
    return inLanguage(
      to,
      `${who} 不再约你参加${name}了（${when()}）。`,
      `${who} took you out of ${name} (${when()}).`,
    );
  return inLanguage(
    to,
    `${who} 不再叫 ${list} 参加${name}了（${when()}）。`,
    `${who} took ${list} out of ${name} (${when()}).`,
  );
}

const plainNames = (names: readonly string[] = []): readonly string[] =>
  names.flatMap((name) => plainName(name) ?? []);

/** Times of a series that are left out, or in it again. */
function dayText({ type, who, name, facts, to }: NoticeParts): string {
  const times = facts.times ?? [facts.starts_at ?? ""];
  const whens = times
    .slice(0, 3)
    .map((at) => whenAt(at, undefined, to))
    .join(inLanguage(to, "、", ", "));
  const list = times.length > 3 ? `${whens} …` : whens;
  if (type === "shared_reminder_unskipped")
    return inLanguage(
      to,
      `${who} 恢复了${name}：${list}。`,
      `${who} brought back ${name} of ${list}.`,
    );
  const next = facts.next_at ?? "";
  const rest =
    next === ""
      ? ""
      : inLanguage(
          to,
          `下次 ${whenAt(next, undefined, to)}。`,
          ` Next: ${whenAt(next, undefined, to)}.`,
        );
  return inLanguage(
    to,
    `${who} 跳过了${name}的这一次：${list}。${rest}`,
    `${who} skips ${name} of ${list} for all of you.${rest}`,
  );
}

function whenOf(facts: NoticeFacts, to: Audience): string {
  const durationMinutes = facts.duration_minutes ?? undefined;
  const { day = "" } = facts;
  const when =
    day === ""
      ? whenAt(facts.starts_at ?? "", durationMinutes, to)
      : whenWords({ wall: day, zone: to.zone, durationMinutes, allDay: true }, to);
  const rule = facts.rrule ?? "";
  return rule === ""
    ? when
    : `${ruleWords(rule, to.language, null)}${inLanguage(to, "，下次 ", ", next ")}${when}`;
}

const whenAt = (at: string, durationMinutes: number | undefined, to: Audience): string =>
  whenWords({ wall: wallTimeAt(Date.parse(at), to.zone), zone: to.zone, durationMinutes }, to);

function others(facts: NoticeFacts, to: Audience): string {
  const names = plainNames(facts.others);
  return names.length === 0
    ? ""
    : inLanguage(to, `，还有 ${names.join("、")}`, `, also with ${names.join(", ")}`);
}
