import type { DeliveryOutlook } from "../../domain/delivery-outlook.ts";
import type { EventDraft } from "../../domain/events.ts";
import type { LinkCodes } from "../../domain/link-codes.ts";
import type { Metrics } from "../../domain/log.ts";
import type { StagedCommand, TurnContext, WindowMessage } from "../../domain/skill.ts";
import type { Lines } from "./decide-create.ts";
import { type Ear, type Heard, hear, heardAlone, languageOf } from "./hear.ts";
import { outlookWords, undoHint } from "./notes.ts";
import { questionLines } from "./question-words.ts";
import { decideSocial } from "./shared/hear.ts";
import { openTalk, type Talk } from "./shared/talk.ts";
import { readState } from "./state.ts";
import type { Listener } from "./when-words.ts";
import { said } from "./words.ts";
import { openWork, type ReminderSettings, type Work } from "./work.ts";
import { zoneChange } from "./zone-change.ts";

export interface RemindersOptions {
  readonly settings: ReminderSettings;
  readonly metrics: Metrics;
  /** Whether the person can be reached by then. */
  readonly outlook?: DeliveryOutlook | undefined;
  /** For friends' codes. Without it nobody can be added by chat. */
  readonly codes?: LinkCodes | undefined;
  /** Where a friend's code can be opened. */
  linkOf?(code: string): string | undefined;
}

/** All that a turn has to do with reminders: what its messages asked for and what was decided. */
export interface Session {
  readonly work: Work;
  readonly talk: Talk;
  readonly to: Listener;
  readonly heard: readonly HeardMessage[];
  /** What a tool's call came to: words for the reply, or a question that it left. */
  told(of: { readonly lines: Lines; readonly asked: Lines }): void;
  /** Ends the decisions: what is to be staged, remembered and said besides the answers. `answer` is what a model said. */
  finish(
    answer?: string,
  ): Promise<{ readonly commands: readonly StagedCommand[]; readonly events: readonly EventDraft[]; readonly lines: Lines }>;
}

export interface HeardMessage extends Heard {
  readonly message: WindowMessage;
  readonly isMine: boolean;
  readonly isQuestion: boolean;
}

export async function openSession(on: RemindersOptions, turn: TurnContext): Promise<Session> {
  const { account, conversationId, now } = turn;
  const state = await readState(turn.read, { accountId: account.id, conversationId, now });
  const maker = {
    accountId: account.id,
    conversationId,
    turnId: turn.turnId,
    source: "chat",
    latePolicy: on.settings.latePolicy,
    now,
    newId: () => turn.newId(),
  } as const;
  const work = openWork({ maker, zone: account.timezone, settings: on.settings, state });
  const talk = openTalk({ work, account, read: turn.read, codes: on.codes, linkOf: (code) => on.linkOf?.(code) });
  const zones: StagedCommand[] = [];
  const { heard, to } = await listen(on, turn, { work, talk, zones });
  const tools = { lines: [] as string[], asked: [] as string[] };
  return {
    work,
    talk,
    to,
    heard,
    told({ lines, asked }) {
      tools.lines.push(...lines);
      tools.asked.push(...asked);
    },
    finish: (answer = "") => finish(on, { work, talk, to, heard, zones, tools, answer }),
  };
}

/** Every message of the window, in order. */
async function listen(on: RemindersOptions, turn: TurnContext, { work, talk, zones }: { work: Work; talk: Talk; zones: StagedCommand[] }) {
  let to: Listener = { language: usualLanguage(turn, work), zone: turn.account.timezone, now: turn.now };
  const heard: HeardMessage[] = [];
  for (const message of turn.window) {
    const before = work.asking();
    const [open, written] = [work.pending(), work.commands.length + talk.commands.length];
    to = { ...to, language: languageOf(message.text, work.pending()?.language ?? to.language) };
    work.quoted = message.quote?.from === "us" ? (message.quote.text ?? undefined) : undefined;
    const zone = zoneChange(turn, message.text, to);
    if (zone?.command !== undefined) zones.push(zone.command);
    const ear = { to, hasModel: turn.model.describe.kind !== "offline" };
    const result = zone ?? (await withOthers(talk, hear(work, message.text, ear), ear));
    const { intent, reasons } = result.interpretation;
    on.metrics.count("meanwhile_interpret_total", { intent, reason: reasons[0] ?? "none" });
    // Whoever has something else done has gone on: no later "at three" is about what was open.
    if (open !== undefined && work.pending() === open && work.commands.length + talk.commands.length > written) work.drop();
    const after = work.asking();
    // What the next message of the window answers or replaces need not be asked.
    if (before !== undefined && after !== before) dropQuestion(heard);
    heard.push({ ...result, message, isMine: result.lines.length > 0, isQuestion: after !== undefined && after !== before });
  }
  return { heard, to };
}

