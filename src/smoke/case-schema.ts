import { z } from "zod";
import { channelStates, forbidTags, groups } from "./case.ts";

/** The schema of a file of cases: the same as the built-in cases. */
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 15:00");
const weekday = z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);
const who = z.enum(["me", "friend", "second"]);
const other = z.enum(["friend", "second"]);
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]*$/i, "must be a word of letters, figures and dashes");
const words = z.string().trim().min(1).max(2_000);
const minutes = z.number().int().min(1).max(10_080);
const rrule = z.string().regex(/^FREQ=/, "must be a rule such as FREQ=DAILY");
const over = z.enum(["deleted", "completed"]);

const moments = [
  z.strictObject({ inMinutes: z.number().min(0) }),
  z.strictObject({ days: z.number().int(), at: clock }),
  z.strictObject({ weekday, weeks: z.number().int().min(0), at: clock }),
  z.strictObject({
    date: z.string().regex(/^\d{2}-\d{2}$/, "must be a date such as 07-03"),
    at: clock,
  }),
  z.strictObject({
    next: clock,
    on: z.array(weekday).min(1).optional(),
    monthday: z.number().int().min(1).max(31).optional(),
  }),
  z.strictObject({
    nearest: z
      .string()
      .regex(/^(?:1[0-2]|[1-9]):[0-5]\d$/, "must be an hour of twelve such as 8:00"),
  }),
] as const;
const momentHelp =
  "must be a moment: inMinutes; days, at; weekday, weeks, at; date, at; next with on or monthday; or nearest";
const moment = z.union(moments, momentHelp);
const momentOrFree = z.union(
  [...moments, z.strictObject({ freeNear: moment, hours: z.number().min(1) })],
  momentHelp,
);

const fixtures = z.strictObject({
  friends: z
    .array(z.strictObject({ who: other, name: words.max(60), zone: words.optional() }))
    .optional(),
  reminders: z
    .array(
      z.strictObject({
        name,
        of: who.optional(),
        title: words.max(200),
        at: moment.optional(),
        rrule: rrule.optional(),
        minutes: minutes.optional(),
      }),
    )
    .optional(),
  shared: z
    .array(
      z.strictObject({
        name,
        title: words.max(200),
        with: z.array(other).min(1),
        at: moment,
        minutes,
      }),
    )
    .optional(),
});

const made = z.strictObject({
  title: words,
  kind: z.enum(["timed", "recurring", "no_trigger_time"]),
  at: moment.optional(),
  rrule: rrule.optional(),
  minutes: minutes.optional(),
  as: name.optional(),
});

const changed = z.strictObject({
  row: name,
  at: moment.optional(),
  title: words.optional(),
  rrule: rrule.optional(),
  minutes: minutes.optional(),
  skips: moment.optional(),
});

const shared = z.strictObject({
  made: z
    .array(
      z.strictObject({
        title: words,
        with: z.array(other).min(1),
        at: momentOrFree,
        minutes: minutes.optional(),
        as: name.optional(),
      }),
    )
    .optional(),
  moved: z.array(z.strictObject({ row: name, at: moment, minutes: minutes.optional() })).optional(),
  renamed: z.array(z.strictObject({ row: name, title: words })).optional(),
  joined: z.array(z.strictObject({ row: name, with: z.array(other).min(1) })).optional(),
  cancelled: z.array(name).optional(),
  restored: z.array(name).optional(),
  over: z.array(z.strictObject({ row: name, who, as: over })).optional(),
});

const expected = z.strictObject({
  made: z.array(made).min(1).optional(),
  changed: z.array(changed).min(1).optional(),
  ended: z
    .array(z.strictObject({ row: name, as: over }))
    .min(1)
    .optional(),
  shared: shared.optional(),
  told: z.array(who).optional(),
  fired: z.array(name).optional(),
  parked: z.array(name).optional(),
  arrived: z.array(name).optional(),
  asks: z.boolean().optional(),
  names: z.array(name).optional(),
  figures: z.array(words).optional(),
  talk: z.boolean().optional(),
});
export type ExpectedInFile = z.infer<typeof expected>;

const step = z.union(
  [
    z.strictObject({ say: words, by: who.optional(), expect: expected }),
    z.strictObject({ wait: z.strictObject({ minutes: z.number().positive() }), expect: expected }),
    z.strictObject({
      channel: z.enum(channelStates),
      of: who.optional(),
      expect: expected.default({}),
    }),
  ],
  "must be one of: say with expect; wait with minutes and expect; channel",
);

export const caseInFile = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be small letters, figures and dashes, 40 at most"),
  group: z.enum(Object.keys(groups) as [keyof typeof groups]).default("X"),
  about: words,
  now: z
    .string()
    .regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
      "must be a wall time such as 2026-06-10T14:30:00",
    )
    .optional(),
  zone: words.optional(),
  clock: z
    .union(
      [
        z.literal("any"),
        z.strictObject({ from: clock, until: clock }),
        z.strictObject({ only: words }),
      ],
      "must be any, from with until, or only with a reason",
    )
    .optional(),
  ownPeople: words.optional(),
  fixtures: fixtures.optional(),
  steps: z.array(step).min(1),
  forbid: z.array(z.enum(forbidTags)).default([]),
});
export type CaseInFile = z.infer<typeof caseInFile>;
