import type { ReminderRow } from "../rows.ts";
import { describeCreated, isNameless } from "../words/reminder-words.ts";
import { update } from "../commands/commands.ts";
import type { MessageContext, MessageOutcome } from "./message.ts";
import { understandMessage } from "./understand.ts";
import { undoPoint } from "./undo.ts";
import type { Work } from "./work.ts";

const longest = 30;
/** Words that end a talk and name nothing. */
const talk =
  /^[\s\p{P}]*(?:好+的?|嗯+|哦+|行|可以|收到|知道了|谢谢.*|多谢|辛苦.*|哈+|再见|拜拜|晚安|早|你好|ok(?:ay)?|thanks?.*|thank you.*|great|good|cool|nice|got it|sure|yes|yeah|no|hi|hello|hey|bye|lol)[\s\p{P}]*$/iu;

/**
 * "去拿快递" directly behind a reminder that was set without a name: it is what the reminder is
 * about. People send one thought in several messages.
 */
export function nameNameless(
  work: Work,
  text: string,
  { to }: MessageContext,
): MessageOutcome | undefined {
  const row = findNameless(work);
  const title = text
    .trim()
    .replace(/^to\s+/i, "")
    .replace(/[\s。.!！]+$/u, "");
  if (row === undefined || title === "" || title.length > longest) return undefined;
  if (/[?？\n]/.test(text) || talk.test(text)) return undefined;
  const { intent, reasons } = understandMessage(work, text);
  if (intent !== "none" || !["no_request", "plan"].includes(reasons[0] ?? "")) return undefined;
  const command = update(work.maker, row, { content: title });
  const [change] = command.changes;
  if (change === undefined) return undefined;
  work.take(command);
  return {
    text,
    lines: [describeCreated([change.after], to)],
    interpretation: { intent: "update", reasons: [] },
    completesLast: true,
  };
}

/** Written by the message before this one, alone and without a name. */
function findNameless(work: Work): ReminderRow | undefined {
  const undo = undoPoint(work);
  const here = work.commands.at(-1)?.changes ?? [];
  const ids =
    work.commands.length > 0
      ? here.map(({ after }) => after.id)
      : undo?.isNext === true
        ? undo.changes.filter(({ before }) => before === null).map(({ id }) => id)
        : [];
  const [id, second] = ids;
  const row = id === undefined || second !== undefined ? undefined : work.row(id);
  return row?.lifecycle === "active" && isNameless(row) ? row : undefined;
}
