import { iso } from "../../../domain/ports/clock.ts";
import type { DeliveryOutlook } from "../../../domain/ports/delivery-outlook.ts";
import type { UndoableChange } from "../../../domain/events/reminder.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { AccountView, StagedCommand } from "../../../domain/skill.ts";
import type { Bulk } from "../../../language/intents/bulk.ts";
import type { Interpretation } from "../../../language/request.ts";
import { conversationFact, undoUsed } from "../../reminders/commands/reminder-events.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import type { Work } from "../../reminders/dialogue/work.ts";
import type { FriendWish } from "./friend-wishes.ts";
import type { Spent } from "../notices/limits.ts";
import type { Person, SharedBefore, SharedUndo, Social } from "../people.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { unreachable } from "../notices/reach.ts";

/**
 * A request that affects other people. It is decided separately, because it looks at their
 * calendars.
 */
export type SocialWish =
  | {
      readonly kind: "shared";
      readonly asked: Interpretation & { readonly text: string };
      readonly alias?: string | undefined;
    }
  | { readonly kind: "friend"; readonly wish: FriendWish }
  | { readonly kind: "complete"; readonly row: ReminderRow }
  | { readonly kind: "decline"; readonly id: string }
  /** All matching ones are to be cancelled, after one question. */
  | { readonly kind: "ask_all"; readonly wish: Bulk }
  | {
      readonly kind: "cancel_all";
      readonly ids: readonly string[];
      readonly range?: Bulk["range"] | undefined;
    }
  | { readonly kind: "undo"; readonly of: readonly SharedUndo[] }
  /** The same, named first. */
  | { readonly kind: "ask_undo"; readonly of: readonly SharedUndo[] };

/** One turn's work that affects other people. */
export interface Talk {
  readonly work: Work;
  readonly me: Person;
  readonly read: Reads;
  readonly codes: LinkCodes | undefined;
  /** Where a friend's code can be opened. */
  linkOf(code: string): string | undefined;
  /** Which of these people cannot be reached now. */
  unreachable(ids: readonly string[]): Promise<ReadonlySet<string>>;
  readonly commands: readonly StagedCommand[];
  /** The turn's commands that affect other people so far. */
  readonly spent: Spent;
  take(command: StagedCommand): void;
  /**
   * The same for changes that "undo" does not cover: "undo" would otherwise mean an older change.
   */
  takeForGood(command: StagedCommand): void;
  /** "Undo" reverses the last change. */
  canUndo(): boolean;
  /**
   * A group that was created or changed: later messages of the window see it, and "undo" reverses
   * it.
   */
  keep(change: SharedChange, before: SharedBefore | null | "final"): void;
  /** Several at once: "undo" reverses all of them. */
  keepAll(
    all: readonly {
      readonly change: SharedChange;
      readonly before: SharedBefore | null | "final";
    }[],
  ): void;
  group(id: string): Group | undefined;
  /** Discards everything decided from here on, including the reminders' work. */
  mark(): () => void;
}

export function openTalk(on: {
  readonly work: Work;
  readonly account: AccountView;
  readonly read: Reads;
  readonly codes: LinkCodes | undefined;
  readonly outlook?: DeliveryOutlook | undefined;
  linkOf(code: string): string | undefined;
}): Talk {
  const { work, account } = on;
  const commands: StagedCommand[] = [];
  let isUndoable = false;
  const me: Person = {
    id: account.id,
    displayName: account.displayName,
    zone: account.timezone,
    language: account.language,
    socialVersion: work.state.social.version,
    takes: "take",
  };
  const keepAll: Talk["keepAll"] = (all) => {
    const undoables = all.flatMap(({ change, before }) =>
      before === "final" ? [] : [undoable(change, before)],
    );
    const undo =
      undoables.length === 0
        ? undoUsed(work.maker)
        : conversationFact(work.maker, (here) => ({
            kind: "undo_point_set",
            payload: { ...here, turn_id: work.maker.turnId, changes: undoables },
          }));
    for (const [index, { change }] of all.entries()) {
      const last = index === all.length - 1 ? [undo] : [];
      commands.push({ ...change.command, events: [...change.command.events, ...last] });
      const own = change.parts.filter(({ id }) => id === me.id).map(({ row }) => row);
      work.knowSocial(withChange(work.social(), change), own);
    }
    isUndoable = undoables.length > 0;
  };
  return {
    unreachable: (ids) => unreachable(on.outlook, ids, work.maker.now),
    work,
    me,
    read: on.read,
    codes: on.codes,
    linkOf: (code) => on.linkOf(code),
    commands,
    spent: { looks: new Map(), commands },
    canUndo: () => isUndoable,
    take: (command) => void commands.push(command),
    takeForGood: (command) =>
      void commands.push({
        ...command,
        events: [...command.events, undoUsed(work.maker)],
      }),
    group: (id) => groupIn(work.social(), id),
    keep: (change, before) => keepAll([{ change, before }]),
    keepAll,
    mark() {
      const [taken, could, restore] = [commands.length, isUndoable, work.mark()];
      return () => {
        restore();
        commands.length = taken;
        isUndoable = could;
      };
    },
  };
}

export const sharedMark = "shared:";

const undoable = ({ shared }: SharedChange, before: SharedBefore | null): UndoableChange => ({
  id: `${sharedMark}${shared.id}`,
  version: shared.version,
  before,
});

export function groupIn(social: Social, id: string): Group | undefined {
  const shared = social.shared.find((each) => each.id === id);
  return shared === undefined
    ? undefined
    : { shared, parts: social.parts.filter(({ sharedId }) => sharedId === id) };
}

/** The state after a change, for later messages of the same window. */
function withChange(social: Social, { shared, parts }: SharedChange): Social {
  const others = social.shared.filter(({ id }) => id !== shared.id);
  const isMine = shared.status === "active" && shared.ownPart === "active";
  return {
    ...social,
    shared: isMine ? [...others, shared] : others,
    parts: [...social.parts.filter(({ sharedId }) => sharedId !== shared.id), ...parts],
  };
}

export const timeOfQuestion = ({ maker }: Work): string => iso(maker.now);
