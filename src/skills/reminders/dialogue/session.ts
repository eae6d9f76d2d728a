import { withoutLabels } from "../../../domain/attachment.ts";
import { unchangedLine } from "../../../domain/claims.ts";
import type { DeliveryOutlook } from "../../../domain/ports/delivery-outlook.ts";
import type { EventDraft } from "../../../domain/events.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Metrics } from "../../../domain/ports/log.ts";
import { splitPassedOn } from "../../../domain/passed-on.ts";
import { isTyped } from "../../../domain/provenance.ts";
import type { StagedCommand, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { surroundingsOf } from "../../../domain/surroundings.ts";
import { ownWords } from "../../../language/own-words.ts";
import type { Interpretation } from "../../../language/request.ts";
import type { Lines } from "./decide-create.ts";
import { dropLast, restorer, type WrittenHere, writtenSoFar } from "./drop-last.ts";
import { type Ear, type Heard, hear, heardAlone, languageOf } from "./handle-message.ts";
import { missedWish } from "./missed-wish.ts";
import { undoHint } from "../words/notes.ts";
import { awayNotes, outlookNotes } from "../words/outlook-notes.ts";
import { questionLines } from "./question-words.ts";
import { noteQuote } from "./quoted-words.ts";
import { decideSocial } from "../../friends/dialogue/handle-message.ts";
import { openTalk, type Talk } from "../../friends/dialogue/talk.ts";
import { readState } from "./state.ts";
import type { Listener } from "../words/when-words.ts";
import { said } from "../words/reminder-words.ts";
import { understood } from "./understand.ts";
import { openWork, type Pending, type ReminderSettings, type Work } from "./work.ts";
import { type Doing, carryOut, carryOutAll } from "./writes/carry-out.ts";
import { sameWrite, type Write } from "./writes/write.ts";
import { writesQuestion } from "./writes/write-words.ts";
import { zoneChange } from "./zone-change.ts";
import { guessTold } from "./zone-guess.ts";

export interface RemindersOptions {
  readonly settings: ReminderSettings;
  readonly metrics: Metrics;
  /** Whether the person can be reached by then. */
  readonly outlook?: DeliveryOutlook | undefined;
  /** For friends' codes. Without it nobody can be added by chat. */
  readonly codes?: LinkCodes | undefined;
  /** Hosts whose links stay links in titles that somebody else wrote, our own among them. */
  readonly linkHosts?: readonly string[] | undefined;
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
  told(of: { readonly lines: Lines; readonly asked: Lines; readonly isRefused?: boolean }): void;
  /** Does what the person's own words ask for. */
  write(write: Write): Promise<Lines>;
  /** What they do not ask for becomes part of the one question that ends the reply. */
  stage(write: Write): void;
  /** What takes a reminder away is done when the model is through, or asked about where that are too many. */
  end(write: Write): void;
  /** How much is decided by now. */
  written(): number;
  /** Ends the decisions: what is to be staged, remembered and said besides the answers. `answer` is what a model said. */
  finish(answer?: string): Promise<Finished>;
}

interface Finished {
  readonly commands: readonly StagedCommand[];
  readonly events: readonly EventDraft[];
  readonly lines: Lines;
}

export interface HeardMessage extends Heard {
  readonly message: WindowMessage;
  readonly isMine: boolean;
  readonly isQuestion: boolean;
}

export async function openSession(on: RemindersOptions, turn: TurnContext): Promise<Session> {
  const { account, conversationId, now } = turn;
  const isShared = surroundingsOf(turn.window.at(-1)?.payload ?? {})?.shared === true;
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
  const { heard, to } = await listen(on, doing);
  const tools: ToolsSoFar = { lines: [], asked: [], isRefused: false, staged: [], endings: [] };
  const keep = (list: Write[], write: Write): void => {
    if (!list.some((known) => sameWrite(known, write))) list.push(write);
  };
  return {
    work,
    talk,
    to,
    heard,
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
      (endsNow(tools.endings) ? tools.endings.length : 0),
    finish: (answer = "") => finish(on, { ...doing, to, heard, tools, answer }),
  };
}

/** So many are done without a question, if the person's own words ask for them. */
const mostEndings = 2;
const endsNow = ({ length }: readonly Write[]): boolean => length > 0 && length <= mostEndings;

/** Every message of the window, in order. */
async function listen(on: RemindersOptions, doing: Doing) {
  const { work, turn, settings } = doing;
  let to: Listener = {
    language: usualLanguage(turn, work),
    zone: turn.account.timezone,
    now: turn.now,
  };
  const heard: HeardMessage[] = [];
  const writes: WrittenHere[] = [];
  if (work.pending()?.kind === "staged" && work.state.question?.isNext !== true) work.drop();
  for (const message of turn.window.map(withTypedText)) {
    const before = work.asking();
    const [open, written] = [work.pending(), writtenSoFar(doing)];
    to = { ...to, language: languageOf(message.text, work.pending()?.language ?? to.language) };
    await noteQuote(turn, work, message);
    const ear = { to, hasModel: turn.model.describe.kind !== "offline" };
    const { own, passedOn } = isTyped(message)
      ? splitPassedOn(message.text)
      : { own: "", passedOn: message.text };
    const isOwn = own !== "" || passedOn === "";
    const zone = isOwn ? zoneChange(doing, own, to) : undefined;
    const restore = restorer(doing);
    const dropped =
      zone === undefined && isOwn ? dropLast(writes, { typed: own, heard, work }, to) : undefined;
    const missed =
      zone === undefined && dropped === undefined && isOwn
        ? await missedWish(turn, work, { text: own, to })
        : undefined;
    for (const { command } of [zone, missed].filter((each) => each !== undefined))
      if (command !== undefined) settings.push(command);
    const result =
      zone ??
      dropped ??
      missed ??
      pointedAt(doing, own, ear) ??
      (isOwn
        ? await withOthers(doing, hear(work, own, ear), ear)
        : heardOfOthers(doing, passedOn, ear));
    const { intent, reasons } = result.interpretation;
    on.metrics.count("meanwhile_interpret_total", { intent, reason: reasons[0] ?? "none" });
    // Whoever has something else done has gone on: no later "at three" is about what was open.
    if (open !== undefined && work.pending() === open && writtenSoFar(doing) > written) work.drop();
    // And a yes is an answer to what was asked last, not to what was asked before something else was said.
    if (open !== undefined && voidedByTalk.has(open.kind) && work.pending() === open) work.drop();
    const after = work.asking();
    // What the next message of the window answers or replaces need not be asked.
    if (before !== undefined && after !== before) dropQuestion(heard);
    if (dropped === undefined && writtenSoFar(doing) > written)
      writes.push({ restore, at: heard.length });
    heard.push({
      ...result,
      message,
      isMine: result.lines.length > 0,
      isQuestion: after !== undefined && after !== before,
    });
  }
  return { heard, to };
}

/** The name of a file is nothing that anybody asked for. */
const withTypedText = (message: WindowMessage): WindowMessage => ({
  ...message,
  text: withoutLabels(message.text, message.attachments ?? []),
});

const voidedByTalk = new Set<Pending["kind"]>([
  "staged",
  "cancel_all",
  "cancel_groups",
  "undo",
  "undo_shared",
]);

/** "Cancel it" as an answer to somebody else's words: which reminder that is was never said, so it is asked even where there is one alone. */
function pointedAt(on: Doing, text: string, { to }: Ear): Heard | undefined {
  if (!on.work.quotesOthers || text === "") return undefined;
  const asked = { ...understood(on.work, text), text };
  const row = asked.targetId === undefined ? undefined : on.work.row(asked.targetId);
  if (row === undefined || !ofExisting.has(asked.intent) || ownWords([text]).mean(row.content, []))
    return undefined;
  return { text, lines: [askStaged(on, [{ kind: "reading", asked }], to)], interpretation: asked };
}

const ofExisting = new Set<Interpretation["intent"]>(["update", "cancel", "complete", "snooze"]);

/** What was forwarded are somebody else's words: what they seem to ask for is asked about. */
function heardOfOthers(on: Doing, text: string, { to }: Ear): Heard {
  const nothing: Heard = {
    text,
    lines: [],
    interpretation: { intent: "none", reasons: ["no_request"] },
  };
  if (text.length > longestForwarded) return nothing;
  const asked = { ...understood(on.work, text), text };
  if (!askedAbout.has(asked.intent)) return nothing;
  const writes: readonly Write[] = [{ kind: "reading", asked }];
  return { ...nothing, lines: [askStaged(on, writes, to)], interpretation: asked };
}

/** With no model a yes is the only way to have it done. What reaches friends is left to the person's own words. */
const askedAbout = new Set<Interpretation["intent"]>(["create", "update", "cancel"]);

const longestForwarded = 500;

/** Asks about all of it at once. Only a yes that comes next does it. */
function askStaged(
  on: Pick<Doing, "work" | "talk">,
  writes: readonly Write[],
  to: Listener,
): string {
  const question = writesQuestion(on, writes, to);
  on.work.ask(
    { kind: "staged", writes, turnId: on.work.maker.turnId ?? "", language: to.language },
    question,
  );
  return question;
}

/** What reaches other people is decided with their time in view. */
async function withOthers(on: Doing, heard: Heard, ear: Ear): Promise<Heard> {
  const { talk, work } = on;
  if (heard.confirmed !== undefined)
    return { ...heard, lines: await carryOutAll(on, heard.confirmed, ear.to) };
  if (heard.social === undefined) return heard;
  if (work.state.isShared) return { ...heard, lines: [notHere(ear.to)] };
  const lines = await decideSocial(talk, heard.social, ear.to);
  if (lines.length > 0 || heard.social.kind !== "friend") return { ...heard, lines };
  // It only sounded like something about friends.
  const again = heardAlone(talk.work, heard.text, ear);
  return again.social === undefined
    ? again
    : { ...again, lines: await decideSocial(talk, again.social, ear.to) };
}

/** Where others read along, nothing is said of friends or of what is shared with them. */
const notHere = (to: Listener): string =>
  said(
    to,
    "这里大家都看得到，和好友有关的事请单独跟我说。什么都没有改动。",
    "Others read along here. Write to me alone about anything with friends. Nothing was changed.",
  );

/** For a message that has no letters to tell by: what was set, or else the script of what was written last. */
function usualLanguage({ account }: TurnContext, work: Work): Listener["language"] {
  const newest = work
    .rows()
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0];
  return account.language ?? (/\p{Script=Han}/u.test(newest?.content ?? "") ? "zh" : "en");
}

