import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { instantOf, wallTimeAt } from "../../src/language/calendar/instants.ts";
import type { ReminderRow } from "../../src/skills/reminders/rows.ts";
import { type OpenStore, stores } from "../support/stores.ts";
import { patience, pickSome } from "../support/runs.ts";
import { type Actor, openTranscriptLab, type TranscriptLab } from "../support/transcript.ts";
import { canonicalRule, isSameTitle } from "./score.ts";

interface LabelledRow {
  readonly title: string;
  readonly start: string | null;
  readonly rrule: string | null;
  readonly durationMinutes: number | null;
}

interface LabelledTurn {
  readonly say: string;
  readonly at?: string;
  /** The companion has to ask something before it can write. */
  readonly asks?: boolean;
  readonly lists?: boolean;
  /** Every pending reminder of the person after this turn, soonest first. */
  readonly rows: readonly LabelledRow[];
}

interface Dialogue {
  readonly id: string;
  readonly now: string;
  readonly tz: string;
  readonly friends?: readonly string[];
  readonly turns: readonly LabelledTurn[];
}

interface Played {
  readonly id: string;
  /** The first turn that did not go as labelled. */
  readonly trouble: string | undefined;
  /** This turn wrote, and a row stands there that the label does not have. */
  readonly wroteWrong: boolean;
}

/** Dialogues that do not lead to their rows yet, and those among them that write a wrong one. These only get fewer. */
const standing: readonly {
  readonly set: string;
  readonly unread: readonly string[];
  readonly wrong?: readonly string[];
}[] = [
  { set: "follow-ups", unread: ["follow-026", "follow-039", "follow-066", "follow-069"] },
  { set: "short-turns", unread: ["turns-a06", "turns-a08", "turns-b15", "turns-b16"] },
  { set: "everyday-dialogues", unread: ["everyday-039", "everyday-040"] },
  {
    set: "afterwards",
    unread: [
      "afterwards-en-01",
      "afterwards-en-03",
      "afterwards-en-07",
      "afterwards-zh-01",
      "afterwards-zh-07",
    ],
    wrong: ["afterwards-en-07"],
  },
];

const read = (set: string): Dialogue[] =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "manners", `${set}.json`), "utf8"),
  ) as Dialogue[];
const minute = 60_000;
const unjudged = { reply: [], staged: [], told: [], rows: undefined };

let open: OpenStore;
let lab: TranscriptLab;
beforeAll(async () => {
  const found = stores.find(({ name }) => name === "PostgreSQL");
  if (found === undefined) throw new Error("the table of stores has no PostgreSQL");
  open = await found.open();
  lab = await openTranscriptLab(open.db, { overlap: "off" });
});
afterAll(async () => {
  await lab.close();
  await open.close();
});

const readRows = (person: string): Promise<ReminderRow[]> =>
  open.db.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and lifecycle = 'active' and local_start is not null
     order by next_fire_at nulls last, id`,
    [person],
  );

/**
 * A one-time entry keeps its wall time; of a series the next time is what a person sees, and of
 * whole days the date.
 */
function startOf(row: ReminderRow): string | null {
  if (row.rrule === null || row.next_fire_at === null) return row.local_start;
  const next = wallTimeAt(Date.parse(row.next_fire_at), row.captured_timezone);
  return row.all_day ? `${next.slice(0, 10)}T00:00:00` : next;
}

const isLabelled = (wanted: LabelledRow, row: ReminderRow): boolean =>
  wanted.start === startOf(row) &&
  canonicalRule({ rrule: wanted.rrule, start: wanted.start ?? "" }) ===
    canonicalRule({ rrule: row.rrule, start: wanted.start ?? "" }) &&
  wanted.durationMinutes === row.duration_minutes &&
  isSameTitle(wanted.title, row.content);

const describeRow = (row: ReminderRow): string =>
  `${row.content} ${startOf(row)} ${row.rrule ?? ""} ${row.duration_minutes ?? ""}`;

/** Lets reminders that came due before the next turn fire and arrive. */
async function fireUntil(person: Actor, wall: string, tz: string): Promise<void> {
  await person.play({ kind: "clock", wall, zone: tz, country: undefined });
  await person.play({ kind: "fire", arrives: true, expected: unjudged });
}

async function play(dialogue: Dialogue): Promise<Played> {
  const { id, tz, turns } = dialogue;
  const actor = lab.actor(id);
  let now = instantOf(dialogue.now, tz);
  await actor.play({ kind: "clock", wall: dialogue.now, zone: tz, country: undefined });
  for (const name of dialogue.friends ?? [])
    await actor.play({ kind: "friend", name: name.replaceAll(" ", "_"), zone: tz });
  for (const [index, turn] of turns.entries()) {
    now = turn.at === undefined ? now + (index === 0 ? 0 : minute) : instantOf(turn.at, tz);
    if (index > 0) await fireUntil(actor, wallTimeAt(now, tz), tz);
    const seen = await actor.play({ kind: "turn", said: [turn.say], expected: unjudged });
    const rows = await readRows(id);
    const extra = rows.filter((row) => !turn.rows.some((wanted) => isLabelled(wanted, row)));
    const missing = turn.rows.filter((wanted) => !rows.some((row) => isLabelled(wanted, row)));
    const isQuestion = (seen?.reply ?? []).some((line) => /[?？]/.test(line));
    if (extra.length + missing.length > 0 || (turn.asks === true && !isQuestion))
      return {
        id,
        wroteWrong: extra.length > 0 && (seen?.staged ?? []).length > 0,
        trouble: `${id} turn ${index + 1} “${turn.say}”: ${(seen?.reply ?? []).join(" / ")}; has ${extra.map(describeRow).join(", ")}; lacks ${missing.map(({ title, start, rrule }) => `${title} ${start} ${rrule ?? ""}`).join(", ")}`,
      };
  }
  return { id, trouble: undefined, wroteWrong: false };
}

it.each(standing)(
  "dialogues of three to six turns lead to the rows that people mean: $set",
  async ({ set, unread, wrong = [] }) => {
    const played: Played[] = [];
    for (const dialogue of pickSome(read(set), 4)) played.push(await play(dialogue));
    const failed = played.filter(({ trouble }) => trouble !== undefined);
    expect(failed.filter(({ id }) => !unread.includes(id)).map(({ trouble }) => trouble)).toEqual(
      [],
    );
    expect(failed.filter(({ id, wroteWrong }) => wroteWrong && !wrong.includes(id))).toEqual([]);
  },
  patience,
);
