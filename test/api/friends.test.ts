import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { asAccount, engine } from "../../src/domain/principal.ts";
import { openFriendsApi } from "../../src/main/friends.ts";
import { productProjector } from "../../src/main/projections.ts";
import { record } from "../../src/store/log/record.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
  textAt,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { OpenStore } from "../support/stores.ts";
import { toDraft } from "../support/stored-event.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let bob: Person;
let eve: Person;
const clock = fakeClock();
const keys = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const keyring = openKeyring({
    file: join(keys, "key"),
    randomBytes: (count) => chance.bytes(count),
  });
  const parts = { db: store.db, projector: productProjector(), clock, chance, keys: () => keyring };
  lab = await openApi({
    db: store.db,
    clock,
    friends: openFriendsApi({ ...parts, latePolicy: "fire" }),
  });
});
afterAll(async () => {
  await lab.close();
  await store.close();
  rmSync(keys, { recursive: true });
});
beforeEach(async () => {
  [ada, bob, eve] = [await lab.person("Ada"), await lab.person("Bob"), await lab.person("Eve")];
});

const post = (who: Person, path: string, json: unknown = {}) =>
  who.call(path, { method: "POST", json });
const codeFrom = async (who: Person): Promise<string> =>
  textAt(await who.call("/api/friends/link"), "link_code");
const befriend = async (one: Person, other: Person): Promise<void> => {
  expect((await post(other, "/api/friends/join", { link_code: await codeFrom(one) })).status).toBe(
    201,
  );
};
const tomorrow = (clockTime: string): string =>
  `${new Date(clock.now() + 86_400_000).toISOString().slice(0, 10)}T${clockTime}:00`;
const meet = (who: Person, others: readonly Person[], more: object = {}) =>
  post(who, "/api/shared-reminders", {
    receiver_account_ids: others.map(({ id }) => id),
    title: "meet",
    local_trigger_at: tomorrow("15:00"),
    captured_timezone: "Europe/Berlin",
    duration_minutes: 60,
    context: {},
    ...more,
  });
const waiting = (who: Person) =>
  store.db.rows<{ type: string; state: string }>(
    "select type, state from notification where account_id = $1 order by created_at, id",
    [who.id],
  );

