import type { Decisions } from "../../../domain/ports/decisions.ts";
import { slices } from "../../../domain/slices.ts";
import type { SharedAudit } from "../../../domain/views/shared-stories.ts";
import type { StoryTimeApi } from "../../../domain/views/story-time.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { readTurnId } from "../state/fold-turns.ts";
import { findActivePath } from "../state/path.ts";
import { applyRoomEvent, isRoomEvent, isSeenFrom, type Room } from "../state/room.ts";
import { readChatEvents } from "../state/read-log.ts";
import type { MembershipRow } from "./memberships.ts";

interface AuditDeps {
  readonly decisions: Decisions;
  readonly audit: StoryTimeApi["audit"];
}

/**
 * Compares what a person has of a story with what they witnessed by the log, and says how the
 * prompts of its characters fared. The answer has numbers only.
 */
export async function auditMember(
  { decisions, audit }: AuditDeps,
  { accountId, row }: { readonly accountId: string; readonly row: MembershipRow },
): Promise<SharedAudit> {
  const { chat_id: chatId, story_account_id: storyAccount } = row;
  const own = await decisions.read(accountId, (read) =>
    read.rows<{ id: string; text: string }>(
      "select id, text from shared_lines where account_id = $1 and chat_id = $2",
      [accountId, chatId],
    ),
  );
  const path = await decisions.read(storyAccount, async (read) =>
    slices.run(findActivePath(await readChatEvents(read, chatId, 0))),
  );
  const witnessed = listWitnessed(path, accountId);
  const { calls, leaks } = await audit(storyAccount, { chatId });
  return {
    lines: own.length,
    unwitnessed: own.filter(({ id }) => !witnessed.has(id)).length,
    missing: [...witnessed].filter((id) => !own.some((line) => line.id === id)).length,
    calls,
    leaks: leaks.length,
  };
}

function listWitnessed(path: readonly RecordedChatEvent[], accountId: string): Set<string> {
  let room: Room | undefined;
  for (const event of path) if (isRoomEvent(event)) room = applyRoomEvent(room, event);
  const seats = (room?.seats ?? []).filter(({ account_id }) => account_id === accountId);
  return new Set(
    path.filter(isTurnEvent).flatMap((event) => {
      const witnesses = event.payload.witnesses ?? event.payload.present ?? [];
      const isSeen = seats.some((seat) => isSeenFrom(seat, { id: event.id, witnesses }));
      return isSeen ? [readTurnId(event)] : [];
    }),
  );
}
