/** How programs write moments and the rules of series (RFC 5545). */

export const wallStart = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** A moment in a zone of its own. */
export const withOffset = /(?:z|[+-]\d\d:?\d\d)$/i;
export const dateMarks = /[-:]/g;

/** A date, also with a time: "20261231T235959". */
export const compactDate = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/;
export const untilDate = /UNTIL=(\d{4})(\d\d)(\d\d)/;
export const countOf = /COUNT=(\d+)/;
export const ruleEnds = /;(?:UNTIL|COUNT)=[^;]*/g;
export const oneWeekday = /BYDAY=[A-Z]{2}(?=;|$)/;
export const everyMonth = /^FREQ=MONTHLY/;
export const oneMonthDay = /BYMONTHDAY=\d+(?=;|$)/;
export const rulePart = (name: string): RegExp => new RegExp(String.raw`\b${name}=([\d,-]+)`);
