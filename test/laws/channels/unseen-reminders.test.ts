import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemChance } from "../../../src/cli/system.ts";
import type { DeliveryOutlook } from "../../../src/domain/ports/delivery-outlook.ts";
import { wallTimeAt } from "../../../src/language/calendar/instants.ts";
import { skillProjections } from "../../../src/main/projections.ts";
import { openRemindersApi } from "../../../src/main/reminders.ts";
import { createScriptedModel } from "../../../src/model/scripted.ts";
import { chatSkill } from "../../../src/skills/chat/skill.ts";
import { createRemindersSkill } from "../../../src/skills/reminders/skill.ts";
import { recordingMetrics } from "../../support/model-ports.ts";
import { fires, reminder, remind, timersOn } from "../../support/reminder-lab.ts";
import { patience, pickSome, runs } from "../../support/runs.ts";
import { freshId, type ChannelBench, type Someone, type ChannelWorld } from "./bench.ts";
import { sealingKeys } from "./channels.ts";
import { table } from "./table.ts";
import { openChannelWorld } from "./world.ts";

const minute = 60_000;
const hour = 60 * minute;
const settings = {
  overlap: "off",
  clarificationMinutes: 30,
  nightlyHour: 21,
  latePolicy: "fire",
} as const;

let world: ChannelWorld;
const outlook: DeliveryOutlook = { placeFor: (to) => world.one.spine.outlook.placeFor(to) };

/** One for each channel: hours pass here, and every poller of a world would be waited for. */
async function openWorld(): Promise<void> {
  const reminders = createRemindersSkill({ settings, metrics: recordingMetrics(), outlook });
  world = await openChannelWorld({
    behind: ({ clock }) => ({
      // Days pass: nothing here depends on a sweep.
      sweepMs: 10 * minute,
      projections: skillProjections,
      timers: timersOn(clock),
      model: createScriptedModel([], () => ({ kind: "text", text: "(talk)" })),
      skills: [reminders, chatSkill({ historyMessages: 5 })],
    }),
  });
}

/** What the person sees of the product after they have written this. */
async function talk(someone: Someone, text: string): Promise<string[]> {
  const before = (await someone.saw()).length;
  expect(await someone.says({ text, id: freshId() })).toBe("taken");
  await world.settle(someone.peer);
  return (await someone.saw()).slice(before);
}

async function conversationOf({ peer }: Someone) {
  const [row] = await world.db.rows<{ id: string; account: string; zone: string }>(
    `select c.id, c.account_id as account, a.default_timezone as zone
     from conversation c join account a on a.id = c.account_id where c.peer = $1`,
    [peer],
  );
  if (row === undefined) throw new Error(`${peer} has no conversation`);
  return row;
}

/** A reminder of this person, so many milliseconds from now. */
async function remindIn(someone: Someone, ms: number, content: string): Promise<string> {
  const { id, account, zone } = await conversationOf(someone);
  const now = world.clock.now();
  const at = wallTimeAt(now + ms, zone);
  return remind(world.db, { accountId: account, conversationId: id, content, at, zone, now });
}

/** Its time comes, and the vendor does not take it. */
async function goesUnseen(bench: ChannelBench, someone: Someone, id: string): Promise<void> {
  bench.withhold?.();
  const [due] = await world.db.rows<{ at: string }>(
    "select next_fire_at as at from reminder where id = $1",
    [id],
  );
  await world.clock.leap(Math.max(0, Date.parse(due?.at ?? "") - world.clock.now()));
  await world.until(async () =>
    (await fires(world.db)).some(({ reminder_id: fired }) => fired === id),
  );
  await world.settle(someone.peer);
}

const joinLines = (lines: readonly string[]): string => lines.join("\n");
const isSeen = ({ withhold }: ChannelBench): boolean => withhold === undefined;
const stateOf = async (id: string) => {
  const { lifecycle, completion } = await reminder(world.db, id);
  const fire = (await fires(world.db)).find(({ reminder_id: fired }) => fired === id);
  return [lifecycle, completion, fire?.fire_state];
};

/** A world for each is dear. Of the six that `npm test` takes, three have a window and three have none. */
const tried = pickSome([...table.slice(2), ...table.slice(0, 2)], 3);
/** The list is made before a channel is chosen, so a few of them show it; the long run takes each. */
const listed = new Set(tried.filter((_, nth) => nth % runs(2, 1) === 0).map(({ name }) => name));

