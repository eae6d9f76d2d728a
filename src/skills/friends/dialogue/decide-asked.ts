import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { nextWords, inLanguage } from "../../reminders/words/reminder-words.ts";
import { acceptShared, readAsked, setAskFirst, showBusy } from "../sharing/ask-first.ts";
import type { Group } from "../sharing/group-command.ts";
import { leaveShared } from "../sharing/leave.ts";
import { friendName, findBySimilarName } from "../names.ts";
import type { Friend } from "../people.ts";
import { describeRecipients } from "./recipients.ts";
import type { Talk } from "./talk.ts";

/** "接受", "decline lunch": the answer to a friend's offer. Empty where there is no such offer. */
export async function answerAsked(
  talk: Talk,
  wish: { kind: "accept" | "decline"; what: string },
  to: Audience,
): Promise<Lines> {
  const groups = await readAsked(talk.read);
  const meant = findBySimilarName(talk.work.social().friends, wish.what).map(({ id }) => id);
  const fits = groups.filter(
    ({ shared }) =>
      wish.what === "" ||
      wish.what.includes(shared.title) ||
      shared.title.includes(wish.what) ||
      meant.includes(shared.creatorId),
  );
  const [only, another] = fits;
  if (only === undefined) return [];
  // With several offers, the answer counts for none until it says which.
  if (another !== undefined)
    return [
      inLanguage(
        to,
        `有 ${fits.length} 个约在等你答复，请说名字：`,
        `${fits.length} are waiting for your answer; say which one by its name:`,
      ),
      ...fits.map(({ shared }) => shared.title),
    ];
  return wish.kind === "accept" ? acceptPart(talk, only, to) : refusePart(talk, only, to);
}

const notifyCreator = (talk: Talk, { shared, parts }: Group, to: Audience): Promise<string> =>
  describeRecipients(
    talk,
    parts.filter(({ id }) => id === shared.creatorId),
    to,
  );

async function acceptPart(talk: Talk, group: Group, to: Audience): Promise<Lines> {
  const change = acceptShared(talk.work.maker, group, talk.me);
  const own = change?.parts.find(({ id }) => id === talk.me.id);
  if (change === undefined || own === undefined) return [];
  talk.keep(change, "final");
  const tell = await notifyCreator(talk, group, to);
  return [
    inLanguage(
      to,
      `好，「${group.shared.title}」记下了：${nextWords(own.row, to)}。${tell}`,
      `OK, “${group.shared.title}” is in: ${nextWords(own.row, to)}.${tell}`,
    ),
  ];
}

async function refusePart(talk: Talk, group: Group, to: Audience): Promise<Lines> {
  const change = leaveShared(talk.work.maker, group, talk.me.id);
  if (change === undefined) return [];
  talk.keep(change, "final");
  const tell = await notifyCreator(talk, group, to);
  return [
    inLanguage(
      to,
      `好，「${group.shared.title}」不参加${tell === "" ? "。" : `，${tell}`}`,
      `OK, you are not coming to “${group.shared.title}”.${tell}`,
    ),
  ];
}

export function askingChanged(talk: Talk, isOn: boolean, to: Audience): Lines {
  talk.takeForGood(setAskFirst(talk.work.maker, isOn));
  return isOn
    ? [
        inLanguage(
          to,
          "好，以后好友约你，我先问你，你答应了才记。",
          "OK, I'll ask you before I add what friends share.",
        ),
      ]
    : [
        inLanguage(
          to,
          "好，以后好友约你，直接记下并告诉你。",
          "OK, what friends share is added at once, and I'll tell you.",
        ),
      ];
}

export function busyChanged(
  talk: Talk,
  { friend, shown }: { friend: Friend; shown: boolean },
  to: Audience,
): Lines {
  talk.takeForGood(showBusy(talk.work.maker, friend, shown));
  const name = friendName(friend, to);
  return shown
    ? [inLanguage(to, `好，${name} 能看到你什么时候忙。`, `OK, ${name} sees when you are busy.`)]
    : [
        inLanguage(
          to,
          `好，${name} 看不到你什么时候忙了。`,
          `OK, ${name} no longer sees when you are busy.`,
        ),
      ];
}
