import { Refusal } from "../../../domain/errors.ts";
import { type EventDraft, isEventOf } from "../../../domain/events/catalogue.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { slices } from "../../../domain/slices.ts";
import { readChatEvents, readLog } from "../state/read-log.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { computePaths, removingKinds } from "../state/path.ts";
import { draftWithdrawal } from "./withdraw-messages.ts";
import { chatStream } from "../state/chat-state.ts";
import { isStoppedByRewind, resumePlans } from "./running-plans.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { assertNotRunning, type LaneDecision } from "../api/decide-in-chat.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";

/** How long a deletion can be undone. */
const undoableMs = 86_400_000;

/**
 * Undoes a rewind or a deletion, provided nothing has happened in the story since. The events are
 * still in the log. Deleted prompts stay deleted, and so does what was sent to a chat app.
 */
export async function restorePath(
  at: LaneDecision,
): Promise<PreparedDecision<{ branch_id: string; brought_back: number }>> {
  const events = await readChatEvents(at.read, at.chatId, 0);
  const last = events.findLastIndex((event) => !isStoppedByRewind(event));
  const removal = events[last];
  if (removal === undefined || removal.accountId !== at.accountId) throw new Refusal("not_found");
  assertNotRunning(at);
  if (!isEventOf(removal, ...removingKinds))
    throw new Refusal("version_conflict", { problem: "the story has continued since" });
  if (removal.kind === "chat_deleted" && at.now - Date.parse(removal.at) > undoableMs)
    throw new Refusal("not_found");
  const before = await slices.run(computePaths(events.slice(0, last)));
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: before.active },
    now: at.now,
  };
  const version =
    events.findLast(({ stream }) => stream === chatStream(at.chatId))?.streamVersion ?? 0;
  const findPath = ({ byBranch }: typeof before): readonly RecordedChatEvent[] =>
    byBranch.get(before.active) ?? [];
  const whole = findPath(before);
  const cut = findPath(await slices.run(computePaths(events.slice(0, last + 1))));
  const now = findPath(await slices.run(computePaths(events)));
  return {
    events: [
      draftStoryEvent(moment, "path_restored", { undoes: removal.id, branch_id: before.active }),
      ...(await slices.run(resumePlans(moment, { before: now, after: whole }))),
      ...(await restoreMessages(at, { after: removal.id })),
    ],
    expects: { [chatStream(at.chatId)]: version },
    result: { branch_id: before.active, brought_back: whole.length - cut.length },
  };
}

/** Restores the text of blanked messages: the original, or the wording of a later edit. */
async function restoreMessages(
  at: ChatDecision,
  { after }: { readonly after: number },
): Promise<EventDraft[]> {
  const withdrawals = (
    await readLog(at.read, "stream = $1 and account_id = $2", {
      params: [`withdrawn:${at.chatId}`, at.accountId],
    })
  ).filter((event) => isEventOf(event, "messages_withdrawn"));
  const blanked = withdrawals
    .filter(({ id }) => id > after)
    .flatMap(({ payload }) => payload.message_ids);
  if (blanked.length === 0) return [];
  const edited = new Map(
    withdrawals.flatMap(({ payload }) =>
      (payload.reworded ?? []).map(({ id, text }) => [id, text] as const),
    ),
  );
  const came = await at.read.rows<{ id: string; text: string | null }>(
    `select m.id, e.payload_json ->> 'text' as text from message m join event_log e on e.id = m.event_id
     where m.id = any($1) and m.account_id = $2`,
    [blanked, at.accountId],
  );
  const reworded = came.map((row) => ({ id: row.id, text: edited.get(row.id) ?? row.text ?? "" }));
  const nothing = { turn_ids: [], message_ids: [], delivery_ids: [] };
  return [draftWithdrawal(at, { chat_id: at.chatId, ...nothing, reworded })];
}
