import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asAccount } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { record } from "../../src/store/log/record.ts";
import { type FriendsLab, monday, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

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
    const event = {
      stream: `account:${id}`,
      kind: "account_updated" as const,
      at: new Date(monday).toISOString(),
      accountId: id,
    };
    await open.db.transaction(asAccount(id), (sql) =>
      record(sql, productProjector(), [{ ...event, payload: { id, display_name: name } }]),
    );
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
  it("any participant can skip one day of a shared series for everyone, the others are notified, and undo restores it", async () => {
    const { say, hears } = people;
    await say("ada", "schedule standup with Bob every Friday at 10am");
    expect(await say("bob", "skip this Friday's standup with Ada")).toContain(
      "“standup” skips Fri 12 Jun, 10:00; the others stay",
    );
    await hears(
      "ada",
      "Bob skips “standup” of Fri 12 Jun, 10:00 for all of you. Next: Fri 19 Jun, 10:00.",
    );
    expect(await groups()).toEqual([
      { title: "standup", status: "active", exdates: ["2026-06-12T10:00:00"] },
    ]);
    expect((await parts()).map(({ next }) => next)).toEqual(["19 10:00", "19 10:00"]);
    expect(await say("bob", "undo")).toBe(
      "Undo this? It brings back “standup” of Fri 12 Jun, 10:00. Reply “yes” to confirm; I'll tell Ada.",
    );
    expect(await say("bob", "yes")).toContain(
      "Restored: “standup”, Fri 12 Jun, 10:00. I'll tell Ada.",
    );
    await hears("ada", "Bob brought back “standup” of Fri 12 Jun");
    expect(await say("ada", "这周的standup跳过")).toContain("的「standup」跳过，其余照旧");
    expect(await say("ada", "这周五的standup跳过")).toContain("下次 6月19日 周五 10:00");
    // Another hour of the same days leaves the same day out.
    expect(await say("ada", "move the standup to 11am")).toContain("Done");
    expect(await groups()).toEqual([
      { title: "standup", status: "active", exdates: ["2026-06-12T11:00:00"] },
    ]);
    expect((await parts()).map(({ next }) => next)).toEqual(["19 11:00", "19 11:00"]);
  });

  it("one day of a shared series is moved alone, with the same people; the series stays, and undo restores both", async () => {
    const { say, hears } = people;
    await say("ada", "约Bob每周五上午10点开例会");
    expect(await say("ada", "这周五的例会改到下午四点")).toContain(
      "只改这一次：「开例会」 6月12日 周五 10:00 的改到 6月12日 周五 16:00",
    );
    await hears("bob", "Ada moved “开例会” to Fri 12 Jun, 16:00 (it was Fri 12 Jun, 10:00)");
    const both = (next: string) => ["Ada", "Bob"].map((who) => ({ who, what: "开例会", next }));
    const now = await parts();
    expect(now.toSorted((a, b) => a.next.localeCompare(b.next))).toEqual([
      ...both("12 16:00"),
      ...both("19 10:00"),
    ]);
    await say("ada", "撤销");
    await say("ada", "是");
    expect(await parts()).toEqual(both("12 10:00"));
  });
});

