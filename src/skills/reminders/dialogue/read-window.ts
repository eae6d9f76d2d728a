import type { Pending, Work } from "./work.ts";
import type { Metrics } from "../../../domain/ports/log.ts";
import { askStaged, carryOutAll } from "./writes/carry-out.ts";
import type { Audience } from "../words/when-words.ts";
import type { Doing, MessageContext, MessageOutcome, HandledMessage } from "./message.ts";
import { dropLast, createRestorer, type WrittenHere, countWrites } from "./drop-last.ts";
import { handleMessage, readByRules, pickMessageLanguage } from "./handle-message.ts";
import { noteQuote } from "./quoted-words.ts";
import { isTyped } from "../../../domain/provenance.ts";
import { splitPassedOn } from "../../../domain/passed-on.ts";
import { zoneChange } from "./zone-change.ts";
import { handleMissedRequest } from "./missed-wish.ts";
import type { ReadTurn, WindowMessage } from "../../../domain/skill.ts";
import { stripLabels } from "../../../domain/attachment.ts";
import { understandMessage } from "./understand.ts";
import { ownWords } from "../../../language/intents/own-words.ts";
import type { Interpretation } from "../../../language/request.ts";
import {
  isKeptAsItIs,
  isKeptFromOthers,
  isPrivate,
  isTale,
} from "../../../language/lexicon/wish-words.ts";
import type { Write } from "./writes/write.ts";
import { decideSocial } from "../../friends/dialogue/handle-message.ts";
import { inLanguage } from "../words/reminder-words.ts";

/** The window as read so far. */
interface WindowSoFar {
  readonly doing: Doing;
  readonly handled: HandledMessage[];
  readonly writes: WrittenHere[];
  to: Audience;
}

/** Every message of the window, in order. */
export async function readWindow(
  doing: Doing,
  metrics: Metrics | undefined,
): Promise<Pick<WindowSoFar, "handled" | "to">> {
  const { work, turn } = doing;
  const { timezone: zone } = turn.account;
  const on: WindowSoFar = {
    doing,
    handled: [],
    writes: [],
    to: { language: usualLanguage(turn, work), zone, now: turn.now },
  };
  if (work.pending()?.kind === "staged" && work.state.question?.isNext !== true) work.drop();
  for (const message of turn.window.map(withTypedText)) {
    const { intent, reasons } = (await readMessage(on, message)).interpretation;
    metrics?.count("meanwhile_interpret_total", { intent, reason: reasons[0] ?? "none" });
  }
  return { handled: on.handled, to: on.to };
}

async function readMessage(on: WindowSoFar, message: WindowMessage): Promise<MessageOutcome> {
  const { doing, handled, writes } = on;
  const { work, turn } = doing;
  const [before, open, written] = [work.asking(), work.pending(), countWrites(doing)];
  on.to = {
    ...on.to,
    language: pickMessageLanguage(message.text, open?.language ?? on.to.language),
  };
  await noteQuote(turn, work, message);
  const own = ownWordsIn(message);
  const zone = own === undefined ? undefined : zoneChange(doing, own, on.to);
  const restore = createRestorer(doing);
  const result = zone ?? (await readWords(on, message, own));
  if (result.command !== undefined) doing.settings.push(result.command);
  const hasWritten = countWrites(doing) > written;
  if (open !== undefined && work.pending() === open && (hasWritten || voidedByTalk.has(open.kind)))
    work.drop();
  const after = work.asking();
  // A question that the next message of the window answers or replaces is not asked.
  if (before !== undefined && after !== before) dropQuestion(handled);
  if (result.completesLast === true) handled.splice(-1, 1, ...handled.slice(-1).map(withoutLines));
  if (hasWritten) writes.push({ restore, at: handled.length });
  const isMine = result.lines.length > 0;
  const isQuestion = after !== undefined && after !== before;
  handled.push({ ...result, message, isMine, isQuestion });
  return result;
}

const messageContextOf = ({ to, doing: { turn } }: WindowSoFar): MessageContext => ({
  to,
  hasModel: turn.model.describe.kind !== "offline",
});

/** `undefined`: all of it was forwarded. */
function ownWordsIn(message: WindowMessage): string | undefined {
  if (!isTyped(message)) return message.text === "" ? "" : undefined;
  const { own, passedOn } = splitPassedOn(message.text);
  return own !== "" || passedOn === "" ? own : undefined;
}

/** Undo and questions about missed reminders are read before other requests. */
async function readWords(
  on: WindowSoFar,
  message: WindowMessage,
  own: string | undefined,
): Promise<MessageOutcome> {
  const { doing, handled, writes, to } = on;
  const { work, turn } = doing;
  const context = messageContextOf(on);
  if (own === undefined) return askAboutForeignWords(doing, findForwarded(message), context);
  return (
    dropLast(writes, { typed: own, handled, work }, to) ??
    (await handleMissedRequest(turn, work, { text: own, to })) ??
    askWhichOne(doing, own, context) ??
    askIfUnsure(doing, own, context) ??
    withOthers(doing, handleMessage(work, own, context), context)
  );
}

const findForwarded = (message: WindowMessage): string =>
  isTyped(message) ? splitPassedOn(message.text).passedOn : message.text;

/** The name of a file is not a request. */
const withTypedText = (message: WindowMessage): WindowMessage => ({
  ...message,
  text: stripLabels(message.text, message.attachments ?? []),
});

