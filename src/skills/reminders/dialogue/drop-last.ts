import { wantsDropped, wantsUndo } from "../../../language/intents/take-back.ts";
import type { Audience } from "../words/when-words.ts";
import { inLanguage } from "../words/reminder-words.ts";
import type { Work } from "./work.ts";
import type { Doing, MessageOutcome, HandledMessage } from "./message.ts";

export const countWrites = ({ work, talk, settings }: Doing): number =>
  work.commands.length + talk.commands.length + settings.length;

/** A message of this window that changed something. */
export interface WrittenHere {
  readonly at: number;
  restore(): void;
}

export function createRestorer({ talk, settings }: Doing): () => void {
  const [restore, length] = [talk.mark(), settings.length];
  return () => {
    restore();
    settings.length = length;
  };
}

/**
 * "算了" or "undo" right after a request of the same burst: the request is dropped. Nothing is
 * written, and no one is notified.
 */
export function dropLast(
  writes: WrittenHere[],
  { typed, handled, work }: { typed: string; handled: HandledMessage[]; work: Work },
  to: Audience,
): MessageOutcome | undefined {
  const last = writes.at(-1);
  const before = last === undefined ? undefined : handled[last.at];
  if (
    last === undefined ||
    before === undefined ||
    (!wantsUndo(typed) && (work.asking() !== undefined || wantsDropped(typed) === undefined))
  )
    return undefined;
  writes.pop();
  last.restore();
  handled[last.at] = { ...before, lines: [], isQuestion: false };
  const words = before.text.length > 40 ? `${before.text.slice(0, 40)}…` : before.text;
  const line = inLanguage(
    to,
    `好，“${words}”就当没说，什么都没有记下。`,
    `OK, I've dropped “${words}”. Nothing was written.`,
  );
  return { text: typed, lines: [line], interpretation: { intent: "cancel", reasons: [] } };
}
