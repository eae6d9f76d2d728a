import type { Decisions } from "../../../domain/ports/decisions.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type {
  BookingOutcome,
  BookingWish,
  FreePageApi,
  VisitView,
} from "../../../domain/views/bookings.ts";
import { draftAnswer, isOver } from "./answer.ts";
import { readFreeSlots } from "./free-slots.ts";
import { tellWithdrawn } from "./news.ts";
import { type PageRow, readPage } from "./page-settings.ts";
import { bookingStream } from "./projection.ts";
import { type BookingRow, findBooking, readPending } from "./request-rows.ts";
import { cleanVisitorText, longestName, longestSubject } from "./visitor-text.ts";

export interface FreePageDeps {
  readonly decisions: Decisions;
  readonly codes: LinkCodes;
  /** Reads as the engine: a visitor has no account. */
  readonly anyone: Reads;
  now(): number;
}

interface Owner {
  readonly accountId: string;
  readonly name: string | null;
  readonly zone: string;
}

/** How many may wait for one person's answer, how many may come in a day, and how many by one address. */
const most = { waiting: 10, aDay: 30, byAddress: 2 } as const;
const dayMs = 86_400_000;
/** A request that is not answered by then ends, or when its time comes. */
const keptMs = 7 * dayMs;

/** What visitors of a page of free times see and do. */
export function createFreePage(on: FreePageDeps): FreePageApi {
  return {
    async open(code) {
      const owner = await findOwner(on, code);
      if (owner === undefined) return undefined;
      const { accountId, name, zone } = owner;
      return on.decisions.read(accountId, async (read) => {
        const hours = await readPage(read, accountId);
        const slots = await readFreeSlots(read, { accountId, hours, zone, now: on.now() });
        return { name, zone, minutes: hours.minutes, slots };
      });
    },
    async ask(code, wish) {
      const owner = await findOwner(on, code);
      return owner === undefined ? { kind: "gone" } : ask(on, owner, wish);
    },
    async follow(code) {
      const visit = await findVisit(on, code);
      return visit === undefined ? undefined : readVisit(on, visit);
    },
    async withdraw(code) {
      const visit = await findVisit(on, code);
      if (visit === undefined) return undefined;
      await withdraw(on, visit);
      return readVisit(on, visit);
    },
  };
}

const codeShape = /^[A-Za-z0-9_-]{22}$/;

async function findOwner(
  { anyone, codes }: FreePageDeps,
  code: string,
): Promise<Owner | undefined> {
  if (!codeShape.test(code)) return undefined;
  const [row] = await anyone.rows<Owner>(
    `select p.account_id as "accountId", a.display_name as name, a.default_timezone as zone
     from booking_page p join account a on a.id = p.account_id
     where p.token_hash = $1 and p.is_on and a.lifecycle = 'active'`,
    [codes.hash(code)],
  );
  return row;
}

const ask = (on: FreePageDeps, owner: Owner, wish: BookingWish): Promise<BookingOutcome> =>
  on.decisions.prepare<BookingOutcome>(owner.accountId, async ({ read, now, newId }) => {
    const { accountId, zone } = owner;
    const page = await readPage(read, accountId);
    const refuseBy = (kind: "taken" | "too_many") => ({ events: [], result: { kind } }) as const;
    if (await isTooMuch(read, { accountId, email: wish.email, now })) return refuseBy("too_many");
    const slots = await readFreeSlots(read, { accountId, hours: page, zone, now });
    if (!slots.includes(wish.start)) return refuseBy("taken");
    const id = newId();
    const made = on.codes.make(bookingPurpose(id));
    if (made === undefined) throw new Error("the newest key makes no code");
    return {
      events: [draftAsked({ id, accountId, page, now }, wish, made)],
      // A request that came in between has moved it: the times are looked at again.
      expects: { [bookingStream(accountId)]: page.version },
      result: { kind: "asked", code: made.code } as const,
    };
  });

/** By which the secret of a request is derived. */
export const bookingPurpose = (id: string): string => `booking:${id}`;

