import { noChangeLine } from "../../../domain/claims.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { StagedCommand, TurnContext } from "../../../domain/skill.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { readSurroundings } from "../../../domain/surroundings.ts";
import type { Lines } from "./decide-create.ts";
import { undoHint } from "../words/notes.ts";
import { awayNotes, outlookNotes } from "../words/outlook-notes.ts";
import { questionLines } from "./question-words.ts";
import { openTalk, type Talk } from "../../friends/dialogue/talk.ts";
import { readState } from "./state.ts";
import type { Audience } from "../words/when-words.ts";
import { openWork, type ReminderSettings, type Work } from "./work.ts";
import { askStaged, carryOut, carryOutAll } from "./writes/carry-out.ts";
import { isSameWrite, type Write } from "./writes/write.ts";
import { guessTold } from "./zone-guess.ts";
import type { Doing, HandledMessage, RefusedRequest } from "./message.ts";
import { readWindow } from "./read-window.ts";
import type { Metrics } from "../../../domain/ports/log.ts";
import type { DeliveryOutlook } from "../../../domain/ports/delivery-outlook.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";

export interface RemindersOptions {
  readonly settings: ReminderSettings;
  /** Counts what the rules read; not where a window is only looked at. */
  readonly metrics?: Metrics | undefined;
  /** Whether the person can be reached by then. */
  readonly outlook?: DeliveryOutlook | undefined;
  /** For friends' codes. Without it friends cannot be added by chat. */
  readonly codes?: LinkCodes | undefined;
  /** Hosts whose links stay links in titles that another person wrote, our own among them. */
  readonly linkHosts?: readonly string[] | undefined;
  /** Where a friend's code can be opened. */
  linkOf?(code: string): string | undefined;
  /** What messages state about their writer, as events. */
  readonly note?: ((turn: TurnContext) => Promise<readonly EventDraft[]>) | undefined;
}

/** A turn's work on reminders: its messages' requests and the decisions. */
export interface Session {
  readonly work: Work;
  readonly talk: Talk;
  readonly to: Audience;
  readonly handled: readonly HandledMessage[];
  /** The result of a tool call: words for the reply, or an open question. */
  told(of: { readonly lines: Lines; readonly asked: Lines; readonly isRefused?: boolean }): void;
  /** Does what the person's own words ask for. */
  write(write: Write): Promise<Lines>;
  /** Anything else becomes part of the one question at the end of the reply. */
  stage(write: Write): void;
  /**
   * What takes a reminder away is done when the model is through, or asked about where that are too
   * many.
   */
  end(write: Write): void;
  /** The number of decisions so far. */
  written(): number;
  /**
   * Ends the decisions: what to stage, remember and say in addition to the answers. `answer` is
   * what a model said.
   */
  finish(answer?: string): Promise<Finished>;
}

interface Finished {
  readonly commands: readonly StagedCommand[];
  readonly events: readonly EventDraft[];
  readonly lines: Lines;
}

export async function openSession(on: RemindersOptions, turn: TurnContext): Promise<Session> {
  const { account, conversationId, now } = turn;
  const isShared = readSurroundings(turn.window.at(-1)?.payload ?? {})?.shared === true;
  const before = turn.window[0]?.eventId ?? 0;
  const state = await readState(turn.read, {
    accountId: account.id,
    conversationId,
    now,
    before,
    isShared,
  });
  const maker = {
    accountId: account.id,
    conversationId,
    turnId: turn.turnId,
    source: "chat",
    latePolicy: on.settings.latePolicy,
    now,
    morning: state.morning,
    newId: () => turn.newId(),
  } as const;
  const work = openWork({ maker, zone: account.timezone, settings: on.settings, state });
  const talk = openTalk({
    work,
    account,
    read: turn.read,
    codes: on.codes,
    outlook: on.outlook,
    linkOf: (code) => on.linkOf?.(code),
  });
  const doing: Doing = { work, talk, turn, settings: [] };
  const { handled, to } = await readWindow(doing, on.metrics);
  const tools: ToolsSoFar = { lines: [], asked: [], isRefused: false, staged: [], endings: [] };
  const keep = (list: Write[], write: Write): void => {
    if (!list.some((known) => isSameWrite(known, write))) list.push(write);
  };
  return {
    work,
    talk,
    to,
    handled,
    told({ lines, asked, isRefused = false }) {
      tools.lines.push(...lines);
      tools.asked.push(...asked);
      tools.isRefused ||= isRefused;
    },
    write: (write) => carryOut(doing, write, to),
    stage: (write) => keep(tools.staged, write),
    end: (write) => keep(tools.endings, write),
    written: () =>
      work.commands.length +
      talk.commands.length +
      doing.settings.length +
      (canEndNow(tools.endings) ? tools.endings.length : 0),
    finish: (answer = "") => finish(on, { ...doing, to, handled, tools, answer }),
  };
}

