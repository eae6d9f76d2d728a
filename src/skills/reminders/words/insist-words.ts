import type { Language } from "../../../domain/language.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { ReminderRow } from "../rows.ts";
import type { Audience } from "./when-words.ts";

/** "every 10 minutes", "每 10 分钟"; full hours as hours. */
export function everyWords(minutes: number, language: Language): string {
  const isHours = minutes % 60 === 0;
  const count = isHours ? minutes / 60 : minutes;
  const unit = isHours ? { zh: "小时", en: "hour" } : { zh: "分钟", en: "minute" };
  if (language === "zh") return count === 1 && isHours ? "每小时" : `每 ${count} ${unit.zh}`;
  return count === 1 ? `every ${unit.en}` : `every ${count} ${unit.en}s`;
}

/** Behind a reminder on a line: how it goes on, or that it does. */
export function insistWords({ insist, nag_at, ...row }: ReminderRow, to: Audience): string {
  if (insist === null) return "";
  const every = everyWords(insist.every_minutes, to.language);
  if (nag_at === null)
    return to.language === "zh" ? `，之后${every}一次直到完成` : `, then ${every} until done`;
  const next = wallTimeAt(Date.parse(nag_at), row.captured_timezone).slice(11, 16);
  return to.language === "zh"
    ? `，${every}一次直到完成，下次 ${next}`
    : `, ${every} until done, next ${next}`;
}

/** Read back when it is set: the pattern, its end and the word that ends it. */
export function insistNotes(rows: readonly ReminderRow[], to: Audience): string[] {
  const insist = rows.find((row) => row.insist !== null)?.insist;
  if (insist === undefined || insist === null) return [];
  const every = everyWords(insist.every_minutes, to.language);
  if (to.language === "zh") {
    const end = insist.until === null ? "" : `到 ${insist.until} 为止，`;
    const ways = insist.important ? "一直没回，就换你别的聊天软件再发。" : "";
    return [
      `没做完就${every}再提醒一次，${end}最多 ${insist.times} 次；做完了回“完成”就停。${ways}`,
    ];
  }
  const end = insist.until === null ? "" : ` until ${insist.until},`;
  const ways = insist.important ? " Without an answer I'll try your other chat apps too." : "";
  const times = insist.times === 1 ? "once" : `${insist.times} times`;
  return [`Then ${every} until you say “done”,${end} ${times} at most.${ways}`];
}
