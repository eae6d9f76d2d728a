import { wantsNoRepeats } from "../../../language/intents/insist.ts";
import { callOffRepeats, endRepeats } from "../commands/occurrence-commands.ts";
import { inLanguage, quoteTitle } from "../words/reminder-words.ts";
import type { MessageContext, MessageOutcome } from "./message.ts";
import type { Work } from "./work.ts";

/**
 * "别催了", "stop nagging me": what repeats at the moment ends, and is not counted as done. Where nothing
 * does, the only one that would repeat keeps its own time.
 */
export function stopRepeats(
  work: Work,
  text: string,
  { to }: MessageContext,
): MessageOutcome | undefined {
  if (!wantsNoRepeats(text)) return undefined;
  const rows = work.rows().filter(({ nag_at }) => nag_at !== null);
  if (rows.length === 0) return callOff(work, text, to);
  for (const row of rows) work.take(endRepeats(work.maker, row));
  const names = rows.map((row) => quoteTitle(row, to)).join(inLanguage(to, "、", ", "));
  const line = inLanguage(
    to,
    `好，${names}不再重复提醒了，没有算完成。`,
    `OK, no more reminders of ${names}. It is not marked as done.`,
  );
  return { text, lines: [line], interpretation: { intent: "update", reasons: [] } };
}

function callOff(work: Work, text: string, to: MessageContext["to"]): MessageOutcome | undefined {
  const [row, another] = work.rows().filter(({ insist }) => insist !== null);
  if (row === undefined || another !== undefined) return undefined;
  work.take(callOffRepeats(work.maker, row));
  const name = quoteTitle(row, to);
  const line = inLanguage(
    to,
    `好，${name}到时只提醒一次。`,
    `OK, I'll remind you of ${name} only once.`,
  );
  return { text, lines: [line], interpretation: { intent: "update", reasons: [] } };
}
