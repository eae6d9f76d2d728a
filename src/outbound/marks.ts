import type { DeliverySource } from "../domain/events/delivery.ts";

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** Before a reply that comes long after the question. */
export const earlierMark = (text: string): string =>
  isChinese(text) ? "（较早的回复）" : "(earlier) ";

/** Before a reminder that comes after what was said later. */
const lateMark = (text: string): string =>
  isChinese(text) ? "（迟到的提醒）" : "(late reminder) ";

/** Before a part that others have overtaken. */
export const overtakenMark = (text: string, source: DeliverySource): string =>
  source === "reminder" ? lateMark(text) : earlierMark(text);

/** Before a reminder that may have arrived once already. */
export const repeatMark = (text: string): string =>
  isChinese(text) ? "（可能重复）" : "(perhaps a repeat) ";
