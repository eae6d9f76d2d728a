import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { pickLanguage } from "../../../domain/language.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { readSurroundings } from "../../../domain/surroundings.ts";
import { dropped, yes } from "../../../language/lexicon/both.ts";
import { create } from "../../reminders/commands/commands.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { eventOf, undoUsed } from "../../reminders/commands/reminder-events.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { isFree, readBusy } from "../availability/free-time.ts";
import { hasFriends, ownTime } from "../availability/own-time.ts";
import { draftAnswer } from "./answer.ts";
import { type GuestRequest, readGuestRequest } from "./guest-request.ts";
import {
  askGuests,
  describeInvited,
  guestsDropped,
  guestsInGroup,
  guestsUnclear,
  noMailServer,
  tooManyGuests,
} from "./guest-words.ts";
import { bookingStream } from "./projection.ts";
import { bookingPurpose } from "./public-page.ts";
import { cleanVisitorText, longestSubject } from "./visitor-text.ts";

export interface GuestOptions {
  readonly codes: LinkCodes;
  readonly latePolicy: ReminderRow["late_policy"];
  /** Whether a mail server is set. */
  canMail(): boolean;
}

/** Mails that one person's words can send to people outside, in a day. */
const mostADay = 20;
const dayMs = 86_400_000;

type Invitation = Extract<GuestRequest, { kind: "invite" }>;

/**
 * People outside are invited by e-mail, after a question. What it asked is read again from the
 * message before it, and counts where that gives the very same words.
 */
export async function inviteGuests(
  options: GuestOptions,
  turn: TurnContext,
  message: WindowMessage,
): Promise<SkillResult | undefined> {
  const isShared = isInGroup(message);
  const request = readGuestRequest(message.text, momentOf(message, turn));
  if (request === undefined) return isShared ? undefined : answerQuestion(options, turn, message);
  const to = audienceOf(message, turn);
  if (isShared) return toReply(guestsInGroup(to));
  if (!options.canMail()) return toReply(noMailServer(to));
  if (request.kind === "unclear") return toReply(guestsUnclear(request.why, to));
  return toReply(askGuests(request, to));
}

const isInGroup = ({ payload }: WindowMessage): boolean =>
  readSurroundings(payload)?.shared === true;

/** The moment of the message, so that it reads the same when it is read again. */
const momentOf = ({ at }: { readonly at: string }, { account }: TurnContext) => ({
  at: Date.parse(at),
  zone: account.timezone,
});

const audienceOf = (
  message: { readonly at: string; readonly text: string },
  { account }: TurnContext,
): Audience => ({
  language: pickLanguage(account.language, message.text),
  zone: account.timezone,
  now: Date.parse(message.at),
});

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
});

async function answerQuestion(
  options: GuestOptions,
  turn: TurnContext,
  message: WindowMessage,
): Promise<SkillResult | undefined> {
  const text = message.text.trim().toLowerCase();
  const isYes = yes.test(text);
  if (!isYes && !dropped.test(text) && !no.test(text)) return undefined;
  const asked = await findAsked(turn);
  if (asked === undefined) return undefined;
  const to = { ...asked.to, now: turn.now };
  if (!isYes) return toReply(guestsDropped(to));
  if (!options.canMail()) return toReply(noMailServer(to));
  const { request } = asked;
  if (request.meeting.startsAt <= turn.now) return toReply(guestsUnclear("past", to));
  const sent = await countSince(turn, turn.now - dayMs);
  if (sent + request.emails.length > mostADay) return toReply(tooManyGuests(mostADay, to));
  return invite(options, turn, { request, to });
}

const no = /^(?:no|nope|don'?t|不用了?|不要|不行|算了)[.!。！]?$/u;

/** The invitation that the last thing said here asked about. */
async function findAsked(
  turn: TurnContext,
): Promise<{ readonly request: Invitation; readonly to: Audience } | undefined> {
  const [said, asked] = (await turn.history(2)).slice(-2);
  if (said?.direction !== "inbound" || asked?.direction !== "outbound") return undefined;
  const request = readGuestRequest(said.text, momentOf(said, turn));
  if (request?.kind !== "invite") return undefined;
  const to = audienceOf(said, turn);
  return asked.text === askGuests(request, to) ? { request, to } : undefined;
}

async function countSince({ read, account }: TurnContext, since: number): Promise<number> {
  const [row] = await read.rows<{ count: number }>(
    "select count(*)::int as count from booking_request where account_id = $1 and by_owner and asked_at > $2",
    [account.id, iso(since)],
  );
  return row?.count ?? 0;
}

async function invite(
  options: GuestOptions,
  turn: TurnContext,
  { request, to }: { readonly request: Invitation; readonly to: Audience },
): Promise<SkillResult> {
  const { meeting, emails } = request;
  const by: Maker = {
    accountId: turn.account.id,
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    source: "chat",
    latePolicy: options.latePolicy,
    now: turn.now,
    newId: () => turn.newId(),
  };
  const slot = { from: meeting.startsAt, to: meeting.startsAt + meeting.minutes * 60_000 };
  const isBusy = !isFree(await readBusy(turn.read, { who: turn.account.id, span: slot }), slot);
  const { changes } = create(by, {
    content: `${meeting.subject} (${emails.join(", ")})`,
    zone: to.zone,
    start: meeting.start,
    durationMinutes: meeting.minutes,
    ...(meeting.isMoment ? { instant: meeting.startsAt } : {}),
  });
  const taken = (await hasFriends(turn.read)) ? ownTime(by, changes).events : [];
  const invitations = changes.flatMap(({ after }) =>
    emails.flatMap((email) =>
      draftInvitation(options, by, { email, request, to, reminderId: after.id }),
    ),
  );
  turn.stage({
    domain: "booking",
    operation: "invite_guests",
    payload: { emails, starts_at: iso(meeting.startsAt), minutes: meeting.minutes },
    preview: { emails, starts_at: iso(meeting.startsAt) },
    events: [
      ...changes.map((change) => eventOf(by, change)),
      ...taken,
      ...invitations,
      undoUsed(by),
    ],
  });
  return toReply(describeInvited(request, isBusy, to));
}

/** A request that is confirmed as soon as it is made: from then on its mails follow the entry. */
function draftInvitation(
  { codes }: GuestOptions,
  { accountId, now, newId }: Maker,
  of: {
    readonly email: string;
    readonly request: Invitation;
    readonly to: Audience;
    readonly reminderId: string;
  },
): EventDraft[] {
  const { email, to, reminderId } = of;
  const { subject, startsAt, minutes } = of.request.meeting;
  const id = newId();
  const made = codes.make(bookingPurpose(id));
  if (made === undefined) throw new Error("the newest key makes no code");
  return [
    {
      stream: bookingStream(accountId),
      kind: "booking_asked",
      at: iso(now),
      accountId,
      payload: {
        id,
        account_id: accountId,
        starts_at: iso(startsAt),
        minutes,
        name: email,
        subject: cleanVisitorText(subject, longestSubject),
        email,
        language: to.language,
        zone: to.zone,
        key_id: made.keyId,
        token_hash: made.hash,
        expires_at: iso(startsAt),
        by_owner: true,
      },
    },
    draftAnswer({ id, account_id: accountId }, now, { state: "confirmed", reminderId }),
  ];
}