describe("friends", () => {
  it("friends come by a code that can be shown again, and both sides know of each other at once", async () => {
    const code = await codeFrom(ada);
    expect(await codeFrom(ada)).toBe(code);
    expect(Buffer.from(code, "base64url")).toHaveLength(16);
    expect(JSON.stringify(await store.db.rows("select * from friend_link"))).not.toContain(code);
    const asked = await lab.call("/api/friends/invitation", {
      method: "POST",
      json: { link_code: code },
    });
    expect(asked.json).toEqual({ display_name: "Ada", expires_at: expect.any(String) as string });
    expect((await ada.call("/api/friends")).json).toEqual({ friends: [], next: null });
    expect(
      (await post(bob, "/api/friends/join", { joiner_account_id: bob.id, link_code: code })).json,
    ).toMatchObject({
      status: "created",
      display_name: "Ada",
    });
    expect((await post(bob, "/api/friends/join", { public_token: code })).json).toMatchObject({
      status: "already_active",
    });
    expect((await ada.call("/api/friends")).json).toMatchObject({
      friends: [{ account_id: bob.id, display_name: "Bob" }],
    });
    expect((await bob.call("/api/friends")).json).toMatchObject({
      friends: [{ account_id: ada.id }],
    });
    expect(await waiting(ada)).toEqual([{ type: "friendship_created", state: "waiting" }]);
    // A person who joins has seen it; two whom an operator brings together are both notified.
    expect(await waiting(bob)).toEqual([]);
    const json = { joiner_account_id: eve.id, link_code: code };
    expect(
      (await lab.call("/api/friends/join", { method: "POST", json, token: operatorToken })).status,
    ).toBe(201);
    expect(await waiting(eve)).toEqual([{ type: "friendship_created", state: "waiting" }]);
  });

  it("friends do not come by one's own code, a wrong, old, reset or switched-off one, or after a block", async () => {
    const code = await codeFrom(ada);
    const tryJoin = async (who: Person, given: string) =>
      codeOf(await post(who, "/api/friends/join", { link_code: given }));
    expect(await tryJoin(ada, code)).toBe("self_friendship_forbidden");
    expect(await tryJoin(bob, "x".repeat(22))).toBe("friend_link_not_found");
    const next = textAt(await post(ada, "/api/friends/link/reset"), "link_code");
    expect(next).not.toBe(code);
    expect(await tryJoin(bob, code)).toBe("friend_link_not_found");
    await post(ada, "/api/friends/link/disable");
    expect(await tryJoin(bob, next)).toBe("friend_link_disabled");
    expect((await ada.call("/api/friends/link")).json).toMatchObject({
      lifecycle: "disabled",
      link_code: null,
    });
    expect(
      codeOf(
        await lab.call("/api/friends/invitation", { method: "POST", json: { link_code: next } }),
      ),
    ).toBe("friend_link_not_found");
    const last = textAt(await post(ada, "/api/friends/link/reset"), "link_code");
    await befriend(ada, bob);
    expect((await post(ada, `/api/friends/${bob.id}/block`)).json).toMatchObject({
      status: "blocked",
    });
    expect(await tryJoin(bob, last)).toBe("friend_link_not_found");
    const listBlocked = async (who: Person) => (await who.call("/api/friends/blocked")).json;
    expect(await listBlocked(ada)).toMatchObject({
      blocked: [{ account_id: bob.id, name: "Bob" }],
    });
    expect(await listBlocked(bob)).toEqual({ blocked: [] });
    // A person who blocked the other may come back, and the block is gone then.
    await befriend(bob, ada);
    expect(
      await store.db.rows("select 1 from friend_block where account_id = $1", [ada.id]),
    ).toEqual([]);
    await clock.advance(8 * 86_400_000);
    expect(await tryJoin(eve, last)).toBe("friend_link_not_found");
  });

  it("friends are not found by guessing for long", async () => {
    const codes: string[] = [];
    for (let nth = 0; nth < 22; nth += 1)
      codes.push(
        codeOf(await post(eve, "/api/friends/join", { link_code: `${nth}`.padStart(22, "a") })),
      );
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "friend_link_not_found"));
    expect(codes.slice(20)).toEqual(["rate_limited", "rate_limited"]);
    expect(codeOf(await post(eve, "/api/friends/join", { link_code: await codeFrom(ada) }))).toBe(
      "rate_limited",
    );
  });

  it("friends are not looked up by guessing for long, either, and a right code is still answered", async () => {
    const parts = {
      db: store.db,
      projector: productProjector(),
      clock,
      chance: createSystemChance(() => Date.now()),
    };
    const keyring = openKeyring({ file: join(keys, "key"), randomBytes: () => new Uint8Array(32) });
    const friends = openFriendsApi({ ...parts, keys: () => keyring, latePolicy: "fire" });
    const strict = await openApi({
      db: store.db,
      clock,
      friends,
      limits: { signInFailuresPer15Minutes: 1 },
    });
    const look = (link_code: string) =>
      strict.call("/api/friends/invitation", { method: "POST", json: { link_code } });
    const codes: string[] = [];
    for (let nth = 0; nth < 12; nth += 1)
      codes.push(codeOf(await look(`${nth}`.padStart(22, "a"))));
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => "friend_link_not_found"),
      "rate_limited",
      "rate_limited",
    ]);
    expect((await look(await codeFrom(ada))).status).toBe(200);
    await strict.close();
  });

  it("friends are not found by guessing codes: after twenty wrong ones in an hour a person waits", async () => {
    const codes: string[] = [];
    for (let nth = 0; nth < 22; nth += 1)
      codes.push(
        codeOf(await post(bob, "/api/friends/join", { link_code: `${nth}`.padStart(22, "a") })),
      );
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "friend_link_not_found"));
    expect(codes.slice(20)).toEqual(["rate_limited", "rate_limited"]);
    const right = { link_code: await codeFrom(ada) };
    expect(codeOf(await post(bob, "/api/friends/join", right))).toBe("rate_limited");
  });

  it("friends end with what was to come between the two, and both are notified", async () => {
    await befriend(ada, bob);
    const shared = textAt(await meet(ada, [bob]), "shared_reminder.id");
    expect((await post(ada, `/api/friends/${bob.id}/remove`)).json).toEqual({
      status: "removed",
      cancelled: [shared],
    });
    expect((await bob.call("/api/friends")).json).toEqual({ friends: [], next: null });
    expect((await bob.call(`/api/shared-reminders/${shared}`)).json).toMatchObject({
      status: "cancelled",
    });
    expect(
      await store.db.rows(
        "select 1 from reminder where owner_account_id = any($1) and lifecycle = 'active'",
        [[ada.id, bob.id]],
      ),
    ).toEqual([]);
    expect((await waiting(bob)).at(-1)).toEqual({ type: "friendship_removed", state: "waiting" });
  });
});