/**
 * A yes is an answer to what was asked last, not to what was asked before something else was said.
 */
const voidedByTalk = new Set<Pending["kind"]>([
  "staged",
  "cancel_all",
  "cancel_groups",
  "undo",
  "undo_shared",
]);

/**
 * "Cancel it" as a reply to another person's words: which reminder that is was never said, so it is
 * asked even where there is one alone.
 */
function askWhichOne(on: Doing, text: string, { to }: MessageContext): MessageOutcome | undefined {
  if (!on.work.quotesOthers || text === "") return undefined;
  const asked = { ...understandMessage(on.work, text), text };
  const row = asked.targetId === undefined ? undefined : on.work.row(asked.targetId);
  if (row === undefined || !ofExisting.has(asked.intent) || ownWords([text]).mean(row.content, []))
    return undefined;
  return { text, lines: [askStaged(on, [{ kind: "reading", asked }], to)], interpretation: asked };
}

/**
 * The rules read an order in a tale, in another person's speech or in a denial, or something private
 * would be shown to friends: the person is asked first.
 */
function askIfUnsure(on: Doing, text: string, { to }: MessageContext): MessageOutcome | undefined {
  if (!mayBeUnsure(text) || on.work.state.isShared) return undefined;
  const asked = { ...understandMessage(on.work, text), text };
  // "Skip it if you're late" denies nothing: it says what becomes of a late one.
  if (asked.items.some(({ late }) => late !== undefined)) return undefined;
  const row = asked.targetId === undefined ? undefined : on.work.row(asked.targetId);
  const titles = [row?.content ?? asked.target ?? "", ...asked.items.map(({ title }) => title)];
  const isUnsure = reachesOthers.has(asked.intent)
    ? isKeptFromOthers(text) || isPrivate(titles.join(" ")) || isTale(text, titles)
    : ofExisting.has(asked.intent) &&
      (isTale(text, titles) || (asked.intent === "update" && isKeptAsItIs(text)));
  if (!isUnsure) return undefined;
  return { text, lines: [askStaged(on, [{ kind: "reading", asked }], to)], interpretation: asked };
}

const mayBeUnsure = (text: string): boolean =>
  isKeptFromOthers(text) || isKeptAsItIs(text) || isPrivate(text) || isTale(text);

const reachesOthers = new Set<Interpretation["intent"]>([
  "create_shared",
  "update_shared",
  "cancel_shared",
]);

const ofExisting = new Set<Interpretation["intent"]>(["update", "cancel", "complete", "snooze"]);

/** Forwarded text is another person's words: what they seem to ask for is asked about. */
function askAboutForeignWords(on: Doing, text: string, { to }: MessageContext): MessageOutcome {
  const nothing: MessageOutcome = {
    text,
    lines: [],
    interpretation: { intent: "none", reasons: ["no_request"] },
  };
  if (text.length > longestForwarded) return nothing;
  const asked = { ...understandMessage(on.work, text), text };
  if (!askedAbout.has(asked.intent)) return nothing;
  const writes: readonly Write[] = [{ kind: "reading", asked }];
  return { ...nothing, lines: [askStaged(on, writes, to)], interpretation: asked };
}

/**
 * With no model a yes is the only way to have it done. What reaches friends is left to the person's
 * own words.
 */
const askedAbout = new Set<Interpretation["intent"]>(["create", "update", "cancel"]);

const longestForwarded = 500;

/** Requests that affect other people are decided after checking their calendars. */
async function withOthers(
  on: Doing,
  outcome: MessageOutcome,
  context: MessageContext,
): Promise<MessageOutcome> {
  const { talk, work } = on;
  if (outcome.confirmed !== undefined)
    return { ...outcome, lines: await carryOutAll(on, outcome.confirmed, context.to) };
  if (outcome.social === undefined) return outcome;
  if (work.state.isShared) return { ...outcome, lines: [notHere(context.to)] };
  const lines = await decideSocial(talk, outcome.social, context.to);
  if (lines.length > 0 || outcome.social.kind !== "friend") return { ...outcome, lines };
  // It only sounded like something about friends.
  const again = readByRules(talk.work, outcome.text, context);
  return again.social === undefined
    ? again
    : { ...again, lines: await decideSocial(talk, again.social, context.to) };
}

/** Where others read along, nothing is said of friends or of what is shared with them. */
const notHere = (to: Audience): string =>
  inLanguage(
    to,
    "这里大家都看得到，和好友有关的事请单独跟我说。什么都没有改动。",
    "Others can read this chat. Message me privately about anything with friends. Nothing was changed.",
  );

/** The language of a message without letters: the account's, or else that of the last message. */
function usualLanguage({ account }: ReadTurn, work: Work): Audience["language"] {
  const newest = work
    .rows()
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0];
  return account.language ?? (/\p{Script=Han}/u.test(newest?.content ?? "") ? "zh" : "en");
}

const withoutLines = (message: HandledMessage): HandledMessage => ({ ...message, lines: [] });

function dropQuestion(handled: HandledMessage[]): void {
  const at = handled.findLastIndex(({ isQuestion }) => isQuestion);
  const question = handled[at];
  if (question !== undefined)
    handled[at] = { ...question, lines: [], isMine: true, refused: undefined };
}
