import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asAccount } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { maxLookupsPerDay, maxNoticesPerDay } from "../../src/domain/friend-limits.ts";
import { record } from "../../src/store/log/record.ts";
import { type FriendsLab, monday, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";
import { toDraft } from "../support/stored-event.ts";

let open: OpenStore;
let people: FriendsLab | undefined;

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(() => open.empty());
afterEach(() => people?.close());

/** Ada and Bob have written once, so that there is a chat to tell them things in, and know each other. */
async function friends(given: Parameters<typeof openFriendsLab>[1] = {}): Promise<FriendsLab> {
  people = await openFriendsLab(open.db, given);
  for (const name of ["ada", "bob"]) {
    await people.say(name, "hello");
    await people.rename(name, name === "ada" ? "Ada" : "Bob");
  }
  await people.befriend("ada", "bob");
  return people;
}

const listShared = () =>
  open.db.rows<{ title: string; at: string; status: string }>(
    "select title, to_char(local_trigger_at, 'DD HH24:MI') as at, status from shared_reminder order by created_at, id",
  );

describe("a code in a chat", () => {
  it.each([
    ["我的好友码", "加好友"],
    ["my friend code", "add friend"],
  ])("a code in a chat makes two people friends, and both are notified: %s", async (ask, join) => {
    people = await openFriendsLab(open.db);
    const code = /^[\w-]{22}$/m.exec(await people.say("ada", ask))?.[0] ?? "";
    await people.say("bob", "hello");
    await people.rename("ada", "ada");
    await people.rename("bob", "bob");
    expect(await people.say("bob", `${join} ${code}`)).toContain("ada");
    expect((await people.told("ada", 1))[0]).toMatch(
      /^bob (?:和你成为好友了|and you are friends now)/,
    );
    expect(
      (await people.friends.friends(await people.account("ada"))).map(
        ({ display_name }) => display_name,
      ),
    ).toEqual(["bob"]);
    expect(await people.say("bob", `${join} ${code}`)).toMatch(/已经是好友|friends already/);
    expect(await people.say("ada", `${join} ${code}`)).toMatch(/你自己的好友码|your own code/);
  });
});

it("a plan with a friend that no word asks for is asked about; a person who asks for something else has gone on", async () => {
  const { say, hears } = await friends();
  const asked =
    "Shall I set up “lunch” (tomorrow, Tue 9 Jun, 12:30) with Bob? Reply “yes” to confirm; I'll tell Bob.";
  expect(await say("ada", "lunch with Bob tomorrow at 12:30pm")).toContain(asked);
  // Looking something up is no other wish.
  await say("ada", "is Bob free tomorrow?");
  expect(await say("ada", "yes")).toContain("it's set with Bob: lunch");
  expect(await say("ada", "跟小红约明天下午三点喝咖啡")).toContain("小红喝咖啡");
  expect(await say("ada", "把lunch改到下午一点")).toContain("改好了");
  expect(await say("ada", "Bob")).toBe("(talk)");
  expect(
    await open.db.rows("select status from pending_clarification order by created_at"),
  ).toEqual([{ status: "consumed" }, { status: "superseded" }]);
  // A guessed half of the day is put right by one word, and the friend hears of it in the language that they write.
  await say("bob", "你好");
  expect(await say("ada", "schedule tea with Bob on Friday at 8")).toContain(
    "say “pm” if you meant the other half",
  );
  expect(await say("ada", "pm")).toContain("“tea”, Fri 12 Jun, 20:00");
  await hears("bob", "把「tea」改到 6月12日 周五 20:00");
  expect(await say("ada", "what time is tea?")).toContain("20:00 tea");
  await say("ada", "约Bob每天早上7点跑步");
  expect(await say("bob", "跑步明天不去")).toContain("不能只缺一次");
  expect(await say("bob", "是")).toContain("「跑步」你不参加了");
  expect(await say("ada", "以后叫Bob老鲍")).toContain("Bob 就叫 老鲍");
  expect(await listShared()).toEqual([
    { title: "lunch", at: "09 13:00", status: "active" },
    { title: "tea", at: "12 20:00", status: "active" },
    { title: "跑步", at: "09 07:00", status: "active" },
  ]);
});

describe("limits per pair and day", () => {
  const at = new Date(monday).toISOString();

  it("a friend's time is not asked about again and again, nor found out by trying to book it", async () => {
    const { say, account, friends: book } = await friends();
    const [ada, bob] = [await account("ada"), await account("bob")];
    const seen = {
      account_id: ada,
      friend_account_id: bob,
      day: at.slice(0, 10),
      count: maxLookupsPerDay - 1,
    };
    await open.db.transaction(asAccount(ada), (sql) =>
      record(sql, productProjector(), [
        { stream: `friends:${ada}`, kind: "friend_time_asked", at, accountId: ada, payload: seen },
      ]),
    );
    expect(await say("ada", "is Bob free tomorrow?")).toContain("Bob is free:");
    expect(await say("ada", "is Bob free tomorrow?")).toContain("too often today");
    expect(await say("ada", "Bob明天有空吗")).toContain("看得太多了");
    expect(await say("ada", "schedule lunch with Bob tomorrow at 12pm")).toContain(
      "too often today",
    );
    const span = {
      friend_account_ids: [bob],
      local_start: "2026-06-09T00:00:00",
      local_end: "2026-06-10T00:00:00",
    };
    await expect(book.availability(ada, span)).rejects.toMatchObject({
      code: "rate_limited",
      fact: { reason: "too_many_looks" },
    });
    expect(await book.availability(bob, { ...span, friend_account_ids: [ada] })).toHaveLength(1);
    expect(await listShared()).toEqual([]);
  });

  it("a friend is not sent news after news; what is there can still be cancelled", async () => {
    const { say, account, friends: book } = await friends();
    const [ada, bob] = [await account("ada"), await account("bob")];
    await say("ada", "schedule lunch with Bob tomorrow at 12pm");
    const facts = {
      type: "friendship_created",
      actor_account_id: ada,
      object_type: "friendship",
      object_id: "f",
      facts: {},
      muted: true,
    };
    const news = Array.from({ length: maxNoticesPerDay }, (_, nth) =>
      toDraft({
        stream: `social:${bob}`,
        kind: "notification_made",
        at,
        accountId: bob,
        payload: { ...facts, id: `n${nth}`, account_id: bob },
      }),
    );
    await open.db.transaction(asAccount(bob), (sql) => record(sql, productProjector(), news));
    expect(await say("ada", "schedule tea with Bob tomorrow at 4pm")).toContain(
      "too much with Bob today",
    );
    expect(await say("ada", "move lunch with Bob to 1pm")).toContain("too much with Bob today");
    const wish = {
      receiver_account_ids: [bob],
      title: "tea",
      local_trigger_at: "2026-06-09T16:00:00",
    };
    await expect(book.share(ada, wish)).rejects.toMatchObject({
      code: "rate_limited",
      fact: { reason: "too_many_notices" },
    });
    expect(await say("ada", "cancel lunch with Bob")).toContain("is called off");
    expect(await listShared()).toEqual([{ title: "lunch", at: "09 12:00", status: "cancelled" }]);
  });
});

it("a shared reminder is cancelled in the words of its notice; a person who takes nothing from a friend shows them no time, and rings for no other all day", async () => {
  const { say } = await friends();
  expect(await say("ada", "remind Bob every hour until 8pm to drink")).toContain(
    "many times a day",
  );
  await say("ada", "schedule lunch with Bob tomorrow at 12pm");
  expect(await say("ada", "cancel dinner with Bob")).toContain(
    "· lunch · tomorrow, Tue 9 Jun, 12:00 · with Bob",
  );
  expect(await say("bob", "call off the lunch")).toContain(
    "“lunch” (tomorrow, Tue 9 Jun, 12:00) is called off",
  );
  await say("bob", "don't accept invitations from Ada");
  expect(await say("ada", "is bob free tomorrow")).toBe(
    "Bob doesn't accept shared reminders now. Nothing was written.",
  );
});

describe("quiet hours", () => {
  it("quiet hours keep what friends do for their end, and are switched off by a word that lets it through", async () => {
    const { say, hears, lab } = await friends();
    await hears("ada", "Bob and you are friends now");
    expect(await say("bob", "quiet hours 9am to 11am")).toContain("Quiet hours are 09:00–11:00");
    await say("ada", "schedule lunch with Bob tomorrow at 12pm");
    const due = () =>
      open.db.rows(
        "select to_char(due_at at time zone 'UTC', 'HH24:MI') as at from timer where kind = 'notification'",
      );
    await lab.until(async () => JSON.stringify(await due()) === '[{"at":"11:00"}]');
    expect(
      await open.db.rows("select state from notification where type = 'shared_reminder_created'"),
    ).toEqual([{ state: "waiting" }]);
    expect(await say("ada", "is bob free tomorrow")).toContain("00:00–09:00, 11:00–12:00");
    expect(await say("bob", "quiet hours off")).toContain("off");
    await hears("bob", "set this up with you: lunch");
  });
});

describe("of a friend's own reminder and a booking of the same moment", () => {
  /** Happens once, between a decision and its commit. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  const between = async (): Promise<void> => {
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
  };

  it("the first of a friend's own reminder and a booking of the same moment holds: a booking that comes second is decided again and offers other times", async () => {
    const { say, account, reminders } = await friends({ between });
    const bob = await account("bob");
    const item = {
      operation: "create",
      content: "dentist",
      trigger_time: "2026-06-09T12:00:00",
      captured_timezone: "UTC",
    } as const;
    meanwhile = async () =>
      expect(await reminders.batch(bob, [item])).toMatchObject([{ state: "succeeded" }]);
    const reply = await say("ada", "schedule lunch with Bob tomorrow at 12pm");
    expect(reply).toContain("Bob is busy then. Nothing was written.");
    expect(reply).not.toContain("dentist");
    expect(await listShared()).toEqual([]);
  });

  it("a person who writes their own reminder down after a booking of the same moment is shown the overlap", async () => {
    const { say, account, friends: book } = await friends({ between });
    const [ada, bob] = [await account("ada"), await account("bob")];
    const wish = {
      receiver_account_ids: [bob],
      title: "lunch",
      local_trigger_at: "2026-06-09T12:00:00",
    };
    meanwhile = async () =>
      expect(await book.share(ada, wish)).toMatchObject({ status: "created" });
    expect(await say("bob", "remind me of the dentist tomorrow from 12pm to 1pm")).toContain(
      "it overlaps “lunch”",
    );
    expect(await listShared()).toEqual([{ title: "lunch", at: "09 12:00", status: "active" }]);
  });
});
