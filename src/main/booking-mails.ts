import { mailServer } from "../channels/notifiers/email.ts";
import type { Config } from "../config.ts";
import { visitLink } from "../domain/free-page-link.ts";
import type { LinkCodes } from "../domain/ports/link-codes.ts";
import type { MailMessage } from "../domain/ports/mail.ts";
import { nextSequence, sendBookingMails, type UntoldBooking } from "../outbound/booking-mails.ts";
import { safeMail } from "../outbound/safe-mail.ts";
import { type BookingMail, composeBookingMail } from "../skills/friends/bookings/mail.ts";
import { bookingPurpose } from "../skills/friends/bookings/public-page.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Keys } from "../store/secrets.ts";
import { openSoleWorker } from "../store/work/sole-worker.ts";
import type { Base } from "./base.ts";

const roundMs = 15_000;

/** Whether mails to people outside can be sent. */
export const hasMailServer = ({ channels }: Config): boolean =>
  channels.notifiers.smtp.host !== undefined && channels.notifiers.smtp.from !== undefined;

/** Mails to visitors of pages of free times and to invited people, where a mail server is set. */
export function startBookingMails(
  { config: started, store, clock, log, closers }: Base,
  on: { config(): Config; readonly keys: Keys; readonly holder: string },
): void {
  if (!started.workers.background || !started.roles.includes("worker")) return;
  const codes = openLinkCodes(on.keys);
  const deps = {
    db: store.db,
    clock,
    mail: safeMail({ clock }),
    server() {
      const section = on.config().channels.notifiers;
      const { from } = section.smtp;
      return from === undefined || !hasMailServer(on.config())
        ? undefined
        : { server: mailServer(section), from };
    },
    compose: (row: UntoldBooking, at: { readonly from: string; readonly now: number }) =>
      composeMail(row, { codes, url: on.config().server.public_url, ...at }),
  };
  const sole = openSoleWorker({ db: store.db, clock, log, holder: on.holder });
  sole.hold("booking mails", async (signal) => {
    while (!signal.aborted) {
      await sendBookingMails(deps, signal).catch((error: unknown) =>
        log.warn({ error }, "mails to visitors could not be sent; the next round tries again"),
      );
      await clock.wait(roundMs, signal);
    }
  });
  closers.push(() => sole.close());
}

/** The mail about a request as it is now. */
export function composeMail(
  row: UntoldBooking,
  on: {
    readonly codes: LinkCodes;
    readonly url: string | undefined;
    readonly from: string;
    readonly now: number;
  },
): MailMessage {
  const code = on.codes.make(bookingPurpose(row.id), row.key_id)?.code;
  const { id, minutes, name, subject, email, language, zone, owner } = row;
  const mail: BookingMail = {
    id,
    kind: kindOf(row),
    sequence: nextSequence(row),
    startsAt: Date.parse(row.starts_at),
    minutes,
    name,
    subject,
    email,
    language,
    zone,
    owner,
    link: code === undefined || on.url === undefined ? undefined : visitLink(on.url, code),
    isAnswered: !row.by_owner,
  };
  return composeBookingMail(mail, on);
}

function kindOf({
  wanted,
  mail_told: told,
  by_owner: byOwner,
}: UntoldBooking): BookingMail["kind"] {
  if (wanted === "cancelled" || wanted === "declined" || wanted === "other_time") return wanted;
  if (wanted === "expired") return wanted;
  if (told !== null) return "changed";
  return byOwner ? "invited" : "confirmed";
}
