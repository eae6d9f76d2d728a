import type { Language } from "../../../domain/language.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Interpretation, Item, OpenRequest } from "../../../language/request.ts";
import type { Command } from "../commands/commands.ts";
import {
  conversationFact,
  toStagedCommand,
  undoables,
  undoUsed,
} from "../commands/reminder-events.ts";
import type { Maker } from "../commands/new-row.ts";
import type { ReminderRow } from "../rows.ts";
import type { FriendWish } from "../../friends/dialogue/friend-wishes.ts";
import { ownTime } from "../../friends/availability/own-time.ts";
import type { SharedUndo, Social } from "../../friends/people.ts";
import type { OpenQuestion, ReminderState } from "./state.ts";
import type { Write } from "./writes/write.ts";

export interface ReminderSettings {
  /** The policy for overlaps of the same person's reminders. */
  readonly overlap: "warn" | "ask" | "off";
  /** How long an answer may take. */
  readonly clarificationMinutes: number;
  /** When to-dos without a time are asked about. */
  readonly nightlyHour: number;
  readonly latePolicy: "fire" | "skip";
}

/** An open question. Stored as JSON. */
export type Pending = { readonly language: Language } & (
  | { readonly kind: "request"; readonly open: OpenRequest }
  /** Nothing is asked; but "晚上" alone puts the guessed half of the day right. */
  | { readonly kind: "flip"; readonly open: OpenRequest; readonly reminderId: string }
  /** Nothing is asked; but a friend's name says who an unknown one was. */
  | { readonly kind: "who"; readonly open: OpenRequest; readonly reminderId: string }
  /** Nothing is asked; but an ordinal names one of what was shown. */
  | { readonly kind: "listed"; readonly ids: readonly string[]; readonly turnId: string }
  /** Of a series only what lies in the range, where one was named. */
  | {
      readonly kind: "cancel_all";
      readonly ids: readonly string[];
      readonly range?: { readonly start: string; readonly end: string };
    }
  /** The same of what is shared, which reaches others. */
  | {
      readonly kind: "cancel_groups";
      readonly ids: readonly string[];
      readonly titles: readonly string[];
      readonly range?: { readonly start: string; readonly end: string };
    }
  /** Whether to undo the last change: the person's own, or one that others were notified of. */
  | { readonly kind: "undo" }
  | { readonly kind: "undo_shared"; readonly of: readonly SharedUndo[] }
  | { readonly kind: "decline"; readonly ids: readonly string[] }
  /** Which of several friends is meant. */
  | { readonly kind: "friend"; readonly wish: FriendWish; readonly ids: readonly string[] }
  /** Writes of a model or of another person's words. Void as soon as anything else is said. */
  | { readonly kind: "staged"; readonly writes: readonly Write[]; readonly turnId: string }
  | {
      readonly kind: "overlapping";
      readonly items: readonly Item[];
      readonly reasons: Interpretation["reasons"];
    }
);

/**
 * One turn's decisions while they are made: later messages of the same window see what earlier ones
 * did.
 */
export interface Work {
  readonly maker: Maker;
  /** The person's own zone. */
  readonly zone: string;
  readonly settings: ReminderSettings;
  readonly state: ReminderState;
  rows(): readonly ReminderRow[];
  /** Everything that a time may overlap: the rows, and busy times of calendars elsewhere. */
  listTaken(): readonly ReminderRow[];
  row(id: string): ReminderRow | undefined;
  take(command: Command): void;
  /** Friends and shared reminders, with this turn's changes. */
  social(): Social;
  /** A shared reminder was created or changed, or a friend's settings were. */
  knowSocial(social: Social, own?: readonly ReminderRow[]): void;
  readonly commands: readonly Command[];
  /** The open question, from before or from this turn. */
  pending(): Pending | undefined;
  ask(pending: Pending, question: string): void;
  /** The question of this turn that is open. */
  asking(): string | undefined;
  /** The question is answered, or no longer wanted. */
  settle(): void;
  /** The person changed the subject: the open question is dropped. */
  drop(): void;
  /** The message of ours that the current one quotes, and is about. */
  quoted: string | undefined;
  /** The current message quotes another person: "it" is that, and nothing of ours. */
  quotesOthers: boolean;
  /** Discards everything decided from here on. */
  mark(): () => void;
  /** A fact beside the rows, such as a timer. */
  note(event: EventDraft): void;
  /**
   * All of it: a command if anything changes, and what the conversation has to remember. `reached`:
   * something of others changes.
   */
  finish(reached?: boolean): {
    readonly command: StagedCommand | undefined;
    readonly events: readonly EventDraft[];
  };
}