describe("a friend who comes along to what exists", () => {
  const who = async (title: string) =>
    (await parts()).filter(({ what }) => what === title).map((part) => `${part.who} ${part.next}`);

  it("a friend who comes along to what exists is added by the person who set it up; both old and new ones are notified, and undo reverses it", async () => {
    const { say, hears } = people;
    await say("ada", "约Bob明天晚上6点吃晚饭");
    expect(await say("ada", "把张三也加到明天的晚饭里")).toContain(
      "好，张三 也一起：吃晚饭 · 明天 6月9日 周二 18:00 · 和 Bob、张三。我会告诉 Bob、张三。",
    );
    await hears(
      "zhang",
      "Ada set this up with you: 吃晚饭, tomorrow, Tue 9 Jun, 18:00, also with Bob.",
    );
    await hears("bob", "Ada asked 张三 along to “吃晚饭” (tomorrow, Tue 9 Jun, 18:00).");
    expect(await who("吃晚饭")).toEqual(["Ada 09 18:00", "Bob 09 18:00", "张三 09 18:00"]);
    expect(await say("ada", "晚饭也叫上张三")).toContain("张三 本来就在「吃晚饭」里");
    // A person who was asked along cannot ask others along: Bob's friends need not be Ada's.
    await people.befriend("bob", "zhang");
    expect(await say("bob", "add 张三 to 吃晚饭")).toContain(
      "「吃晚饭」是 Ada 约的，要加人得 Ada 来说",
    );
    expect(await say("zhang", "decline")).toContain("you are out of");
    expect(await say("ada", "晚饭也叫上张三")).toContain("张三 也一起");
    expect(await say("ada", "撤销")).toContain("会请 张三 退出：吃晚饭");
    expect(await say("ada", "撤销")).toContain(
      "撤销了，张三 不参加了：吃晚饭 · 明天 6月9日 周二 18:00 · 和 Bob",
    );
    await hears("zhang", "Ada took you out of “吃晚饭”");
    await hears("bob", "Ada 不再叫 张三 参加「吃晚饭」了");
    expect(await who("吃晚饭")).toEqual(["Ada 09 18:00", "Bob 09 18:00"]);
  });

  it("a friend who comes along makes one's own reminder a shared one, with the same row; taken back, it is one's own again and can be shared again", async () => {
    const { say, hears } = people;
    await say("ada", "remind me tomorrow at 6pm to have dinner");
    const own = () =>
      open.db.rows(
        "select r.id, r.kind from reminder r join account a on a.id = r.owner_account_id where a.display_name = 'Ada'",
      );
    const [row] = await own();
    expect(await say("ada", "add Bob to tomorrow's dinner")).toContain(
      "OK, Bob comes along: have dinner · tomorrow, Tue 9 Jun, 18:00 · with Bob. I'll tell Bob.",
    );
    await hears("bob", "Ada set this up with you: have dinner, tomorrow, Tue 9 Jun, 18:00.");
    expect(await own()).toEqual([{ ...(row as object), kind: "shared_projection" }]);
    expect(await say("ada", "undo")).toContain("“have dinner” becomes your own again");
    expect(await say("ada", "yes")).toContain("Undone, it is your own again: have dinner");
    await hears("bob", "Ada called off “have dinner”");
    expect([await own(), await who("have dinner")]).toEqual([
      [{ ...(row as object), kind: "timed" }],
      ["Ada 09 18:00"],
    ]);
    expect(await say("ada", "invite Bob to the dinner too")).toContain("Bob comes along");
    expect(await say("ada", "also invite 张三")).toContain("和 Bob、张三");
    expect(await who("have dinner")).toEqual(["Ada 09 18:00", "Bob 09 18:00", "张三 09 18:00"]);
  });

  it("a busy friend is not added: other times are offered, and one word books one for everyone; a whole series is asked about", async () => {
    const { say } = people;
    await say("zhang", "remind me tomorrow from 6pm to 7pm to swim");
    await say("ada", "schedule dinner with Bob tomorrow from 6pm to 7pm");
    const asked = await say("ada", "add 张三 to the dinner");
    expect(asked).toContain("张三 is busy then. “dinner” stays as it is, and no one was invited.");
    expect(asked).toContain("Say “1” to move it there and invite 张三.");
    expect(await who("dinner")).toEqual(["Ada 09 18:00", "Bob 09 18:00"]);
    expect(await say("ada", "1")).toContain("张三 comes along: dinner");
    const [first] = await who("dinner");
    expect(await who("dinner")).toEqual(
      ["Ada", "Bob", "张三"].map((name) => first?.replace("Ada", name)),
    );
    expect(first).not.toContain("18:00");
    expect(await say("ada", "undo")).toContain("It takes 张三 out of dinner");
    expect(await say("ada", "yes")).toContain(
      "dinner · tomorrow, Tue 9 Jun, 18:00–19:00 · with Bob",
    );
    expect(await who("dinner")).toEqual(["Ada 09 18:00", "Bob 09 18:00"]);
    await say("ada", "schedule standup with Bob every Friday at 10am");
    await say("ada", "skip this Friday's standup");
    expect(await say("ada", "add 张三 to next Friday's standup")).toContain(
      "Shall 张三 come every time?",
    );
    expect(await say("ada", "yes")).toContain("张三 comes along: standup");
    expect(await who("standup")).toEqual(["Ada 19 10:00", "Bob 19 10:00", "张三 19 10:00"]);
  });
});

