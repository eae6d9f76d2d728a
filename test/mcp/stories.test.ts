import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canary, fillLife, newPerson, type Someone, victimEnv } from "../isolation/victim.ts";
import { eventually } from "../support/wechat-product.ts";
import { type Owner, type Program, type Programs, startPrograms } from "./programs.ts";

let world: Programs;
let ada: Someone;
let program: Program;
let stories: readonly { readonly story: string; readonly title: string | null }[];

beforeAll(async () => {
  world = await startPrograms(victimEnv);
  ada = await newPerson(world.product, `Ada ${canary}`);
  await fillLife(world.product, ada, await newPerson(world.product, "Bob"));
  const owner: Owner = await world.person();
  program = await owner.connect({ token: ada.token, answers: [] });
  const listed = await program.call("digest");
  stories = listed.data["stories"] as typeof stories;
}, 120_000);
afterAll(() => world.close());

describe("stories over MCP", () => {
  it("a story of the person is found over MCP by its id, and its digest has what could be noticed", async () => {
    const [first] = stories;
    expect(first).toBeDefined();
    const found = await program.call("digest", { story: first?.story });
    expect(found.isError).toBe(false);
    expect(found.data).toMatchObject({ story: first?.story });
  });

  it("the full account of a sealed scene is nowhere in what MCP shows of a story", async () => {
    const story = stories[0]?.story ?? "";
    const secret = "the butler hid the ruby";
    await world.product.app.store.db.rows(
      `insert into digests (id, chat_id, account_id, scene_id, noticed, directors_cut, event_id, created_at)
       values ('sealed-one', $1, $2, 1, 'A door was ajar.', $3, 1, now())`,
      [story, ada.id, secret],
    );
    const shown = [
      await program.call("digest", { story }),
      await program.call("who_knows", { story, fact: secret }),
      await program.call("why", { story, fact: secret }),
      await program.client.readResource({ uri: `meanwhile://stories/${story}/digest` }),
    ];
    expect(JSON.stringify(shown[0])).toContain("A door was ajar.");
    expect(JSON.stringify(shown)).not.toContain("butler");
  });

  it("a turn of a story is played over MCP and its lines come back", async () => {
    const story = stories[0]?.story ?? "";
    const played = await program.call("next_beat", {
      story,
      prose: "I look around and say hello.",
      idempotency_key: "beat-1",
    });
    expect([played.isError, played.text]).toEqual([false, expect.stringContaining("hello")]);
    const lines = (): Promise<{ count: number }[]> =>
      world.product.app.store.db.rows<{ count: number }>(
        "select count(*)::int as count from scene_turns where chat_id = $1",
        [story],
      );
    const before = await lines();
    await program.call("next_beat", {
      story,
      prose: "I look around and say hello.",
      idempotency_key: "beat-1",
    });
    expect(await lines()).toEqual(before);
  });

  it("another account's story is answered over MCP as one that does not exist", async () => {
    const eve = await (await world.person({ name: "Eve" })).connect();
    const story = stories[0]?.story ?? "";
    for (const [name, args] of [
      ["digest", { story }],
      ["who_knows", { story, fact: canary }],
      ["why", { story, fact: canary }],
      ["next_beat", { story, prose: "hello" }],
    ] as const) {
      const theirs = await eve.call(name, args);
      const absent = await eve.call(name, { ...args, story: "no-such-story" });
      expect(theirs.data).toMatchObject({ error: { code: "not_found" } });
      expect(theirs).toEqual(absent);
    }
  });
});

describe("resources over MCP", () => {
  it("today's agenda and a reminder can be read over MCP, another account's can not", async () => {
    const made = await program.call("remember_to", {
      items: [{ title: "feed the cat", at: "2099-01-01T08:00" }],
    });
    const [one] = made.data["reminders"] as readonly { reminder_id: string }[];
    const uri = `meanwhile://reminders/${one?.reminder_id}`;
    const read = await program.client.readResource({ uri });
    expect(JSON.stringify(read.contents)).toContain("feed the cat");
    const agenda = await program.client.readResource({ uri: "meanwhile://agenda/today" });
    expect(agenda.contents).toHaveLength(1);
    const eve = await (await world.person({ name: "Eve" })).connect();
    await expect(eve.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });

  it("a program that listens over MCP hears that the agenda changed, and nothing of other accounts", async () => {
    const [bob, eve] = [await world.person({ name: "Bob" }), await world.person({ name: "Eve" })];
    const [own, other] = [await bob.connect(), await eve.connect()];
    const heard = { bob: 0, eve: 0 };
    own.client.setNotificationHandler("notifications/resources/updated", () => {
      heard.bob += 1;
    });
    other.client.setNotificationHandler("notifications/resources/updated", () => {
      heard.eve += 1;
    });
    const filter = { resourceSubscriptions: ["meanwhile://agenda/today"] };
    const open = [await own.client.listen(filter), await other.client.listen(filter)];
    await (await bob.connect()).call("remember_to", { sentence: "call mum tomorrow at 3pm" });
    await eventually(world.product, async () => {
      // A wake-up of the database, so that this looks again.
      await bob.call("GET", "/api/reminders");
      world.product.app.store.db.notify("timers");
      return heard.bob > 0;
    });
    expect(heard.eve).toBe(0);
    for (const subscription of open) await subscription.close();
  });
});
