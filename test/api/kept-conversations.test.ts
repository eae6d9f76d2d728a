import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseDeleted, restorableDays } from "../../src/accounts/kept-conversations.ts";
import { webChannel } from "../../src/channels/web/descriptor.ts";
import { engine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { listSearchTerms, parseSearch } from "../../src/recall/search-terms.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  type Person,
  spineEngine,
  textAt,
} from "../support/api.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { toDraft } from "../support/stored-event.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: Lab;
let api: ApiLab;

beforeAll(async () => {
  store = await openPostgresStore();
  lab = await openLab({
    db: store.db,
    run: (turn) => Promise.resolve(`You said: ${turn.window.map(({ text }) => text).join(" ")}`),
    channels: [webChannel()],
  });
  api = await openApi({
    db: store.db,
    engine: spineEngine(lab.spine),
    searchWords: { listTerms: listSearchTerms, parse: parseSearch },
  });
});
afterAll(async () => {
  await api.close();
  await lab.close();
  await store.close();
});

let count = 0;
const begin = async (who: Person): Promise<string> =>
  textAt(await who.call("/api/conversations", { method: "POST", json: {} }), "id");
const say = async (
  who: Person,
  id: string,
  words: string | { readonly text: string; readonly quote: string },
): Promise<string> => {
  const sent = await who.call(`/api/conversations/${id}/messages`, {
    method: "POST",
    json: {
      client_id: `c${(count += 1)}`,
      ...(typeof words === "string" ? { text: words } : words),
    },
  });
  expect(sent.status).toBe(202);
  await lab.idle();
  return textAt(sent, "message_id");
};
const change = (who: Person, id: string, json: object) =>
  who.call(`/api/conversations/${id}`, { method: "PATCH", json });
const post = (who: Person, id: string, act: string) =>
  who.call(`/api/conversations/${id}/${act}`, { method: "POST", json: {} });

/** A question that waits for its answer, and a message with a vendor's token for answers. */
async function askAndWrite(who: Person, id: string) {
  const [asked, ticket] = [`q-${id}`, "vendor-ticket"];
  const of = { conversation_id: id, account_id: who.id };
  const at = "2026-01-05T09:00:00.000Z";
  const drafts = [
    {
      stream: `reminders:${id}`,
      kind: "clarification_asked" as const,
      at,
      accountId: who.id,
      payload: {
        ...of,
        id: asked,
        unresolved_action_fingerprint: "f",
        question: "When, about the tangerine?",
        request: { text: "tangerine" },
        expires_at: "2026-01-05T10:00:00.000Z",
      },
    },
    {
      stream: `conversation:${id}`,
      kind: "message_rejected" as const,
      at,
      accountId: who.id,
      conversationId: id,
      payload: {
        ...of,
        provider_type: "web",
        channel_account: "web",
        id: `m-${id}`,
        vendor_id: `v-${id}`,
        text: "tangerine",
        payload: { context_token: ticket },
      },
    },
  ];
  await store.db.transaction(engine, (sql) => record(sql, productProjector(), drafts));
  await rememberAndChange(who, id);
  await sendFile(who, id);
  return { asked, ticket };
}

/** A file that was deleted for its age, and whose words stayed. */
async function sendFile(who: Person, id: string): Promise<void> {
  const of = {
    stream: `conversation:${id}`,
    at: "2026-01-05T09:00:00.000Z",
    accountId: who.id,
    conversationId: id,
  };
  const file = { id: `f-${id}`, bytes: 9 };
  await store.db.transaction(engine, (sql) =>
    record(sql, productProjector(), [
      {
        ...of,
        kind: "media_settled",
        payload: { message_id: `m-${id}`, media: [], files: [file] },
      },
      { ...of, kind: "media_dropped", payload: { id: file.id, text: "a tangerine list" } },
    ]),
  );
}

