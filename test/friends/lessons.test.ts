import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import { createFriendsApi } from "../../src/skills/friends/api/friends-api.ts";
import { notificationTimerKind } from "../../src/skills/friends/notices/notify.ts";
import { openDecisions } from "../../src/turn/decisions.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { openFriendsLab } from "../support/friends-lab.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { recordAll, awaitFired, timersOn } from "../support/reminder-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

/** What others got wrong between friends; the names are those of the list of lessons. */
let open: OpenStore;

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(() => open.empty());

it("L11: an earlier refusal is not a reason for a later one: what is in the way is looked up again each time", async () => {
  const people = await openFriendsLab(open.db);
  onTestFinished(() => people.close());
  for (const name of ["ada", "bob"]) await people.say(name, "hello");
  await people.befriend("ada", "bob");
  const [ada, bob] = [await people.account("ada"), await people.account("bob")];
  const busy = {
    operation: "create",
    content: "dentist",
    trigger_time: "2026-06-09T15:00:00",
    captured_timezone: "UTC",
    duration_minutes: 60,
  } as const;
  const [made] = await people.reminders.batch(bob, [busy]);
  const wish = {
    receiver_account_ids: [bob],
    title: "coffee",
    local_trigger_at: "2026-06-09T15:30:00",
    captured_timezone: "UTC",
    duration_minutes: 30,
  };
  const askAgain = async () => {
    const { status, breakdown } = await people.friends.share(ada, wish);
    return [status, breakdown.conflicting.length];
  };
  expect(await askAgain()).toEqual(["blocked", 1]);
  // Being refused leaves nothing behind that could be in the way, of anyone.
  expect(await people.friends.shared(ada)).toEqual([]);
  const own = await people.reminders.batch(ada, [
    { ...busy, content: "coffee alone", trigger_time: "2026-06-09T15:30:00" },
  ]);
  expect(own[0]?.fact).not.toHaveProperty("overlaps");
  await people.reminders.batch(ada, [
    { operation: "delete", reminder_id: own[0]?.reminder_id ?? "" },
  ]);
  await people.reminders.batch(bob, [
    { operation: "delete", reminder_id: made?.reminder_id ?? "" },
  ]);
  expect(await askAgain()).toEqual(["created", 0]);
});

it("L27: a notice never stays pending: it is sent, refused for good, or waiting with a reason until there is a chat", async () => {
  const clock = fakeClock(Date.UTC(2026, 5, 8, 10));
  const lab = await openLab({
    db: open.db,
    clock,
    timers: timersOn(clock, { first: [notificationTimerKind()] }),
    settings: { sweepMs: 60_000 },
  });
  onTestFinished(() => lab.close());
  const codes = {
    make: (purpose: string) => ({
      code: purpose.padEnd(22, "x").slice(-22),
      hash: purpose.slice(-22),
      keyId: "k",
    }),
    hash: (code: string) => code,
  };
  const decisions = openDecisions({
    db: open.db,
    projector: productProjector(),
    clock,
    chance: createSystemChance(() => Date.now()),
  });
  const friends = createFriendsApi({
    decisions,
    codes,
    anyone: open.db,
    now: () => clock.now(),
    latePolicy: "fire",
  });
  const [ada, bob, eve] = await Promise.all(
    ["ada", "bob", "eve"].map(async (from) => (await lab.say("hello", { from })).accountId),
  );
  await lab.idle();
  await arrive(lab, "carl");
  const code = (await friends.link(String(ada), "show")).link_code ?? "";
  for (const other of [String(bob), String(eve), "carl"]) await friends.join(other, code);
  await awaitFired(lab);
  lab.post.plan.push(async ({ peer }) =>
    peer === "eve" ? { kind: "refused", code: "blocked" } : { kind: "sent" },
  );
  lab.post.plan.push(async ({ peer }) =>
    peer === "eve" ? { kind: "refused", code: "blocked" } : { kind: "sent" },
  );
  const receiver_account_ids = [String(bob), String(eve), "carl"];
  const wish = {
    receiver_account_ids,
    title: "picnic",
    local_trigger_at: "2026-06-10T12:00:00",
    captured_timezone: "UTC",
    duration_minutes: 60,
  };
  expect(await friends.share(String(ada), wish)).toMatchObject({ status: "created" });
  await awaitFired(lab);
  const state = () =>
    open.db.rows<{ who: string; state: string; status: string | null; error: string | null }>(
      `select coalesce(i.provider_subject, n.account_id) as who, n.state, d.status, coalesce(d.error_code, t.last_error) as error
       from notification n left join channel_identity i on i.account_id = n.account_id
         left join delivery_attempt d on d.message_id = n.message_id left join timer t on t.id = 'notification:' || n.id
       where n.type = 'shared_reminder_created' order by 1`,
    );
  expect(await state()).toEqual([
    { who: "bob", state: "told", status: "sent", error: null },
    { who: "carl", state: "waiting", status: null, error: "no_route" },
    { who: "eve", state: "told", status: "failed", error: "blocked" },
  ]);
  await lab.until(() =>
    lab.post.ledger.some(({ text }) => text.includes("hasn't got my message about “picnic”")),
  );
  await lab.idle();
  await lab.say("hi", { from: "carl" });
  await clock.advance(61_000);
  await lab.until(async () => (await state())[1]?.status === "sent");
  expect((await state())[1]).toMatchObject({ who: "carl", state: "told", status: "sent" });
  expect(await open.db.rows("select 1 from timer where kind = 'notification'")).toEqual([]);
});

/** A person with an account and no chat yet. */
const arrive = ({ db, clock }: Lab, id: string): Promise<void> => {
  const envelope = {
    stream: `account:${id}`,
    at: new Date(clock.now()).toISOString(),
    accountId: id,
  };
  return recordAll(db, [
    {
      ...envelope,
      kind: "account_created",
      payload: {
        id,
        origin: "web_first",
        display_name: "Carl",
        language: null,
        default_timezone: "UTC",
      },
    },
    {
      ...envelope,
      kind: "identity_bound",
      payload: {
        id: `identity-${id}`,
        account_id: id,
        provider_type: "post",
        channel_account: "main",
        provider_subject: id,
      },
    },
  ]);
};
