import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asAccount } from "../src/domain/principal.ts";
import { productProjector } from "../src/main/projections.ts";
import { record } from "../src/store/record.ts";
import { type FriendsLab, monday, openFriendsLab } from "./support/friends-lab.ts";
import { type OpenStore, postgresStore } from "./support/stores.ts";

let open: OpenStore;
let people: FriendsLab;

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.empty();
  people = await openFriendsLab(open.db);
  for (const [from, name] of [
    ["ada", "Ada"],
    ["bob", "Bob"],
    ["zhang", "张三"],
  ] as const) {
    await people.say(from, "hello");
    const id = await people.account(from);
    const event = { stream: `account:${id}`, kind: "account_updated", at: new Date(monday).toISOString(), accountId: id };
    await open.db.transaction(asAccount(id), (sql) => record(sql, productProjector(), [{ ...event, payload: { id, display_name: name } }]));
  }
  for (const friend of ["bob", "zhang"]) await people.befriend("ada", friend);
});
afterEach(() => people.close());

/** Every active part: whose it is, what and when it goes off next. */
const parts = () =>
  open.db.rows<{ who: string; what: string; next: string }>(
    `select a.display_name as who, r.content as what, to_char(r.next_fire_at at time zone 'UTC', 'DD HH24:MI') as next
     from reminder r join account a on a.id = r.owner_account_id
     where r.lifecycle = 'active' order by r.content, a.display_name, r.next_fire_at`,
  );
const groups = () =>
  open.db.rows<{ title: string; status: string; exdates: string[] }>(
    "select title, status, exdates from shared_reminder order by created_at, id",
  );

describe("one day of a shared series", () => {
  it("is skipped for everybody by anybody, the others are told, and one word brings it back", async () => {
    const { say, hears } = people;
    await say("ada", "schedule standup with Bob every Friday at 10am");
    expect(await say("bob", "skip this Friday's standup with Ada")).toContain("“standup” skips Fri 12 Jun, 10:00; the others stay");
    await hears("ada", "Bob skips “standup” of Fri 12 Jun, 10:00 for all of you. Next: Fri 19 Jun, 10:00.");
    expect(await groups()).toEqual([{ title: "standup", status: "active", exdates: ["2026-06-12T10:00:00"] }]);
    expect((await parts()).map(({ next }) => next)).toEqual(["19 10:00", "19 10:00"]);
    expect(await say("bob", "undo")).toContain("Restored: “standup”, Fri 12 Jun, 10:00. I'll tell Ada.");
    await hears("ada", "Bob brought back “standup” of Fri 12 Jun");
    expect(await say("ada", "这周的standup跳过")).toContain("的「standup」跳过，其余照旧");
    expect(await say("ada", "这周五的standup跳过")).toContain("下次 6月19日 周五 10:00");
    // Another hour of the same days leaves the same day out.
    expect(await say("ada", "move the standup to 11am")).toContain("Done");
    expect(await groups()).toEqual([{ title: "standup", status: "active", exdates: ["2026-06-12T11:00:00"] }]);
    expect((await parts()).map(({ next }) => next)).toEqual(["19 11:00", "19 11:00"]);
  });

  it("goes elsewhere alone, with the same people; the series stays, and one word puts both back", async () => {
    const { say, hears } = people;
    await say("ada", "约Bob每周五上午10点开例会");
    expect(await say("ada", "这周五的例会改到下午四点")).toContain("只改这一次：「开例会」 6月12日 周五 10:00 的改到 6月12日 周五 16:00");
    await hears("bob", "Ada moved “开例会” to Fri 12 Jun, 16:00 (it was Fri 12 Jun, 10:00)");
    const both = (next: string) => ["Ada", "Bob"].map((who) => ({ who, what: "开例会", next }));
    const now = await parts();
    expect(now.toSorted((a, b) => a.next.localeCompare(b.next))).toEqual([...both("12 16:00"), ...both("19 10:00")]);
    await say("ada", "撤销");
    expect(await parts()).toEqual(both("12 10:00"));
  });
});