/** A memory that rests on what was said here, and a change here that can be undone. */
async function rememberAndChange(who: Person, id: string): Promise<void> {
  const of = { conversation_id: id, account_id: who.id };
  const at = "2026-01-05T09:00:00.000Z";
  const [said] = await store.db.rows<{ id: number }>(
    "select min(event_id) as id from message where conversation_id = $1",
    [id],
  );
  const drafts = [
    {
      stream: `memory:${who.id}`,
      kind: "memory_stated" as const,
      at,
      accountId: who.id,
      payload: {
        ...of,
        id: `memory-${id}`,
        audience: "private",
        form: "fact" as const,
        words: "the password is tangerine",
        topic: null,
        value: null,
        date_said: null,
        date_meant: null,
        origin: "rule" as const,
        sources: [said?.id ?? 0],
        said_at: at,
      },
    },
    toDraft({
      stream: `reminders:${id}`,
      kind: "undo_point_set",
      at,
      accountId: who.id,
      payload: {
        ...of,
        turn_id: null,
        changes: [{ id: "r1", version: 1, before: { content: "buy a tangerine" } }],
      },
    }),
  ];
  await store.db.transaction(engine, (sql) => record(sql, productProjector(), drafts));
}

interface Listed {
  readonly conversations: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly pinned: boolean;
  }[];
  readonly next: string | null;
}
const list = async (who: Person, query = ""): Promise<Listed> =>
  (await who.call(`/api/conversations${query}`)).json as Listed;
const titles = async (who: Person, query = "") =>
  (await list(who, query)).conversations.map(({ title }) => title);

interface Hits {
  readonly hits: readonly {
    readonly conversation_id: string;
    readonly message_id: string;
    readonly event_id: number;
    readonly excerpt: string;
    readonly marks: readonly (readonly [number, number])[];
  }[];
  readonly next: string | null;
}
const search = async (who: Person, words: string, more = ""): Promise<Hits> =>
  (await who.call(`/api/messages/search?q=${encodeURIComponent(words)}${more}`)).json as Hits;

interface Messages {
  readonly messages: readonly {
    readonly id: string;
    readonly event_id: number;
    readonly text: string;
    readonly quote: object | null;
  }[];
  readonly has_earlier: boolean;
  readonly has_later: boolean;
}
const messages = async (who: Person, id: string, query = ""): Promise<Messages> =>
  (await who.call(`/api/conversations/${id}/messages${query}`)).json as Messages;

describe("the list of conversations", () => {
  it("every conversation is reached by the cursor, each once, and the pinned ones come first", async () => {
    const ada = await api.person();
    const made: string[] = [];
    for (let nth = 0; nth < 7; nth += 1) {
      made.push(await begin(ada));
      await say(ada, made.at(-1) ?? "", `talk number ${nth}`);
    }
    expect((await change(ada, made[0] ?? "", { pinned: true })).status).toBe(200);
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const page: Listed = await list(
        ada,
        `?limit=2${next === "" ? "" : `&before=${encodeURIComponent(next)}`}`,
      );
      seen.push(...page.conversations.map(({ id }) => id));
      next = page.next;
    }
    expect(seen).toEqual([made[0], ...made.slice(1).toReversed()]);
    expect((await ada.call("/api/conversations?before=nonsense")).status).toBe(400);
  });

  it("a conversation is renamed, gets its automatic title back, and is archived until something is said", async () => {
    const ada = await api.person();
    const id = await begin(ada);
    await say(ada, id, "Hello");
    await say(ada, id, "Where should we go in May?");
    expect(await titles(ada)).toEqual(["Where should we go in May?"]);
    await change(ada, id, { title: "Holidays" });
    expect(await titles(ada)).toEqual(["Holidays"]);
    await change(ada, id, { title: null });
    expect(await titles(ada)).toEqual(["Where should we go in May?"]);
    await change(ada, id, { archived: true });
    expect(await titles(ada)).toEqual([]);
    expect(await titles(ada, "?show=archived")).toEqual(["Where should we go in May?"]);
    await say(ada, id, "and in June?");
    expect(await titles(ada)).toHaveLength(1);
  });

  it("a conversation is found by the words of its title, given or automatic, and of no other account", async () => {
    const [ada, bob] = [await api.person(), await api.person()];
    const [trip, cake] = [await begin(ada), await begin(ada)];
    await say(ada, trip, "Where should we go in May?");
    await say(ada, cake, "100% rye_bread");
    await change(ada, cake, { title: "Baking on Sunday" });
    expect(await titles(ada, "?q=MAY%20where")).toEqual(["Where should we go in May?"]);
    expect(await titles(ada, "?q=sunday")).toEqual(["Baking on Sunday"]);
    expect(await titles(ada, "?q=rye")).toEqual([]);
    await change(ada, cake, { title: null, pinned: true });
    expect(await titles(ada, "?q=100%25%20rye_")).toEqual(["100% ryebread"]);
    expect(await titles(ada, "?q=1_0")).toEqual([]);
    expect(await titles(bob, "?q=may")).toEqual([]);
    expect((await ada.call("/api/conversations?q=%20")).status).toBe(400);
  });

  it("no other account can see, change, delete or search a conversation", async () => {
    const [ada, bob] = [await api.person(), await api.person()];
    const id = await begin(ada);
    await say(ada, id, "the xylophone is in the attic");
    const answers = [
      await bob.call(`/api/conversations/${id}`),
      await change(bob, id, { title: "mine" }),
      await bob.call(`/api/conversations/${id}`, { method: "DELETE" }),
      await post(bob, id, "restore"),
      await post(bob, id, "erase"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await search(bob, "xylophone")).hits).toEqual([]);
    expect((await search(ada, "xylophone")).hits).not.toEqual([]);
  });
});

