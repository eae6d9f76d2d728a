import { iso } from "../../../domain/ports/clock.ts";
import type { EventBody, EventDraft, PayloadOf } from "../../../domain/events/catalogue.ts";
import type {
  ReminderEvent,
  ReminderFields,
  UndoableChange,
} from "../../../domain/events/reminder.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Command, RowChange } from "./commands.ts";
import { nextAlert } from "./alerts.ts";
import type { Maker } from "./new-row.ts";
import { reminderFields, type ReminderRow, reminderStream } from "../rows.ts";

/** The event of a row's change. */
export function eventOf(maker: Maker, decided: RowChange): EventDraft {
  // Alerts follow from the times, so no decision has to think of them.
  const after = { ...decided.after, alert_at: nextAlert(decided.after, maker.now) };
  const change = { ...decided, after };
  return {
    stream: reminderStream(after.id),
    at: iso(maker.now),
    accountId: after.owner_account_id,
    conversationId: maker.conversationId ?? undefined,
    turnId: maker.turnId ?? undefined,
    ...bodyOf(change),
  };
}

/** A new row is written whole, an existing one by its changes. */
function bodyOf({ kind, before, after, fact }: RowChange): EventBody<RowChange["kind"]> {
  const { id, owner_account_id, conversation_id } = after;
  const changed = copyChanges(before, after);
  const payload = { id, owner_account_id, conversation_id, ...changed, ...fact };
  if (kind !== "reminder_created") return { kind, payload };
  const { content, content_hash, local_start, captured_timezone } = after;
  const { rrule, next_fire_at, source, kind: reminderKind } = after;
  const what = { content, content_hash, kind: reminderKind, source };
  const when = { local_start, captured_timezone, rrule, next_fire_at };
  return { kind, payload: { ...payload, ...what, ...when } };
}

type Copy = { -readonly [Name in keyof ReminderFields]?: ReminderFields[Name] };

function copyChanges(before: ReminderRow | null, after: ReminderRow): Copy {
  const copy: Copy = {};
  for (const name of reminderFields)
    if (before === null || !isSame(before[name], after[name])) copyField(copy, after, name);
  return copy;
}

function copyField<Name extends keyof ReminderFields>(
  copy: Pick<Copy, Name>,
  row: Pick<ReminderFields, Name>,
  name: Name,
): void {
  copy[name] = row[name];
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** Versions of the rows that were there before: the commit detects whether one has changed. */
export function listExpectedVersions(changes: readonly RowChange[]): Record<string, number> {
  const expected: Record<string, number> = {};
  for (const { before, after } of changes) {
    // Only the first change of a row was decided on the table's row.
    const stream = reminderStream(after.id);
    if (!(stream in expected)) expected[stream] = before?.version ?? 0;
  }
  return expected;
}

export interface Undoable extends UndoableChange {
  readonly before: ReminderRow | null;
}

export function undoables(changes: readonly RowChange[]): Undoable[] {
  const found = new Map<string, Undoable>();
  for (const { before, after } of changes) {
    const first = found.get(after.id);
    found.set(after.id, {
      id: after.id,
      version: after.version,
      before: first === undefined ? before : first.before,
    });
  }
  return [...found.values()];
}

/** All decisions of a turn as one command: by its own name, or as a batch. */
export function toStagedCommand(
  maker: Maker,
  commands: readonly Command[],
  beside: readonly EventDraft[],
): StagedCommand {
  const changes = commands.flatMap((command) => command.changes);
  const [only, second] = commands;
  const items = commands.map(({ operation, payload }): JsonObject => ({ operation, ...payload }));
  const isBatch = only === undefined || second !== undefined;
  return {
    domain: "reminder",
    operation: isBatch ? "execute_batch" : only.operation,
    payload: isBatch ? { items } : only.payload,
    preview: isBatch ? { items } : only.payload,
    events: [...changes.map((change) => eventOf(maker, change)), ...beside],
    expects: listExpectedVersions(changes),
  };
}

/** Something that only a conversation can keep was asked for outside of one. */
export class NoConversation extends Error {
  override readonly message = "a dialogue takes place in a conversation";
}

type ConversationKind = Extract<
  ReminderEvent["kind"],
  `clarification_${string}` | `undo_point_${string}`
>;

/**
 * Events of the conversation: open questions and undoable changes. They have a stream of their own.
 */
export function conversationFact(
  maker: Maker,
  of: (here: PayloadOf<"undo_point_used">) => EventBody<ConversationKind>,
): EventDraft {
  const { conversationId } = maker;
  if (conversationId === null) throw new NoConversation();
  return {
    stream: `reminders:${conversationId}`,
    at: iso(maker.now),
    accountId: maker.accountId,
    conversationId,
    turnId: maker.turnId ?? undefined,
    ...of({ conversation_id: conversationId, account_id: maker.accountId }),
  };
}

/**
 * The last change of a program that acts outside of conversations: its name stands for a
 * conversation's. An undo can't be undone.
 */
export function programUndoFact(
  maker: Maker,
  program: string,
  commands: readonly Command[],
): EventDraft {
  const envelope = {
    stream: `reminders:${program}`,
    at: iso(maker.now),
    accountId: maker.accountId,
  };
  const here = { conversation_id: program, account_id: maker.accountId };
  if (commands.every(({ operation }) => operation === "undo"))
    return { ...envelope, kind: "undo_point_used", payload: here };
  const changes = undoables(commands.flatMap((command) => command.changes));
  return { ...envelope, kind: "undo_point_set", payload: { ...here, turn_id: null, changes } };
}

/** From here on there is nothing to undo. */
export const undoUsed = (maker: Maker): EventDraft =>
  conversationFact(maker, (payload) => ({ kind: "undo_point_used", payload }));
