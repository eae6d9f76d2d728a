import type { Language } from "../../../domain/language.ts";
import type { MailMessage } from "../../../domain/ports/mail.ts";
import { whenTexts } from "../../../domain/when-texts.ts";
import { icsFile, icsText } from "../../reminders/ics/lines.ts";

/** What a mail to a visitor says: the meeting as it is now, or that there is none. */
export interface BookingMail {
  readonly id: string;
  readonly kind:
    | "invited"
    | "confirmed"
    | "changed"
    | "cancelled"
    | "declined"
    | "other_time"
    | "expired";
  /** Rises with every mail about the same meeting. */
  readonly sequence: number;
  readonly startsAt: number;
  readonly minutes: number;
  readonly name: string;
  readonly subject: string;
  readonly email: string;
  readonly language: Language;
  readonly zone: string;
  readonly owner: string | null;
  /** Where the visitor sees the state. */
  readonly link: string | undefined;
  /** They asked for the meeting themselves, so they need not say that they come. */
  readonly isAnswered: boolean;
}

interface Sending {
  readonly from: string;
  readonly now: number;
}

/**
 * A mail to a visitor. A stranger's own words go out only where the owner has said yes to them:
 * whose address it is was never checked.
 */
export function composeBookingMail(of: BookingMail, { from, now }: Sending): MailMessage {
  const isMeeting = meetings.has(of.kind);
  const say = texts[of.language];
  const when = `${whenTexts(of.language, of.zone).span(of.startsAt, of.minutes)} (${of.zone})`;
  const lines = [
    say.lines[of.kind],
    "",
    when,
    ...(isMeeting ? [of.subject] : []),
    ...(of.owner === null ? [] : [say.with(of.owner)]),
    ...(of.link === undefined ? [] : ["", of.link]),
  ];
  return {
    id: `booking-${of.id}-${of.sequence}@${from.split("@")[1] ?? "localhost"}`,
    from,
    to: of.email,
    subject: isMeeting ? `${say.subjects[of.kind]}: ${of.subject}` : say.subjects[of.kind],
    text: `${lines.join("\n")}\n`,
    at: new Date(now),
    ...(isMeeting ? { calendar: toInvitation(of, { from, now }) } : {}),
  };
}

/** Mails about a meeting that stands, or stood. The others are about a request without one. */
const meetings: ReadonlySet<BookingMail["kind"]> = new Set([
  "invited",
  "confirmed",
  "changed",
  "cancelled",
]);

const utc = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** A name as the value of a parameter: quoted, so without quotation marks. */
const param = (text: string): string => `"${text.replaceAll(/["\p{Cc}]/gu, " ")}"`;

/** RFC 5546: a request that replaces the one before by its sequence, or its end. */
function toInvitation(
  of: BookingMail,
  { from, now }: Sending,
): NonNullable<MailMessage["calendar"]> {
  const method = of.kind === "cancelled" ? "CANCEL" : "REQUEST";
  const text = icsFile([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Meanwhile//Free times//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:booking-${of.id}@meanwhile`,
    `SEQUENCE:${of.sequence}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(of.startsAt)}`,
    `DTEND:${utc(of.startsAt + of.minutes * 60_000)}`,
    `SUMMARY:${icsText(of.subject)}`,
    `STATUS:${method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
    `ORGANIZER${of.owner === null ? "" : `;CN=${param(of.owner)}`}:mailto:${from}`,
    `ATTENDEE;CN=${param(of.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${of.isAnswered ? "ACCEPTED" : "NEEDS-ACTION"};RSVP=FALSE:mailto:${of.email}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
  return { method, text };
}

type Texts = Readonly<
  Record<"subjects" | "lines", Readonly<Record<BookingMail["kind"], string>>>
> & {
  with(owner: string): string;
};

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    subjects: {
      invited: "Invitation",
      confirmed: "Confirmed",
      changed: "New time",
      cancelled: "Called off",
      declined: "Your request was declined",
      other_time: "Please pick another time",
      expired: "Your request has expired",
    },
    lines: {
      invited: "You are invited.",
      confirmed: "Your request is confirmed.",
      changed: "The meeting has a new time.",
      cancelled: "The meeting was called off.",
      declined: "The time that you asked for does not suit.",
      other_time: "The time that you asked for does not suit. Please pick another one.",
      expired: "There was no answer in time to your request.",
    },
    with: (owner) => `With ${owner}`,
  },
  zh: {
    subjects: {
      invited: "邀请",
      confirmed: "已确认",
      changed: "时间有变",
      cancelled: "已取消",
      declined: "你的预约被谢绝了",
      other_time: "请另选一个时间",
      expired: "你的预约已过期",
    },
    lines: {
      invited: "邀请你参加。",
      confirmed: "你的预约已确认。",
      changed: "约好的时间变了。",
      cancelled: "约好的事取消了。",
      declined: "你选的时间不合适。",
      other_time: "你选的时间不合适，请另选一个。",
      expired: "你的预约没有及时得到答复。",
    },
    with: (owner) => `和 ${owner}`,
  },
};
