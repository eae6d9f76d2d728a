import type { MissedReminder } from "../../../domain/views/reminders.ts";
import type { StagedCommand, TurnContext } from "../../../domain/skill.ts";
import { missedWished } from "../../../language/missed.ts";
import { conversationFact } from "../commands/reminder-events.ts";
import type { Heard } from "./handle-message.ts";
import {
  dismissed,
  dismissedWords,
  isUnseen,
  listHeads,
  missedWords,
  readMissed,
} from "../firing/missed-reminders.ts";
import type { Listener } from "../words/when-words.ts";
import type { Work } from "./work.ts";

interface MissedHeard extends Heard {
  readonly command?: StagedCommand;
}

/** "What did I miss", and "forget the missed ones". Rows are read only when somebody asks. */
export async function missedWish(
  turn: TurnContext,
  work: Work,
  on: { text: string; to: Listener },
): Promise<MissedHeard | undefined> {
  const wish = missedWished(on.text);
  if (wish === undefined) return undefined;
  if (
    wish.kind === "dismiss" &&
    wish.bare &&
    (work.pending() !== undefined || !(await isListed(turn)))
  )
    return undefined;
  const missed = await missedHere(turn, work);
  const heard = (lines: readonly string[], intent: "list" | "cancel"): Heard => ({
    text: on.text,
    lines,
    interpretation: { intent, reasons: [] },
  });
  if (wish.kind === "list") return heard(missedWords(missed, on.to), "list");
  const answer = heard([dismissedWords(missed, on.to)], "cancel");
  return missed.some(isUnseen) ? { ...answer, command: dismissal(turn, work, missed) } : answer;
}

/** Where others read along, only what was set there is told. */
export async function missedHere(
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

/** The last thing that was said here was a list of what did not arrive. */
async function isListed({ read, conversationId }: TurnContext): Promise<boolean> {
  const [last] = await read.rows<{ text: string }>(
    "select text from message where conversation_id = $1 and direction = 'outbound' order by event_id desc limit 1",
    [conversationId],
  );
  return listHeads.some((head) => last?.text.startsWith(head) === true);
}

/** No word takes this back, and none that follows may mean an older change. */
function dismissal(
  turn: TurnContext,
  work: Work,
  missed: readonly MissedReminder[],
): StagedCommand {
  const { events, expects } = dismissed(turn.account.id, missed, turn.now);
  const payload = { count: events.length };
  return {
    domain: "reminder",
    operation: "dismiss_missed",
    payload,
    preview: payload,
    events: [...events, conversationFact(work.maker, "undo_point_used", {})],
    expects,
  };
}