describe("a deleted conversation", () => {
  it("a deleted conversation comes back whole while it can be restored, and what is said in between stands alone", async () => {
    const ada = await api.person();
    const id = await begin(ada);
    await say(ada, id, "the secret is marmalade");
    const before = await messages(ada, id);
    expect((await ada.call(`/api/conversations/${id}`, { method: "DELETE" })).status).toBe(200);
    expect(await titles(ada)).toEqual([]);
    expect((await messages(ada, id)).messages).toEqual([]);
    expect((await search(ada, "marmalade")).hits).toEqual([]);
    await say(ada, id, "something new");
    expect(await titles(ada)).toEqual(["something new"]);
    expect((await messages(ada, id)).messages).toHaveLength(2);
    expect((await post(ada, id, "restore")).status).toBe(200);
    const after = await messages(ada, id);
    expect(after.messages.slice(0, 2)).toEqual(before.messages);
    expect(after.messages).toHaveLength(4);
    expect((await search(ada, "marmalade")).hits).toHaveLength(2);
  });

  it("a deleted conversation leaves no word in the tables and the log once it is gone for good, and a rebuild agrees", async () => {
    const ada = await api.person();
    const id = await begin(ada);
    await say(ada, id, "the password is tangerine");
    await change(ada, id, { title: "tangerine talk" });
    await search(ada, "tangerine");
    const { asked, ticket } = await askAndWrite(ada, id);
    expect((await post(ada, id, "erase")).status).toBe(404);
    await ada.call(`/api/conversations/${id}`, { method: "DELETE" });
    expect((await post(ada, id, "erase")).status).toBe(204);
    expect(await titles(ada, "?show=deleted")).toEqual([]);
    expect((await post(ada, id, "restore")).status).toBe(404);
    const traces = await store.owner((sql) =>
      sql.rows(
        `select 1 from event_log where payload_json::text like '%tangerine%' union all
         select 1 from media_file where text like '%tangerine%' union all
         select 1 from message where text like '%tangerine%' union all
         select 1 from delivery_attempt where text like '%tangerine%' union all
         select 1 from pending_clarification where id = '${asked}' union all
         select 1 from person_memory where words like '%tangerine%' union all
         select 1 from undo_point where changes::text like '%tangerine%' union all
         select 1 from conversation where title like '%tangerine%' union all
         select 1 from message_search where words @@ 'tangerine'::tsquery`,
      ),
    );
    expect(traces).toEqual([]);
    const kept = await store.db.rows(
      "select payload_json #>> '{payload,context_token}' as token from event_log where stream = $1 and payload_json #>> '{payload,context_token}' <> ''",
      [`conversation:${id}`],
    );
    expect(kept).toEqual([{ token: ticket }]);
    await say(ada, id, "a new beginning");
    expect((await messages(ada, id)).messages.map(({ text }) => text)).toEqual([
      "a new beginning",
      "You said: a new beginning",
    ]);
    const report = await store.owner((sql) => rebuild(sql, productProjector()));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  });

  it("a deleted conversation goes for good by itself after some days", async () => {
    const ada = await api.person();
    const id = await begin(ada);
    await say(ada, id, "gone soon");
    await ada.call(`/api/conversations/${id}`, { method: "DELETE" });
    const on = { db: store.db, projector: productProjector() };
    const at = (days: number) => ({
      ...api.clock,
      now: () => api.clock.now() + days * 86_400_000,
    });
    await eraseDeleted({ ...on, clock: at(restorableDays - 1) });
    expect(await titles(ada, "?show=deleted")).toHaveLength(1);
    await eraseDeleted({ ...on, clock: at(restorableDays + 1) });
    expect(await titles(ada, "?show=deleted")).toEqual([]);
    expect((await search(ada, "gone")).hits).toEqual([]);
  });
});

