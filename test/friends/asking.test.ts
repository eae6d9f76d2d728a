import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asAccount } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { type FriendsLab, monday, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let open: OpenStore;
let people: FriendsLab;
let ada: string;
let bob: string;

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.empty();
  people = await openFriendsLab(open.db);
  for (const name of ["ada", "bob"]) await people.say(name, "hello");
  [ada, bob] = [await people.account("ada"), await people.account("bob")];
  for (const [id, display_name] of [
    [ada, "Ada"],
    [bob, "Bob"],
  ] as const)
    await open.db.transaction(asAccount(id), (sql) =>
      record(sql, productProjector(), [
        {
          stream: `account:${id}`,
          kind: "account_updated",
          at: new Date(monday).toISOString(),
          accountId: id,
          payload: { id, display_name },
        },
      ]),
    );
  await people.befriend("ada", "bob");
});
afterEach(() => people.close());

const tomorrow = (hour: string): string => `2026-06-09T${hour}:00:00`;
const lunch = (more: object = {}) =>
  people.friends.share(ada, {
    receiver_account_ids: [bob],
    title: "lunch",
    local_trigger_at: tomorrow("12"),
    captured_timezone: "UTC",
    ...more,
  });
const ownRows = (who: string) =>
  open.db.rows<{ content: string; lifecycle: string }>(
    "select content, lifecycle from reminder where owner_account_id = $1 and lifecycle = 'active' and next_fire_at is not null",
    [who],
  );
const states = async (id: string, as = ada) =>
  Object.fromEntries(
    (await people.friends.oneShared(as, id)).projections.map((part) => [
      part.account_id,
      part.lifecycle,
    ]),
  );

describe("S37: ask me first", () => {
  it("S37: an account that wants to be asked first keeps what a friend shares out of its day until it says yes; the friend is notified that it waits, and then that it holds", async () => {
    await people.friends.setAskFirst(bob, true);
    expect(await people.say("ada", "schedule lunch with Bob tomorrow at 12pm")).toContain(
      "Waiting for Bob to accept.",
    );
    expect(await ownRows(bob)).toEqual([]);
    await people.hears("bob", "Ada would like to set this up with you: lunch");
    await people.hears("bob", "Say “accept” or “decline”.");
    expect(await people.say("bob", "accept lunch")).toContain("I'll tell Ada");
    expect(await ownRows(bob)).toEqual([{ content: "lunch", lifecycle: "active" }]);
    await people.hears("ada", "Bob accepted “lunch”");
  });

  it("S37: asking first takes a no as well, in Chinese too, and nothing was ever in the calendar", async () => {
    await people.say("bob", "朋友约我先问我");
    expect(await people.friends.askFirst(bob)).toBe(true);
    const { shared_reminder: made } = await lunch();
    expect(await states(made?.id ?? "")).toEqual({ [ada]: "active", [bob]: "asked" });
    expect(await people.say("bob", "拒绝")).toContain("不参加");
    expect(await states(made?.id ?? "")).toEqual({ [ada]: "active", [bob]: "declined" });
    expect(await ownRows(bob)).toEqual([]);
    expect(await people.say("bob", "好友约我不用先问我")).toContain("直接记下");
    expect(await people.friends.askFirst(bob)).toBe(false);
  });

  it("S37: asking first holds for one friend by that friend's own setting, and by the way of programs", async () => {
    await people.friends.actOnFriend(bob, ada, { kind: "setting", shared: "ask" });
    const { shared_reminder: made } = await lunch();
    const id = made?.id ?? "";
    for (const kind of ["cancel", "complete"] as const)
      await expect(people.friends.actOnShared(bob, id, { kind })).rejects.toMatchObject({
        code: "forbidden",
      });
    expect((await people.friends.actOnShared(bob, id, { kind: "accept" })).status).toBe("accepted");
    expect((await people.friends.actOnShared(bob, id, { kind: "accept" })).status).toBe(
      "unchanged",
    );
    expect(await ownRows(bob)).toHaveLength(1);
    await people.friends.actOnFriend(bob, ada, { kind: "setting", shared: "take" });
    expect((await lunch({ title: "tea", local_trigger_at: tomorrow("16") })).status).toBe(
      "created",
    );
    expect(await ownRows(bob)).toHaveLength(2);
  });

  it("S37: an offer is accepted at the time that it has by then; cancelled or withdrawn before, there is nothing to accept", async () => {
    await people.friends.setAskFirst(bob, true);
    const { shared_reminder: made } = await lunch();
    const id = made?.id ?? "";
    await people.friends.actOnShared(ada, id, {
      kind: "reschedule",
      local_trigger_at: tomorrow("13"),
    });
    await people.friends.actOnShared(bob, id, { kind: "accept" });
    const [row] = await open.db.rows<{ at: string }>(
      "select to_char(next_fire_at at time zone 'UTC', 'HH24:MI') as at from reminder where owner_account_id = $1 and lifecycle = 'active'",
      [bob],
    );
    expect(row).toEqual({ at: "13:00" });

    await people.say("ada", "schedule dinner with Bob tomorrow at 7pm");
    expect(await people.say("ada", "undo")).toContain("It calls off dinner");
    await people.say("ada", "yes");
    const [dinner] = (await people.friends.shared(ada)).filter(({ title }) => title === "dinner");
    expect(
      (await people.friends.actOnShared(bob, dinner?.id ?? "", { kind: "accept" })).status,
    ).toBe("already_cancelled");
    expect(await ownRows(bob)).toHaveLength(1);
  });

  it("S37: an offer counts towards what one may ask of a friend in a day, and the tables are made again the same", async () => {
    await people.friends.setAskFirst(bob, true);
    const { shared_reminder: made } = await lunch();
    await lunch({ title: "tea", local_trigger_at: tomorrow("16") });
    await people.friends.actOnShared(bob, made?.id ?? "", { kind: "accept" });
    await people.friends.actOnFriend(bob, ada, { kind: "busy", shown: false });
    const report = await open.owner((sql) => rebuild(sql, productProjector()));
    expect(report.tables.filter(({ same }) => !same).map(({ table }) => table)).toEqual([]);
  });

  it("S37: an offer is for its recipient alone to answer or to see", async () => {
    await people.say("eve", "hello");
    const eve = await people.account("eve");
    await people.friends.setAskFirst(bob, true);
    const { shared_reminder: made } = await lunch();
    for (const kind of ["accept", "decline"] as const)
      await expect(people.friends.actOnShared(eve, made?.id ?? "", { kind })).rejects.toMatchObject(
        { code: "not_found" },
      );
    expect(await people.friends.shared(eve)).toEqual([]);
    expect((await people.friends.actOnShared(ada, made?.id ?? "", { kind: "accept" })).status).toBe(
      "unchanged",
    );
    expect(await states(made?.id ?? "")).toEqual({ [ada]: "active", [bob]: "asked" });
  });
});