describe("all that is shared with a friend", () => {
  it("all that is shared with a friend is cancelled after one question that names it, the others are notified, and undo restores all of it", async () => {
    const { say, hears } = people;
    await say("ada", "明天上午9点提醒我买菜");
    await say("ada", "约Bob明天晚上6点吃晚饭");
    await say("ada", "约Bob和张三周四晚上7点打球");
    await say("ada", "约Bob每周五上午10点开例会");
    await say("ada", "约张三周六上午10点爬山");
    const asked = await say("ada", "取消和Bob的所有约");
    expect(asked).toMatch(
      /^有 3 个：\n1\. 吃晚饭.*\n2\. 打球.*和 Bob、张三\n3\. 开例会.*\n都取消吗？回复“是”就取消，并告诉 Bob、张三。/,
    );
    const before = await parts();
    expect(before).toHaveLength(10);
    expect(await say("ada", "是")).toContain(
      "好，取消了 3 个约：「吃晚饭」、「打球」、「开例会」。我会告诉 Bob、张三。",
    );
    await hears("zhang", "Ada called off “打球”");
    expect((await parts()).map(({ who, what }) => `${who} ${what}`)).toEqual([
      "Ada 买菜",
      "Ada 爬山",
      "张三 爬山",
    ]);
    expect((await say("ada", "撤销")).match(/会恢复/g)).toHaveLength(3);
    expect((await say("ada", "是")).match(/恢复了/g)).toHaveLength(3);
    expect(await parts()).toEqual(before);
  });

  it("all that is shared with a friend is limited to the days that are named; a number picks one of them, and no is no", async () => {
    const { say } = people;
    await say("ada", "schedule dinner with Bob tomorrow at 6pm");
    await say("ada", "schedule standup with Bob every Friday at 10am");
    await say("ada", "schedule lunch with Bob next Friday at 12pm");
    expect(await say("ada", "cancel everything with 张三")).toContain(
      "There is nothing like that with 张三. Nothing was called off.",
    );
    expect(await say("ada", "cancel everything with Bob this week")).toMatch(
      /There are 2:\n1\. dinner.*\n2\. standup · only Fri 12 Jun, 10:00/,
    );
    expect(await say("ada", "no")).toContain("never mind");
    await say("ada", "cancel everything with Bob this week");
    expect(await say("ada", "2")).toContain("OK, 1 of them is called off: “standup”");
    expect(await parts()).toEqual([
      ...["Ada", "Bob"].map((who) => ({ who, what: "dinner", next: "09 18:00" })),
      ...["Ada", "Bob"].map((who) => ({ who, what: "lunch", next: "19 12:00" })),
      ...["Ada", "Bob"].map((who) => ({ who, what: "standup", next: "19 10:00" })),
    ]);
    // So it is with one's own.
    await say("zhang", "remind me tomorrow at 9am to swim");
    await say("zhang", "remind me tomorrow at 10am to shop");
    expect(await say("zhang", "cancel all tomorrow's reminders")).toContain("these 2 reminders");
    await say("zhang", "the first one");
    expect((await parts()).filter(({ who }) => who === "张三")).toEqual([
      { who: "张三", what: "shop", next: "09 10:00" },
    ]);
  });
});
