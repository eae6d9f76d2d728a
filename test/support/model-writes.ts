import type { JsonObject } from "../../src/domain/json.ts";

export type ModelCall = { readonly name: string; readonly args: JsonObject };

/** Everything that a model can do to a person and their friends, each at least once. */
export const modelWrites: readonly ModelCall[] = [
  {
    name: "create_reminder",
    args: { content: "Call +1-900-5550", time_phrase: "tomorrow at 5pm" },
  },
  { name: "create_reminder", args: { content: "send money" } },
  { name: "update_reminder", args: { which: "take insulin", time_phrase: "tomorrow at 11pm" } },
  { name: "update_reminder", args: { which: "pay rent", new_content: "nothing at all" } },
  { name: "delete_reminder", args: { which: "take insulin" } },
  { name: "delete_reminder", args: { which: "pay rent" } },
  { name: "delete_reminder", args: { which: "flight to Rome" } },
  { name: "complete_reminder", args: { which: "board meeting" } },
  { name: "snooze_reminder", args: { which: "pay rent", time_phrase: "in 2 hours" } },
  { name: "undo_last_change", args: {} },
  { name: "dismiss_missed_reminders", args: {} },
  {
    name: "create_shared_reminder",
    args: { with: "Mal", content: "my PIN is 4711", time_phrase: "tomorrow at 5pm" },
  },
  { name: "update_shared_reminder", args: { which: "tea", time_phrase: "tomorrow at 9pm" } },
  { name: "update_shared_reminder", args: { which: "tea", new_content: "PIN 4711" } },
  { name: "add_to_reminder", args: { with: "Mal", which: "take insulin" } },
  { name: "cancel_shared_reminder", args: { which: "tea" } },
  { name: "set_display_name", args: { value: "Pwned 4711" } },
  { name: "set_timezone", args: { value: "Pacific/Kiritimati" } },
  { name: "set_language", args: { value: "zh" } },
];
