import { calledBy, knownNames, nameOfOne } from "../names.ts";
import { decideShared } from "./decide.ts";
import { askedAll, cancelledAll } from "./decide-all.ts";
import { askUndo } from "./ask-undo.ts";
import { takenBack } from "./decide-undo.ts";
import { declined, doneOwn } from "./decide-own.ts";
import { decideFriends } from "./decide-friends.ts";
import { type FriendWish, friendWish } from "./friend-wishes.ts";
import {
  type SharedBefore,
  sharedMark,
  type SharedUndo,
  type SocialWish,
  type Talk,
} from "./talk.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { undoPoint } from "../../reminders/dialogue/undo.ts";
import type { Listener } from "../../reminders/words/when-words.ts";
import type { Work } from "../../reminders/dialogue/work.ts";
import { mentionsOf } from "../../../language/friends.ts";
import { prepare } from "../../../language/prepare.ts";
import { wallTimeAt } from "../../../language/instants.ts";
import type {
  Interpretation,
  KnownShared,
  OpenRequest,
  RequestContext,
} from "../../../language/request.ts";

/** Friends and what is shared, as the rules see them. */
export function socialContext(work: Work): RequestContext {
  const { friends, shared, parts } = work.social();
  if (friends.length === 0 && shared.length === 0) return {};
  const known = shared.flatMap(({ id, title, rrule, zone, durationMinutes }): KnownShared[] => {
    const own = parts.find((part) => part.sharedId === id && part.id === work.maker.accountId);
    if (own === undefined || own.row.next_fire_at === null) return [];
    const others = parts.filter(
      (part) => part.sharedId === id && part.id !== work.maker.accountId && part.state === "active",
    );
    const names = others.flatMap((part) => nameFor(work, part.id) ?? part.displayName ?? []);
    const start = wallTimeAt(Date.parse(own.row.next_fire_at), work.zone);
    return [
      {
        id,
        title,
        start,
        rrule,
        durationMinutes,
        with: names,
        ...(zone === work.zone ? {} : { zone }),
      },
    ];
  });
  return { friends: knownNames(friends), shared: known };
}

export const namesFriend = (work: Work, text: string): boolean =>
  mentionsOf(prepare(text), knownNames(work.social().friends)).length > 0;

const nameFor = (work: Work, id: string): string | undefined => {
  const { friends } = work.social();
  const names = knownNames(friends.filter((friend) => friend.id === id));
  return names.find((name) => calledBy(friends, name).length > 0);
};

/** What the last change was, when it was one that reached others. */
export function sharedUndo(work: Work): readonly SharedUndo[] | undefined {
  const changes = undoPoint(work)?.changes.filter(({ id }) => id.startsWith(sharedMark)) ?? [];
  if (work.commands.length > 0 || changes.length === 0) return undefined;
  return changes.map(({ id, before }) => ({
    id: id.slice(sharedMark.length),
    before: before as unknown as SharedBefore | null,
  }));
}

/** A wish about friends by its own words. */
export function heardOfFriends(text: string): SocialWish | undefined {
  const wish = friendWish(text);
  return wish === undefined ? undefined : { kind: "friend", wish };
}

/** The same wish about one certain friend. */
export const meaning = (wish: FriendWish, friendId: string): FriendWish =>
  wish.kind === "name"
    ? { ...wish, who: nameOfOne({ id: friendId }) }
    : "name" in wish
      ? { ...wish, name: nameOfOne({ id: friendId }) }
      : wish;

const reaching = new Set(["create_shared", "update_shared", "cancel_shared", "availability"]);

/** What the rules read, when it reaches others. */
export function sharedWish(
  work: Work,
  asked: Interpretation & { text: string },
  alias?: string,
): SocialWish | undefined {
  if (reaching.has(asked.intent)) return { kind: "shared", asked, alias };
  if (asked.intent !== "complete" || asked.targetId === undefined) return undefined;
  const shared = work.social().shared.find(({ id }) => id === asked.targetId);
  const row = work.row(shared?.reminderId ?? asked.targetId);
  return row?.kind === "shared_projection" && row.shared_reminder_id !== null
    ? { kind: "complete", row }
    : undefined;
}

/** The name that nobody knew, when the answer says who was meant. */
export const unknownName = ({ reason, text, unclear }: OpenRequest): string | undefined =>
  reason === "friend_unknown" && unclear !== undefined
    ? text.slice(unclear.at, unclear.end)
    : undefined;

/** Decides what was heard. Empty: it was about something else after all. */
export async function decideSocial(talk: Talk, wish: SocialWish, to: Listener): Promise<Lines> {
  if (wish.kind === "shared") return decideShared(talk, wish, to);
  if (wish.kind === "friend") return decideFriends(talk, wish.wish, to);
  if (wish.kind === "complete") return doneOwn(talk, wish, to);
  if (wish.kind === "undo") return takenBack(talk, wish, to);
  if (wish.kind === "ask_undo") return askUndo(talk, wish.of, to);
  if (wish.kind === "ask_all") return askedAll(talk, wish.wish, to);
  if (wish.kind === "cancel_all") return cancelledAll(talk, wish, to);
  const group = talk.group(wish.id);
  return group === undefined ? [] : declined(talk, group, to);
}
