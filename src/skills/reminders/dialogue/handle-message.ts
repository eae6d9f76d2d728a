import { detectLanguage, type Language } from "../../../domain/language.ts";
import { isThingUnwanted, wantsDropped, wantsUndo } from "../../../language/intents/take-back.ts";
import { bulk, bulkWish } from "./bulk.ts";
import { answerPlainly } from "../words/how-words.ts";
import { parseFriendRequest, readSharedUndo } from "../../friends/dialogue/handle-message.ts";
import type { FriendWish } from "../../friends/dialogue/friend-wishes.ts";
import {
  askDropped,
  hasMoved,
  isAsLeft,
  restoreDeleted,
  undone,
  undoLast,
  undoPoint,
} from "./undo.ts";
import { stopRepeats } from "./stop-repeats.ts";
import { understandMessage } from "./understand.ts";
import type { Work } from "./work.ts";
import { type MessageContext, type MessageOutcome, nothing } from "./message.ts";
import { decideIntent } from "./decide-intent.ts";
import { answer } from "./answer-question.ts";
import type { ReminderRow } from "../rows.ts";
import { describeCreated, isNameless } from "../words/reminder-words.ts";
import { update } from "../commands/commands.ts";

/** Handles one message of the window by rules: completely or not at all. */
export function handleMessage(work: Work, text: string, context: MessageContext): MessageOutcome {
  const { to } = context;
  const plain = context.hasModel ? undefined : answerPlainly(work, text, to);
  if (plain !== undefined) return plain;
  const shared = wantsUndo(text) ? undoShared(work, text) : undefined;
  if (shared !== undefined) return shared;
  const back = undone(work, text, to) ?? restoreDeleted(work, text, to);
  const wish = back === undefined ? bulkWish(work, text) : undefined;
  if (wish?.with !== undefined)
    return {
      text,
      lines: [],
      interpretation: { intent: "cancel_shared", reasons: [] },
      social: { kind: "ask_all", wish },
    };
  const direct = back ?? bulk(work, { text, wish }, to);
  if (direct !== undefined)
    return { text, lines: direct, interpretation: { intent: "cancel", reasons: [] } };
  return (
    stopRepeats(work, text, context) ??
    answer(work, text, context) ??
    undoUnwanted(work, text, context) ??
    nameNameless(work, text, context) ??
    fresh(work, text, context)
  );
}

/**
 * A change that affected others is named first and undone after a yes; repeating the word counts as
 * a yes.
 */
function undoShared(work: Work, text: string): MessageOutcome | undefined {
  const pending = work.pending();
  const outcome = { text, lines: [], interpretation: nothing };
  if (pending?.kind === "undo_shared") {
    work.settle();
    return { ...outcome, social: { kind: "undo", of: pending.of } };
  }
  const of = readSharedUndo(work);
  return of === undefined ? undefined : { ...outcome, social: { kind: "ask_undo", of } };
}

/** How long after a change such words may still mean it, though something else was said since. */
const meantFor = 30 * 60_000;

/**
 * "算了不用了" directly behind what was just done takes that back. Where something came in between,
 * it is asked about: the words may mean either.
 */
function undoUnwanted(
  work: Work,
  text: string,
  { to }: MessageContext,
): MessageOutcome | undefined {
  const point = undoPoint(work);
  const how = point === undefined || work.commands.length > 0 ? undefined : wantsDropped(text);
  if (point === undefined || how === undefined) return undefined;
  const mayBeMeant =
    point.at > work.maker.now - meantFor &&
    (how === "sure" || point.isLastWord) &&
    (readSharedUndo(work) !== undefined || isAsLeft(work));
  if (!point.isNext && !mayBeMeant) return undefined;
  const interpretation = { intent: "cancel", reasons: [] } as const;
  const of = readSharedUndo(work);
  if (of !== undefined)
    return { text, lines: [], interpretation, social: { kind: "ask_undo", of } };
  return {
    text,
    lines:
      how === "sure" && point.isNext && !mayMeanWhole(work, text)
        ? undoLast(work, to)
        : askDropped(work, to),
    interpretation,
  };
}

/** "算了，不要了" behind a move: the new time is not wanted, or the whole reminder. */
const mayMeanWhole = (work: Work, text: string): boolean => isThingUnwanted(text) && hasMoved(work);

/**
 * A message that answers no question. A request about friends may still turn out to be about
 * something else.
 */
function fresh(work: Work, text: string, context: MessageContext): MessageOutcome {
  const social = parseFriendRequest(text);
  return social === undefined ||
    (social.kind === "friend" && isAnswer(social.wish) && hasNobody(work))
    ? readByRules(work, text, context)
    : { text, lines: [], interpretation: nothing, social };
}

/** As the rules alone read it. */
export const readByRules = (work: Work, text: string, context: MessageContext): MessageOutcome =>
  decideIntent(work, { ...understandMessage(work, text), text }, context);

/** The language of a message; the one in which it was asked, when it has no letters of its own. */
export const pickMessageLanguage = (text: string, otherwise: Language): Language =>
  detectLanguage(text) ?? otherwise;

const isAnswer = ({ kind }: FriendWish): boolean => kind === "decline" || kind === "accept";

/** It cannot be a request: such words are about something else. */
const hasNobody = (work: Work): boolean =>
  work.social().friends.length === 0 && work.social().shared.length === 0;

const longest = 30;
/** Words that end a conversation and name nothing. */
const talk =
  /^[\s\p{P}]*(?:好+的?|嗯+|哦+|行|可以|收到|知道了|谢谢.*|多谢|辛苦.*|哈+|再见|拜拜|晚安|早|你好|ok(?:ay)?|thanks?.*|thank you.*|great|good|cool|nice|got it|sure|yes|yeah|no|hi|hello|hey|bye|lol)[\s\p{P}]*$/iu;

/**
 * "去拿快递" directly behind a reminder that was set without a name: it is what the reminder is
 * about. People send one thought in several messages.
 */
function nameNameless(
  work: Work,
  text: string,
  { to }: MessageContext,
): MessageOutcome | undefined {
  const row = findNameless(work);
  const title = text
    .trim()
    .replace(/^to\s+/i, "")
    .replace(/[\s。.!！]+$/u, "");
  if (row === undefined || title === "" || title.length > longest) return undefined;
  if (/[?？\n]/.test(text) || talk.test(text)) return undefined;
  const { intent, reasons } = understandMessage(work, text);
  if (intent !== "none" || !["no_request", "plan"].includes(reasons[0] ?? "")) return undefined;
  const command = update(work.maker, row, { content: title });
  const [change] = command.changes;
  if (change === undefined) return undefined;
  work.take(command);
  return {
    text,
    lines: [describeCreated([change.after], to)],
    interpretation: { intent: "update", reasons: [] },
    completesLast: true,
  };
}

/** Written by the message before this one, alone and without a name. */
function findNameless(work: Work): ReminderRow | undefined {
  const undo = undoPoint(work);
  const here = work.commands.at(-1)?.changes ?? [];
  const ids =
    work.commands.length > 0
      ? here.map(({ after }) => after.id)
      : undo?.isNext === true
        ? undo.changes.filter(({ before }) => before === null).map(({ id }) => id)
        : [];
  const [id, second] = ids;
  const row = id === undefined || second !== undefined ? undefined : work.row(id);
  return row?.lifecycle === "active" && isNameless(row) ? row : undefined;
}
