import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rolesOf } from "../../src/api/http/roles.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { iso } from "../../src/domain/ports/clock.ts";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { engine } from "../../src/domain/principal.ts";
import { type Role, roles } from "../../src/domain/role.ts";
import { resolve } from "../../src/inbound/scope.ts";
import { openFriendsApi } from "../../src/main/friends.ts";
import { openRemindersApi } from "../../src/main/reminders.ts";
import { openScenesApi } from "../../src/main/scenes.ts";
import { productProjector } from "../../src/main/projections.ts";
import { readRoutes } from "../../src/outbound/reminder-routes.ts";
import { verifyChain } from "../../src/store/audit/verify-chain.ts";
import {
  blankEvents,
  deleteRows,
  dropsPayload,
  readTraces,
} from "../../src/store/erasure/erase-rows.ts";
import { listGuardedTables } from "../../src/store/database/guarded-tables.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  pageHeaders,
  type Person,
  type Reply,
  openSignedIn,
  textAt,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { histories } from "../support/histories.ts";
import type { OpenStore } from "../support/stores.ts";
import { type FoundRows, lookUp } from "../../src/inbound/look-up.ts";
import { toDraft } from "../support/stored-event.ts";

let store: OpenStore;
let lab: ApiLab;
const projector = productProjector();
const dropped: string[] = [];
const file = {
  type: "text/plain",
  name: "note.txt",
  channel: "web",
  bytes: Buffer.from("CANARY in a file"),
};

