import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fingerprint } from "../isolation/foreign.ts";
import { foreignIds } from "../isolation/hostile-calls.ts";
import { canary, fillLife, newPerson, type Someone, victimEnv } from "../isolation/victim.ts";
import { runs } from "../support/runs.ts";
import { eventually } from "../support/wechat-product.ts";
import { current, type Program, type Programs, startPrograms } from "./programs.ts";

let world: Programs;
let ada: Someone;
let bob: Someone;
let eve: Someone;

beforeAll(async () => {
  world = await startPrograms(victimEnv);
  [ada, bob, eve] = [
    await newPerson(world.product, `Ada ${canary}`),
    await newPerson(world.product, `Bob ${canary}`),
    await newPerson(world.product, "Eve"),
  ];
  await fillLife(world.product, ada, bob);
  await eventually(world.product, isQuiet);
}, 120_000);
afterAll(() => world.close());

async function isQuiet(): Promise<boolean> {
  const [left] = await world.product.app.store.db.rows<{ count: number }>(
    `select (select count(*) from conversation where latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null)
       + (select count(*) from delivery_attempt where status in ('pending', 'sending'))
       + (select count(*) from timer where kind = 'notification' and last_error is null) as count`,
  );
  return left?.count === 0;
}

const tools = [
  "remember_to",
  "list_reminders",
  "change_reminders",
  "undo",
  "whats_on",
  "free_times",
  "plan_with",
  "delivery_status",
  "recall",
  "who_knows",
  "why",
  "digest",
  "no_such_tool",
] as const;
const fields = [
  "sentence",
  "items",
  "changes",
  "answer",
  "state",
  "idempotency_key",
  "reminder_id",
  "message_id",
  "from",
  "days",
  "friends",
  "minutes",
  "title",
  "at",
  "story",
  "fact",
  "limit",
  "which",
  "__proto__",
] as const;

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "2026-02-30",
    "2099-01-01T25:00",
    "9999-12-31",
    "undo",
    "取消全部",
    "cancel everything",
    "constructor",
    "x".repeat(3_000),
  ),
);
const value = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }));
const args = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 5 });
const meta = fc.option(
  fc.constant({
    "io.modelcontextprotocol/protocolVersion": current,
    "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  }),
  { freq: 5 },
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant("tools/call") },
  fc.constantFrom("tools/list", "resources/read", "server/discover", "initialize", "ping", "x"),
);
const message = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      jsonrpc: fc.constant("2.0"),
      id: fc.oneof(fc.integer(), text, fc.constant(null)),
      method,
      params: fc.record({
        name: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...tools) }, text),
        uri: fc.oneof(fc.constant("meanwhile://agenda/today"), text),
        arguments: fc.oneof({ weight: 8, arbitrary: args }, value),
        _meta: meta,
      }),
    }),
  },
  fc.jsonValue(),
  text,
);

it(
  "broken and hostile messages to the MCP endpoint are answered without a failure of ours, show nothing and change nothing of other accounts",
  { timeout: 600_000 },
  async () => {
    const before = await fingerprint(world.product.app.store.db, [ada.id, bob.id]);
    await fc.assert(
      fc.asyncProperty(message, fc.boolean(), async (sent, isCurrent) => {
        const asked = sent as { readonly method?: unknown; readonly params?: { name?: unknown } };
        const plain = (name: unknown): string =>
          typeof name === "string" && /^[\x21-\x7e]{1,60}$/.test(name) ? name : "x";
        const reply = await world.product.call("/mcp", {
          method: "POST",
          token: eve.token,
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            ...(isCurrent
              ? {
                  "MCP-Protocol-Version": current,
                  "Mcp-Method": plain(asked?.method),
                  "Mcp-Name": plain(asked?.params?.name),
                }
              : {}),
          },
          body: typeof sent === "string" ? sent : JSON.stringify(sent),
        });
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toContain('"code":"internal"');
        expect(reply.text).not.toContain(canary);
      }),
      { numRuns: runs(300, 2_000) },
    );
    expect(await fingerprint(world.product.app.store.db, [ada.id, bob.id])).toEqual(before);
  },
);

it(
  "no tool of MCP shows or changes anything for another account's ids, in any argument",
  { timeout: 600_000 },
  async () => {
    const { db } = world.product.app.store;
    const before = await fingerprint(db, [ada.id, bob.id]);
    const program: Program = await (
      await world.person({ name: "Eve" })
    ).connect({ token: eve.token });
    const at = "2099-01-01T08:00";
    const wrong: string[] = [];
    const ids = await foreignIds(db, [ada.id, bob.id]);
    // The form without dashes is read as the same id.
    const written = ids.filter((each) => !/^[0-9a-f]{32}$/.test(each));
    for (const [nth, id] of written.entries()) {
      const tries: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
        ["change_reminders", { changes: [{ reminder_id: id, action: "cancel" }] }],
        ["change_reminders", { sentence: `cancel ${id}` }],
        ["delivery_status", { reminder_id: id }],
        ["delivery_status", { message_id: id }],
        ["free_times", { friends: [id] }],
        ["plan_with", { friends: [id], title: "x", at }],
        ["recall", { about: id }],
        ["who_knows", { story: id, fact: canary.slice(0, 3) }],
        ["why", { story: id, fact: "x", character: id }],
        ["digest", { story: id }],
        ["next_beat", { story: id, prose: "hello" }],
      ];
      // A quarter of the tools for each id, by turns; the long run tries all.
      for (const [name, given] of tries.filter((_, at) => (at + nth) % runs(4, 1) === 0)) {
        const called = await program.call(name, given);
        const isShown = JSON.stringify(called).includes(canary);
        // Looking for memories by an id finds none of one's own.
        const isDone = called.data["status"] === "done" && name !== "recall";
        if (isShown || isDone) wrong.push(`${name} ${JSON.stringify(given)} ${called.text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(db, [ada.id, bob.id])).toEqual(before);
  },
);
