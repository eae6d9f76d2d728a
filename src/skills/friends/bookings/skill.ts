import { pickLanguage } from "../../../domain/language.ts";
import { isTyped } from "../../../domain/provenance.ts";
import type { Skill, SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { readSurroundings } from "../../../domain/surroundings.ts";
import { closeLinks } from "../../../links/close-links.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { undoUsed } from "../../reminders/commands/reminder-events.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { isFree, readBusy } from "../availability/free-time.ts";
import { hasFriends } from "../availability/own-time.ts";
import { readAsked } from "../sharing/ask-first.ts";
import { decideAnswer, isOver } from "./answer.ts";
import { type GuestOptions, inviteGuests } from "./guests.ts";
import { decidePage, readPage, toPageView } from "./page-settings.ts";
import { bookingStream } from "./projection.ts";
import { type BookingRow, readPending } from "./request-rows.ts";
import {
  type AnswerRequest,
  type PageRequest,
  readAnswerRequest,
  readPageRequest,
} from "./requests.ts";
import {
  describeAnswered,
  hoursUnclear,
  notInGroups,
  offWords,
  pageWords,
  tooLateWords,
  waitingWords,
  whichWords,
} from "./words.ts";

export interface BookingOptions extends GuestOptions {
  readonly linkHosts: readonly string[];
  /** The address of a page; undefined where the server does not know its own. */
  linkOf(code: string): string | undefined;
}

/** The page of free times and invitations by e-mail: switched, answered and sent by rules alone. */
export function createBookingsSkill(options: BookingOptions): Skill {
  return {
    name: "bookings",
    async handle(turn) {
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1 || !isTyped(only)) return undefined;
      const invited = await inviteGuests(options, turn, only);
      if (invited !== undefined) return invited;
      const page = readPageRequest(only.text);
      const answer = page === undefined ? readAnswerRequest(only.text) : undefined;
      if (page === undefined && answer === undefined) return undefined;
      const language = pickLanguage(turn.account.language, only.text);
      const to: Audience = { language, zone: turn.account.timezone, now: turn.now };
      const isShared = readSurroundings(only.payload)?.shared === true;
      if (isShared) return page === undefined ? undefined : toReply(notInGroups(to));
      if (page !== undefined) return changePage({ options, turn, to }, page);
      return answer === undefined ? undefined : answerRequest({ options, turn, to }, only, answer);
    },
  };
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
});

interface Asked {
  readonly options: BookingOptions;
  readonly turn: TurnContext;
  readonly to: Audience;
}

async function changePage(on: Asked, request: PageRequest): Promise<SkillResult> {
  const { options, turn, to } = on;
  const { account } = turn;
  if (request.kind === "list")
    return quoting(on, waitingWords(await readPending(turn.read, account.id), to));
  const before = await readPage(turn.read, account.id);
  const urlOf = (code: string | null) => (code === null ? undefined : options.linkOf(code));
  if (request.kind === "show" || (request.kind === "renew" && !before.is_on)) {
    const shown = toPageView(options.codes, account.id, before);
    return toReply(pageWords(shown, urlOf(shown.code), to));
  }
  if (request.kind === "on" && request.hours === null) return toReply(hoursUnclear(to));
  const wish =
    request.kind === "on"
      ? {
          is_on: true,
          ...request.hours,
          ...(request.weekdays === undefined ? {} : { weekdays: request.weekdays }),
        }
      : request.kind === "off"
        ? { is_on: false }
        : { renew: true };
  const decided = decidePage(options.codes, { accountId: account.id, now: turn.now, before }, wish);
  const { is_on: isOn, starts, ends, minutes } = decided.view;
  if (decided.events.length > 0)
    turn.stage({
      domain: "settings",
      operation: "set_booking_page",
      payload: { is_on: isOn, starts, ends, minutes },
      preview: { is_on: isOn },
      events: decided.events,
      expects: decided.expects,
    });
  return toReply(isOn ? pageWords(decided.view, urlOf(decided.view.code), to) : offWords(to));
}

