import { zoneName } from "../../../domain/zone.ts";
import { interpret } from "../../../language/interpret.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";

/** Whom a message wants to invite by e-mail, to what and when. */
export type GuestRequest =
  | { readonly kind: "invite"; readonly emails: readonly string[]; readonly meeting: Meeting }
  /** It wants to invite someone, but not to one meeting at a time that can be read. */
  | { readonly kind: "unclear"; readonly why: "no_time" | "repeats" | "past" | "too_many" };

export interface Meeting {
  readonly subject: string;
  /** Wall time in the person's zone. */
  readonly start: string;
  readonly startsAt: number;
  /** Said as a moment ("in two hours"), which wins over the wall time. */
  readonly isMoment: boolean;
  readonly minutes: number;
}

const mostGuests = 10;
const usualMinutes = 60;
const mostMinutes = 24 * 60;

const address = String.raw`[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}`;
const and = String.raw`\s*(?:[,，、;；&]|\band\b|和|跟|与|还有)\s*`;
const addresses = `(?<emails>${address}(?:${and}${address})*)`;
const polite = String.raw`(?:please|can you|could you|请|麻烦|帮我|替我|给我)?\s*`;
/** The part of a sentence that says who is invited; the rest says to what and when. */
const forms: readonly RegExp[] = [
  new RegExp(String.raw`${polite}\binvite\s+${addresses}\s*(?:\b(?:to|for)\b)?`, "iu"),
  new RegExp(
    String.raw`${polite}\bsend\s+(?:an?\s+)?(?:calendar\s+)?invit(?:e|ation)s?\s+to\s+${addresses}\s*(?:\b(?:to|for)\b)?`,
    "iu",
  ),
  new RegExp(
    String.raw`${polite}\bsend\s+${addresses}\s+(?:an?\s+)?(?:calendar\s+)?invit(?:e|ation)s?\s*(?:\b(?:to|for)\b)?`,
    "iu",
  ),
  new RegExp(String.raw`${polite}(?:邀请|邀)\s*${addresses}\s*(?:来|参加)?`, "iu"),
  new RegExp(
    String.raw`${polite}(?:给|向)\s*${addresses}\s*发(?:一?个|一?封)?(?:日历)?(?:邀请|请柬|邀约)(?:函|邮件)?[，,：:]?`,
    "iu",
  ),
];

/** It speaks of an invitation, or forbids one. */
const tells = /\b(?:did|have|has|don'?t|do not|never)\b|不要|别|没有?|是不是|了没/iu;

/** Read by rules alone, from the moment that the message was written. */
export function readGuestRequest(
  text: string,
  { at, zone }: { readonly at: number; readonly zone: string },
): GuestRequest | undefined {
  if (!text.includes("@")) return undefined;
  const found = forms.map((form) => form.exec(text)).find((match) => match !== null);
  if (found === undefined || found === null || zoneName(zone) === undefined) return undefined;
  const emails = [
    ...new Set(found.groups?.["emails"]?.toLowerCase().match(new RegExp(address, "giu")) ?? []),
  ];
  if (emails.length > mostGuests) return { kind: "unclear", why: "too_many" };
  if (tells.test(text.slice(0, found.index + found[0].search(/invit|邀|发/iu) + 1)))
    return undefined;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim();
  return readMeeting(rest, { at, zone, emails });
}

function readMeeting(
  rest: string,
  of: { readonly at: number; readonly zone: string; readonly emails: readonly string[] },
): GuestRequest {
  const { at, zone, emails } = of;
  const isChinese = /\p{Script=Han}/u.test(rest);
  const { intent, items } = interpret({
    text: isChinese ? `提醒我${rest}` : `remind me to ${rest}`,
    now: wallTimeAt(at, zone),
    tz: zone,
  });
  const [item, second] = items;
  const start = item?.start;
  if (intent !== "create" || item === undefined || second !== undefined || start === undefined)
    return { kind: "unclear", why: "no_time" };
  if (item.rrule !== null) return { kind: "unclear", why: "repeats" };
  if (item.allDay === true) return { kind: "unclear", why: "no_time" };
  const startsAt = item.instant ?? instantOf(start, zone);
  if (startsAt <= at) return { kind: "unclear", why: "past" };
  const minutes = Math.min(item.durationMinutes ?? usualMinutes, mostMinutes);
  return {
    kind: "invite",
    emails,
    meeting: {
      subject: item.title,
      start,
      startsAt,
      isMoment: item.instant !== undefined,
      minutes,
    },
  };
}