const draftAsked = (
  of: {
    readonly id: string;
    readonly accountId: string;
    readonly page: PageRow;
    readonly now: number;
  },
  wish: BookingWish,
  made: { readonly keyId: string; readonly hash: string },
): EventDraft<"booking_asked"> => ({
  stream: bookingStream(of.accountId),
  kind: "booking_asked",
  at: iso(of.now),
  accountId: of.accountId,
  payload: {
    id: of.id,
    account_id: of.accountId,
    starts_at: iso(wish.start),
    minutes: of.page.minutes,
    name: cleanVisitorText(wish.name, longestName),
    subject: cleanVisitorText(wish.subject, longestSubject),
    email: wish.email,
    language: wish.language,
    zone: wish.zone,
    key_id: made.keyId,
    token_hash: made.hash,
    expires_at: iso(Math.min(wish.start, of.now + keptMs)),
  },
});

async function isTooMuch(
  read: Reads,
  of: { readonly accountId: string; readonly email: string | null; readonly now: number },
): Promise<boolean> {
  const pending = await readPending(read, of.accountId);
  const ofAddress = pending.filter(
    ({ email }) => email !== null && email.toLowerCase() === of.email?.toLowerCase(),
  );
  if (pending.length >= most.waiting || ofAddress.length >= most.byAddress) return true;
  const [recent] = await read.rows<{ count: number }>(
    "select count(*)::int as count from booking_request where account_id = $1 and not by_owner and asked_at > $2",
    [of.accountId, iso(of.now - dayMs)],
  );
  return (recent?.count ?? 0) >= most.aDay;
}

interface Visit {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly zone: string;
}

async function findVisit(
  { anyone, codes }: FreePageDeps,
  code: string,
): Promise<Visit | undefined> {
  if (!codeShape.test(code)) return undefined;
  const [row] = await anyone.rows<Visit>(
    `select b.id, b.account_id as "accountId", a.display_name as name, a.default_timezone as zone
     from booking_request b join account a on a.id = b.account_id where b.token_hash = $1 and a.lifecycle = 'active'`,
    [codes.hash(code)],
  );
  return row;
}

interface Entry {
  readonly lifecycle: string;
  readonly starts_at: string | null;
  readonly minutes: number | null;
}

/** A confirmed one is where its entry is now. */
const readVisit = (on: FreePageDeps, visit: Visit): Promise<VisitView | undefined> =>
  on.decisions.read(visit.accountId, async (read) => {
    const row = await findBooking(read, visit.accountId, visit.id);
    if (row === undefined) return undefined;
    const entry = row.state === "confirmed" ? await readEntry(read, row) : undefined;
    const isGone = entry?.lifecycle === "deleted";
    return {
      state: isGone ? "called_off" : row.state,
      other_time: row.other_time,
      name: visit.name,
      subject: row.subject,
      starts_at: iso(Date.parse(entry?.starts_at ?? row.starts_at)),
      minutes: entry?.minutes ?? row.minutes,
      zone: visit.zone,
      visitor_zone: row.zone,
      is_open: canWithdraw(row, on.now()) && !isGone,
    };
  });

async function readEntry(read: Reads, row: BookingRow): Promise<Entry | undefined> {
  const [entry] = await read.rows<Entry>(
    `select lifecycle, coalesce(next_fire_at, last_fired_at) as starts_at, duration_minutes as minutes
     from reminder where id = $1 and owner_account_id = $2`,
    [row.reminder_id, row.account_id],
  );
  return entry;
}

const canWithdraw = (row: BookingRow, now: number): boolean =>
  row.state === "pending" && !isOver(row, now);

const withdraw = (on: FreePageDeps, { accountId, id }: Visit): Promise<void> =>
  on.decisions.run(accountId, async ({ read, now }) => {
    const row = await findBooking(read, accountId, id);
    if (row === undefined || !canWithdraw(row, now)) return { events: [], result: undefined };
    const { version } = await readPage(read, accountId);
    return {
      events: [
        draftAnswer(row, now, { state: "withdrawn" }),
        ...(row.message_id === null ? [] : [tellWithdrawn(row, now)]),
      ],
      expects: { [bookingStream(accountId)]: version },
      result: undefined,
    };
  });
