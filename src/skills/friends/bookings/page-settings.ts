import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { BookingHours } from "../../../domain/events/booking.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { BookingPageView } from "../../../domain/views/bookings.ts";
import { bookingStream } from "./projection.ts";

export interface PageRow extends BookingHours {
  readonly is_on: boolean;
  readonly generation: number;
  readonly key_id: string | null;
  readonly token_hash: string | null;
  readonly version: number;
}

/** Office hours of the next two weeks, until the person says otherwise. */
const neverSet: PageRow = {
  is_on: false,
  generation: 0,
  key_id: null,
  token_hash: null,
  starts: "09:00",
  ends: "17:00",
  weekdays: [1, 2, 3, 4, 5],
  minutes: 30,
  days_ahead: 14,
  version: 0,
};

export async function readPage(read: Reads, accountId: string): Promise<PageRow> {
  const [row] = await read.rows<PageRow>(
    `select is_on, generation, key_id, token_hash, starts, ends, weekdays, minutes, days_ahead, version
     from booking_page where account_id = $1`,
    [accountId],
  );
  return row ?? neverSet;
}

export interface PageWish extends Partial<BookingHours> {
  readonly is_on?: boolean;
  readonly renew?: boolean;
}

export interface DecidedPage {
  readonly events: readonly EventDraft[];
  readonly expects: Readonly<Record<string, number>>;
  readonly view: BookingPageView;
}

/** The page as it will be. A page that is switched on again has a new link: the old one was given up. */
export function decidePage(
  codes: LinkCodes,
  of: { readonly accountId: string; readonly now: number; readonly before: PageRow },
  { renew = false, ...wish }: PageWish,
): DecidedPage {
  const { accountId, now, before } = of;
  const { version, ...settings } = before;
  const after = { ...settings, ...wish };
  const kept = before.is_on && after.is_on && !renew ? codeOf(codes, accountId, before) : undefined;
  const made = after.is_on && kept === undefined ? makeCode(codes, accountId, before) : undefined;
  const link =
    made === undefined
      ? after.is_on
        ? {}
        : { key_id: null, token_hash: null }
      : { generation: before.generation + 1, key_id: made.keyId, token_hash: made.hash };
  const payload = { account_id: accountId, ...after, ...link };
  const { generation: _g, key_id: _k, token_hash: _t, ...shown } = after;
  const isSame = JSON.stringify(payload) === JSON.stringify({ account_id: accountId, ...settings });
  const event: EventDraft<"booking_page_set"> = {
    stream: bookingStream(accountId),
    kind: "booking_page_set",
    at: iso(now),
    accountId,
    payload,
  };
  return {
    events: isSame ? [] : [event],
    expects: version === 0 ? {} : { [bookingStream(accountId)]: version },
    view: { ...shown, code: made?.code ?? kept ?? null },
  };
}

const purposeOf = (accountId: string, generation: number): string =>
  `booking page:${accountId}:${generation}`;

/** Undefined where there is none, or where the key that made it is gone. */
const codeOf = (codes: LinkCodes, accountId: string, row: PageRow): string | undefined =>
  row.key_id === null
    ? undefined
    : codes.make(purposeOf(accountId, row.generation), row.key_id)?.code;

function makeCode(codes: LinkCodes, accountId: string, { generation }: PageRow) {
  const made = codes.make(purposeOf(accountId, generation + 1));
  if (made === undefined) throw new Error("the newest key makes no code");
  return made;
}

export function toPageView(codes: LinkCodes, accountId: string, row: PageRow): BookingPageView {
  const { generation: _g, key_id: _k, token_hash: _t, version: _v, ...shown } = row;
  return { ...shown, code: row.is_on ? (codeOf(codes, accountId, row) ?? null) : null };
}
