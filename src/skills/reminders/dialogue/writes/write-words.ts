import type { ReminderRow } from "../../rows.ts";
import type { Interpretation } from "../../../../language/request.ts";
import type { Work } from "../work.ts";
import type { Talk } from "../../../friends/dialogue/talk.ts";
import { describeProposedTime } from "../../../friends/dialogue/asked-words.ts";
import { findByName, friendName, nameList } from "../../../friends/names.ts";
import { companions } from "../../../friends/dialogue/shared-words.ts";
import { type Audience, whenWords } from "../../words/when-words.ts";
import { numberLines, placeOf, inLanguage } from "../../words/reminder-words.ts";
import { settingWish } from "./settings.ts";
import type { Write } from "./write.ts";

interface On {
  readonly work: Work;
  readonly talk: Talk;
}
type ReadSentence = Interpretation & { readonly text: string };

interface WriteText {
  /** "cancel “rent” (tomorrow, 09:00)" */
  readonly what: string;
  /** The people who would be notified. */
  readonly names: string;
}

/** The question that ends a reply: everything that a yes would do, and nothing else. */
export function writesQuestion(on: On, writes: readonly Write[], to: Audience): string {
  const wishes = writes.map((write) => describeWish(on, write, to));
  const names = nameList(
    [...new Set(wishes.flatMap((wish) => (wish.names === "" ? [] : [wish.names])))],
    to,
  );
  const tells = names === "" ? "" : inLanguage(to, `，并告诉 ${names}`, `; I'll tell ${names}`);
  const [only, second] = wishes;
  if (only !== undefined && second === undefined)
    return inLanguage(
      to,
      `要${only.what}吗？回复“是”就照做${tells}。`,
      `Shall I ${only.what}? Reply “yes” to confirm${tells}.`,
    );
  const list = numberLines(wishes.map(({ what }) => what));
  return inLanguage(
    to,
    `要做这 ${wishes.length} 件事吗？\n${list}\n回复“是”就都照做${tells}。`,
    `Shall I do these ${wishes.length} things?\n${list}\nReply “yes” to do all of them${tells}.`,
  );
}

function describeWish(on: On, write: Write, to: Audience): WriteText {
  if (write.kind === "setting") return { what: settingWish(write, to), names: "" };
  if (write.kind === "untimed")
    return {
      what: inLanguage(to, `记下「${write.title}」（不定时间）`, `note “${write.title}” (no time)`),
      names: "",
    };
  const { asked } = write;
  if (asked.intent === "create_shared" || asked.adds === true) return describeShared(on, asked, to);
  if (asked.intent === "update_shared" || asked.intent === "cancel_shared")
    return describeCombinedChange(on, asked, to);
  return { what: describeOwn(on, asked, to), names: "" };
}

function describeOwn({ work }: On, asked: ReadSentence, to: Audience): string {
  const when = describeProposedTime(work, asked, to);
  if (asked.intent === "create") {
    const list = asked.items
      .map((each) => inLanguage(to, `「${each.title}」`, `“${each.title}”`))
      .join(inLanguage(to, "、", ", "));
    return inLanguage(to, `记下提醒${list}（${when}）`, `set a reminder ${list} (${when})`);
  }
  const { title, name } = targetWords(work, asked, to);
  if (asked.intent === "cancel")
    return asked.occurrence === undefined
      ? inLanguage(to, `取消${name}`, `cancel ${name}`)
      : inLanguage(to, `跳过${name}那一次`, `skip ${name}`);
  if (asked.intent === "complete")
    return inLanguage(to, `把${name}标记为完成`, `mark ${name} as done`);
  if (asked.intent === "snooze")
    return inLanguage(
      to,
      `${when} 再提醒一次「${title}」`,
      `remind you once more of “${title}” (${when})`,
    );
  const change = changeOf({ title, next: asked.items[0]?.title, when }, to);
  return inLanguage(to, `把${name}改成${change}`, `change ${name} to ${change}`);
}

/** The title of what exists, and the same with the time that distinguishes it. */
function targetWords(
  work: Work,
  asked: ReadSentence,
  to: Audience,
): { title: string; name: string } {
  const row = asked.targetId === undefined ? undefined : work.row(asked.targetId);
  const title = row?.content ?? asked.target ?? "";
  const place = placeWords(row, asked.occurrence, to);
  if (place === "") return { title, name: inLanguage(to, `「${title}」`, `“${title}”`) };
  return { title, name: inLanguage(to, `「${title}」（${place}）`, `“${title}” (${place})`) };
}

function placeWords(
  row: ReminderRow | undefined,
  occurrence: string | undefined,
  to: Audience,
): string {
  if (occurrence !== undefined) return whenWords({ wall: occurrence, zone: to.zone }, to);
  return row === undefined ? "" : placeOf(row, to);
}

const changeOf = (
  { title, next, when }: { title: string; next: string | undefined; when: string },
  to: Audience,
): string => {
  const renamed = next !== undefined && next !== "" && next !== title;
  return renamed
    ? inLanguage(to, ` ${when}，叫「${next}」`, `${when}, called “${next}”`)
    : inLanguage(to, ` ${when}`, when);
};

function describeShared({ work }: On, asked: ReadSentence, to: Audience): WriteText {
  const friends = (asked.with ?? []).flatMap((name) => findByName(work.social().friends, name));
  const names = nameList(
    friends.map((friend) => friendName(friend, to)),
    to,
  );
  if (asked.adds === true) {
    const title = asked.target ?? "";
    return {
      what: inLanguage(to, `把 ${names} 也叫到「${title}」`, `ask ${names} along to “${title}”`),
      names,
    };
  }
  const title = asked.items[0]?.title ?? "";
  const when = describeProposedTime(work, asked, to);
  return {
    what: inLanguage(
      to,
      `和 ${names} 约「${title}」（${when}）`,
      `set up “${title}” (${when}) with ${names}`,
    ),
    names,
  };
}

function describeCombinedChange({ work, talk }: On, asked: ReadSentence, to: Audience): WriteText {
  const group = asked.targetId === undefined ? undefined : talk.group(asked.targetId);
  const names =
    group === undefined
      ? ""
      : nameList(companions(work.social(), group, { me: talk.me.id, to }), to);
  const title = group?.shared.title ?? asked.target ?? "";
  const once =
    asked.occurrence === undefined ? "" : whenWords({ wall: asked.occurrence, zone: to.zone }, to);
  if (asked.intent === "cancel_shared") {
    const what =
      once === ""
        ? inLanguage(to, `取消和 ${names} 的「${title}」`, `call off “${title}” with ${names}`)
        : inLanguage(
            to,
            `跳过和 ${names} 的「${title}」${once} 那一次`,
            `skip “${title}” with ${names} on ${once}`,
          );
    return { what, names };
  }
  const change = changeOf(
    { title, next: asked.items[0]?.title, when: describeProposedTime(work, asked, to) },
    to,
  );
  const of = once === "" ? "" : inLanguage(to, ` ${once} 那一次`, ` of ${once}`);
  return {
    what: inLanguage(
      to,
      `把和 ${names} 的「${title}」${of}改成${change}`,
      `change “${title}” with ${names}${of} to ${change}`,
    ),
    names,
  };
}
