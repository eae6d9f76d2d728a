import type { Json } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { DecisionContext } from "../../../domain/ports/decisions.ts";
import type { AccountView, ReadTurn, StagedCommand } from "../../../domain/skill.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Language } from "../../../domain/language.ts";
import type { SpokenOutcome, SpokenRequest } from "../../../domain/views/reminders.ts";
import { openTalk, type Talk } from "../../friends/dialogue/talk.ts";
import { NoConversation } from "../commands/reminder-events.ts";
import type { HandledMessage } from "../dialogue/message.ts";
import { readWindow } from "../dialogue/read-window.ts";
import { readState } from "../dialogue/state.ts";
import { undoLast } from "../dialogue/undo.ts";
import { openWork, type Pending, type Work } from "../dialogue/work.ts";
import { factsOf, maker } from "./record-commands.ts";
import { type RemindersApiDeps, viewOf } from "./reminder-views.ts";

/** How long a question of a program's sentence may be answered. */
const clarificationMinutes = 30;

/**
 * A program's sentence goes through the rules of the chat: the same targets, questions and guards.
 * It takes place in no conversation, so the open question travels with the caller.
 */
export function speak(
  on: RemindersApiDeps,
  accountId: string,
  said: SpokenRequest,
): Promise<SpokenOutcome> {
  return on.decisions.run<SpokenOutcome>(accountId, async (at) => {
    const { work, account } = await openProgramWork({ on, at }, accountId, said.open);
    const handled = await readSentence(work, account, { at, text: said.text });
    if (typeof handled === "string")
      return { events: [], result: { lines: [], changed: [], question: null, refused: handled } };
    const facts = await factsOf({ on, read: at.read, by: work.maker }, work.commands);
    return {
      ...facts,
      result: {
        lines: handled.lines,
        changed: listChanged(work),
        question: questionOf(work, handled),
        refused: null,
      },
    };
  });
}

export function undoLastChange(
  on: RemindersApiDeps,
  accountId: string,
): Promise<Pick<SpokenOutcome, "lines" | "changed">> {
  return on.decisions.run(accountId, async (at) => {
    const { work, account } = await openProgramWork({ on, at }, accountId);
    const lines = undoLast(work, {
      language: account.language ?? "en",
      zone: account.timezone,
      now: at.now,
    });
    return {
      ...(await factsOf({ on, read: at.read, by: work.maker }, work.commands)),
      result: { lines, changed: listChanged(work) },
    };
  });
}

const listChanged = (work: Work): SpokenOutcome["changed"] =>
  [
    ...new Set(work.commands.flatMap(({ changes }) => changes.map(({ after }) => after.id))),
  ].flatMap((id) => {
    const row = work.row(id);
    return row === undefined ? [] : [viewOf(row)];
  });

interface Place {
  readonly on: RemindersApiDeps;
  readonly at: DecisionContext;
}

async function openProgramWork(
  { on, at: { read, now, newId } }: Place,
  accountId: string,
  open?: Json,
): Promise<{ readonly work: Work; readonly account: AccountView }> {
  const account = await readAccount(read, accountId);
  const state = await readState(read, {
    accountId,
    conversationId: on.program ?? "",
    now,
    before: 0,
    isShared: false,
  });
  const by = maker(on, { accountId, now, newId, source: "api", morning: state.morning });
  const { overlap, nightlyHour, latePolicy } = on;
  const question =
    open === undefined
      ? undefined
      : { id: "", question: "", request: open, expiresAt: now + 60_000, isNext: true };
  return {
    account,
    work: openWork({
      maker: by,
      zone: account.timezone,
      settings: { overlap, nightlyHour, latePolicy, clarificationMinutes },
      state: { ...state, question },
    }),
  };
}

/** Thrown instead of any change that other people would notice. */
class ReachesOthers extends Error {}

const refuse = (): never => {
  throw new ReachesOthers();
};

async function readSentence(
  kept: Work,
  account: AccountView,
  { at, text }: { readonly at: DecisionContext; readonly text: string },
): Promise<HandledMessage | NonNullable<SpokenOutcome["refused"]>> {
  // The evening's timer is noted again where the commands are recorded; a look at a friend's times
  // is not.
  const note: Work["note"] = ({ kind }) => (kind === "friend_time_asked" ? refuse() : undefined);
  const work = { ...kept, note };
  const settings: StagedCommand[] = [];
  const talk: Talk = {
    ...openTalk({ work, account, read: at.read, codes: undefined, linkOf: () => undefined }),
    take: refuse,
    takeForGood: refuse,
    keep: refuse,
    keepAll: refuse,
  };
  const turn: ReadTurn = {
    turnId: "",
    conversationId: "",
    account,
    now: at.now,
    read: at.read,
    window: [{ id: "", seq: 0, eventId: 0, text, senderName: null, payload: {}, at: "" }],
    model: { describe: { kind: "offline" } },
    history: async () => [],
  };
  try {
    const { handled } = await readWindow({ work, talk, turn, settings }, undefined);
    const [message] = handled;
    if (message === undefined) throw new Error("one message was given and none was read");
    return settings.length === 0 ? message : "only_in_chat";
  } catch (error) {
    if (error instanceof ReachesOthers) return "reaches_others";
    if (error instanceof NoConversation) return "only_in_chat";
    throw error;
  }
}

function questionOf(work: Work, { refused }: HandledMessage): SpokenOutcome["question"] {
  const pending = work.pending();
  const text = work.asking();
  if (text !== undefined && pending !== undefined) return { text, open: toJson(pending) };
  if (refused === undefined) return null;
  const open: Pending = { kind: "request", open: refused.open, language: "en" };
  return { text: refused.question, open: toJson(open) };
}

/** As it is stored for a conversation. */
const toJson = (pending: Pending): Json => JSON.parse(JSON.stringify(pending)) as Json;

async function readAccount(read: Reads, accountId: string): Promise<AccountView> {
  const [row] = await read.rows<{
    name: string | null;
    language: Language | null;
    zone: string;
    hosts: readonly string[];
  }>(
    `select display_name as name, language, default_timezone as zone, link_hosts as hosts
     from account where id = $1`,
    [accountId],
  );
  if (row === undefined) throw new Refusal("not_found", undefined, "There is no such account.");
  const { name: displayName, language, zone: timezone, hosts: linkHosts } = row;
  return { id: accountId, displayName, language, timezone, linkHosts };
}