describe("shared reminders", () => {
  beforeEach(async () => {
    await befriend(ada, bob);
  });

  it("shared reminders are made as the seed does it, by an operator's token that names the accounts, dashed and dashless", async () => {
    const body = {
      creator_account_id: ada.id.replaceAll("-", ""),
      receiver_account_ids: [bob.id.replaceAll("-", "")],
      title: "开会",
      local_trigger_at: tomorrow("15:00"),
      captured_timezone: "Asia/Shanghai",
      duration_minutes: 30,
      context: {},
    };
    const made = await lab.call("/api/shared-reminders", {
      method: "POST",
      json: body,
      token: operatorToken,
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      status: "created",
      shared_reminder: { creator_account_id: ada.id, title: "开会" },
    });
    const rows = await store.db.rows<{ kind: string; zone: string; owner: string }>(
      "select kind, captured_timezone as zone, owner_account_id as owner from reminder where shared_reminder_id = $1 order by owner_account_id = $2 desc",
      [textAt(made, "shared_reminder.id"), ada.id],
    );
    expect(rows).toEqual(
      [ada, bob].map(({ id }) => ({ kind: "shared_projection", zone: "Europe/Berlin", owner: id })),
    );
    expect(
      (
        await lab.call("/api/shared-reminders", {
          method: "POST",
          json: body,
          token: operatorToken,
        })
      ).json,
    ).toMatchObject({
      status: "duplicate_active",
    });
  });

  it("shared reminders are not written over a receiver's time: who is busy and when all are free is shown, and nothing else", async () => {
    await meet(ada, [bob]);
    await befriend(eve, bob);
    const blocked = await meet(eve, [bob], { title: "tea" });
    expect([blocked.status, textAt(blocked, "status")]).toEqual([200, "blocked"]);
    expect(blocked.json).toMatchObject({ breakdown: { conflicting: [bob.id] } });
    expect((blocked.json as { suggested_times: string[] }).suggested_times).toHaveLength(3);
    expect(blocked.text).not.toContain("meet");
    expect((await eve.call("/api/shared-reminders")).json).toEqual({
      shared_reminders: [],
      next: null,
    });
    const [slot = ""] = (blocked.json as { suggested_times: string[] }).suggested_times;
    expect((await meet(eve, [bob], { title: "tea", local_trigger_at: slot })).status).toBe(201);
  });

  it("shared reminders are moved, renamed, completed, declined and cancelled by each person who takes part", async () => {
    const id = textAt(await meet(ada, [bob]), "shared_reminder.id");
    const act = async (who: Person, name: string, json: object = {}) =>
      textAt(await post(who, `/api/shared-reminders/${id}/${name}`, json), "status");
    expect(await act(bob, "reschedule", { local_trigger_at: tomorrow("17:00") })).toBe(
      "rescheduled",
    );
    expect(await act(bob, "reschedule", { local_trigger_at: tomorrow("17:00") })).toBe("unchanged");
    expect(await act(ada, "reschedule", { title: "talk" })).toBe("rescheduled");
    expect((await bob.call(`/api/shared-reminders/${id}`)).json).toMatchObject({
      title: "talk",
      local_trigger_at: tomorrow("17:00"),
    });
    expect(await act(bob, "complete-own-projection")).toBe("completed");
    expect(await act(bob, "decline")).toBe("declined");
    expect(await act(ada, "cancel")).toBe("cancelled");
    expect(await act(ada, "cancel")).toBe("already_cancelled");
    expect((await waiting(ada)).map(({ type }) => type)).toEqual([
      "friendship_created",
      "shared_reminder_updated",
      "shared_reminder_declined",
    ]);
  });

  it("shared reminders get more people by the person who set them up, and one's own reminder becomes one of them", async () => {
    await befriend(ada, eve);
    const id = textAt(await meet(ada, [bob]), "shared_reminder.id");
    const add = (who: Person, others: readonly Person[]) =>
      post(who, `/api/shared-reminders/${id}/participants`, {
        receiver_account_ids: others.map((other) => other.id),
      });
    // Bob takes part and sets up nothing; a stranger sees nothing.
    await befriend(bob, eve);
    expect([codeOf(await add(bob, [eve])), codeOf(await add(eve, [bob]))]).toEqual([
      "forbidden",
      "not_found",
    ]);
    const stranger = await lab.person("Zoe");
    expect(codeOf(await add(ada, [stranger]))).toBe("not_found");
    expect((await add(ada, [eve])).json).toMatchObject({
      status: "added",
      shared_reminder: { projections: [{}, {}, { account_id: eve.id }] },
    });
    expect(textAt(await add(ada, [eve, bob]), "status")).toBe("unchanged");
    expect([(await waiting(bob)).at(-1)?.type, (await waiting(eve)).at(-1)?.type]).toEqual([
      "shared_reminder_joined",
      "shared_reminder_created",
    ]);
    // At the same hour Bob has no time for anything else.
    const at = new Date(clock.now()).toISOString();
    const own = {
      id: `own-${ada.id}`,
      owner_account_id: ada.id,
      conversation_id: null,
      content: "tea",
      content_hash: "tea",
      kind: "timed",
    };
    const timing = {
      lifecycle: "active",
      local_start: tomorrow("14:00"),
      captured_timezone: "UTC",
      rrule: null,
      exdates: [],
      recurrence_rule: {},
    };
    const rest = {
      duration_minutes: 30,
      late_policy: "fire",
      next_fire_at: `${tomorrow("14:00")}.000Z`,
      source: "api",
    };
    const payload = { ...own, ...timing, ...rest };
    await store.db.transaction(asAccount(ada.id), (sql) =>
      record(sql, productProjector(), [
        toDraft({
          stream: `reminder:${own.id}`,
          kind: "reminder_created",
          at,
          accountId: ada.id,
          payload,
        }),
      ]),
    );
    const share = (others: readonly Person[]) =>
      post(ada, `/api/reminders/${own.id}/share`, {
        receiver_account_ids: others.map((other) => other.id),
      });
    expect((await share([bob])).json).toMatchObject({
      status: "blocked",
      breakdown: { conflicting: [bob.id] },
      shared_reminder: null,
    });
    await befriend(ada, stranger);
    const shared = await share([stranger]);
    expect([shared.status, textAt(shared, "shared_reminder.own_reminder_id")]).toEqual([
      201,
      own.id,
    ]);
    expect(codeOf(await share([bob]))).toBe("invalid_request");
  });

  it("shared reminders come again by a rule, on every one of whose times all are free, and get another by one", async () => {
    const weekly = {
      title: "choir",
      recurrence_rule: "RRULE:FREQ=WEEKLY",
      local_trigger_at: tomorrow("19:00"),
    };
    const made = await meet(ada, [bob], weekly);
    expect(made.json).toMatchObject({
      status: "created",
      shared_reminder: { rrule: "FREQ=WEEKLY" },
    });
    expect(textAt(await meet(ada, [bob], weekly), "status")).toBe("duplicate_active");
    const id = textAt(made, "shared_reminder.id");
    const rules = () =>
      store.db.rows("select distinct rrule, kind from reminder where shared_reminder_id = $1", [
        id,
      ]);
    expect(await rules()).toEqual([{ rrule: "FREQ=WEEKLY", kind: "shared_projection" }]);
    // One time of it is left out for both, and comes back; a time that it does not have is refused.
    const day = async (who: Person, name: string, occurrence: string) =>
      post(who, `/api/shared-reminders/${id}/${name}`, { occurrence });
    expect(codeOf(await day(bob, "skip", tomorrow("20:00")))).toBe("invalid_request");
    expect((await day(bob, "skip", tomorrow("19:00"))).json).toMatchObject({
      status: "skipped",
      shared_reminder: { exdates: [tomorrow("19:00")] },
    });
    expect(textAt(await day(ada, "skip", tomorrow("19:00")), "status")).toBe("unchanged");
    expect(
      await store.db.rows("select distinct exdates from reminder where shared_reminder_id = $1", [
        id,
      ]),
    ).toEqual([{ exdates: [tomorrow("19:00")] }]);
    expect((await waiting(ada)).at(-1)?.type).toBe("shared_reminder_skipped");
    expect((await day(ada, "unskip", tomorrow("19:00"))).json).toMatchObject({
      status: "unskipped",
      shared_reminder: { exdates: [] },
    });
    const later = tomorrow("19:30").replace(
      /^\d+-\d+-\d+/,
      new Date(clock.now() + 15 * 86_400_000).toISOString().slice(0, 10),
    );
    expect(
      textAt(await meet(ada, [bob], { title: "tea", local_trigger_at: later }), "status"),
    ).toBe("blocked");
    const moved = await post(bob, `/api/shared-reminders/${id}/reschedule`, {
      recurrence_rule: { frequency: "daily", interval: 2 },
    });
    expect(moved.json).toMatchObject({
      status: "rescheduled",
      shared_reminder: { rrule: "FREQ=DAILY;INTERVAL=2" },
    });
    expect(await rules()).toEqual([{ rrule: "FREQ=DAILY;INTERVAL=2", kind: "shared_projection" }]);
    for (const recurrence_rule of ["FREQ=SOMETIMES", "FREQ=MINUTELY;INTERVAL=30", { interval: 2 }])
      expect([(await meet(ada, [bob], { recurrence_rule })).status]).toEqual([400]);
  });

  it("only one of two shared reminders that are booked at the same moment is written", async () => {
    await befriend(eve, bob);
    const results = await Promise.all([meet(ada, [bob]), meet(eve, [bob], { title: "tea" })]);
    expect(results.map((each) => textAt(each, "status")).toSorted()).toEqual([
      "blocked",
      "created",
    ]);
  });

  it("L10: a friend's busy and free times are shown, and nothing of what fills them", async () => {
    await befriend(eve, bob);
    await meet(ada, [bob]);
    const asked = await post(eve, "/api/shared-reminders/availability", {
      friend_account_ids: [bob.id],
      local_start: tomorrow("00:00"),
      local_end: tomorrow("23:00"),
    });
    const [friend] = (asked.json as { friends: { windows: { state: string }[] }[] }).friends;
    expect(friend?.windows.map(({ state }) => state)).toEqual(["free", "busy", "free"]);
    expect(asked.text).not.toMatch(/meet|title|reminder/);
    await post(bob, `/api/friends/${eve.id}/setting`, { shared_reminders: "refuse" });
    const closed = {
      friend_account_ids: [bob.id],
      local_start: tomorrow("00:00"),
      local_end: tomorrow("23:00"),
    };
    expect((await post(eve, "/api/shared-reminders/availability", closed)).json).toEqual({
      friends: [{ account_id: bob.id, shown: false, windows: [] }],
    });
    expect((await meet(eve, [bob])).json).toMatchObject({
      status: "blocked",
      breakdown: { conflicting: [], refusing: [bob.id] },
    });
    const stranger = {
      friend_account_ids: [eve.id],
      local_start: tomorrow("00:00"),
      local_end: tomorrow("23:00"),
    };
    expect((await post(ada, "/api/shared-reminders/availability", stranger)).status).toBe(404);
  });
});

