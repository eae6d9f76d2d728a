import { interpret } from "../../../language/interpret.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import { titlesOf } from "./untimed.ts";
import { buildContext, finishRequest, requestOf } from "./understand.ts";
import type { Work } from "./work.ts";

/**
 * The open request, completed by this message. If the answer alone is not enough, both are read as
 * one sentence: "remind me again on Friday" and "9am", "remind me tomorrow" and "to buy milk".
 */
export function readAnswer(
  work: Work,
  text: string,
  open: OpenRequest,
): Interpretation | undefined {
  const alone = finishRequest(work, text, open);
  if (!joins.has(open.reason)) return alone;
  const isUnsettled = alone === undefined || isSameQuestion(alone, open);
  if (
    alone !== undefined &&
    !isUnsettled &&
    alone.intent !== "none" &&
    !isOtherDay(work, alone, open)
  )
    return alone;
  if (isWhole(work, text)) return alone;
  if (alone?.intent === "none") return putOff(work, text, open) ?? alone;
  const joined = readJoined(work, text, open);
  if (isWrite(joined)) return joined;
  if (!isUnsettled) return alone;
  return putOff(work, text, open) ?? (isMore(work, { text, open, joined }) ? joined : alone);
}

/** Questions for something that is missing: the answer adds to what was said. */
const joins = new Set<OpenRequest["reason"]>([
  "no_time",
  "date_without_clock",
  "period_without_clock",
  "vague_time",
]);

const isSameQuestion = ({ intent, reasons }: Interpretation, open: OpenRequest): boolean =>
  intent === "clarify" && reasons[0] === open.reason;

const isWrite = ({ intent }: Interpretation): boolean =>
  intent === "create" || intent === "snooze" || intent === "update" || intent === "create_shared";

/** A new request that lacks nothing ends the question. */
function isWhole(work: Work, text: string): boolean {
  const { intent, items } = interpret(requestOf(work, text, buildContext(work, text)));
  return intent === "create" && items.every(({ title }) => title !== "");
}

function readJoined(work: Work, text: string, open: OpenRequest): Interpretation {
  const isChinese = /\p{Script=Han}/u.test(open.text + text);
  const whole = `${open.text}${isChinese ? "，" : " "}${text}`;
  return interpret({ ...requestOf(work, whole, buildContext(work, whole)), now: open.now });
}

/** The day was said with the request, and the answer alone lost it. */
function isOtherDay(work: Work, alone: Interpretation, open: OpenRequest): boolean {
  const [item] = alone.items;
  if (open.reason !== "date_without_clock" || item === undefined || alone.items.length > 1)
    return false;
  const clock = ` ${item.start.slice(11, 16)}`;
  const [meant] = readJoined(work, clock, open).items;
  return meant !== undefined && meant.start.slice(0, 10) !== item.start.slice(0, 10);
}

/** "等会再说", and then a time: what has just gone off comes again then. */
function putOff(work: Work, text: string, open: OpenRequest): Interpretation | undefined {
  if (open.reason !== "vague_time" || buildContext(work).lastFire === undefined) return undefined;
  const again = /\p{Script=Han}/u.test(text) ? `${text}再提醒我` : `remind me again ${text}`;
  const read = interpret(requestOf(work, again, buildContext(work, again)));
  return read.intent === "snooze" ? read : undefined;
}

interface Joined {
  readonly text: string;
  readonly open: OpenRequest;
  readonly joined: Interpretation;
}

const longestTitle = 30;

/** It adds something: a part of the day, or the content of the reminder. */
function isMore(work: Work, { text, open, joined }: Joined): boolean {
  if (joined.intent !== "clarify" || joined.open === undefined) return false;
  if (joined.reasons[0] === "period_without_clock") return open.reason === "date_without_clock";
  const isContent = text.length <= longestTitle && !/[?？]/.test(text);
  return (
    isContent &&
    joins.has(joined.open.reason) &&
    titlesOf(work, open) === undefined &&
    titlesOf(work, joined.open) !== undefined
  );
}