/** How many are done without a question, if the person's own words ask for them. */
const mostEndings = 2;
const canEndNow = ({ length }: readonly Write[]): boolean => length > 0 && length <= mostEndings;

interface ToolsSoFar {
  readonly lines: string[];
  readonly asked: string[];
  /** A call had no effect. */
  isRefused: boolean;
  readonly staged: Write[];
  readonly endings: Write[];
}

interface Ending extends Doing {
  readonly to: Audience;
  readonly handled: readonly HandledMessage[];
  readonly tools: ToolsSoFar;
  readonly answer: string;
}

async function finish(on: RemindersOptions, of: Ending): Promise<Finished> {
  const { work, talk, to, settings, tools } = of;
  const ended = canEndNow(tools.endings) ? await carryOutAll(of, tools.endings, to) : [];
  const staged = canEndNow(tools.endings) ? tools.staged : [...tools.endings, ...tools.staged];
  const left =
    staged.length === 0 ? describeOpen(of) : [...nothingYet(of), askStaged(of, staged, to)];
  const guess = guessTold(of, to);
  const { command, events } = work.finish(talk.commands.length > 0);
  const isWritten = work.commands.some(({ operation }) => operation !== "undo");
  const hints = (isWritten || talk.canUndo()) && !hasUndoHint(work, to) ? [undoHint(to)] : [];
  const away = await awayNotes(talk, to);
  const lines = [
    ...tools.lines,
    ...ended,
    ...(await outlookNotes(on.outlook, of, to)),
    ...away.lines,
    ...hints,
    ...guess.lines,
    ...left,
  ];
  return {
    commands: [...settings, ...(command === undefined ? [] : [command]), ...away.commands],
    events: [...events, ...guess.events],
    lines,
  };
}

/** The hint was given today, with an earlier write of this conversation. */
function hasUndoHint({ state, maker }: Work, to: Audience): boolean {
  const dayOf = (at: number): string => wallTimeAt(at, to.zone).slice(0, 10);
  const today = dayOf(maker.now);
  if (state.undo !== undefined && dayOf(state.undo.at) === today) return true;
  return state.rows.some(
    (row) =>
      row.source === "chat" &&
      row.conversation_id === maker.conversationId &&
      dayOf(Date.parse(row.created_at)) === today,
  );
}

const isUnchanged = ({ work, talk, settings }: Doing): boolean =>
  work.commands.length + talk.commands.length + settings.length === 0;

const nothingYet = (of: Ending): Lines => (isUnchanged(of) ? [noChangeLine(of.to.language)] : []);

/**
 * A request that neither the rules nor the model carried out: whatever the model said, the reply
 * states that nothing was written and asks, unless the model already asks.
 */
function describeOpen(of: Ending): Lines {
  const { work, to, handled, tools, answer } = of;
  const refused = handled.findLast((each) => each.refused !== undefined)?.refused;
  if (!isUnchanged(of)) {
    // The model has done it: nothing is left to answer.
    if (refused !== undefined && isStillOpen(work, refused)) work.drop();
    return [];
  }
  if (refused === undefined && !tools.isRefused) return [];
  const lines =
    refused === undefined || tools.asked.length > 0
      ? tools.asked
      : questionLines(work, { ...refused, reason: refused.open.reason }, to);
  if (refused !== undefined && tools.asked.length === 0)
    work.ask({ kind: "request", open: refused.open, language: to.language }, lines.join("\n"));
  const isPlain = refused?.isPlain === true && !tools.isRefused;
  return [...(isPlain ? [] : [noChangeLine(to.language)]), ...(/[?？]/.test(answer) ? [] : lines)];
}

const isStillOpen = (work: Work, { open }: RefusedRequest): boolean => {
  const pending = work.pending();
  return pending?.kind === "request" && pending.open === open;
};
