import type { ReminderRow } from "../rows.ts";
import { changeShared } from "../../friends/dialogue/tools.ts";
import { createPhrase, lookup, movePhrase } from "./tool-phrases.ts";
import { type Args, minutesOf, type Outcome, type ToolSession, type Spec } from "./tool-spec.ts";
import { toKnownReminder } from "./understand.ts";
import { keepSaidLength } from "./writes/asked-for.ts";
import { settle, settleWrite } from "./writes/settle.ts";
import { settingOf, settingTools } from "./writes/settings.ts";
import type { SettingField } from "./writes/write.ts";

/** Creates a reminder from a title and a time phrase, or a to-do without a time. */
export function createReminder(session: ToolSession, args: Args): Promise<Outcome> {
  const { content = "", time_phrase: time = "" } = args;
  if (time.trim() === "")
    return settleWrite(session, { write: { kind: "untimed", title: content } });
  const read = createPhrase(session.work, { content, time });
  const minutes = minutesOf(args["duration_minutes"]);
  const asked = {
    ...read,
    items: read.items.map((item) => keepSaidLength(session.words, item, minutes)),
  };
  return settle(session, { asked, text: asked.text, act: "create", title: content, time });
}

/** Moves or renames a reminder, or both. */
export function updateReminder(session: ToolSession, args: Args): Promise<Outcome> {
  const { work } = session;
  const { which: name = "", time_phrase: time = "", new_content: title } = args;
  const found = lookup(work, name);
  if (found.intent === "cancel_shared") return changeShared(session, args);
  const row = found.targetId === undefined ? undefined : work.row(found.targetId);
  if (row === undefined || found.intent !== "cancel")
    return settle(session, {
      asked: found.intent === "clarify" ? found : { ...found, intent: "none" },
      text: name,
      act: "update",
    });
  if (time === "") return renameRun(session, row, { name, title });
  const moved = movePhrase(work, { which: name, time, row });
  const renamed =
    title === undefined
      ? moved
      : { ...moved, items: moved.items.map((item) => ({ ...item, title })) };
  return settle(session, { asked: renamed, text: time, act: "update", time, newTitle: title });
}

function renameRun(
  session: ToolSession,
  row: ReminderRow,
  { name, title }: { readonly name: string; readonly title: string | undefined },
): Promise<Outcome> {
  const { start, rrule = null, durationMinutes = null } = toKnownReminder(row, session.work.zone);
  const item = { title: title ?? row.content, start: start ?? "", rrule, durationMinutes };
  const asked = {
    intent: "update",
    targetId: row.id,
    target: row.content,
    items: [item],
    reasons: [],
  } as const;
  return settle(session, { asked, text: name, act: "update", newTitle: title });
}

const told: Readonly<Record<SettingField, readonly [description: string, value: string]>> = {
  display_name: [
    "Remember what the person wants to be called. Use only when they say so themselves.",
    "the name, as they wrote it",
  ],
  default_timezone: [
    "Set the person's time zone. Use only when they say where they are or which zone they want.",
    "an IANA zone such as Asia/Shanghai",
  ],
  language: [
    "Set the language for fixed messages. Use only when the person asks for it.",
    "zh or en",
  ],
};

/**
 * Settings that a person may change in words. The account is the turn's; no argument can name
 * another.
 */
export const settingSpecs: readonly Spec[] = (Object.keys(told) as SettingField[]).map((field) => ({
  name: settingTools[field],
  description: told[field][0],
  needs: { value: told[field][1] },
  isPrivate: true,
  run: (session, { value = "" }) => settleWrite(session, { write: settingOf(field, value) }),
}));
