import { nameOfOne } from "../names.ts";
import { decideShared } from "./decide.ts";
import { askBeforeCancelAll, cancelAll } from "./decide-all.ts";
import { askUndo } from "./ask-undo.ts";
import { undoShared } from "./decide-undo.ts";
import { declinePart, completeOwnPart } from "./decide-own.ts";
import { decideFriends } from "./decide-friends.ts";
import { type FriendWish, friendWish } from "./friend-wishes.ts";
import { sharedMark, type SocialWish, type Talk } from "./talk.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { undoPoint } from "../../reminders/dialogue/undo.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import type { Work } from "../../reminders/dialogue/work.ts";
import type { Interpretation } from "../../../language/request.ts";
import type { SharedBefore, SharedUndo } from "../people.ts";

/** The last change, if it affected others. */
export function readSharedUndo(work: Work): readonly SharedUndo[] | undefined {
  const changes = undoPoint(work)?.changes.filter(({ id }) => id.startsWith(sharedMark)) ?? [];
  if (work.commands.length > 0 || changes.length === 0) return undefined;
  return changes.map(({ id, before }) => ({
    id: id.slice(sharedMark.length),
    before: before as unknown as SharedBefore | null,
  }));
}

/** A request about friends by its own words. */
export function parseFriendRequest(text: string): SocialWish | undefined {
  const wish = friendWish(text);
  return wish === undefined ? undefined : { kind: "friend", wish };
}

/** The same request about one certain friend. */
export const meaning = (wish: FriendWish, friendId: string): FriendWish =>
  wish.kind === "name"
    ? { ...wish, who: nameOfOne({ id: friendId }) }
    : "name" in wish
      ? { ...wish, name: nameOfOne({ id: friendId }) }
      : wish;

const reaching = new Set(["create_shared", "update_shared", "cancel_shared", "availability"]);

/** The rules' reading, if it affects others. */
export function toSharedRequest(
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

/** Decides a message. Empty: it was about something else after all. */
export async function decideSocial(talk: Talk, wish: SocialWish, to: Audience): Promise<Lines> {
  if (wish.kind === "shared") return decideShared(talk, wish, to);
  if (wish.kind === "friend") return decideFriends(talk, wish.wish, to);
  if (wish.kind === "complete") return completeOwnPart(talk, wish, to);
  if (wish.kind === "undo") return undoShared(talk, wish, to);
  if (wish.kind === "ask_undo") return askUndo(talk, wish.of, to);
  if (wish.kind === "ask_all") return askBeforeCancelAll(talk, wish.wish, to);
  if (wish.kind === "cancel_all") return cancelAll(talk, wish, to);
  const group = talk.group(wish.id);
  return group === undefined ? [] : declinePart(talk, group, to);
}
