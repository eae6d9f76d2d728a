import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { composeMail } from "../../src/main/booking-mails.ts";
import { sendBookingMails } from "../../src/outbound/booking-mails.ts";
import { safeMail } from "../../src/outbound/safe-mail.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { codes, type FriendsLab, monday, openFriendsLab } from "../support/friends-lab.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";
import { calendarOf, type SmtpServer, startSmtpServer } from "../vendors/smtp-server.ts";

const servers = loopbackServers();
const clock = fakeClock(monday);
let open: OpenStore;
let people: FriendsLab;
let smtp: SmtpServer;
let canMail = true;

beforeAll(async () => {
  open = await postgresStore.open();
  people = await openFriendsLab(open.db, { now: () => clock.now(), canMail: () => canMail });
  await people.say("ada", "hello");
  await people.rename("ada", "Ada");
});
afterAll(async () => {
  await people.close();
  await open.close();
  await servers.close();
});
beforeEach(async () => {
  smtp = await startSmtpServer(servers);
  canMail = true;
});

const round = (): Promise<void> =>
  sendBookingMails(
    {
      db: open.db,
      clock,
      mail: safeMail({ clock }),
      server: () => ({
        from: "meanwhile@example.org",
        server: {
          host: "127.0.0.1",
          port: smtp.port,
          security: "none",
          timeoutMs: 5_000,
          allowedHosts: [`http://127.0.0.1:${smtp.port}`],
        },
      }),
      compose: (row, at) => composeMail(row, { codes, url: undefined, ...at }),
    },
    new AbortController().signal,
  );

function readEvent(nth: number) {
  const mail = smtp.mails[nth];
  if (mail === undefined) throw new Error(`there is no mail ${nth}`);
  const calendar = new ICAL.Component(ICAL.parse(calendarOf(mail).text) as string[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  return {
    to: mail.to,
    method: calendar.getFirstPropertyValue("method"),
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    start: event.startDate.toJSDate().toISOString(),
    minutes: event.duration.toSeconds() / 60,
    partstat: event.attendees[0]?.getFirstParameter("partstat"),
  };
}

const countEntries = async (): Promise<number> =>
  (await open.db.rows("select 1 from reminder where lifecycle = 'active'")).length;

it("a person invites someone outside after a yes; the mail, a new time and the end of it reach that address", async () => {
  const asked = await people.say("ada", "invite bob@example.com to lunch tomorrow at 12pm");
  expect(asked).toMatch(/^Invite bob@example.com by e-mail to “lunch”, .*12:00–13:00\?/);
  expect(await countEntries()).toBe(0);
  expect(await people.say("ada", "yes")).toContain("goes to bob@example.com now");
  await round();
  await round();
  expect(smtp.mails).toHaveLength(1);
  const first = readEvent(0);
  expect(first).toMatchObject({
    to: ["bob@example.com"],
    method: "REQUEST",
    sequence: 0,
    summary: "lunch",
    start: "2026-06-09T12:00:00.000Z",
    minutes: 60,
    partstat: "NEEDS-ACTION",
  });
  expect(smtp.mails[0]?.raw).toContain("You are invited.");
  expect(smtp.mails[0]?.raw).not.toContain("Your request");
  await people.say("ada", "move lunch to tomorrow at 13:00");
  await round();
  expect(readEvent(1)).toMatchObject({
    uid: first.uid,
    method: "REQUEST",
    sequence: 1,
    start: "2026-06-09T13:00:00.000Z",
  });
  await people.say("ada", "cancel lunch");
  await round();
  expect(readEvent(2)).toMatchObject({ uid: first.uid, method: "CANCEL", sequence: 2 });
  expect(smtp.violations).toEqual([]);
});

it("an invitation in Chinese goes to several addresses, a mail for each, without naming the others", async () => {
  const asked = await people.say(
    "wei",
    "邀请 bob@example.com 和 carl@example.com 明天下午3点喝咖啡",
  );
  expect(asked).toMatch(/^要发邮件邀请 bob@example\.com、carl@example\.com 吗？「喝咖啡」/);
  expect(await people.say("wei", "好")).toContain("记下了");
  await round();
  expect([readEvent(0).to, readEvent(1).to].flat().toSorted()).toEqual([
    "bob@example.com",
    "carl@example.com",
  ]);
  const [toBob] = smtp.mails.filter(({ to }) => to.includes("bob@example.com"));
  expect(toBob?.raw).not.toContain("carl");
});

it("nothing goes out by a no, by a yes after other words, or for a time that has passed meanwhile", async () => {
  const before = await countEntries();
  const wish = "invite bob@example.com to tea tomorrow at 5pm";
  await people.say("ada", wish);
  expect(await people.say("ada", "no")).toBe("OK, nothing was sent or written.");
  await people.say("ada", wish);
  await people.say("ada", "what's on today");
  await people.say("ada", "yes");
  await people.say("ada", wish);
  await clock.advance(2 * 86_400_000);
  expect(await people.say("ada", "yes")).toContain("over");
  await round();
  expect(smtp.handed.count).toBe(0);
  expect(await countEntries()).toBe(before);
});

it("where no mail server is set, the person hears so and nothing is written", async () => {
  canMail = false;
  const before = await countEntries();
  expect(await people.say("ada", "invite bob@example.com to tea tomorrow at 5pm")).toContain(
    "No mail server is set",
  );
  expect(await people.say("ada", "yes")).not.toContain("goes to");
  expect(await countEntries()).toBe(before);
});

it("a person's invitations end at twenty in a day", async () => {
  const many = (from: number): string =>
    Array.from({ length: 10 }, (_, nth) => `g${from + nth}@example.com`).join(", ");
  for (const from of [0, 10]) {
    await people.say("eve", `invite ${many(from)} to a party tomorrow at 6pm`);
    expect(await people.say("eve", "yes")).toContain("in your calendar");
  }
  await people.say("eve", "invite one@example.com to a party tomorrow at 6pm");
  expect(await people.say("eve", "yes")).toContain("At most 20");
});
