import type { ChangeFrame, Place } from "../change-frame.ts";
import { enPoliteHead } from "./calendar.ts";
import { enNumber } from "../../text/numerals.ts";
import { enAmountMs, enDuration, enSpan } from "./durations.ts";

const amount = String.raw`(?:${enDuration}|${enSpan})`;
const filler =
  "(?:oh|ok|okay|um+|uh|er|hey|hi|hello|so|well|and|but|no|nope|sorry|wait|oops|actually|yes|yeah|i think)";
const asking = String.raw`(?:(?:can|could|should) we|is it possible to|we (?:have|need|want) to|i(?:'ve| have)? (?:got|gotta) to|i gotta|i(?:'m| am) going to have to|i'll (?:have|need) to|would it be possible to|do you mind if we|(?:would|do) you mind)`;
/** Manners and sighs before an order; they name nothing. */
export const orderHead = new RegExp(
  String.raw`^\s*(?:(?:${filler}|${enPoliteHead}|${asking})\b[\s,]*)*(?:to\s+(?=\w))?`,
);
const tail =
  /(?:\s+(?:instead|please|pls|plz|thanks|thank you|for me|if possible|if you can|then|rather|ok|okay|now|from now on|going forward|from here on|for now|today only))+\s*$|\s+$/;
/** "instead of nine", "not three": the time that it was. */
const contrast = /\s+(?:instead of|rather than|(?:and |but )?not)\s+(?<old>(?:at |on |the )*\S.*)$/;
const particle = "(?:back|forward|forwards|off|up|out|over|ahead)";

const moving = String.raw`(?:move|moving|change|changing|re-?schedule|rescheduling|shift|switch|swap|push|pushing|update|postpone|postponing|delay|delaying|defer|put off|bump|edit|adjust|modify|alter|bring|slide|prepone|advance|correct)`;
/** Verbs that say only with other words that something is changed. */
const placing = String.raw`(?:make|set|put|have|do|start|begin|schedule)`;
const partOf = String.raw`(?:(?:(?:the|my|its)\s+)?(?:start(?:ing)?\s+)?(?:time|date|day|hour|start)\s+(?:of|for|on)\s+)?`;
const order = new RegExp(
  String.raw`^(?<verb>${moving}|${placing})\b(?:\s+(?<out>${particle})\b)?\s+${partOf}`,
);
const replacing =
  /^(?:replace|exchange|swap)\s+(?<object>.+?)\s+(?:with|for)\s+(?:(?:one|an?|another|the)\s+)?(?:(?:alarm|reminder|event|appointment|meeting)\s+)?(?:at|on|for)\s+(?=\S)/;

const shifted = new RegExp(
  String.raw`^(?<object>\S.*?)(?:\s+(?<out>${particle}))?(?:\s+(?<by>by|for))?(?:\s+(?:about|another|an extra))?\s+(?<amount>${amount})(?:\s+(?<way>later|earlier|sooner|back|forward|forwards|ahead|up|off|on|out))?$`,
);
const isEarlier = /\b(?:forwards?|earlier|sooner|ahead|up|prepone|advance)\b/;
const isLater = /\b(?:back|later|off|out|over|postpon\w+|postpone|delay\w*|defer|push\w*)\b/;
/** "next week, same day": as far as that. */
const sameNextWeek =
  /\s+(?:to|until|till|for)\s+next week\s+(?:on\s+|at\s+)?(?:the\s+)?same\s+(?:day|time)(?:(?:\s+and)?(?:\s+(?:on|at))?(?:\s+the)?\s+same\s+(?:day|time))?$/;

const strong = /\s(?:to|until|till|til|into)\s+/g;
const weak = /\s(?:for|at|on)\s+/g;
/** "make my 7 am alarm 6:30": the new time may follow without a word between. */
const anywhere = /\s+(?:(?:for|at|on)\s+)?/g;
const takesWeak = /^(?:re-?schedul|make|set|put(?! off)|have|do|start|begin|schedule)/;