/** A reply that repeats a stranger's words: their links can be read but not followed. */
const quoting = ({ options, turn }: Asked, text: string): SkillResult => ({
  ...toReply(
    closeLinks(text, { own: [], hosts: [...options.linkHosts, ...turn.account.linkHosts] }),
  ),
  carries: ["friend"],
});

async function answerRequest(
  on: Asked,
  message: WindowMessage,
  request: AnswerRequest,
): Promise<SkillResult | undefined> {
  const { turn, to } = on;
  const pending = await readPending(turn.read, turn.account.id);
  if (pending.length === 0) return undefined;
  const meant = await findMeant(turn, { pending, message, request });
  const [only, second] = meant;
  // Whatever else it may be about.
  if (only === undefined) return undefined;
  if (second !== undefined) return quoting(on, whichWords(meant, to));
  if (isOver(only, turn.now)) return quoting(on, tooLateWords(only, to));
  return carryOut(on, only, request);
}

interface Meaning {
  readonly pending: readonly BookingRow[];
  readonly message: WindowMessage;
  readonly request: AnswerRequest;
}

/**
 * Words that say so are about a request. Others are where the question was the last thing that was
 * said, or where they name its visitor and no friend waits for an answer.
 */
async function findMeant(
  turn: TurnContext,
  { pending, message, request }: Meaning,
): Promise<BookingRow[]> {
  const { of, isAboutRequest } = request;
  if (isAboutRequest) return of === "" ? findQuoted(pending, message) : findNamed(pending, of);
  if (of === "") return findLast(turn, pending);
  const isName = pending.filter(({ name }) => name.toLowerCase() === of.toLowerCase());
  return isName.length === 0 || (await readAsked(turn.read)).length > 0 ? [] : isName;
}

async function findLast(turn: TurnContext, pending: readonly BookingRow[]): Promise<BookingRow[]> {
  const [last] = await turn.read.rows<{ id: string }>(
    "select id from message where conversation_id = $1 and direction = 'outbound' order by event_id desc limit 1",
    [turn.conversationId],
  );
  return pending.filter(({ message_id: id }) => id !== null && id === last?.id);
}

const findNamed = (pending: readonly BookingRow[], of: string): BookingRow[] =>
  pending.filter(({ name, subject }) =>
    [name, subject].some((words) => words.toLowerCase().includes(of.toLowerCase())),
  );

/** By the message that is answered, such as with its button; otherwise all. */
function findQuoted(pending: readonly BookingRow[], { quote }: WindowMessage): BookingRow[] {
  const quoted = quote?.from === "us" ? (quote.text ?? "") : "";
  const shown = pending.filter(
    ({ name, subject }) => quoted.includes(name) && quoted.includes(subject),
  );
  return shown.length > 0 ? shown : [...pending];
}

async function carryOut(
  on: Asked,
  row: BookingRow,
  { answer }: AnswerRequest,
): Promise<SkillResult> {
  const { options, turn, to } = on;
  const by: Maker = {
    accountId: turn.account.id,
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    source: "chat",
    latePolicy: options.latePolicy,
    now: turn.now,
    newId: () => turn.newId(),
  };
  const { version } = await readPage(turn.read, turn.account.id);
  const start = Date.parse(row.starts_at);
  const slot = { from: start, to: start + row.minutes * 60_000 };
  const isBusy =
    answer === "confirm" &&
    !isFree(await readBusy(turn.read, { who: turn.account.id, span: slot }), slot);
  const events = decideAnswer(by, row, {
    answer,
    zone: turn.account.timezone,
    hasFriends: answer === "confirm" && (await hasFriends(turn.read)),
  });
  turn.stage({
    domain: "booking",
    operation: "answer_booking",
    payload: { answer, booking_id: row.id, starts_at: row.starts_at, minutes: row.minutes },
    preview: { answer, starts_at: row.starts_at },
    events: [...events, undoUsed(by)],
    expects: { [bookingStream(turn.account.id)]: version },
  });
  return quoting(on, describeAnswered(row, { answer, isBusy }, to));
}
