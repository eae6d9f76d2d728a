import {
  behindDropped as enBehindDropped,
  behindYes as enBehindYes,
  besidePlace as enBesidePlace,
  dropped as enDropped,
  yes as enYes,
} from "./en/answers.ts";
import {
  aroundDone as enAroundDone,
  behindDone as enBehindDone,
  doneAlone as enDoneAlone,
} from "./en/complete.ts";
import { meetings as enMeetings } from "./en/targets.ts";
import { oneOf } from "./words.ts";
import {
  behindDropped as zhBehindDropped,
  behindYes as zhBehindYes,
  besidePlace as zhBesidePlace,
  dropped as zhDropped,
  yes as zhYes,
} from "./zh/answers.ts";
import {
  aroundDone as zhAroundDone,
  behindDone as zhBehindDone,
  doneAlone as zhDoneAlone,
} from "./zh/complete.ts";
import { meetings as zhMeetings } from "./zh/targets.ts";

/**
 * Short messages in which the words of both languages may stand side by side: "ok 好的", "done 了".
 */
const marks = String.raw`[\s\p{P}]`;

export const yes = new RegExp(
  `^${marks}*(?:${oneOf(zhYes, enYes)}${marks}*){1,2}${oneOf(zhBehindYes, enBehindYes, marks)}*$`,
  "u",
);

export const dropped = new RegExp(
  `^${marks}*${oneOf(zhDropped, enDropped)}${oneOf(zhBehindDropped, enBehindDropped, marks)}*$`,
  "u",
);

const polite = `${marks}*${oneOf(zhBesidePlace, enBesidePlace)}*${marks}*`;
/** The place of one in a list: as a numeral, as a digit, as a word. */
export const ordinal = new RegExp(
  `^${polite}(?:第?([一二两三四五六七八\\d])[个条项]?|(?:number\\s+)?(\\d)|(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last))${polite}$`,
  "u",
);

/** Nothing but the word that it is done. */
export const bareDone = new RegExp(
  `^${marks}*(?:${oneOf(zhAroundDone, enAroundDone)}${marks}*)*${oneOf(zhDoneAlone, enDoneAlone)}${oneOf(zhBehindDone, enBehindDone, marks)}*$`,
  "u",
);

/** Words for whatever people do together. Any other name would have to be its name. */
export const anyMeeting = new RegExp(`^(?:${oneOf(zhMeetings, enMeetings)}s?\\s*)+$`);