describe("quiet hours", () => {
  it("quiet hours hold back what friends do until they end, are busy for friends, and are shown to no other person", async () => {
    await befriend(ada, bob);
    const quiet = (who: Person, hours: object | null) =>
      post(who, "/api/friends/quiet-hours", { quiet_hours: hours });
    expect((await bob.call("/api/friends/quiet-hours")).json).toEqual({ quiet_hours: null });
    expect((await quiet(bob, { starts: "9", ends: "10" })).status).toBe(400);
    expect((await quiet(bob, { starts: "22:00", ends: "22:00" })).status).toBe(400);
    expect((await quiet(bob, { starts: "14:30", ends: "16:00" })).json).toEqual({
      quiet_hours: { starts: "14:30", ends: "16:00" },
    });
    const blocked = await meet(ada, [bob]);
    expect(blocked.json).toMatchObject({ status: "blocked", breakdown: { conflicting: [bob.id] } });
    expect(blocked.text).not.toContain("quiet");
    // They bind others, not the person.
    expect(textAt(await meet(bob, [ada], { title: "own" }), "status")).toBe("created");
    expect((await quiet(bob, null)).json).toEqual({ quiet_hours: null });
    expect(
      textAt(
        await meet(ada, [bob], { local_trigger_at: tomorrow("14:00"), duration_minutes: 30 }),
        "status",
      ),
    ).toBe("created");
  });
});

