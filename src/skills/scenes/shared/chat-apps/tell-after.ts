import type { EventDraft } from "../../../../domain/events/catalogue.ts";
import type { TurnContext } from "../../../../domain/skill.ts";
import type { Room } from "../../state/room.ts";
import { setStoryTimer, tellTimer } from "./timers.ts";

/** Lets chat apps know of a turn of a shared story as soon as it is recorded. */
export const tellAfter = ({
  account,
  turnId,
  now,
}: Pick<TurnContext, "account" | "turnId" | "now">): EventDraft =>
  setStoryTimer(tellTimer, { accountId: account.id, about: turnId, due: now, now });

/** The same for a turn that played a beat. A story of one person has no one to tell. */
export const tellBeat = (
  turn: Pick<TurnContext, "account" | "turnId" | "now">,
  { room, beat }: { readonly room: Room | undefined; readonly beat: object | undefined },
): EventDraft[] => (room === undefined || beat === undefined ? [] : [tellAfter(turn)]);
