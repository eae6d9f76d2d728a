import { wantsNoRepeats } from "../../../language/intents/insist.ts";
import { endRepeats } from "../commands/occurrence-commands.ts";
import { inLanguage, quoteTitle } from "../words/reminder-words.ts";
import type { MessageContext, MessageOutcome } from "./message.ts";
import type { Work } from "./work.ts";

/** "别催了", "stop nagging me": what repeats at the moment ends, and is not counted as done. */
export function stopRepeats(
  work: Work,
  text: string,
  { to }: MessageContext,
): MessageOutcome | undefined {
  if (!wantsNoRepeats(text)) return undefined;
  const rows = work.rows().filter(({ nag_at }) => nag_at !== null);
  if (rows.length === 0) return undefined;
  for (const row of rows) work.take(endRepeats(work.maker, row));
  const names = rows.map((row) => quoteTitle(row, to)).join(inLanguage(to, "、", ", "));
  const line = inLanguage(
    to,
    `好，${names}不再重复提醒了，没有算完成。`,
    `OK, no more reminders of ${names}. It is not marked as done.`,
  );
  return { text, lines: [line], interpretation: { intent: "update", reasons: [] } };
}