function dropQuestion(heard: HeardMessage[]): void {
  const at = heard.findLastIndex(({ isQuestion }) => isQuestion);
  const question = heard[at];
  if (question !== undefined) heard[at] = { ...question, lines: [] };
}

interface ToolsSoFar {
  readonly lines: string[];
  readonly asked: string[];
  /** A call came to nothing. */
  isRefused: boolean;
  readonly staged: Write[];
  readonly endings: Write[];
}

interface Ending extends Doing {
  readonly to: Listener;
  readonly heard: readonly HeardMessage[];
  readonly tools: ToolsSoFar;
  readonly answer: string;
}

async function finish(on: RemindersOptions, of: Ending): Promise<Finished> {
  const { work, talk, to, settings, tools } = of;
  const ended = endsNow(tools.endings) ? await carryOutAll(of, tools.endings, to) : [];
  const staged = endsNow(tools.endings) ? tools.staged : [...tools.endings, ...tools.staged];
  const left = staged.length === 0 ? leftOpen(of) : [...nothingYet(of), askStaged(of, staged, to)];
  const guess = guessTold(of, to);
  const { command, events } = work.finish(talk.commands.length > 0);
  const isWritten = work.commands.some(({ operation }) => operation !== "undo");
  const hints = isWritten || talk.canUndo() ? [undoHint(to)] : [];
  const lines = [
    ...tools.lines,
    ...ended,
    ...(await outlookNotes(on.outlook, work, to)),
    ...(await awayNotes(talk, to)),
    ...hints,
    ...guess.lines,
    ...left,
  ];
  return {
    commands: [...settings, ...(command === undefined ? [] : [command]), ...talk.commands],
    events: [...events, ...guess.events],
    lines,
  };
}

const isUnchanged = ({ work, talk, settings }: Doing): boolean =>
  work.commands.length + talk.commands.length + settings.length === 0;

const nothingYet = (of: Ending): Lines => (isUnchanged(of) ? [unchangedLine(of.to.language)] : []);

/**
 * A wish that neither the rules nor a model made into anything: whatever the model said, it is told that nothing was written,
 * and asked, unless the model's own words ask already.
 */
function leftOpen(of: Ending): Lines {
  const { work, to, heard, tools, answer } = of;
  const refused = heard.findLast((each) => each.refused !== undefined)?.refused;
  if (!isUnchanged(of) || (refused === undefined && !tools.isRefused)) return [];
  const lines =
    refused === undefined || tools.asked.length > 0
      ? tools.asked
      : questionLines(work, { ...refused, reason: refused.open.reason }, to);
  if (refused !== undefined && tools.asked.length === 0)
    work.ask({ kind: "request", open: refused.open, language: to.language }, lines.join("\n"));
  return [unchangedLine(to.language), ...(/[?？]/.test(answer) ? [] : lines)];
}
