import type { EventDraft } from "../../domain/events/catalogue.ts";
import { pickLanguage } from "../../domain/language.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { FirstWords } from "../../domain/ports/first-words.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { FirstMessage, FirstMoment } from "../../domain/ports/teller.ts";
import type { AccountView } from "../../domain/skill.ts";
import type { QuietHours } from "../../domain/views/friends.ts";
import { wallTimeAt } from "../../language/calendar/instants.ts";
import { quietUntil } from "../../language/calendar/quiet-until.ts";
import type { Clocks } from "./settings.ts";
import { silenceText } from "./silence-words.ts";

const dayMs = 24 * 3_600_000;
/** Later than this a vendor need not take it. */
const expiresMs = 3 * 3_600_000;
/** From the person's morning on, for so long. */
const dayMinutes = 11 * 60;

/** A person who lets the companion write after a silence, and has been silent for as long. */
export interface SilentPerson extends Clocks {
  readonly accountId: string;
  readonly language: AccountView["language"];
  readonly displayName: string | null;
  readonly linkHosts: readonly string[];
  readonly days: number;
  readonly mostPerDay: number;
  readonly since: string;
  readonly quiet: QuietHours | null;
  readonly sent: number;
  /** Where they talked last, with what, and when. */
  readonly conversationId: string;
  readonly eventId: number;
  readonly text: string;
  readonly at: string;
}

/**
 * Read as the engine. A silence is without any word to the product, in a story or a group neither;
 * it is broken once, where the person talked last in private.
 */
const silentSql = `select a.id as "accountId", a.language, a.display_name as "displayName", a.default_timezone as zone, a.morning, a.link_hosts as "linkHosts",
    i.silence_days as days, i.most_per_day as "mostPerDay", i.since,
    (select jsonb_build_object('starts', q.starts, 'ends', q.ends) from quiet_hours q where q.account_id = a.id) as quiet,
    (select count(*)::int from initiative_message m where m.account_id = a.id
      and m.said_on = to_char($1::timestamptz at time zone a.default_timezone, 'YYYY-MM-DD')) as sent,
    talk.conversation_id as "conversationId", talk.event_id as "eventId", talk.text, talk.at
  from initiative i join account a on a.id = i.account_id and a.lifecycle = 'active'
  cross join lateral (
    select c.id as conversation_id, m.event_id, m.text, m.created_at as at from conversation c
    cross join lateral (select w.event_id, w.text, w.created_at from message w
      where w.conversation_id = c.id and w.account_id = a.id and w.direction = 'inbound' and w.text <> '' order by w.event_id desc limit 1) m
    where c.account_id = a.id and c.scope not like 'chat:%' and c.scope <> 'retired:' || c.id
      and not exists (select from message g where g.conversation_id = c.id and g.payload -> 'surroundings' ->> 'shared' = 'true')
    order by m.event_id desc limit 1) talk
  where i.silence_days is not null and ($2::text is null or i.account_id = $2)
    and greatest(i.since, talk.at) <= $1::timestamptz - i.silence_days * interval '1 day'
    and not exists (select from conversation c cross join lateral (select w.created_at from message w
        where w.conversation_id = c.id and w.account_id = a.id and w.direction = 'inbound' and w.text <> '' order by w.event_id desc limit 1) m
      where c.account_id = a.id and m.created_at > $1::timestamptz - i.silence_days * interval '1 day')
    and not exists (select from initiative_message w where w.account_id = a.id and w.sort = 'silence' and w.at > talk.at)
  order by talk.at, a.id limit 100`;

/** Who is to be written to now: in the daytime, outside of quiet hours, within the day's budget. */
export async function listSilent(
  read: Reads,
  of: { readonly now: number; readonly accountId?: string | undefined },
): Promise<SilentPerson[]> {
  const rows = await read.rows<SilentPerson>(silentSql, [iso(of.now), of.accountId ?? null]);
  return rows.filter(
    (person) =>
      person.sent < person.mostPerDay &&
      isDaytime(of.now, person) &&
      (person.quiet === null || quietUntil(of.now, person.quiet, person.zone) === undefined),
  );
}

function isDaytime(now: number, { zone, morning }: Clocks): boolean {
  const minutes = (clock: string): number =>
    Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  const passed = minutes(wallTimeAt(now, zone).slice(11, 16)) - minutes(morning);
  return (passed + 24 * 60) % (24 * 60) < dayMinutes;
}

/** Whole days since the person wrote last. */
export const silentDays = ({ at }: SilentPerson, now: number): number =>
  Math.floor((now - Date.parse(at)) / dayMs);

/**
 * The message, decided once more in the transaction that records it: nothing is said if the person
 * has written, switched it off or chosen another companion while it was worded.
 */
export async function decideFirstMessage(
  { read, now, newId, messageId }: FirstMoment,
  before: SilentPerson,
  words: FirstWords,
): Promise<FirstMessage | undefined> {
  const { accountId } = before;
  const [person] = await listSilent(read, { now, accountId });
  const [chosen] = await read.rows<{ bot_id: string | null }>(
    "select bot_id from companion where account_id = $1",
    [accountId],
  );
  const isSame = person?.eventId === before.eventId && words.chosen === (chosen?.bot_id ?? null);
  if (person === undefined || !isSame) return undefined;
  const language = pickLanguage(person.language, person.text);
  const days = silentDays(person, now);
  const taken: EventDraft<"initiative_taken"> = {
    stream: `initiative:${accountId}`,
    kind: "initiative_taken",
    at: iso(now),
    accountId,
    idempotencyKey: `initiative:silence:${accountId}:${person.eventId}`,
    payload: {
      id: newId(),
      account_id: accountId,
      sort: "silence",
      message_id: messageId,
      said_on: wallTimeAt(now, person.zone).slice(0, 10),
      reason: {
        since: iso(Date.parse(person.since)),
        reminders: [],
        silent_since: iso(Date.parse(person.at)),
        silence_days: person.days,
      },
    },
  };
  return {
    conversationId: person.conversationId,
    text: silenceText(words, { language, days }),
    carries: words.spoken?.carries ?? [],
    spokenAs: words.spoken?.spokenAs,
    events: [taken],
    expiresMs,
  };
}
