import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { composeMail } from "../../src/main/booking-mails.ts";
import { sendBookingMails } from "../../src/outbound/booking-mails.ts";
import { safeMail } from "../../src/outbound/safe-mail.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { codes, type FriendsLab, monday, openFriendsLab } from "../support/friends-lab.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";
import {
  calendarOf,
  type SmtpServer,
  startSmtpServer,
  type TakenMail,
} from "../vendors/smtp-server.ts";

const servers = loopbackServers();
let open: OpenStore;
let people: FriendsLab;
let smtp: SmtpServer;
let ada: string;
let code: string;
const clock = fakeClock(monday);

beforeAll(async () => {
  open = await postgresStore.open();
  people = await openFriendsLab(open.db, { now: () => clock.now() });
  await people.say("ada", "hello");
  await people.rename("ada", "Ada");
  ada = await people.account("ada");
  code = (await people.bookings.setPage(ada, { is_on: true })).code ?? "";
});
afterAll(async () => {
  await people.close();
  await open.close();
  await servers.close();
});
beforeEach(async () => {
  smtp = await startSmtpServer(servers);
});

const round = (hasServer = true): Promise<void> =>
  sendBookingMails(
    {
      db: open.db,
      clock,
      mail: safeMail({ clock }),
      server: () =>
        hasServer
          ? {
              from: "meanwhile@example.org",
              server: {
                host: "127.0.0.1",
                port: smtp.port,
                security: "none",
                timeoutMs: 5_000,
                allowedHosts: [`http://127.0.0.1:${smtp.port}`],
              },
            }
          : undefined,
      compose: (row, at) => composeMail(row, { codes, url: "https://meanwhile.example", ...at }),
    },
    new AbortController().signal,
  );

async function askFor(time: string, more: object = {}): Promise<string> {
  await people.freePage.ask(code, {
    start: Date.parse(`2026-06-09T${time}:00Z`),
    name: "Ann, “B”",
    subject: "coffee; 咖啡",
    email: "ann@example.com",
    language: "en",
    zone: "Europe/Berlin",
    ...more,
  });
  const [first] = await people.bookings.list(ada);
  return first?.id ?? "";
}

/** As a calendar program reads it. */
function readEvent(mail: TakenMail | undefined) {
  const { type, text } = calendarOf(mail as TakenMail);
  const calendar = new ICAL.Component(ICAL.parse(text) as string[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  const attendee = event.attendees[0];
  return {
    method: [calendar.getFirstPropertyValue("method"), /method=(\w+)/i.exec(type)?.[1]],
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    start: event.startDate.toJSDate().toISOString(),
    minutes: event.duration.toSeconds() / 60,
    status: event.component.getFirstPropertyValue("status"),
    attendee: attendee?.getFirstValue(),
    organizer: event.organizer,
  };
}

it("a confirmed meeting goes out as an invitation; a new time follows with the next sequence, and its end as a cancellation", async () => {
  const id = await askFor("15:00");
  await round();
  expect(smtp.mails).toEqual([]);
  await people.bookings.answer(ada, id, "confirm");
  await round();
  await round();
  expect(smtp.mails).toHaveLength(1);
  const first = readEvent(smtp.mails[0]);
  expect(first).toMatchObject({
    method: ["REQUEST", "REQUEST"],
    sequence: 0,
    summary: "coffee; 咖啡",
    start: "2026-06-09T15:00:00.000Z",
    minutes: 30,
    status: "CONFIRMED",
    attendee: "mailto:ann@example.com",
    organizer: "mailto:meanwhile@example.org",
  });
  expect(smtp.mails[0]).toMatchObject({ to: ["ann@example.com"], from: "meanwhile@example.org" });
  expect(smtp.mails[0]?.raw).toMatch(/free\/asked\/[\w-]{22}/);
  await people.say("ada", "move coffee to tomorrow at 16:00");
  await round();
  expect(readEvent(smtp.mails[1])).toMatchObject({
    uid: first.uid,
    method: ["REQUEST", "REQUEST"],
    sequence: 1,
    start: "2026-06-09T16:00:00.000Z",
  });
  await people.say("ada", "cancel coffee");
  await round();
  expect(readEvent(smtp.mails[2])).toMatchObject({
    uid: first.uid,
    method: ["CANCEL", "CANCEL"],
    sequence: 2,
    start: "2026-06-09T16:00:00.000Z",
    status: "CANCELLED",
  });
  await round();
  expect(smtp.mails).toHaveLength(3);
  expect(smtp.violations).toEqual([]);
});

it("a declined request is answered by a mail without the visitor's own words, whose address was never checked", async () => {
  await people.bookings.answer(ada, await askFor("11:00", { subject: "buy pills" }), "other_time");
  await round();
  expect(smtp.mails[0]?.raw).toContain("Subject: Please pick another time");
  expect(smtp.mails[0]?.raw).not.toContain("pills");
  expect(smtp.mails[0]?.raw).not.toContain("text/calendar");
});

it("a mail server that is away is tried again later with the same mail, and one that does not know the address is not", async () => {
  await people.bookings.answer(ada, await askFor("12:00"), "confirm");
  smtp.plan.push({ cutAfterTaking: true });
  await round();
  await round();
  expect(smtp.handed.count).toBe(1);
  await clock.advance(180_000);
  await round();
  const ids = smtp.mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const id = await askFor("13:00");
  await people.bookings.answer(ada, id, "decline");
  smtp.plan.push({ replies: { RCPT: "550 5.1.1 unknown" } });
  await round();
  await clock.advance(3_600_000);
  await round();
  expect(smtp.mails).toHaveLength(2);
  const found = (await people.bookings.list(ada)).find((each) => each.id === id);
  expect(found).toMatchObject({ mail_state: "failed" });
});

it("without a mail server nothing is sent, also not for what was answered long before there is one", async () => {
  await people.bookings.answer(ada, await askFor("14:00"), "decline");
  await round(false);
  await clock.advance(2 * 86_400_000);
  await round();
  expect(smtp.handed.count).toBe(0);
});