export function openWork(on: Pick<Work, "maker" | "zone" | "settings" | "state">): Work {
  const { maker, state, settings } = on;
  const rows = new Map(state.rows.map((row) => [row.id, row]));
  const commands: Command[] = [];
  const notes: EventDraft[] = [];
  const isLive = (question: OpenQuestion): boolean => question.expiresAt > maker.now;
  let open =
    state.question === undefined || !isLive(state.question)
      ? undefined
      : (state.question.request as unknown as Pending);
  let asked: { readonly pending: Pending; readonly question: string } | undefined;
  let settled = false;
  let dropped = false;
  let social = state.social;

  return {
    ...on,
    commands,
    rows: () => [...rows.values()],
    listTaken: () => [...rows.values(), ...on.state.outside],
    row: (id) => rows.get(id),
    take(command) {
      commands.push(command);
      for (const { after } of command.changes) rows.set(after.id, after);
    },
    social: () => social,
    knowSocial(next, own = []) {
      social = next;
      for (const row of own) rows.set(row.id, row);
    },
    pending: () => open,
    quoted: undefined,
    quotesOthers: false,
    ask(pending, question) {
      open = pending;
      asked = { pending, question };
    },
    asking: () => (asked === undefined || isSilent(asked.pending) ? undefined : asked.question),
    settle() {
      if (asked === undefined) settled = true;
      open = undefined;
      asked = undefined;
    },
    drop() {
      dropped = true;
      open = undefined;
      asked = undefined;
    },
    note: (event) => void notes.push(event),
    mark() {
      const was = {
        rows: [...rows],
        commands: commands.length,
        notes: notes.length,
        open,
        asked,
        settled,
        dropped,
        social,
      };
      return () => {
        rows.clear();
        for (const [id, row] of was.rows) rows.set(id, row);
        [commands.length, notes.length] = [was.commands, was.notes];
        ({ open, asked, settled, dropped, social } = was);
      };
    },
    finish(reached = false) {
      const replaced = asked !== undefined || dropped || reached || commands.length > 0;
      const ended = endOf(state.question, { isLive, settled, replaced });
      const events = [
        ...(ended === undefined
          ? []
          : [
              conversationFact(maker, (here) => ({
                kind: ended.kind,
                payload: { ...here, id: ended.id },
              })),
            ]),
        ...(asked === undefined ? [] : [questionFact(maker, asked, settings.clarificationMinutes)]),
      ];
      if (commands.length === 0) return { command: undefined, events: [...notes, ...events] };
      const changes = commands.flatMap((command) => command.changes);
      const own =
        !state.hasFriends && social.friends.length === 0
          ? { events: [], expects: {} }
          : ownTime(maker, changes, state.social.version);
      const command = toStagedCommand(maker, commands, [
        ...undoEvents(maker, commands),
        ...notes,
        ...own.events,
      ]);
      return { command: { ...command, expects: { ...command.expects, ...own.expects } }, events };
    },
  };
}

/** A turn's changes can be undone as a whole. An undo can't be undone. */
function undoEvents(maker: Maker, commands: readonly Command[]): EventDraft[] {
  if (maker.conversationId === null || commands.length === 0) return [];
  if (commands.every(({ operation }) => operation === "undo")) return [undoUsed(maker)];
  const changes = undoables(commands.flatMap((command) => command.changes));
  return [
    conversationFact(maker, (here) => ({
      kind: "undo_point_set",
      payload: { ...here, turn_id: maker.turnId, changes },
    })),
  ];
}

interface Ending {
  isLive(question: OpenQuestion): boolean;
  readonly settled: boolean;
  /** By another question, or by another request. */
  readonly replaced: boolean;
}

interface Ended {
  readonly id: string;
  readonly kind: "clarification_expired" | "clarification_answered" | "clarification_superseded";
}

/** How the question of an earlier turn ends with this one, if it does. */
function endOf(question: OpenQuestion | undefined, turn: Ending): Ended | undefined {
  if (question === undefined) return undefined;
  const { id } = question;
  if (!turn.isLive(question)) return { id, kind: "clarification_expired" };
  if (turn.settled) return { id, kind: "clarification_answered" };
  return turn.replaced ? { id, kind: "clarification_superseded" } : undefined;
}

function questionFact(
  maker: Maker,
  { pending, question }: { pending: Pending; question: string },
  minutes: number,
): EventDraft {
  return conversationFact(maker, (here) => ({
    kind: "clarification_asked",
    payload: {
      ...here,
      id: maker.newId(),
      unresolved_action_fingerprint: fingerprint(pending),
      question,
      request: pending,
      candidates: candidatesOf(pending),
      expires_at: iso(maker.now + minutes * 60_000),
    },
  }));
}

/** An answer is understood, but none was asked for. */
const isSilent = ({ kind }: Pending): boolean =>
  kind === "flip" || kind === "who" || kind === "listed";

/** The kind of the open question, as stored in the table. */
const fingerprint = (pending: Pending): string =>
  pending.kind === "request" || pending.kind === "flip" || pending.kind === "who"
    ? `${pending.kind}:${pending.open.reason}`
    : pending.kind;

function candidatesOf(pending: Pending): readonly string[] {
  if (
    pending.kind === "listed" ||
    pending.kind === "cancel_all" ||
    pending.kind === "cancel_groups" ||
    pending.kind === "decline" ||
    pending.kind === "friend"
  )
    return pending.ids;
  if (pending.kind === "flip" || pending.kind === "who") return [pending.reminderId];
  return pending.kind === "request"
    ? (pending.open.choices ?? []).flatMap(({ targetId }) => targetId ?? [])
    : [];
}
