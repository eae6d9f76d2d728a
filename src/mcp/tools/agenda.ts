import { z } from "zod";
import type { JsonObject } from "../../domain/json.ts";
import type { AvailabilityView } from "../../domain/views/friends.ts";
import { wallTimeAt } from "../../language/calendar/instants.ts";
import { addDays, readAgenda, today } from "../agenda.ts";
import { findFriends } from "../find-friends.ts";
import { answerFields, day, defineTool, answerDone } from "../tool.ts";
import { describeWall } from "../when-words.ts";

export const whatsOn = defineTool({
  name: "whats_on",
  title: "What is on",
  description:
    "The person's agenda: today, a day, or up to 31 days, in their own time zone, with reminders, series and plans with friends.",
  scope: "reminders:read",
  input: z.strictObject({
    from: day.optional(),
    days: z.number().int().min(1).max(31).default(1),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run({ args, program, profile, reminders, now }) {
    const from = args.from ?? today(now, profile);
    const { text, entries } = await readAgenda(reminders, {
      accountId: program.accountId,
      profile,
      from,
      days: args.days,
    });
    return answerDone(text, { from, days: args.days, zone: profile.zone, entries });
  },
});

interface Span {
  readonly from: number;
  readonly to: number;
}

const minuteMs = 60_000;

export const freeTimes = defineTool({
  name: "free_times",
  title: "Free times",
  description:
    "When the person is free, and when friends are free together with them. Times only: never what anyone is doing. Looking up friends is limited per day.",
  scope: "friends:read",
  input: z.strictObject({
    from: day.optional(),
    days: z.number().int().min(1).max(31).default(7),
    friends: z
      .array(z.string().trim().min(1).max(100))
      .max(10)
      .default([])
      .describe("Names, as the person says them, or account ids."),
    minutes: z.number().int().min(5).max(1_440).default(30).describe("At least this long."),
    ...answerFields,
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  async run(call) {
    const { args, program, profile, on, now } = call;
    const from = args.from ?? today(now, profile);
    const span = {
      local_start: `${from}T00:00:00`,
      local_end: `${addDays(from, args.days)}T00:00:00`,
    };
    const people = await findFriends(call, args.friends);
    if ("kind" in people) return people;
    const own = await on.friends.ownTimes(program.accountId, span);
    const others =
      people.found.length === 0
        ? []
        : await on.friends.availability(program.accountId, {
            ...span,
            friend_account_ids: people.found.map(({ account_id: id }) => id),
          });
    const shown = others.filter((other) => other.shown);
    const free = shown
      .map(({ windows }) => freeIn(windows))
      .reduce(intersect, freeIn(own))
      .map((each) => ({ ...each, from: Math.max(each.from, now) }))
      .filter((each) => each.to - each.from >= args.minutes * minuteMs);
    const times = free.map((each) => toTimes(each, profile.zone));
    const hidden = others
      .filter((other) => !other.shown)
      .map(({ account_id: id }) => people.found.find((each) => each.account_id === id)?.name ?? id);
    const said = profile.language ?? "en";
    const lines = times.map(
      ({ start, end }) => `${describeWall(start, said)} – ${describeWall(end, said)}`,
    );
    const none = said === "zh" ? "没有空。" : "There is no free time.";
    return answerDone(lines.length === 0 ? none : lines.join("\n"), {
      zone: profile.zone,
      free: times,
      not_shown: hidden,
    });
  },
});

const freeIn = (windows: AvailabilityView["windows"]): readonly Span[] =>
  windows
    .filter(({ state }) => state === "free")
    .map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) }));

const intersect = (a: readonly Span[], b: readonly Span[]): readonly Span[] =>
  a.flatMap((one) =>
    b.flatMap((other) => {
      const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
      return both.from < both.to ? [both] : [];
    }),
  );

const toTimes = (
  { from, to }: Span,
  zone: string,
): { start: string; end: string } & JsonObject => ({
  start: wallTimeAt(from, zone),
  end: wallTimeAt(to, zone),
});
