import { iso } from "../../../domain/ports/clock.ts";
import type { SkillResult } from "../../../domain/skill.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { interpret } from "../../../language/interpret.ts";
import type { Interpretation, Item } from "../../../language/request.ts";
import { create } from "../../reminders/commands/commands.ts";
import { eventOf, listExpectedVersions } from "../../reminders/commands/reminder-events.ts";
import { assumedMinutes, freeWithin, type Interval } from "../availability/free-time.ts";
import { byDay } from "../availability/answer-availability.ts";
import { ownTime } from "../availability/own-time.ts";
import { type Asked, makerOf } from "./asked.ts";
import { draftEnded, draftMade, join } from "./decide.ts";
import type { PeerFriendRow } from "./rows.ts";
import {
  addressOf,
  describeEndedByThem,
  freeWords,
  describeInvited,
  onePersonWords,
  overWords,
  planUnclearWords,
  troubleWords,
} from "./words.ts";

const dayMs = 86_400_000;

/** Free times of a friend elsewhere, or a plan with them. Undefined: it asks for neither. */
export async function answerAbout(
  on: Asked,
  { friends, text }: { readonly friends: readonly PeerFriendRow[]; readonly text: string },
): Promise<SkillResult | undefined> {
  const [friend] = friends as [PeerFriendRow];
  const { account, now } = on.turn;
  const read = interpret({
    text,
    now: wallTimeAt(now, account.timezone),
    tz: account.timezone,
    context: { friends: friends.map(({ name }) => name) },
  });
  if (friends.length > 1) return on.reply(onePersonWords(on.to));
  if (read.intent === "availability") return askFree(on, friend, read);
  const plan = readPlan(read);
  if (plan === undefined) return on.reply(planUnclearWords(friend, on.to));
  return invite(on, friend, plan);
}

/** One time with a beginning. An unsure "with them" was said with an address, so it is meant. */
function readPlan(read: Interpretation): Item | undefined {
  const [choice] = read.open?.choices ?? [];
  const meant = read.intent === "clarify" && choice !== undefined ? choice : read;
  const [item, second] = meant.items;
  const isPlan = ["create", "create_shared", "conflict"].includes(meant.intent);
  if (!isPlan || item === undefined || second !== undefined) return undefined;
  return item.rrule === null && item.allDay !== true ? item : undefined;
}

async function askFree(
  on: Asked,
  friend: PeerFriendRow,
  { range }: Interpretation,
): Promise<SkillResult> {
  const { options, turn, to } = on;
  const zone = turn.account.timezone;
  const whole =
    range === undefined
      ? { from: turn.now, to: turn.now + 7 * dayMs }
      : { from: instantOf(range.start, zone), to: instantOf(range.end, zone) };
  const span: Interval = {
    from: Math.max(whole.from, Math.ceil(turn.now / 60_000) * 60_000),
    to: Math.min(whole.to, whole.from + 14 * dayMs),
  };
  const answer = await options.calls.send(
    friend.host,
    { kind: "busy", link: friend.link, from: iso(span.from), to: iso(span.to) },
    turn.signal,
  );
  if ("trouble" in answer) return on.reply(troubleWords(friend.host, answer.trouble, to));
  if (answer.refused === "link_unknown") {
    on.stage("end_peer_friend", draftEnded("them", friend, turn.now));
    return on.reply(describeEndedByThem(friend, to));
  }
  if (answer.busy === undefined || answer.busy === null)
    return on.reply(troubleWords(friend.host, "failed", to));
  const busy = answer.busy.map(([from, end]) => ({ from: Date.parse(from), to: Date.parse(end) }));
  const windows = byDay(freeWithin(busy, span), zone);
  return on.reply(freeWords({ friend, windows, named: range !== undefined }, to));
}

/** The person's own entry at once; the friend is asked as soon as their installation is reached. */
function invite(on: Asked, friend: PeerFriendRow, item: Item): SkillResult {
  const { turn, to } = on;
  const by = makerOf(on);
  const zone = turn.account.timezone;
  const at = item.instant ?? instantOf(item.start, zone);
  const minutes = item.durationMinutes ?? assumedMinutes;
  const title = item.title;
  const plan = { title, starts_at: iso(at), minutes };
  if (at <= turn.now) return on.reply(overWords(plan, to));
  const { changes } = create(by, {
    content: `${title} (${addressOf(friend)})`,
    zone,
    start: item.start,
    durationMinutes: minutes,
    ...(item.instant === undefined ? {} : { instant: item.instant }),
  });
  const id = turn.newId();
  const made = draftMade(
    "me",
    {
      ...plan,
      id,
      account_id: turn.account.id,
      friend_id: friend.id,
      invitation: id,
      sequence: 0,
      reminder_id: changes[0]?.after.id ?? null,
    },
    { now: turn.now, friend },
  );
  const entry = {
    events: [...changes.map((change) => eventOf(by, change)), ...ownTime(by, changes).events],
    expects: listExpectedVersions(changes),
  };
  on.stage("invite_peer_friend", join(made, entry));
  return on.reply(describeInvited(plan, friend, to));
}
