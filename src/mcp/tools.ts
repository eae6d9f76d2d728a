import type { Tool } from "./tool.ts";
import { freeTimes, whatsOn } from "./tools/agenda.ts";
import { changeReminders } from "./tools/change.ts";
import { planWith } from "./tools/plan.ts";
import { recall } from "./tools/recall.ts";
import { listReminders, undo } from "./tools/reminders.ts";
import { rememberTo } from "./tools/remember.ts";
import { digest, nextBeat, whoKnows, why } from "./tools/stories.ts";
import { deliveryStatus, tellMe } from "./tools/telling.ts";

/** Every tool, always in this order. */
export const tools: readonly Tool[] = [
  rememberTo,
  listReminders,
  changeReminders,
  undo,
  whatsOn,
  freeTimes,
  planWith,
  tellMe,
  deliveryStatus,
  recall,
  whoKnows,
  why,
  digest,
  nextBeat,
];
