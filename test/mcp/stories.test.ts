import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canary, fillLife, newPerson, type Someone, victimEnv } from "../isolation/victim.ts";
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

  it("a program that listens over MCP hears of a digest when a scene ends without the person", async () => {
    const { story = "" } = stories[0] ?? {};
    const uri = `meanwhile://stories/${story}/digest`;
    const heard = new Set<string>();
    program.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.add(params.uri);
    });
    const open = await program.client.listen({ resourceSubscriptions: [uri] });
    const { db } = world.product.app.store;
    await db.rows(
      `insert into digests (id, chat_id, account_id, scene_id, noticed, directors_cut, event_id, created_at)
       values ('a-later-one', $1, $2, 1, 'The lamp was out.', 'They hid the lamp.', 2, now())`,
      [story, ada.id],
    );
    // A scene ends by a turn in the story's conversation.
    const [chat] = await db.rows<{ id: string }>(
      "select id from conversation where account_id = $1 limit 1",
      [ada.id],
    );
    db.notify(`log:${chat?.id}`);
    await expect.poll(() => heard.has(uri)).toBe(true);
    await open.close();
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

  it("a program that listens over MCP hears which of its reminders and agenda changed, and nothing of other accounts", async () => {
    const [bob, eve] = [await world.person({ name: "Bob" }), await world.person({ name: "Eve" })];
    const [own, other] = [await bob.connect(), await eve.connect()];
    const heard = { bob: new Set<string>(), eve: new Set<string>() };
    own.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.bob.add(params.uri);
    });
    other.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.eve.add(params.uri);
    });
    const made = await own.call("remember_to", {
      items: [
        { title: "feed the cat", at: "2099-01-01T08:00" },
        { title: "feed the dog", at: "2099-01-01T08:00" },
      ],
    });
    const ids = (made.data["reminders"] as readonly { reminder_id: string }[]).map(
      ({ reminder_id }) => `meanwhile://reminders/${reminder_id}`,
    );
    const [cat = "", dog = ""] = ids;
    const agenda = "meanwhile://agenda/today";
    const unknown = "meanwhile://elsewhere";
    const open = [
      await own.client.listen({ resourceSubscriptions: [agenda, unknown, ...ids] }),
      await other.client.listen({ resourceSubscriptions: [agenda, ...ids] }),
    ];
    expect(open[0]?.honoredFilter.resourceSubscriptions).toEqual([agenda, cat, dog]);
    const hears = (uri: string) => expect.poll(() => heard.bob.has(uri)).toBe(true);
    const writer = await bob.connect();
    await writer.call("change_reminders", {
      changes: [{ action: "rename", reminder_id: cat.split("/").at(-1), title: "feed the kitten" }],
    });
    await hears(cat);
    expect([...heard.bob]).toEqual([cat]);
    await writer.call("remember_to", {
      items: [{ title: "breathe", at: new Date(Date.now() + 3_600_000).toISOString() }],
    });
    await hears(agenda);
    expect(heard.bob.has(dog)).toBe(false);
    expect([...heard.eve]).toEqual([]);
    for (const subscription of open) await subscription.close();
  });
});