beforeAll(async () => {
  store = await openPostgresStore();
  const clock = fakeClock();
  const chance = createSystemChance(() => Date.now());
  const keyring = openKeyring({
    key: "7".repeat(64),
    file: "",
    randomBytes: (count) => chance.bytes(count),
  });
  lab = await openApi({
    db: store.db,
    clock,
    friends: openFriendsApi({
      db: store.db,
      projector,
      clock,
      chance,
      keys: () => keyring,
      latePolicy: "fire",
    }),
    reminders: openRemindersApi({
      db: store.db,
      projector,
      clock,
      chance,
      keys: () => keyring,
      latePolicy: "fire",
      nightlyHour: 20,
      overlap: "warn",
    }),
    scenes: openScenesApi({ db: store.db, projector, clock, chance }),
    media: {
      put: () => Promise.reject(new Error("nothing is kept here")),
      get: () => Promise.resolve(file),
      drop: async (id) => void dropped.push(id),
    },
    backupDays: async () => 7,
    insight: {
      history: {
        read: async () => ({ step_seconds: 60, at: [], series: [], timings: [] }),
      },
      spending: async () => ({ days: [], accounts: [], more_accounts: 0 }),
      doctor: () => Promise.resolve({ ok: true, at: "2026-01-05T09:00:00.000Z", checks: [] }),
      smoke: { list: () => Promise.resolve([]), read: () => Promise.resolve(undefined) },
    },
  });
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

const operator = (
  path: string,
  json?: unknown,
  method = json === undefined ? "GET" : "POST",
): Promise<Reply> =>
  lab.call(path, { token: operatorToken, method, ...(json === undefined ? {} : { json }) });
const listOf = <T>(reply: Reply, name: string): T[] =>
  (reply.json as Record<string, T[]>)[name] ?? [];
const concrete = (path: string): string =>
  path.replaceAll(/\{\w+\}/g, "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00");

describe("roles", () => {
  it("roles decide at every route who gets past them, as their table says", async () => {
    const ada = await lab.person("Ada");
    const tokens: Record<Role, string> = {
      operator: operatorToken,
      account: ada.token,
      auditor: "",
    };
    tokens.auditor = textAt(
      await operator("/api/tokens", { account_id: ada.id, role: "auditor" }),
      "token",
    );
    const asked = lab.server.routes.filter(
      ({ auth, path }) => ["account", "operator"].includes(auth) && !path.endsWith("/stream"),
    );
    expect(asked.length).toBeGreaterThan(100);
    for (const route of asked) {
      for (const role of roles) {
        const reply = await lab.call(concrete(route.path), {
          token: tokens[role],
          method: route.method.toUpperCase(),
        });
        const isIn = rolesOf(route).includes(role);
        expect([route.method, route.path, role, codeOf(reply) !== "forbidden"]).toEqual([
          route.method,
          route.path,
          role,
          isIn,
        ]);
      }
    }
    const changes = asked.filter(({ method }) => method !== "get");
    expect(
      changes.filter((route) => rolesOf(route).includes("auditor")).map(({ path }) => path),
    ).toEqual(["/api/session", "/api/account/sessions/end-others", "/api/account/sessions/{id}"]);
    expect(
      asked.filter((route) => route.auth === "operator" && rolesOf(route).includes("account")),
    ).toEqual([]);
  });

  it("roles go with a token into its session, and an auditor acts in no other account's name", async () => {
    const [ada, bob] = [await lab.person("Ada"), await lab.person("Bob")];
    const token = textAt(
      await operator("/api/tokens", { account_id: ada.id, role: "auditor" }),
      "token",
    );
    const session = await lab.call("/api/session", { method: "POST", json: { token } });
    expect(textAt(session, "role")).toBe("auditor");
    const replies = [
      await lab.call("/api/audit", { token }),
      await lab.call(`/api/conversations?account_id=${bob.id}`, { token }),
      await lab.call(`/api/accounts/${bob.id}/export`, { token, method: "POST", json: {} }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 403, 403]);
    const service = await operator("/api/tokens", { accounts: [ada.id], role: "operator" });
    expect(codeOf(service)).toBe("invalid_request");
    // Open sessions are seen with what they were opened with, and can be ended one by one.
    const open = listOf<{ id: string; account_id: string }>(
      await operator("/api/sessions"),
      "sessions",
    );
    const hers = open.find((one) => one.account_id === ada.id);
    expect(hers).toMatchObject({
      role: "auditor",
      opened_with: "account",
      token_label: null,
      is_this: false,
    });
    expect(JSON.stringify(open)).not.toContain("hash");
    expect((await operator(`/api/tokens/${hers?.id}`, undefined, "DELETE")).status).toBe(204);
    expect((await openSignedIn(lab.server.port, session).call("/api/session")).status).toBe(401);
  });
});

describe("a foreign page", () => {
  it("a foreign page changes nothing by any route, with the operator's own cookie, whatever it says of itself", async () => {
    const { cookie, pageKey } = await lab.signIn();
    const own = pageHeaders(lab.server.port, pageKey);
    const foreign: [Record<string, string>, string][] = [
      [{}, "403 cross_site_refused"],
      [{ Origin: "null" }, "403 cross_site_refused"],
      [{ ...own, Origin: "https://evil.example" }, "403 cross_site_refused"],
      [{ ...own, "Sec-Fetch-Site": "cross-site" }, "403 cross_site_refused"],
      // As our own page would call, but without its key.
      [{ Origin: own["Origin"] ?? "", "Sec-Fetch-Site": "same-origin" }, "401 page_key_required"],
    ];
    const [before] = await store.db.rows("select max(id) as id from event_log");
    const changing = lab.server.routes.filter(
      ({ auth, method }) => method !== "get" && (auth === "account" || auth === "operator"),
    );
    expect(changing.length).toBeGreaterThan(60);
    for (const { method, path } of changing) {
      for (const [headers, refused] of foreign) {
        const reply = await lab.call(concrete(path), {
          method: method.toUpperCase(),
          json: {},
          headers: { ...headers, Cookie: cookie },
        });
        expect([method, path, headers, `${reply.status} ${codeOf(reply)}`]).toEqual([
          method,
          path,
          headers,
          refused,
        ]);
      }
    }
    expect(await store.db.rows("select max(id) as id from event_log")).toEqual([before]);
  });
});

interface Entry {
  readonly id: number;
  readonly action: string;
  readonly outcome: string;
  readonly account_id: string | null;
  readonly details: JsonObject;
}

describe("the audit", () => {
  const since = async (id: number): Promise<Entry[]> =>
    listOf<Entry>(await operator("/api/audit?limit=500"), "entries")
      .filter((entry) => entry.id > id)
      .toReversed();
  const last = async (): Promise<number> =>
    (await operator("/api/audit?limit=1").then(
      (reply) => listOf<Entry>(reply, "entries")[0]?.id,
    )) ?? 0;

  it("the audit has each action of an operator once, with what was refused, and no words of a person", async () => {
    await lab.clock.advance(600_000);
    const bob = await lab.person("Bob");
    const before = await last();
    const made = await operator("/api/accounts", { display_name: "Secret Name" });
    const id = textAt(made, "id");
    await operator(`/api/accounts/${id}`, { display_name: "Other Secret" }, "PATCH");
    const token = await operator("/api/tokens", { account_id: id, label: "Secret Label" });
    await operator(`/api/tokens/${textAt(token, "id")}`, undefined, "DELETE");
    await operator(`/api/accounts/${id}/disable`, {});
    await operator(`/api/accounts/${id}/disable`, {});
    await operator(`/api/accounts/${id}/enable`, {});
    await operator(`/api/deliveries/${id}/discard`, {});
    await lab.call(textAt(await operator(`/api/accounts/${id}/export`, {}), "url"), {
      token: operatorToken,
    });
    await operator("/api/conversations", { account_id: bob.id });
    await operator(`/api/conversations?account_id=${bob.id}`);
    await operator(`/api/conversations?account_id=${bob.id}`);
    await bob.call("/api/audit");
    await lab.call("/api/session", { method: "POST", json: { token: "wrong" } });
    await lab.call("/api/conversations", { token: "guessed" });
    const session = await lab.signIn();
    await session.call("/api/session", { method: "DELETE" });
    const entries = await since(before);
    expect(
      entries.map(({ action, outcome }) => (outcome === "done" ? action : `${action}!`)),
    ).toEqual([
      "account_created",
      "account_changed",
      "token_made",
      "token_revoked",
      "account_disabled",
      "account_enabled",
      "operator_call",
      "export_link_made",
      "account_exported",
      "acted_for_account",
      "acted_for_account",
      "access_refused!",
      "sign_in_refused!",
      "access_refused!",
      "signed_in",
      "signed_out",
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Secret|guessed|wrong/);
  });

  it("the audit takes no change, and names the first row that was changed, taken out or put in behind its back", async () => {
    expect((await operator("/api/audit/chain")).json).toMatchObject({ ok: true, broken_at: null });
    for (const statement of [
      "update audit_entry set action = 'x'",
      "delete from audit_entry",
      "truncate audit_entry",
    ])
      await expect(store.owner((sql) => sql.rows(statement))).rejects.toThrow(
        "audit_entry is append-only",
      );
    await expect(store.db.rows("update audit_entry set action = 'x'")).rejects.toThrow(
      "permission denied",
    );
    const end = await last();
    const tampered: [string, object][] = [
      [
        "update audit_entry set details = '{}', outcome = 'refused' where id = 3",
        { broken_at: 3, problem: "changed" },
      ],
      [
        "update audit_entry set hash = repeat('1', 64) where id = 4",
        { broken_at: 4, problem: "changed" },
      ],
      ["delete from audit_entry where id = 2", { broken_at: 2, problem: "missing" }],
      [`delete from audit_entry where id > ${end - 2}`, { broken_at: end - 1, problem: "cut_off" }],
      [
        `insert into audit_entry select e.* from audit_entry a, jsonb_populate_record(a, '{"id": 100000}') e where a.id = 1`,
        { broken_at: 100_000, problem: "put_in" },
      ],
    ];
    for (const [statement, found] of tampered) {
      class Undone extends Error {}
      const report = store.owner(async (sql) => {
        await sql.rows("set local session_replication_role = replica");
        await sql.rows(statement);
        expect([statement, await verifyChain(sql)]).toEqual([
          statement,
          expect.objectContaining({ ok: false, ...found }),
        ]);
        throw new Undone();
      });
      await expect(report).rejects.toBeInstanceOf(Undone);
    }
    expect((await operator("/api/audit/chain")).json).toMatchObject({
      ok: true,
      entries: await last(),
    });
  });
});

describe("accounts", () => {
  it("accounts are found by part of a name and read page by page", async () => {
    const names = ["Quince 1", "Quince 2", "Quince 100%"];
    for (const name of names) await lab.person(name);
    const seen: string[] = [];
    for (let after = ""; ;) {
      const page = await operator(`/api/accounts?search=quince&limit=2${after}`);
      seen.push(
        ...listOf<{ display_name: string }>(page, "accounts").map(
          (account) => account.display_name,
        ),
      );
      if (textAt(page, "next") === "") break;
      after = `&after=${textAt(page, "next")}`;
    }
    expect(seen.toSorted()).toEqual(names.toSorted());
    const exact = listOf<{ display_name: string }>(
      await operator(`/api/accounts?search=${encodeURIComponent("0%")}`),
      "accounts",
    );
    expect(exact.map((account) => account.display_name)).toEqual(["Quince 100%"]);
  });

  it("accounts that are disabled come in by no credential until they are enabled, and the operator's own stays", async () => {
    const ada = await lab.person("Ada");
    await ada.call("/api/conversations", { method: "POST", json: {} });
    expect(await atTheDoor(ada)).toEqual({ refused: undefined, hasRoute: true });
    expect(textAt(await operator(`/api/accounts/${ada.id}/disable`, {}), "lifecycle")).toBe(
      "disabled",
    );
    expect((await ada.call("/api/session")).status).toBe(401);
    const listed = listOf<{ id: string }>(
      await operator("/api/accounts?lifecycle=disabled"),
      "accounts",
    );
    expect(listed.map(({ id }) => id)).toContain(ada.id);
    // A message that still comes by a channel is not accepted, and reminders wait until there is a place for them again.
    expect(await atTheDoor(ada)).toEqual({ refused: "account_disabled", hasRoute: false });
    expect(textAt(await operator(`/api/accounts/${ada.id}/enable`, {}), "lifecycle")).toBe(
      "active",
    );
    const own = textAt(await operator("/api/session"), "account.id");
    const replies = [
      await operator(`/api/accounts/${own}/disable`, {}),
      await operator(`/api/accounts/${own}/erase`, { name: own }),
    ];
    expect(replies.map(codeOf)).toEqual(["operator_account_kept", "operator_account_kept"]);
    expect(codeOf(await operator("/api/accounts/nobody/disable", {}))).toBe("not_found");
  });
});

/** How the door takes a message of this person's, and whether a reminder of theirs has somewhere to go. */
const atTheDoor = ({ id }: Person) =>
  store.db.transaction(engine, async (sql) => {
    const route = { channel: "web", channelAccount: "web", scope: "elsewhere", peer: id };
    const message = {
      route,
      vendorId: "v",
      subject: id,
      accountId: id,
      text: "hello",
      busyPolicy: "queue",
      provision: false,
    } as const;
    const [found] = await lookUp(sql, [message]);
    const deps = {
      clock: lab.clock,
      chance: createSystemChance(() => Date.now()),
      defaultTimezone: "UTC",
    };
    const place = resolve(
      { deps, firstContacts: new Map(), room: { left: Infinity } },
      message,
      found as FoundRows,
    );
    const [way] = await readRoutes(sql, [{ accountId: id, conversationId: null }]);
    return {
      refused: place.kind === "refused" ? place.code : undefined,
      hasRoute: way !== undefined,
    };
  });

/** Rows of every kind in which a person's words can be, and a conversation in which two people write. */
async function lives(ada: Person, bob: Person): Promise<void> {
  const at = "2026-01-05T09:00:00.000Z";
  const fact = (
    kind: string,
    of: { account: string; talk: string; payload: JsonObject },
  ): EventDraft =>
    toDraft({
      stream: `conversation:${of.talk}`,
      kind,
      at,
      accountId: of.account,
      conversationId: of.talk,
      payload: {
        conversation_id: of.talk,
        account_id: of.account,
        provider_type: "post",
        channel_account: "main",
        ...of.payload,
      },
    });
  const draftConversation = (talk: string, account: string): EventDraft =>
    fact("conversation_opened", { account, talk, payload: { id: talk, scope: talk, peer: talk } });
  const draftMessage = (talk: string, account: string, seq: number): EventDraft => {
    const id = `${talk}-${seq}`;
    const words = account === ada.id ? "CANARY" : "other's words";
    const payload = {
      id,
      identity_id: null,
      vendor_id: id,
      peer: talk,
      seq,
      text: words,
      sender_name: words,
      payload: { quote: words },
    };
    return fact("message_received", { account, talk, payload });
  };
  const part = (talk: string, account: string): EventDraft[] => {
    const payload = {
      message_id: `r-${talk}`,
      delivery_id: `d-${talk}`,
      scope: talk,
      peer: talk,
      source: "reply",
      key: talk,
      text: "CANARY",
      expires_at: at,
    };
    return [
      fact("message_sent", {
        account,
        talk,
        payload: { id: `r-${talk}`, segment_index: null, text: "CANARY" },
      }),
      fact("delivery_queued", { account, talk, payload }),
    ];
  };
  const files = {
    message_id: "group-1",
    media: [{ kind: "file", id: "file-1", name: "CANARY.txt" }],
    files: [{ id: "file-1", bytes: 7 }],
  };
  const drafts = [
    draftConversation("alone", ada.id),
    draftMessage("alone", ada.id, 1),
    ...part("alone", ada.id),
    draftConversation("group", bob.id),
    draftMessage("group", ada.id, 1),
    fact("media_settled", { account: ada.id, talk: "group", payload: files }),
    draftMessage("group", bob.id, 2),
    draftMessage("group", ada.id, 3),
    ...part("group", ada.id),
    fact("input_stopped", {
      account: bob.id,
      talk: "group",
      payload: { closed_through: 3, message_ids: ["group-1", "group-2", "group-3"] },
    }),
  ];
  await store.db.transaction(engine, async (sql) => {
    await record(sql, projector, drafts);
    for (const who of [ada.id, bob.id]) {
      const prompt = JSON.stringify({ messages: [{ role: "user", content: "CANARY" }] });
      await sql.rows(
        `insert into model_call (id, account_id, conversation_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, output)
         values ($1, $1, 'group', 'chat', 'm', 'h', $2, '{}', now(), 'CANARY')`,
        [who, prompt],
      );
    }
    await sql.rows("insert into turn_stream values ('t', 'alone', $1, 1, 'CANARY', now())", [
      ada.id,
    ]);
    await sql.rows("insert into sealed_secret values ($1, 'CANARY', 'sealed', now())", [ada.id]);
    await sql.rows(
      `insert into answer_stream (id, provider_type, channel_account, vendor_id, scope, opened_at, text)
       values ('s', 'post', 'main', 'group-1', 'group', now(), 'CANARY')`,
    );
  });
}

/** Tables of the whole database in which a word occurs. */
async function where(word: string): Promise<string[]> {
  return store.owner(async (sql) => {
    const tables = await sql.rows<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const found: string[] = [];
    for (const { name } of tables)
      if (
        (await sql.rows(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${word}%`]))
          .length > 0
      )
        found.push(name);
    return found;
  });
}

/** How many rows of an account bear a word, by table. */
async function rowsWith(word: string, accountId: string): Promise<[string, number][]> {
  return store.owner(async (sql) => {
    const found: [string, number][] = [];
    for (const { name, owner } of await listGuardedTables(sql)) {
      const text = `select count(*) as count from ${name} t where ${owner} = $1 and t::text like $2`;
      const [row] = await sql.rows<{ count: number }>(text, [accountId, `%${word}%`]);
      if ((row?.count ?? 0) > 0 && name !== "sealed_secret") found.push([name, row?.count ?? 0]);
    }
    return found;
  });
}

describe("a copy of an account", () => {
  const ask = (
    who: Pick<Person, "call">,
    proof?: string,
    path = "/api/account/export",
  ): Promise<Reply> =>
    who.call(path, { method: "POST", json: proof === undefined ? {} : { proof } });
  /** A page that is signed in, and may be left open. */
  async function atPage(token: string): Promise<Pick<Person, "call">> {
    return lab.signIn(token);
  }

  it("a copy of an account is given to a session only when it shows a token of its own again, and not one that it could have made", async () => {
    const [ada, bob] = [await lab.person("Ada"), await lab.person("Bob")];
    const page = await atPage(ada.token);
    expect([
      codeOf(await ask(page)),
      codeOf(await ask(page, "wrong")),
      codeOf(await ask(page, bob.token)),
    ]).toEqual(["proof_required", "code_not_valid", "code_not_valid"]);
    const narrow = textAt(
      await operator("/api/tokens", { account_id: ada.id, scopes: ["chat:read"] }),
      "token",
    );
    expect(codeOf(await ask(page, narrow))).toBe("code_not_valid");
    // What a page that was left open can make by itself proves nothing.
    await lab.clock.advance(1_000);
    const paired = textAt(await page.call("/api/pairings", { method: "POST", json: {} }), "code");
    const younger = textAt(await operator("/api/tokens", { account_id: ada.id }), "token");
    expect([codeOf(await ask(page, paired)), codeOf(await ask(page, younger))]).toEqual([
      "code_not_valid",
      "code_not_valid",
    ]);
    expect((await ask(await atPage(younger), younger)).status).toBe(201);
    expect((await ask(page, ada.token)).status).toBe(201);
  });

  it("a copy of another person's account needs the operator's proof, a fresh link as good as the token", async () => {
    const ada = await lab.person("Ada");
    const session = await lab.signIn();
    const path = `/api/accounts/${ada.id}/export`;
    expect(codeOf(await ask(session, undefined, path))).toBe("proof_required");
    expect(codeOf(await ask(session, ada.token, path))).toBe("code_not_valid");
    const link = await lab.access.issueLink();
    const given = await ask(session, link.secret, path);
    expect(given.status).toBe(201);
    expect(
      (await lab.call("/api/session", { method: "POST", json: { code: link.secret } })).status,
    ).toBe(400);
    expect((await session.call(textAt(given, "url"))).text).toContain(`"account_id":"${ada.id}"`);
    expect((await ask(session, operatorToken, path)).status).toBe(201);
  });

  it("a copy of an account is fetched once within the hour, by the credential that asked for it, and its link opens nothing else", async () => {
    const [ada, bob] = [await lab.person("Ada"), await lab.person("Bob")];
    const url = textAt(await ask(ada), "url");
    const secret = url.split("/").at(-1) ?? "";
    expect((await ada.call(url, { method: "HEAD" })).status).toBe(405);
    expect([
      codeOf(await bob.call(url)),
      codeOf(await operator(url)),
      (await lab.call(url)).status,
    ]).toEqual(["code_not_valid", "code_not_valid", 401]);
    expect((await lab.call("/api/session", { token: secret })).status).toBe(401);
    for (const json of [{ code: secret }, { token: secret }])
      expect((await lab.call("/api/session", { method: "POST", json })).status).toBeGreaterThan(
        399,
      );
    const fetched = await Promise.all([ada.call(url), ada.call(url), ada.call(url)]);
    expect(fetched.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const [late, cut] = [textAt(await ask(ada), "url"), textAt(await ask(ada), "url")];
    await lab.clock.advance(3_600_000);
    expect(codeOf(await ada.call(late))).toBe("code_not_valid");
    const other = textAt(await operator("/api/tokens", { account_id: ada.id }), "token");
    expect(codeOf(await lab.call(cut, { token: other }))).toBe("code_not_valid");
    expect(lab.lines.join("\n")).not.toContain(secret);
  });
});

describe("an account that leaves", () => {
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    [ada, bob] = [await lab.person("CANARY Ada"), await lab.person("Bob")];
    const { link_code } = (await bob.call("/api/friends/link")).json as { link_code: string };
    await ada.call("/api/friends/join", { method: "POST", json: { link_code } });
    await bob.call(`/api/friends/${ada.id}/nickname`, {
      method: "POST",
      json: { name: "CANARY nickname" },
    });
    const shared = {
      receiver_account_ids: [bob.id],
      title: "CANARY dinner",
      local_trigger_at: "2026-02-01T19:00:00",
    };
    await ada.call("/api/shared-reminders", { method: "POST", json: shared });
    await lives(ada, bob);
  });

  it("an account that leaves takes all of its rows and files along, no secret, and no words of others", async () => {
    const reply = await operator(
      textAt(await operator(`/api/accounts/${ada.id}/export`, {}), "url"),
    );
    expect(reply.headers["content-disposition"]).toContain(`account-${ada.id}-2026-01-05.jsonl`);
    const lines = reply.text
      .trimEnd()
      .split("\n")
      .map(
        (line) =>
          JSON.parse(line) as {
            type: string;
            table?: string;
            row?: JsonObject;
            base64?: string;
            rows?: number;
          },
      );
    expect([lines[0]?.type, lines.at(-1)]).toEqual([
      "export",
      { type: "end", rows: lines.length - 3, files: 1 },
    ]);
    const tables = new Set(lines.map(({ table }) => table));
    for (const table of [
      "account",
      "event_log",
      "message",
      "delivery_attempt",
      "model_call",
      "reminder",
      "my_friends",
      "my_shared",
    ])
      expect(tables, table).toContain(table);
    expect(
      Buffer.from(lines.find(({ type }) => type === "file")?.base64 ?? "", "base64").toString(),
    ).toBe("CANARY in a file");
    // Row by row as the whole database has them: what bears her mark and is hers is in it, in every table.
    for (const [table, rows] of await rowsWith("CANARY", ada.id))
      expect([
        table,
        lines.filter((line) => line.table === table && JSON.stringify(line.row).includes("CANARY"))
          .length,
      ]).toEqual([table, rows]);
    expect(reply.text).not.toContain("other's words");
    expect(reply.text).not.toMatch(/token_hash|"sealed"|sealed_secret/);
    const own = await ada.call(
      textAt(await ada.call("/api/account/export", { method: "POST", json: {} }), "url"),
    );
    const tablesIn = (text: string): unknown[] => [...new Set(text.match(/"table":"\w+"/g))];
    expect(tablesIn(own.text)).toEqual(tablesIn(reply.text));
  });

  it("an account that leaves is erased only by its name, and then its words are nowhere, a rebuild brings nothing back, and others keep theirs", async () => {
    expect(await where("CANARY")).toContain("event_log");
    expect(codeOf(await operator(`/api/accounts/${ada.id}/erase`, { name: "Ada" }))).toBe(
      "confirmation_mismatch",
    );
    // Bytes that the log only names are not part of its words.
    for (const { id } of [ada, bob])
      await store.db.rows("insert into blob values ($1, 'h', '\\x0102', now())", [id]);
    const erased = await operator(`/api/accounts/${ada.id}/erase`, { name: "CANARY Ada" });
    expect([erased.status, erased.json]).toMatchObject([
      200,
      { erased: true, files: 1, backups_until: iso(lab.clock.now() + 8 * 86_400_000) },
    ]);
    expect(dropped).toEqual(["file-1"]);
    expect(await store.db.rows("select account_id from blob")).toEqual([{ account_id: bob.id }]);
    expect(await where("CANARY")).toEqual([]);
    expect((await ada.call("/api/session")).status).toBe(401);
    expect(codeOf(await operator(`/api/accounts/${ada.id}/enable`, {}))).toBe("not_found");
    const report = await store.owner((sql) => rebuild(sql, projector));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
    expect(await where("CANARY")).toEqual([]);
    expect(await where("other's words")).toEqual(expect.arrayContaining(["event_log", "message"]));
    const notices = await store.db.rows(
      "select type from notification where account_id = $1 order by created_at",
      [bob.id],
    );
    expect(notices).toEqual([{ type: "friendship_removed" }]);
    expect((await operator("/api/audit/chain")).json).toMatchObject({ ok: true });
  });

  it("an erased account leaves tables that are the fold of the log, whatever it and others did before", async () => {
    const [history = []] = fc.sample(histories(400), { numRuns: 1, seed: 18 });
    await store.empty();
    await store.db.transaction(engine, (sql) => record(sql, projector, history));
    const id = history.find(({ kind }) => kind === "shared_reminder_created")?.accountId ?? "";
    const here = { stream: `account:${id}`, at: iso(0), accountId: id };
    await store.db.transaction(engine, async (sql) => {
      await record(sql, projector, [{ ...here, kind: "account_disabled", payload: { id } }]);
      const traces = await readTraces(sql, id, projector);
      expect(traces.drops.map(({ table }) => table)).toContain("reminder_projection");
      await blankEvents(sql, id, traces);
      await deleteRows(sql, id, traces);
      await record(sql, projector, [
        {
          ...here,
          kind: "account_erased",
          payload: { id, drops: dropsPayload(traces.drops) },
        },
      ]);
    });
    const report = await store.owner((sql) => rebuild(sql, projector));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
    expect(await store.db.rows("select 1 from reminder where owner_account_id = $1", [id])).toEqual(
      [],
    );
  });
});