describe.each(tried)("a reminder on $name", ({ name, open }) => {
  let bench: ChannelBench;
  beforeAll(async () => {
    await openWorld();
    bench = open(world);
  });
  afterAll(() => world.close());

  it(
    "a reminder that was not delivered is not over, comes with the person's next message, and says then how late it is",
    { timeout: 4 * patience },
    async () => {
      const ada = await bench.person();
      await talk(ada, "hello");
      const id = await remindIn(ada, 2 * hour, "stop the oven");
      const before = (await ada.saw()).length;
      await goesUnseen(bench, ada, id);
      if (isSeen(bench)) {
        expect((await ada.saw()).slice(before)).toEqual([
          expect.stringMatching(/^⏰ \d\d:\d\d stop the oven$/),
        ]);
        expect(await stateOf(id)).toEqual(["completed", "fired", "completed"]);
        return;
      }
      expect((await ada.saw()).slice(before)).toEqual([]);
      expect(await stateOf(id)).toEqual(["active", null, "waiting"]);
      await world.clock.leap(20 * hour);
      const seen = joinLines(await talk(ada, "what did I miss?"));
      expect(seen).toMatch(/⏰ yesterday \d\d:\d\d stop the oven \(20 hours late\)/);
      expect(seen).toMatch(/Came late:\n· yesterday \d\d:\d\d stop the oven/);
      expect(seen.match(/⏰/g)).toHaveLength(1);
      expect(await stateOf(id)).toEqual(["completed", "fired", "completed"]);
    },
  );

  it.runIf(listed.has(name))(
    "a reminder that was missed comes in one short list with the others",
    { timeout: 4 * patience },
    async () => {
      if (isSeen(bench)) return;
      const ada = await bench.person();
      await talk(ada, "hello");
      const ids: string[] = [];
      for (const [nth, content] of ["water", "bread", "call Bob", "rent"].entries())
        ids.push(await remindIn(ada, 2 * hour + nth * minute, content));
      const before = (await ada.saw()).length;
      for (const id of ids) await goesUnseen(bench, ada, id);
      expect((await ada.saw()).slice(before)).toEqual([]);
      await world.clock.leap(24 * hour);
      const late = (await talk(ada, "good morning")).filter((text) => text.includes("⏰"));
      expect(late).toHaveLength(1);
      expect(late[0]?.split("\n").map((line) => line.replace(/\d\d:\d\d/, "hh:mm"))).toEqual([
        "⏰ 4 reminders could not reach you in time:",
        "· yesterday hh:mm water",
        "· yesterday hh:mm bread",
        "· yesterday hh:mm call Bob",
        "· yesterday hh:mm rent",
      ]);
      for (const id of ids) expect(await stateOf(id)).toEqual(["completed", "fired", "completed"]);
    },
  );

  it(
    "a reminder that arrived is done by a thumb under it, where the vendor reports reactions",
    { timeout: 4 * patience },
    async () => {
      const ada = await bench.person();
      if (ada.reacts === undefined) return;
      await talk(ada, "hello");
      const id = await remindIn(ada, hour, "water the plants");
      await world.clock.leap(hour);
      await world.until(async () => (await stateOf(id))[2] === "completed");
      await world.settle(ada.peer);
      const before = (await ada.saw()).length;
      expect(await ada.reacts("❤️")).toBe("taken");
      expect(await ada.reacts("👍")).toBe("taken");
      await world.until(async () => (await stateOf(id))[1] === "done");
      await world.settle(ada.peer);
      expect((await ada.saw()).slice(before)).toHaveLength(1);
    },
  );

  it(
    "a reminder that may not arrive says so when it is made, in the chat and by the API, and only then",
    { timeout: 4 * patience },
    async () => {
      const ada = await bench.person();
      await talk(ada, "hello");
      const { account } = await conversationOf(ada);
      const book = openRemindersApi({
        ...settings,
        db: world.db,
        projector: world.one.spine.projector,
        clock: world.clock,
        chance: createSystemChance(() => world.clock.now()),
        keys: sealingKeys,
        outlook,
      });
      const byApi = async (hours: number, content: string) => {
        const trigger_time = new Date(world.clock.now() + hours * hour).toISOString();
        const [made] = await book.batch(account, [{ operation: "create", content, trigger_time }]);
        return made?.delivery?.on_time;
      };
      const inChat = async (hours: number, what: string) =>
        joinLines(await talk(ada, `remind me in ${hours} hours to ${what}`)).includes(
          `Note: this chat app lets me write only for a while`,
        );
      const isLimited = bench.hasWindow === true;
      expect([await inChat(72, "pay rent"), await byApi(72, "rent")]).toEqual([
        isLimited,
        !isLimited,
      ]);
      await talk(ada, "hello again");
      // Half an hour is within every vendor's time.
      expect([
        joinLines(await talk(ada, "remind me in 30 minutes to stretch")).includes("Note:"),
        await byApi(0.5, "walk"),
      ]).toEqual([false, true]);
    },
  );
});