describe("accounts are kept apart", () => {
  it("row-level security holds where a query does not ask whose it is: without an account nothing is shown, with one only its own side", async () => {
    await befriend(ada, bob);
    const shared = textAt(await meet(ada, [bob]), "shared_reminder.id");
    const see = (who: string, text: string, params: readonly unknown[] = []) =>
      store.db.transaction(asAccount(who), (sql) =>
        sql.rows<Record<string, unknown>>(text, params),
      );
    for (const table of ["friendship", "shared_reminder"])
      await expect(see(eve.id, `select * from ${table}`)).rejects.toMatchObject({ code: "42501" });
    for (const table of [
      "reminder",
      "reminder_projection",
      "notification",
      "friend_link",
      "friend_nickname",
      "friend_block",
      "friend_setting",
      "quiet_hours",
    ]) {
      const owner = table === "reminder" ? "owner_account_id" : "account_id";
      expect(
        (await see(ada.id, `select * from ${table}`)).every((row) => row[owner] === ada.id),
      ).toBe(true);
      expect(await see(eve.id, `select * from ${table}`)).toEqual([]);
    }
    const span = [
      new Date(clock.now()).toISOString(),
      new Date(clock.now() + 9 * 86_400_000).toISOString(),
    ];
    for (const who of [eve.id, ""]) {
      expect(await see(who, "select * from my_friends()")).toEqual([]);
      expect(await see(who, "select * from my_shared()")).toEqual([]);
      expect(await see(who, "select * from shared_parts($1)", [[shared]])).toEqual([]);
      expect(
        await see(who, "select * from busy_times($1, $2, $3, $4)", [bob.id, ...span, shared]),
      ).toEqual([]);
    }
    expect(
      Object.keys(
        (await see(ada.id, "select * from busy_times($1, $2, $3, null)", [bob.id, ...span]))[0] ??
          {},
      ),
    ).toEqual([
      "local_start",
      "captured_timezone",
      "instant",
      "rrule",
      "workdays",
      "exdates",
      "duration_minutes",
    ]);
    await expect(
      store.db.transaction(engine, (sql) => sql.rows("select * from my_friends()")),
    ).rejects.toMatchObject({ code: "42501" });
  });
});
