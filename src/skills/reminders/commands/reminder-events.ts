import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, Json, Payload } from "../../../domain/events.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Command, RowChange } from "./commands.ts";
import type { Maker } from "./new-row.ts";
import { reminderFields, type ReminderRow, reminderStream } from "../rows.ts";

/** The events of a row's change. A new row is written whole, an existing one by its changes. */
export function eventOf(maker: Maker, { kind, before, after, fact }: RowChange): EventDraft {
  const names = reminderFields.filter(
    (name) => before === null || !isSame(before[name], after[name]),
  );
  const changed = Object.fromEntries(names.map((name) => [name, after[name] as Json]));
  return {
    stream: reminderStream(after.id),
    kind,
    at: iso(maker.now),
    accountId: after.owner_account_id,
    conversationId: maker.conversationId ?? undefined,
    turnId: maker.turnId ?? undefined,
    payload: {
      id: after.id,
      owner_account_id: after.owner_account_id,
      conversation_id: after.conversation_id,
      ...changed,
      ...fact,
    },
  };
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** Versions of the rows that were there before: the commit detects whether one has changed. */
export function listExpectedVersions(changes: readonly RowChange[]): Record<string, number> {
  const expected: Record<string, number> = {};
  for (const { before, after } of changes) {
    // Only the first change of a row was decided on what the table has.
    const stream = reminderStream(after.id);
    if (!(stream in expected)) expected[stream] = before?.version ?? 0;
  }
  return expected;
}

/** One row as it was before a turn, and the version that the turn made of it. */
export interface Undoable {
  readonly id: string;
  readonly version: number;
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

/** All that a turn decided as one command: by its own name, or as a batch. */
export function toStagedCommand(
  maker: Maker,
  commands: readonly Command[],
  beside: readonly EventDraft[],
): StagedCommand {
  const changes = commands.flatMap((command) => command.changes);
  const [only, second] = commands;
  const items = commands.map(({ operation, payload }): Payload => ({ operation, ...payload }));
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

/**
 * Facts about the conversation: what was asked, what can be taken back. They have a stream of their
 * own.
 */
export function conversationFact(maker: Maker, kind: string, payload: Payload): EventDraft {
  return {
    stream: `reminders:${maker.conversationId}`,
    kind,
    at: iso(maker.now),
    accountId: maker.accountId,
    conversationId: maker.conversationId ?? undefined,
    turnId: maker.turnId ?? undefined,
    payload: { conversation_id: maker.conversationId, account_id: maker.accountId, ...payload },
  };
}