describe("the search over messages", () => {
  it("a search finds English words in other forms and by their beginning, and Chinese words inside a sentence", async () => {
    const ada = await api.person();
    const [first, second] = [await begin(ada), await begin(ada)];
    const cat = await say(ada, first, "上个月我们领养了一只橘猫");
    const hotel = await say(ada, second, "Two hotels were booked near the harbour");
    const ids = async (words: string) =>
      (await search(ada, words)).hits.map(({ message_id: id }) => id);
    expect(await ids("领养")).toContain(cat);
    expect(await ids("橘猫 领养")).toContain(cat);
    expect(await ids("hotel harb")).toContain(hotel);
    expect(await ids("hotel 领养")).toEqual([]);
    expect(await ids("'; drop table message --")).toEqual([]);
    expect(await ids("???")).toEqual([]);
    const [hit] = (await search(ada, "harbour")).hits;
    const [start, end] = hit?.marks[0] ?? [0, 0];
    expect(hit?.excerpt.slice(start, end)).toBe("harbour");
  });

  it("a hit is read with the messages around it, and pages lead on in both directions", async () => {
    const ada = await api.person();
    const id = await begin(ada);
    for (let nth = 0; nth < 8; nth += 1)
      await say(ada, id, nth === 2 ? "the needle" : `hay ${nth}`);
    const found = await search(ada, "needle", "&limit=1");
    expect(found.next).not.toBeNull();
    const hit = (await search(ada, "needle", `&limit=1&before=${found.next}`)).hits[0];
    const page = await messages(ada, id, `?around=${hit?.event_id}&limit=4`);
    expect(page.messages.map(({ text }) => text)).toEqual([
      "You said: hay 1",
      "the needle",
      "You said: the needle",
      "hay 3",
    ]);
    expect([page.has_earlier, page.has_later]).toEqual([true, true]);
    const later = await messages(ada, id, `?after=${page.messages.at(-1)?.event_id}&limit=50`);
    expect(later.messages[0]?.text).toBe("You said: hay 3");
    expect(later.has_later).toBe(false);
    const earlier = await messages(ada, id, `?before=${page.messages[0]?.event_id}&limit=50`);
    expect(earlier.messages.map(({ text }) => text)).toEqual(["hay 0", "You said: hay 0", "hay 1"]);
    expect(earlier.has_earlier).toBe(false);
    expect((await ada.call(`/api/conversations/${id}/messages?before=1&after=2`)).status).toBe(400);
  });

  it("a message quotes one of its own conversation only, and shows its words", async () => {
    const ada = await api.person();
    const [here, there] = [await begin(ada), await begin(ada)];
    const quoted = await say(ada, here, "the original");
    await say(ada, here, { text: "about that", quote: quoted });
    expect((await messages(ada, here)).messages.at(-2)?.quote).toEqual({
      text: "the original",
      from: "person",
    });
    const refused = await ada.call(`/api/conversations/${there}/messages`, {
      method: "POST",
      json: { text: "about that", client_id: "q2", quote: quoted },
    });
    expect(refused.status).toBe(400);
  });
});
