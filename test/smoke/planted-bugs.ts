import { runs } from "../support/runs.ts";

/** One mistake for a person to suffer from, planted into a copy of the code, and the cases of the smoke run that must see it. */
export interface PlantedBug {
  readonly bug: string;
  readonly file: string;
  readonly from: string;
  /** With `BUG` where the mistake is on. What stood there stays for when it is off. */
  readonly to: string;
  readonly cases: readonly string[];
  /** What the verdict says. Any other complaint would be a coincidence. */
  readonly says: RegExp;
}

const hour = "3_600_000";
const send = "channel.send(toDelivery(channel, row), abort.signal)";
const unsent = `Promise.resolve<Verdict>({ kind: "sent", providerMessageId: "x" })`;

export const plantedBugs: readonly PlantedBug[] = [
  {
    bug: "“in 10 minutes” is one hour late",
    file: "src/language/calendar/moments.ts",
    from: "later(now, ms, zone)",
    to: `later(now, ms + (BUG ? ${hour} : 0), zone)`,
    cases: ["a2-ten-minutes"],
    says: /“喝水”: fires at/,
  },
  {
    bug: "every time of a series but the first is one hour late",
    file: "src/skills/reminders/firing/fire.ts",
    from: "next: row.rrule === null ? null : nextFireAt(row, now),",
    to: `next: row.rrule === null ? null : BUG ? iso(Date.parse(nextFireAt(row, now) ?? "") + ${hour}) : nextFireAt(row, now),`,
    cases: ["b9-series-goes-on"],
    says: /what went off: expected “lock the door”, found “”/,
  },
  {
    bug: "what is shared moves to another hour for the friend",
    file: "src/skills/friends/sharing/change-shared.ts",
    from: "timingFor({ ...to.timing, durationMinutes: null }, zone)",
    to: `timingFor({ ...to.timing, ...(BUG && row.owner_account_id !== by.accountId ? { instant: instantOf(to.timing.start, to.timing.zone) + ${hour} } : {}), durationMinutes: null }, zone)`,
    cases: ["e5-move"],
    says: /dinner: at/,
  },
  {
    bug: "a snooze is one hour late",
    file: "src/skills/reminders/commands/occurrence-commands.ts",
    from: "const after = reviseRow(maker, row, { insist, timing: { ...to, rrule: null } });",
    to: `const later = new Date(Date.parse(\`\${to.start}Z\`) + ${hour}).toISOString().slice(0, 19);\n    const after = reviseRow(maker, row, { insist, timing: { ...to, ...(BUG ? { start: later, instant: undefined } : {}), rrule: null } });`,
    cases: ["g6-near"],
    says: /pot: fires at/,
  },
  {
    bug: "replies tell every time one hour off",
    file: "src/skills/reminders/words/reminder-words.ts",
    from: "wall: wallTimeAt(Date.parse(row.next_fire_at), row.captured_timezone),",
    to: `wall: wallTimeAt(Date.parse(row.next_fire_at) + (BUG ? ${hour} : 0), row.captured_timezone),`,
    cases: ["a1-tomorrow", "a1-tomorrow-en"],
    says: /the reply tells when/,
  },
  {
    bug: "replies are sent by their rows alone",
    file: "src/outbound/outbox.ts",
    from: send,
    to: `(BUG && row.delivery_source === "reply" ? ${unsent} : ${send})`,
    cases: ["f1-swimming"],
    says: /is sent: calls that the connector got: expected “1”, found “0”/,
  },
  {
    bug: "reminders and notices are sent by their rows alone",
    file: "src/outbound/outbox.ts",
    from: send,
    to: `(BUG && row.delivery_source !== "reply" ? ${unsent} : ${send})`,
    cases: ["e1-together", "j6-two-at-once"],
    says: /is sent: calls that the connector got: expected “1”, found “0”/,
  },
  {
    bug: "nobody is told of something new that is shared",
    file: "src/skills/friends/sharing/share.ts",
    from: "to: people.others }",
    to: "to: BUG ? [] : people.others }",
    cases: ["e1-together"],
    says: /what 张三 \(friend\) was told: expected “taken”, found “”/,
  },
  {
    bug: "nobody is told that something shared moved",
    file: "src/skills/friends/sharing/change-shared.ts",
    from: "isIn(part) && part.id !== by.accountId",
    to: "!BUG && isIn(part) && part.id !== by.accountId",
    cases: ["e5-move"],
    says: /what 张三 \(friend\) was told: expected “taken”, found “”/,
  },
  {
    bug: "nobody is told that a friend declined",
    file: "src/skills/friends/sharing/leave.ts",
    from: "to: creator }",
    to: "to: BUG ? [] : creator }",
    cases: ["e10-decline"],
    says: /what Ming \(me\) was told: expected “taken”, found “”/,
  },
  {
    bug: "friends are told another hour than their own rows have",
    file: "src/skills/friends/notices/notice-words.ts",
    from: "whenWords({ wall: wallTimeAt(Date.parse(at), to.zone)",
    to: `whenWords({ wall: wallTimeAt(Date.parse(at) + (BUG ? ${hour} : 0), to.zone)`,
    cases: ["e1-together", "e7-cancel"],
    says: /what 张三 \(friend\) was told: when “吃火锅/,
  },
  {
    bug: "friends are told of another thing",
    file: "src/skills/friends/notices/notice-words.ts",
    from: `const { title = "" } = facts;`,
    to: `const { title = "" } = BUG ? { title: "开会" } : facts;`,
    cases: ["e1-together"],
    says: /was told: things that it leaves out/,
  },
  {
    bug: "friends in another zone are told the hour of the one who asked",
    file: "src/skills/friends/notices/news.ts",
    from: "zone: each.zone,",
    to: `zone: BUG ? "Asia/Shanghai" : each.zone,`,
    cases: ["e23-other-zone-en"],
    says: /what Emma \(friend\) was told: when “/,
  },
  {
    bug: "undo deletes what was moved",
    file: "src/skills/reminders/dialogue/undo.ts",
    from: "if (before === null) {",
    to: "if (before === null || BUG) {",
    cases: ["h1-move"],
    says: /reminders ended that nobody meant/,
  },
  {
    bug: "every message goes out twice",
    file: "src/outbound/outbox.ts",
    from: send,
    to: `(BUG ? ${send}.then(() => channel.send(toDelivery(channel, row), new AbortController().signal)) : ${send})`,
    cases: ["f1-swimming"],
    says: /calls that the connector got: expected “1”, found “2”/,
  },
  {
    bug: "messages go out in an old context",
    file: "src/outbound/outbox.ts",
    from: "window: row.window,",
    to: `window: BUG ? { ...row.window, contextToken: "old" } : row.window,`,
    cases: ["f1-swimming"],
    says: /its context: expected “.*”, found “old”/,
  },
  {
    bug: "messages lose their end on the way",
    file: "src/outbound/outbox.ts",
    from: "text: textOf(channel, row),",
    to: "text: BUG ? textOf(channel, row).slice(0, 10) : textOf(channel, row),",
    cases: ["a1-tomorrow"],
    says: /the words that went out/,
  },
  {
    bug: "lists show another hour than their rows have",
    file: "src/skills/reminders/dialogue/decide-list.ts",
    from: "wall: wallTimeAt(instant, to.zone),",
    to: `wall: wallTimeAt(instant + (BUG ? ${hour} : 0), to.zone),`,
    cases: ["d2-list-tomorrow-en"],
    says: /the reply tells when rent is/,
  },
  {
    bug: "reminders go off two minutes early",
    file: "src/timers/fire.ts",
    from: "const now = await on.now(sql);",
    to: "const now = (await on.now(sql)) + (BUG ? 120_000 : 0);",
    cases: ["j1-near"],
    says: /what went off: expected “”, found “关灯”/,
  },
  {
    bug: "of a series another day is left out than was said",
    file: "src/skills/reminders/commands/occurrence-commands.ts",
    from: "new Set([...row.exdates, occurrence])",
    to: "new Set([...row.exdates, BUG ? new Date(Date.parse(`${occurrence}Z`) + 86_400_000).toISOString().slice(0, 19) : occurrence])",
    cases: ["b6-leave-one-out"],
    says: /pills: days taken out/,
  },
  {
    bug: "undo of many brings back fifty of them",
    file: "src/skills/reminders/dialogue/undo.ts",
    from: "const results = changes.map((change)",
    to: "const results = (BUG ? changes.slice(0, 50) : changes).map((change)",
    cases: ["h5-sixty-at-once"],
    says: /changes: expected “yes”, found “no”/,
  },
  {
    bug: "a reminder that waits for the person is dropped when they write",
    file: "src/outbound/release.ts",
    from: "if (pieces.length > 0) going.push",
    to: "if (!BUG && pieces.length > 0) going.push",
    cases: ["i4-parked-for-days-en"],
    says: /“sign the contract” arrives: expected “sent”/,
  },
  {
    bug: "a reminder that waited says that it is a minute late",
    file: "src/skills/reminders/firing/fire-words.ts",
    from: "const late = to.now - momentOf(line);",
    to: "const late = BUG ? 60_000 : to.now - momentOf(line);",
    cases: ["i1-three-hours-late", "i5-two-parked"],
    says: /goes off: how late the words say it is/,
  },
  {
    bug: "what arrives with the reply is listed as undelivered",
    file: "src/skills/reminders/firing/missed-reminders.ts",
    from: 'const open = missed.filter(({ state }) => state === "undelivered");',
    to: 'const open = missed.filter(({ state }) => BUG || state === "undelivered");',
    cases: ["i6-two-parked-asked-for", "i7-two-parked-asked-for-en"],
    says: /arrives: what the reply calls it: expected “arrived”, found “undelivered”/,
  },
];

/** The long run plays each of them; every fourth shows that the verdict still sees bugs. */
export const playedBugs: readonly PlantedBug[] = plantedBugs.filter(
  (_, nth) => nth % runs(4, 1) === 0,
);
