import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { asAccount, engine } from "../../src/domain/principal.ts";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { productProjector } from "../../src/main/projections.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import { type OpenStore, stores } from "../support/stores.ts";

const minute = 60_000;
const operatorToken = "operator-token-of-this-test-0001";
const defaults = { language: null, timezone: "UTC" };

describe.each(stores)("credentials on $name", (store) => {
  let open: OpenStore;
  let clock: FakeClock;
  let access: Access;
  let ada: string;

  const another = (token = operatorToken): Access =>
    createAccess({
      db: open.db,
      projector: productProjector(),
      clock,
      chance: createSystemChance(() => Date.now()),
      operatorTokens: [token],
    });
  const tokenFor = (accountId: string, expiresAt: number | null = null) =>
    access.issueToken({
      kind: "account",
      accountId,
      label: null,
      scopes: ["chat:read"],
      expiresAt,
    });

  beforeAll(async () => {
    open = await store.open();
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    await open.empty();
    clock = fakeClock();
    access = another();
    await access.ensureOperator(defaults);
    ada = await access.createAccount({ displayName: "Ada", language: "en", timezone: "UTC" });
  });

  it("the operator has one account, however many processes start for the first time at once", async () => {
    await open.empty();
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => another().ensureOperator(defaults)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await open.db.rows("select count(*) as n from account")).toEqual([{ n: 1 }]);
  });

  it("a token says who it is for and what it was granted", async () => {
    const issued = await tokenFor(ada);
    expect(await access.identify(issued.secret)).toEqual({
      kind: "known",
      caller: {
        tokenId: issued.id,
        kind: "account",
        role: "account",
        accountId: ada,
        scopes: ["chat:read"],
        expiresAt: null,
        pageHash: null,
      },
    });
  });

  it("a secret that differs in one character is unknown, and so is one whose id is another's", async () => {
    const [first, second] = [await tokenFor(ada), await tokenFor(ada)];
    const last = first.secret.at(-2) === "A" ? "B" : "A";
    const mixed = first.secret.slice(0, 36) + second.secret.slice(36);
    for (const secret of [
      `${first.secret.slice(0, -2)}${last}${first.secret.at(-1)}`,
      mixed,
      "",
      "mt_",
      first.secret.toUpperCase(),
      `${first.secret}=`,
    ]) {
      expect(await access.identify(secret), secret).toEqual({ kind: "unknown" });
    }
  });

  it("no text is the operator's token where the settings have none", async () => {
    const without = createAccess({
      db: open.db,
      projector: productProjector(),
      clock,
      chance: createSystemChance(() => Date.now()),
    });
    for (const guess of ["", "undefined", "null"])
      expect((await without.identify(guess)).kind).toBe("unknown");
    expect((await access.identify(operatorToken)).kind).toBe("known");
  });

  it("an expired token has ended at the very instant, though it was known a moment before", async () => {
    const issued = await tokenFor(ada, clock.now() + minute);
    await clock.advance(minute - 1);
    expect((await access.identify(issued.secret)).kind).toBe("known");
    await clock.advance(1);
    expect((await access.identify(issued.secret)).kind).toBe("ended");
    expect(await access.endedAmong([issued.id])).toEqual([issued.id]);
  });

  it("a token of a disabled account has ended", async () => {
    const issued = await tokenFor(ada);
    await open.owner((sql) =>
      sql.rows("update account set lifecycle = 'disabled' where id = $1", [ada]),
    );
    expect((await access.identify(issued.secret)).kind).toBe("ended");
    expect(await access.endedAmong([issued.id])).toEqual([issued.id]);
  });

  it("a revoked token is refused at once by the process that revoked it and within seconds by every other", async () => {
    const issued = await tokenFor(ada);
    const other = another();
    await other.identify(issued.secret);
    const told: string[] = [];
    access.onEnded((ids) => told.push(...ids));
    expect([
      await access.revoke(issued.id),
      await access.revoke(issued.id),
      await access.revoke("nothing"),
    ]).toEqual([true, false, false]);
    expect(told).toEqual([issued.id]);
    expect((await access.identify(issued.secret)).kind).toBe("ended");
    await clock.advance(2_000);
    expect((await other.identify(issued.secret)).kind).toBe("ended");
  });

  it("a session ends with the token it was opened with, and never outlives it", async () => {
    const issued = await tokenFor(ada, clock.now() + 10 * minute);
    const session = await access.openSession(issued.secret);
    expect(session?.caller).toMatchObject({
      kind: "session",
      role: "account",
      accountId: ada,
      scopes: ["chat:read"],
      expiresAt: clock.now() + 10 * minute,
    });
    await access.revoke(issued.id);
    expect((await access.identify(session?.secret ?? "")).kind).toBe("ended");
  });

  it("a session ends when the operator's token is another at the next start, and not when it is the same", async () => {
    const session = await access.openSession(operatorToken);
    const secret = session?.secret ?? "";
    await another().ensureOperator(defaults);
    expect((await another().identify(secret)).kind).toBe("known");
    const changed = another("another-operator-token-0002");
    await changed.ensureOperator(defaults);
    expect((await changed.identify(secret)).kind).toBe("ended");
  });

  it("S12: the operator's token is replaced while it runs: both are good while both are listed, then the old one, its sessions and streams end", async () => {
    const next = "operator-token-of-the-next-year-2";
    const cut: string[] = [];
    access.onEnded((ids) => cut.push(...ids));
    const old = await access.openSession(operatorToken);
    const kind = async (secret: string): Promise<string> => (await access.identify(secret)).kind;
    expect(await access.renewOperatorTokens([next, operatorToken])).toBe(true);
    const young = await access.openSession(next);
    const all = [operatorToken, next, old?.secret ?? "", young?.secret ?? ""];
    expect(await Promise.all(all.map(kind))).toEqual(["known", "known", "known", "known"]);
    expect(cut).toEqual([]);
    expect(await access.renewOperatorTokens([next])).toBe(true);
    expect(await Promise.all(all.map(kind))).toEqual(["unknown", "known", "ended", "known"]);
    expect(cut).toEqual(expect.arrayContaining(["operator_token", old?.id]));
    // The last one stays, whatever a half-written file says.
    expect([
      await access.renewOperatorTokens([]),
      await access.renewOperatorTokens([next]),
    ]).toEqual([false, false]);
    expect(await kind(next)).toBe("known");
  });

  it("a link is good once, for a quarter of an hour, and is a credential for nothing else", async () => {
    const link = await access.issueLink();
    expect(await access.identify(link.secret)).toEqual({ kind: "unknown" });
    const uses = await Promise.all(Array.from({ length: 4 }, () => access.redeemLink(link.secret)));
    expect(uses.filter((session) => session !== undefined)).toHaveLength(1);
    const late = await access.issueLink();
    await clock.advance(15 * minute);
    expect(await access.redeemLink(late.secret)).toBeUndefined();
  });

  it("neither a session nor a service opens another session", async () => {
    const session = await access.openSession((await tokenFor(ada)).secret);
    const service = await access.issueToken({
      kind: "service",
      accountId: ada,
      label: null,
      scopes: ["*"],
      expiresAt: null,
    });
    expect(await access.openSession(session?.secret ?? "")).toBeUndefined();
    expect(await access.openSession(service.secret)).toBeUndefined();
  });

  it("L24: no secret is in the database, in no table and no event", async () => {
    const secrets = [
      await tokenFor(ada),
      await access.issueLink(),
      await access.openSession(operatorToken),
    ].map((issued) => issued?.secret ?? "");
    const [all] = await open.owner((sql) =>
      sql.rows<{ text: string }>(
        "select (select string_agg(t::text, ' ') from access_token t) || (select string_agg(e::text, ' ') from event_log e) as text",
      ),
    );
    for (const secret of [...secrets, operatorToken])
      expect(all?.text.includes(secret.slice(-43))).toBe(false);
  });

  it("an account sees its own tokens and no other's", async () => {
    const grace = await access.createAccount({
      displayName: "Grace",
      language: null,
      timezone: "UTC",
    });
    await tokenFor(ada);
    const mine = await tokenFor(grace);
    const rows = await open.db.transaction(asAccount(grace), (sql) =>
      sql.rows("select id from access_token"),
    );
    expect(rows).toEqual([{ id: mine.id }]);
  });

  it("a rebuild gives the same rows and keeps when a token was last used and a session last proven", async () => {
    const issued = await tokenFor(ada);
    await access.identify(issued.secret);
    const session = await access.redeemLink((await access.issueLink()).secret);
    const at = "2026-01-05T09:00:00.000Z";
    await open.db.transaction(engine, (sql) =>
      sql.rows("update access_token set proven_at = $2 where id = $1", [session?.id, at]),
    );
    await access.revoke((await tokenFor(ada)).id);
    const report = await open.owner((sql) => rebuild(sql, productProjector()));
    expect(report.tables.find(({ table }) => table === "access_token")).toMatchObject({
      same: true,
      after: { rows: 4 },
    });
    const [row] = await open.db.transaction(engine, (sql) =>
      sql.rows<{ used: string }>("select last_used_at as used from access_token where id = $1", [
        issued.id,
      ]),
    );
    expect(row?.used).toBe(at);
    const [kept] = await open.db.transaction(engine, (sql) =>
      sql.rows<object>("select proven_at, page_hash from access_token where id = $1", [
        session?.id,
      ]),
    );
    expect(kept).toEqual({ proven_at: at, page_hash: session?.caller.pageHash });
  });
});
