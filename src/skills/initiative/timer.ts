import type { EventDraft } from "../../domain/events/catalogue.ts";
import { pickLanguage } from "../../domain/language.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { DueTimer, Firing, TimerKind, TimerOutcome } from "../../domain/timers.ts";
import type { QuietHours } from "../../domain/views/friends.ts";
import { instantOf, wallTimeAt } from "../../language/calendar/instants.ts";
import { quietUntil } from "../../language/calendar/quiet-until.ts";
import { closeLinks } from "../../links/close-links.ts";
import { type AgendaLine, readAhead, readOpen } from "./agenda.ts";
import { type Clocks, draftTimer, type TimedSort } from "./settings.ts";
import { briefText, followUpText } from "./words.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Later than this the morning or the evening is over. */
const tooLateMs = 3 * hourMs;
/** How long the morning names what was left open. */
const openFor = 3 * dayMs;

interface Person extends Clocks {
  readonly account_id: string;
  readonly language: string | null;
  readonly link_hosts: readonly string[];
  readonly brief: boolean;
  readonly follow_ups: boolean;
  readonly most_per_day: number;
  readonly since: string;
  readonly quiet: QuietHours | null;
  readonly sent: number;
  /** This sort of message was written on this date already, such as before a change of zone. */
  readonly was_said: boolean;
}

/**
 * Writes first, for people who let it: with something to say, outside of the quiet hours and within
 * the day's budget. What a vendor does not take within three hours is dropped, not kept.
 */
export function initiativeTimer(options: { readonly linkHosts: readonly string[] }): TimerKind {
  return {
    kind: "initiative",
    async fire(due, on) {
      const outcomes: TimerOutcome[] = [];
      for (const timer of due) outcomes.push(...(await fireOne(timer, on, options.linkHosts)));
      return outcomes;
    },
  };
}

const personSql = `select a.id as account_id, a.language, a.default_timezone as zone, a.morning, a.link_hosts,
    i.brief, i.follow_ups, i.most_per_day, i.since,
    (select jsonb_build_object('starts', q.starts, 'ends', q.ends) from quiet_hours q where q.account_id = a.id) as quiet,
    (select count(*)::int from initiative_message m where m.account_id = a.id
      and m.said_on = to_char($2::timestamptz at time zone a.default_timezone, 'YYYY-MM-DD')) as sent,
    exists (select from initiative_message m where m.account_id = a.id and m.sort = $3
      and m.said_on = to_char($2::timestamptz at time zone a.default_timezone, 'YYYY-MM-DD')) as was_said
  from account a join initiative i on i.account_id = a.id where a.id = $1 and a.lifecycle = 'active'`;

async function fireOne(
  timer: DueTimer,
  on: Firing,
  linkHosts: readonly string[],
): Promise<TimerOutcome[]> {
  const sort: TimedSort = timer.id.includes(":follow_up:") ? "follow_up" : "brief";
  const [person] = await on.read.rows<Person>(personSql, [timer.accountId, iso(on.now), sort]);
  const isOn = sort === "brief" ? person?.brief : person?.follow_ups;
  if (person === undefined || isOn !== true) return [];
  const { accountId } = timer;
  const { now } = on;
  const quietEnd = person.quiet === null ? undefined : quietUntil(now, person.quiet, person.zone);
  const next = draftNext(sort, { person, now, quietEnd });
  const isTimely = quietEnd === undefined && now - timer.dueAt <= tooLateMs;
  const mayWrite = isTimely && !person.was_said && person.sent < person.most_per_day;
  const said = mayWrite ? await wordsOf(sort, { person, on, linkHosts }) : undefined;
  if (said === undefined) return [{ accountId, events: [next], words: undefined }];
  const messageId = on.newId();
  return [
    {
      accountId,
      events: [draftTaken(sort, { person, on, messageId, lines: said.lines }), next],
      words: {
        messageId,
        conversationId: null,
        text: said.text,
        expiresAt: now + tooLateMs,
        carries: said.lines.some((line) => line.is_foreign) ? ["friend"] : [],
      },
    },
  ];
}

/** The next day; or today, where the quiet hours end this morning. An evening in them is over. */
function draftNext(
  sort: TimedSort,
  of: { readonly person: Person; readonly now: number; readonly quietEnd: number | undefined },
): EventDraft {
  const { person, now, quietEnd } = of;
  const waits = quietEnd !== undefined && sort === "brief" && quietEnd - now <= tooLateMs;
  const at = waits ? { at: quietEnd } : {};
  return draftTimer(sort, { accountId: person.account_id, clocks: person, now, ...at });
}

interface Saying {
  readonly person: Person;
  readonly on: Firing;
  readonly linkHosts: readonly string[];
}

async function wordsOf(
  sort: TimedSort,
  { person, on, linkHosts }: Saying,
): Promise<{ readonly text: string; readonly lines: readonly AgendaLine[] } | undefined> {
  const { account_id: accountId, zone } = person;
  const { now, read } = on;
  const midnight = instantOf(`${wallTimeAt(now, zone).slice(0, 10)}T00:00:00`, zone);
  const shut = (lines: readonly AgendaLine[]): AgendaLine[] =>
    lines.map((line) => withClosedLinks(line, [...linkHosts, ...person.link_hosts]));
  const since = sort === "brief" ? midnight - openFor : midnight;
  const open = shut(await readOpen(read, { accountId, from: since, to: now }));
  const ahead =
    sort === "brief"
      ? shut(await readAhead(read, { accountId, from: now, to: midnight + dayMs }))
      : [];
  const lines = [...ahead, ...open];
  if (lines.length === 0) return undefined;
  const language = pickLanguage(person.language, lines.map(({ content }) => content).join(" "));
  const text =
    sort === "brief"
      ? briefText({ ahead, open, now }, { language, zone })
      : followUpText(open, { language, zone });
  return { text, lines };
}

/** Links in a title that another person wrote are not opened by an app. */
const withClosedLinks = (line: AgendaLine, hosts: readonly string[]): AgendaLine =>
  line.is_foreign ? { ...line, content: closeLinks(line.content, { own: [], hosts }) } : line;

const draftTaken = (
  sort: TimedSort,
  of: {
    readonly person: Person;
    readonly on: Firing;
    readonly messageId: string;
    readonly lines: readonly AgendaLine[];
  },
): EventDraft => ({
  stream: `initiative:${of.person.account_id}`,
  kind: "initiative_taken",
  at: iso(of.on.now),
  accountId: of.person.account_id,
  idempotencyKey: `initiative:${sort}:${of.person.account_id}:${wallTimeAt(of.on.now, of.person.zone).slice(0, 10)}`,
  payload: {
    id: of.on.newId(),
    account_id: of.person.account_id,
    sort,
    message_id: of.messageId,
    said_on: wallTimeAt(of.on.now, of.person.zone).slice(0, 10),
    reason: {
      since: iso(Date.parse(of.person.since)),
      reminders: [...new Set(of.lines.map(({ id }) => id))],
    },
  },
});
