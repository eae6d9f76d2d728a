import type { MissedReminder } from "../../../domain/views/missed-reminders.ts";
import type { ReadTurn, StagedCommand, TurnContext } from "../../../domain/skill.ts";
import { parseMissedRequest } from "../../../language/intents/missed.ts";
import { undoUsed } from "../commands/reminder-events.ts";
import {
  dismissMissed,
  describeDismissed,
  isUnseen,
  listHeads,
  describeMissed,
  readMissed,
} from "../firing/missed-reminders.ts";
import type { Audience } from "../words/when-words.ts";
import { askAll } from "./bulk.ts";
import { activeOf } from "./discourse.ts";
import type { Work } from "./work.ts";
import type { MessageOutcome } from "./message.ts";

/** "What did I miss", and "forget the missed ones". Rows are read only on such a request. */
export async function handleMissedRequest(
  turn: ReadTurn,
  work: Work,
  on: { text: string; to: Audience },
): Promise<MessageOutcome | undefined> {
  const wish = parseMissedRequest(on.text);
  if (wish === undefined) return undefined;
  if (
    wish.kind === "dismiss" &&
    wish.bare &&
    (work.pending() !== undefined || !(await isListed(turn)))
  )
    return undefined;
  const missed = await listMissedHere(turn, work);
  const toOutcome = (lines: readonly string[], intent: "list" | "cancel"): MessageOutcome => ({
    text: on.text,
    lines,
    interpretation: { intent, reasons: [] },
  });
  if (wish.kind === "list") return toOutcome(describeMissed(missed, on.to), "list");
  const dismissed = describeDismissed(missed, on.to);
  if (missed.some(isUnseen))
    return {
      ...toOutcome([dismissed], "cancel"),
      command: await dismissal(turn, work, missed),
    };
  // All of it has arrived. What repeats may be meant as a whole, and goes only after a yes.
  const rows = activeOf(work).filter(({ id }) => missed.some((each) => each.reminder_id === id));
  return toOutcome([dismissed, ...(askAll(work, { rows }, on.to) ?? [])], "cancel");
}

/** In a shared conversation only its own reminders are listed. */
export async function listMissedHere(
  turn: Pick<TurnContext, "read" | "conversationId" | "now"> & {
    readonly account: { readonly id: string };
  },
  work: Work,
): Promise<MissedReminder[]> {
  const all = await readMissed(turn.read, turn.account.id, turn.now);
  return work.state.isShared
    ? all.filter(({ conversation_id: id }) => id === turn.conversationId)
    : all;
}

/** The last reply here was a list of missed reminders. */
async function isListed({ read, conversationId }: ReadTurn): Promise<boolean> {
  const [last] = await read.rows<{ text: string }>(
    "select text from message where conversation_id = $1 and direction = 'outbound' order by event_id desc limit 1",
    [conversationId],
  );
  return listHeads.some((head) => last?.text.startsWith(head) === true);
}

/** This can't be undone, and a later "undo" must not mean an older change. */
async function dismissal(
  turn: ReadTurn,
  work: Work,
  missed: readonly MissedReminder[],
): Promise<StagedCommand> {
  const { events, expects } = await dismissMissed(turn, turn.account.id, missed);
  const payload = { count: events.length };
  return {
    domain: "reminder",
    operation: "dismiss_missed",
    payload,
    preview: payload,
    events: [...events, undoUsed(work.maker)],
    expects,
  };
}