describe("S37: when a friend is busy", () => {
  const span = {
    local_start: tomorrow("00"),
    local_end: tomorrow("23"),
    requester_timezone: "UTC",
  };
  const readAvailability = async () =>
    (await people.friends.availability(ada, { friend_account_ids: [bob], ...span }))[0];

  it("S37: a busy time is hidden from one friend by a switch: neither asking nor planning shows it, and it can be shown again", async () => {
    await people.say("bob", "remind me tomorrow at 12pm to see the doctor");
    expect((await readAvailability())?.windows.some(({ state }) => state === "busy")).toBe(true);
    expect((await lunch()).status).toBe("blocked");
    expect(await people.say("bob", "don't show Ada when I'm busy")).toContain(
      "no longer sees when you are busy",
    );
    expect(await readAvailability()).toEqual({ account_id: bob, shown: false, windows: [] });
    expect(await people.say("ada", "when is Bob free tomorrow")).toContain(
      "doesn't show when they are busy",
    );
    const planned = await lunch();
    expect([planned.status, planned.suggested_times]).toEqual(["created", []]);
    await people.friends.actOnFriend(bob, ada, { kind: "busy", shown: true });
    expect((await readAvailability())?.shown).toBe(true);
    expect((await people.friends.friends(bob))[0]).toMatchObject({
      account_id: ada,
      shows_busy: true,
    });
  });
});

describe("S36: the first thing that a friend shares", () => {
  it("S36: the first thing that a friend shares carries how to decline it and how to block the friend; the second one only the first of the two", async () => {
    await lunch();
    await people.hears("bob", "Ada set this up with you: lunch");
    await lunch({ title: "tea", local_trigger_at: tomorrow("16") });
    await people.hears("bob", "Ada set this up with you: tea");
    const all = (
      await open.db.rows<{ text: string }>(
        "select text from message where account_id = $1 and direction = 'outbound'",
        [bob],
      )
    ).map(({ text }) => text);
    const [first = "", second = ""] = ["lunch", "tea"].map(
      (title) => all.find((text) => text.includes(`with you: ${title}`)) ?? "",
    );
    expect([first.includes("“decline”"), first.includes("“block Ada” ends it for good")]).toEqual([
      true,
      true,
    ]);
    expect([second.includes("“decline”"), second.includes("block")]).toEqual([true, false]);
    expect(await people.say("bob", "block Ada")).toContain("Ada is blocked");
    expect(await ownRows(bob)).toEqual([]);
  });
});

describe("S33: a link in a friend's title", () => {
  const title = "read https://evil.example/SECRET-4711";
  const closed = "read evil[.]example/SECRET-4711";

  it("S33: a link in a friend's title can be read and not followed, in the notice, in lists and when it fires; its author keeps it", async () => {
    await lunch({ title });
    await people.hears("bob", closed);
    expect(await people.say("bob", "what's on tomorrow")).toContain(closed);
    expect(await people.say("ada", "what's on tomorrow")).toContain(title);
    const due = [ada, bob].map((accountId) => ({
      id: "",
      kind: "reminder",
      accountId,
      conversationId: null,
      dueAt: 0,
    }));
    const fired = await reminderTimer({ digestAfterMs: 1e9 }).fire(due, {
      now: Date.parse(`${tomorrow("12")}Z`),
      read: open.db,
      newId: () => "fire",
    });
    const words = new Map(fired.map((each) => [each.accountId, each.words?.text]));
    expect(words.get(bob)).toContain(closed);
    expect(words.get(ada)).toContain(title);
    const toBob = people.lab.post.ledger
      .filter(({ peer }) => peer === "bob")
      .map(({ text }) => text);
    expect(toBob.join("\n")).not.toContain("https://evil");
  });

  it("S33: a link in a friend's title stays a link where the person allowed its host", async () => {
    const payload = { id: bob, link_hosts: ["evil.example"] };
    await open.db.transaction(asAccount(bob), (sql) =>
      record(sql, productProjector(), [
        {
          stream: `account:${bob}`,
          kind: "account_updated",
          at: new Date(monday).toISOString(),
          accountId: bob,
          payload,
        },
      ]),
    );
    await lunch({ title });
    await people.hears("bob", title);
    expect(await people.say("bob", "what's on tomorrow")).toContain(title);
  });
});