/** What reaches other people is decided with their time in view. */
async function withOthers(talk: Talk, heard: Heard, ear: Ear): Promise<Heard> {
  if (heard.social === undefined) return heard;
  const lines = await decideSocial(talk, heard.social, ear.to);
  if (lines.length > 0 || heard.social.kind !== "friend") return { ...heard, lines };
  // It only sounded like something about friends.
  const again = heardAlone(talk.work, heard.text, ear);
  return again.social === undefined ? again : { ...again, lines: await decideSocial(talk, again.social, ear.to) };
}

/** For a message that has no letters to tell by: what was set, or else the script of what was written last. */
function usualLanguage({ account }: TurnContext, work: Work): Listener["language"] {
  const newest = work.rows().toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0];
  return account.language ?? (/\p{Script=Han}/u.test(newest?.content ?? "") ? "zh" : "en");
}

function dropQuestion(heard: HeardMessage[]): void {
  const at = heard.findLastIndex(({ isQuestion }) => isQuestion);
  const question = heard[at];
  if (question !== undefined) heard[at] = { ...question, lines: [] };
}

interface Ending {
  readonly work: Work;
  readonly talk: Talk;
  readonly to: Listener;
  readonly heard: readonly HeardMessage[];
  readonly zones: readonly StagedCommand[];
  readonly tools: { readonly lines: Lines; readonly asked: Lines };
  readonly answer: string;
}

async function finish(on: RemindersOptions, of: Ending) {
  const { work, talk, to, zones } = of;
  const left = leftOpen(of);
  const { command, events } = work.finish(talk.commands.length > 0);
  const isWritten = work.commands.some(({ operation }) => operation !== "undo");
  const lines = [...of.tools.lines, ...left, ...(await warnings(on, work, to)), ...(isWritten || talk.canUndo() ? [undoHint(to)] : [])];
  return { commands: [...zones, ...(command === undefined ? [] : [command]), ...talk.commands], events, lines };
}

/**
 * A wish that neither the rules nor a model made into anything: whatever the model said, it is told that nothing was written,
 * and asked, unless the model's own words ask already.
 */
function leftOpen({ work, talk, to, heard, tools, answer }: Ending): Lines {
  const refused = heard.findLast((each) => each.refused !== undefined)?.refused;
  if (work.commands.length > 0 || talk.commands.length > 0 || (refused === undefined && tools.asked.length === 0)) return [];
  const lines =
    refused === undefined || tools.asked.length > 0 ? tools.asked : questionLines(work, { ...refused, reason: refused.open.reason }, to);
  if (refused !== undefined && tools.asked.length === 0)
    work.ask({ kind: "request", open: refused.open, language: to.language }, lines.join("\n"));
  return [said(to, "（还没有记下或改动任何提醒。）", "(No reminder was written or changed.)"), ...(/[?？]/.test(answer) ? [] : lines)];
}

/** Told while the person is still there to do something about it. */
async function warnings({ outlook }: RemindersOptions, work: Work, to: Listener): Promise<Lines> {
  const written = work.commands.flatMap(({ changes }) => changes.map(({ after }) => after.id));
  const rows = [...new Set(written)].flatMap((id) => work.row(id) ?? []).filter((row) => row.next_fire_at !== null);
  for (const row of rows.toSorted((a, b) => Date.parse(a.next_fire_at ?? "") - Date.parse(b.next_fire_at ?? ""))) {
    const place = { accountId: row.owner_account_id, conversationId: row.conversation_id };
    const warning = outlookWords((await outlook?.deliverableAt(place, row.next_fire_at ?? "")) ?? { kind: "open" }, row, to);
    if (warning !== undefined) return [warning];
  }
  return [];
}
