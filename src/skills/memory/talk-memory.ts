import type { TalkMemory } from "../../domain/ports/talk-memory.ts";
import { readLinesAfter, toEarlierLine } from "./earlier-lines.ts";
import { createTalkRecall } from "./recall.ts";
import { noteStated, noteWindow } from "./state-memory.ts";

/** The memory of people, for the skill that talks with them. */
export const openTalkMemory = (): TalkMemory => ({
  recall: createTalkRecall(),
  note: noteWindow,
  noteStated,
  async readLast({ read, account }, most, hearer) {
    const rows = await readLinesAfter(read, account.id, { after: 0, most: most * scanned });
    return rows
      .flatMap((row) => {
        const line = toEarlierLine(row, hearer);
        return line === undefined ? [] : [{ ...line, direction: row.direction }];
      })
      .slice(-most);
  },
});

/** Lines that may not be given are passed over. */
const scanned = 5;
