import type { Lines } from "../decide-create.ts";
import type { Listener } from "../when-words.ts";
import { quoted, said } from "../words.ts";
import { completePart, leaveShared } from "./leave.ts";
import { nameList } from "./names.ts";
import type { Group } from "./share.ts";
import type { SocialWish, Talk } from "./talk.ts";
import { companions } from "./words.ts";

export function declined(talk: Talk, group: Group, to: Listener): Lines {
  const change = leaveShared(talk.work.maker, group, talk.me.id);
  if (change === undefined) return [];
  talk.keep(change, "final");
  const creator = group.parts.filter(({ id }) => id === group.shared.creatorId);
  const names = nameList(companions(talk.work.social(), { parts: creator }, { me: talk.me.id, to }), to);
  return [
    said(
      to,
      `好，「${group.shared.title}」你不参加了，我会告诉 ${names}。`,
      `OK, you are out of “${group.shared.title}”. I'll tell ${names}.`,
    ),
  ];
}

export function doneOwn(talk: Talk, row: SocialWish & { kind: "complete" }, to: Listener): Lines {
  const { row: own } = row;
  talk.take(completePart(talk.work.maker, { id: own.shared_reminder_id ?? "", title: own.content }, own));
  return [said(to, `好，${quoted(own, to)}你的这份完成了。`, `OK, your part of ${quoted(own, to)} is done.`)];
}
