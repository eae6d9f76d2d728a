import type { Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";

/** Who will be notified, after what was done. Empty without recipients. */
export const describeRecipients = (names: string, to: Audience): string =>
  names === "" ? "" : inLanguage(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