const beside = String.raw`(?:just |now |already |all |also )*`;
const moved = String.raw`(?:moved|re-?scheduled|changed|pushed|shifted|postponed|delayed|brought|put|switched|bumped|set)`;
const subject = String.raw`(?<object>(?!(?:what|when|why|who|which|where|how|if|i|you|he|she|they|we|there|is|are|was|has|did|do|does|remind|wake)\b)\S.*?)`;
const statements: readonly RegExp[] = [
  new RegExp(
    String.raw`^${subject}\s+(?:ha(?:s|ve) ${beside}been|was|were|got|gets|is|are|is being|is getting|will be)\s+${beside}${moved}(?:\s+(?<out>${particle}))?\s+(?<how>to|until|till|for|by)\s+(?=\S)`,
  ),
  new RegExp(
    String.raw`^${subject}\s+(?:is now|are now|now is|now starts|now begins|starts now|is actually|is now going to be)\s+(?:at|on|from)?\s*(?=\S)`,
  ),
  new RegExp(
    String.raw`^${subject}\s+(?:should|needs? to|has to|have to|must|ought to)\s+${beside}(?:be|start|begin|happen)\s+(?:${moved}\s+to\s+|(?:at|on)\s+|(?=\d))(?=\S)`,
  ),
  new RegExp(
    String.raw`^${subject}\s+(?:ha(?:s|ve) |had )?${beside}${moved}\s+(?:me|us|it|things)(?:\s+(?<out>${particle}))?\s+(?<how>to|until|till|for|by)\s+(?=\S)`,
  ),
];
/** "the haircut moved to sunday", "the parcel can wait until six". */
const goneTo = new RegExp(
  String.raw`^${subject}\s+${beside}(?:(?:has |have )?${beside}(?:moved|shifted|slipped|changed|switched)(?:\s+${particle})?|(?:can|will|has to|must) wait|will (?:now )?be)\s+(?:to|until|till|at|on)\s+(?=\S)`,
);
/** "vitamins at ten from now on": a series of that name. */
const fromNowOn = /^(?<object>\S.*?)\s+(?:only\s+)?(?:at|on)\s+(?=\S)/;
/** "vitamins only on weekdays". */
const onlyOn = /^(?<object>\S.*?)\s+only\s+(?:at\s+|on\s+|(?=every\b))(?=\S)/;
/** "i'd rather take my pills at nine": of what is kept by that name. */
const preferred =
  /^(?:i|we)(?:'d| would)(?: rather| prefer to| like to)\s+(?<object>\S.*?)\s+(?:at|on)\s+(?=\S)/;
/** "pay rent on the third instead of the first". */
const replaced = /^(?<object>(?!.*\bends?\b)\S.*?)\s+(?:at|on)\s+(?=\S)/;
/** "it starts at 4 now", "it is at 4, not 3": only those words make it a change. */
const statedNow = new RegExp(
  String.raw`^${subject}\s+(?:is|are|starts?|begins?|leaves?|departs?|takes off|runs|opens|happens)\s+(?:at|on)\s+(?=\S)`,
);
const saysFromNowOn = /\s(?:from now on|going forward|from here on)\s*$/;
const saysNow = /\s(?:now|from now on|going forward|from here on)\s*$/;
const wished = new RegExp(
  String.raw`^(?:(?:can|could|would|may|might|please have|i(?:'d| would)? (?:want|need|like))\s+)(?<object>\S.*?)\s+(?:to\s+)?(?:be\s+|start\s+|begin\s+)?(?:(?:be|start|begin|${moved}(?:\s+${particle})?)\s+)(?:to\s+|at\s+|on\s+|until\s+)?(?=\S)`,
);

const trimPlace = (text: string, { at, end }: Place): Place => {
  const words = text.slice(at, end);
  return {
    at: at + words.length - words.trimStart().length,
    end: at + words.trimEnd().length,
  };
};
const trailing = new RegExp(String.raw`\s+${particle}$`);
/** The object without the particle of its verb: "my haircut forward". */
function objectIn(text: string, place: Place): Place {
  const { at, end } = trimPlace(text, place);
  const found = trailing.exec(text.slice(at, end));
  return { at, end: found === null ? end : at + found.index };
}

/** All ways to divide a clause, the likeliest first. */
export function framesIn(clause: string): readonly ChangeFrame[] {
  const from = orderHead.exec(clause)?.[0].length ?? 0;
  const stripped = withoutTail(clause);
  const hasInstead = / instead\b/.test(clause.slice(stripped.end)) || stripped.old !== undefined;
  const text = clause.slice(0, stripped.end);
  const around = stripped.old === undefined ? {} : { old: stripped.old };
  return [
    ...orderFrames(text, from, hasInstead),
    ...statementFrames(text, from, {
      isNew: hasInstead || saysNow.test(clause),
      isLasting: saysFromNowOn.test(clause),
      hasOld: stripped.old !== undefined,
    }),
  ].map((frame) => ({ ...frame, ...around }));
}

function withoutTail(clause: string): { end: number; old?: Place } {
  const plain = (end: number): number => {
    const found = tail.exec(clause.slice(0, end));
    return found === null ? end : found.index;
  };
  const end = plain(clause.length);
  const found = contrast.exec(clause.slice(0, end));
  if (found === null) return { end };
  const old = found.groups?.["old"] ?? "";
  return { end: plain(found.index), old: { at: end - old.length, end } };
}

function orderFrames(text: string, from: number, hasInstead: boolean): readonly ChangeFrame[] {
  const rest = text.slice(from);
  const replaced = replacing.exec(rest);
  if (replaced !== null) return [toFrame(text, from, replaced)];
  const found = order.exec(rest);
  if (found === null) return reminderFrames(text, from, hasInstead);
  const at = from + found[0].length;
  const { verb = "", out = "" } = found.groups ?? {};
  const isSure = !takesWeak.test(verb) || verb.startsWith("re");
  const by = shiftFrame(text, at, `${verb} ${out}`);
  if (by !== undefined) return isClockSet(verb, text) ? [] : [{ ...by, isSure }];
  // "set my alarm to 6" is a new one; "make it 6" and "set it to 6 instead" are not.
  if (isSure || verb === "make" || hasInstead) return aimFrames(text, at, { verb, isSure });
  return aimFrames(text, at, { verb: "move", isSure: true }).flatMap((frame) => {
    if (isElsewhere.test(out) || putsElsewhere.test(text.slice(frame.object.end))) return [frame];
    return isNew.test(rest.slice(found[0].length))
      ? []
      : [{ ...frame, isSure: false, named: "wholly" }];
  });
}

/** "remind me of the parcel at five instead", "remind me about the call an hour earlier". */
function reminderFrames(text: string, from: number, hasInstead: boolean): readonly ChangeFrame[] {
  const found = reminding.exec(text.slice(from));
  if (found === null) return [];
  const at = from + found[0].length;
  const by = shiftFrame(text, at, "");
  if (by !== undefined) return [{ ...by, isSure: false, named: "partly" }];
  if (!hasInstead) return [];
  return aimFrames(text, at, { verb: "set", isSure: false }).map((frame) => ({
    ...frame,
    named: "partly",
  }));
}
const reminding = /^(?:remind|wake|ping|nudge|alert) me (?:up )?(?:of|about|to|for)\s+/;

const isNew = /^(?:an?|another|one|(?:a )?new)\b/;
/** "set dinner back to seven": it stands somewhere already. "set up dinner" is new. */
const elsewhere = "(?:back|forwards?|ahead|over)";
const isElsewhere = new RegExp(`^${elsewhere}$`);
const putsElsewhere = new RegExp(String.raw`^\s+${elsewhere}\s+(?:to|until|till|til)\s`);

/** A clock that is "set back" shows an earlier hour, and a meeting a later one. */
const isClockSet = (verb: string, text: string): boolean => verb === "set" && setBack.test(text);
const setBack = /\b(?:back|forward)/;

function aimFrames(
  text: string,
  at: number,
  { verb, isSure }: { readonly verb: string; readonly isSure: boolean },
): readonly ChangeFrame[] {
  const rest = text.slice(at);
  const others = isSure ? weak : anywhere;
  return [...rest.matchAll(strong), ...(takesWeak.test(verb) ? rest.matchAll(others) : [])]
    .map(({ index, 0: mark }) => ({
      object: objectIn(text, { at, end: at + index }),
      aim: trimPlace(text, { at: at + index + mark.length, end: text.length }),
      isSure,
    }))
    .filter(({ object }) => object.end > object.at);
}

function shiftFrame(
  text: string,
  at: number,
  verb: string,
): Pick<ChangeFrame, "object" | "by"> | undefined {
  const rest = text.slice(at);
  const week = sameNextWeek.exec(rest);
  if (week !== null)
    return { object: objectIn(text, { at, end: at + week.index }), by: enAmountMs("a week") };
  const { object = "", out = "", by, way = "", ...groups } = shifted.exec(rest)?.groups ?? {};
  if (object === "") return undefined;
  const ms = directionOf(`${verb} ${out} ${way} ${by ?? ""}`) * enAmountMs(groups["amount"] ?? "");
  return ms === 0 ? undefined : { object: objectIn(text, { at, end: at + object.length }), by: ms };
}

/** Earlier, later, or not said. */
const directionOf = (words: string): -1 | 0 | 1 =>
  isEarlier.test(words) ? -1 : isLater.test(words) || /\bby\b/.test(words) ? 1 : 0;

const toFrame = (text: string, from: number, found: RegExpExecArray): ChangeFrame => {
  const object = found.groups?.["object"] ?? "";
  const at = from + found[0].indexOf(object);
  return {
    object: objectIn(text, { at, end: at + object.length }),
    aim: { at: from + found[0].length, end: text.length },
    isSure: false,
  };
};

/** How surely the object has to be the name of what is kept. */
const namedBy = new Map<RegExp, "wholly" | "partly">([
  [preferred, "wholly"],
  [replaced, "wholly"],
  [goneTo, "partly"],
  [onlyOn, "partly"],
  [fromNowOn, "partly"],
]);

function statementFrames(
  text: string,
  from: number,
  {
    isNew,
    isLasting,
    hasOld,
  }: { readonly isNew: boolean; readonly isLasting: boolean; readonly hasOld: boolean },
): readonly ChangeFrame[] {
  const shapes = [
    ...statements.map((shape) => [shape, from] as const),
    ...(isNew ? [[statedNow, from] as const] : []),
    [wished, 0] as const,
    [wished, from] as const,
    [preferred, 0] as const,
    [goneTo, from] as const,
    [onlyOn, from] as const,
    ...(isLasting ? [[fromNowOn, from] as const] : []),
    ...(hasOld ? [[replaced, from] as const] : []),
  ];
  return shapes.flatMap(([shape, at]) => {
    const found = shape.exec(text.slice(at));
    if (found === null) return [];
    const named = namedBy.get(shape);
    const frame: ChangeFrame = {
      ...toFrame(text, at, found),
      ...(named === undefined ? {} : { named }),
    };
    if (found.groups?.["how"] !== "by") return [frame];
    const far = text.slice(frame.aim?.at);
    const isAmount = new RegExp(`^${amount}$`).test(far);
    const sign = isEarlier.test(found[0]) ? -1 : 1;
    return isAmount ? [{ object: frame.object, by: sign * enAmountMs(far), isSure: false }] : [];
  });
}

/** Words that may stand beside the time of an aim: "the same time on monday". */
export const besideAim =
  /\b(?:at|on|in|the|of|around|about|by|same (?:time|hour|day)|please|now)\b/g;

/** "it", "the alarm": something that was spoken of or is the only one of its kind. */
export const pointsAtKept = /^(?:it|that|this|the|my|our)\b/;

export const opensWithNumber = new RegExp(String.raw`^(?:\d|${enNumber}\b)`);

/** "from 7" is as long as "  at 7". */
export const fromNumber = new RegExp(String.raw`\bfrom (?<number>\d|${enNumber}\b)`);

export const sameTime = /\bsame (?:time|hour)\b/;
