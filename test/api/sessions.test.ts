import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
  type Reply,
  textAt,
} from "../support/api.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;

beforeAll(async () => {
  store = await openPostgresStore();
  lab = await openApi({ db: store.db });
  ada = await lab.person("Ada");
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

const day = 86_400_000;
const minute = 60_000;
type Page = Pick<Person, "call">;
const post = (who: Page, path: string, json: object = {}): Promise<Reply> =>
  who.call(path, { method: "POST", json });
const prove = (who: Page, proof: unknown): Promise<Reply> =>
  post(who, "/api/session/proof", { proof });

/** What a browser that was left open must not do by itself. */
const acts = (id: string): [string, object][] => [
  ["/api/tokens", { account_id: id }],
  ["/api/invitations", { display_name: "Cleo" }],
  [`/api/accounts/${id}/link`, {}],
  [`/api/accounts/${id}/export`, {}],
  [`/api/accounts/${id}/disable`, {}],
  [`/api/accounts/${id}/enable`, {}],
  [`/api/accounts/${id}/identities`, { channel: "whatsapp", subject: "4915100000001" }],
  ["/api/pairings", { account_id: id }],
  ["/api/account/export", {}],
  [`/api/accounts/${id}/erase`, { name: "Bob" }],
];

describe("S47: an operator's page that was left open", () => {
  it("S47: an operator's page that was left open makes no token, copy, binding or pairing and ends no account, until its holder shows again who they are", async () => {
    const bob = await lab.person("Bob");
    const page = await lab.signIn();
    for (const [path, json] of acts(bob.id))
      expect([path, codeOf(await post(page, path, json))]).toEqual([path, "proof_required"]);
    expect((await bob.call("/api/session")).status).toBe(200);
    expect((await prove(page, operatorToken)).status).toBe(200);
    const statuses: number[] = [];
    for (const [path, json] of acts(bob.id)) statuses.push((await post(page, path, json)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 200, 200, 201, 201, 201, 200]);
  });

  it("S47: an operator's page that was left open is asked again after ten minutes, and another page is asked for itself", async () => {
    const [page, other] = [await lab.signIn(), await lab.signIn()];
    expect((await prove(page, operatorToken)).status).toBe(200);
    expect((await post(page, "/api/tokens", { account_id: ada.id })).status).toBe(201);
    expect(codeOf(await post(other, "/api/tokens", { account_id: ada.id }))).toBe("proof_required");
    await lab.clock.leap(10 * minute);
    expect(codeOf(await post(page, "/api/tokens", { account_id: ada.id }))).toBe("proof_required");
  });

  it("S47: an operator's page that was left open is opened by a fresh sign-in link from the machine, once, where there is no token", async () => {
    const [page, other] = [await lab.signIn(), await lab.signIn()];
    const link = await lab.access.issueLink();
    expect([
      (await prove(page, link.secret)).status,
      codeOf(await prove(other, link.secret)),
    ]).toEqual([200, "code_not_valid"]);
    expect((await post(page, "/api/tokens", { account_id: ada.id })).status).toBe(201);
  });

  it("S47: an operator's page that was left open can't prove itself with what it makes, nor does its new token prove anything for as long as a proof lasts", async () => {
    const page = await lab.signIn();
    await lab.clock.advance(1_000);
    await prove(page, operatorToken);
    const operatorId = textAt(await page.call("/api/session"), "account.id");
    const made = textAt(
      await post(page, "/api/tokens", { account_id: operatorId, role: "operator" }),
      "token",
    );
    const asProgram: Page = { call: (path, how = {}) => lab.call(path, { ...how, token: made }) };
    expect(codeOf(await post(asProgram, "/api/account/export"))).toBe("proof_required");
    expect(codeOf(await post(asProgram, "/api/tokens", { account_id: ada.id }))).toBe(
      "proof_required",
    );
    await lab.clock.leap(10 * minute);
    expect(codeOf(await prove(page, made))).toBe("code_not_valid");
    expect((await post(asProgram, "/api/account/export")).status).toBe(201);
  });

  it.each([[null], [""], [[]], [0], [{}], [true]])(
    "S22: a request to prove oneself with %j proves nothing",
    async (proof) => {
      const page = await lab.signIn();
      expect((await prove(page, proof)).status).toBe(400);
      for (const path of ["/api/account/export", "/api/tokens"]) {
        const reply = await post(page, path, { account_id: ada.id, proof });
        expect([400, 403]).toContain(reply.status);
      }
    },
  );

  it("S47: an operator's page that was left open can do the rest as before: it reads, writes, and revokes", async () => {
    const page = await lab.signIn();
    const { tokenId } = await lab.person("Carol");
    expect((await page.call("/api/tokens")).status).toBe(200);
    expect((await post(page, "/api/pairings")).status).toBe(201);
    expect((await page.call(`/api/tokens/${tokenId}`, { method: "DELETE" })).status).toBe(204);
  });
});

describe("one's own sessions", () => {
  interface Listed {
    readonly id: string;
    readonly is_this: boolean;
    readonly account_id: string;
  }
  const listSessions = async (who: Page): Promise<readonly Listed[]> =>
    ((await who.call("/api/account/sessions")).json as { sessions: Listed[] }).sessions;

  it("one's own sessions are listed to their person alone, and ended one by one or all but this one", async () => {
    const [carol, dave] = [await lab.person("Carol"), await lab.person("Dave")];
    const [first, second, third] = [
      await lab.signIn(carol.token),
      await lab.signIn(carol.token),
      await lab.signIn(carol.token),
    ];
    const his = await lab.signIn(dave.token);
    const open = await listSessions(first);
    expect([open.length, open.filter((one) => one.is_this).length]).toEqual([3, 1]);
    expect(open.every((one) => one.account_id === carol.id)).toBe(true);
    const [hisId] = (await listSessions(his)).map(({ id }) => id);
    expect((await first.call(`/api/account/sessions/${hisId}`, { method: "DELETE" })).status).toBe(
      404,
    );
    expect(
      (await first.call(`/api/account/sessions/${carol.tokenId}`, { method: "DELETE" })).status,
    ).toBe(404);
    const other = (await listSessions(second)).find((one) => one.is_this)?.id;
    expect((await first.call(`/api/account/sessions/${other}`, { method: "DELETE" })).status).toBe(
      204,
    );
    expect((await second.call("/api/session")).status).toBe(401);
    expect((await post(first, "/api/account/sessions/end-others")).json).toEqual({ ended: 1 });
    expect([
      (await third.call("/api/session")).status,
      (await first.call("/api/session")).status,
    ]).toEqual([401, 200]);
    expect((await his.call("/api/session")).status).toBe(200);
  });

  it("one's own sessions end after seven days without use, and no later than after thirty", async () => {
    const [used, idle] = [await lab.signIn(ada.token), await lab.signIn(ada.token)];
    for (let week = 0; week < 4; week += 1) {
      await lab.clock.leap(6 * day);
      expect((await used.call("/api/session")).status).toBe(200);
    }
    const again = await lab.signIn(ada.token);
    expect((await idle.call("/api/session")).status).toBe(401);
    expect((await listSessions(again)).length).toBe(2);
    await lab.clock.leap(6 * day);
    expect((await used.call("/api/session")).status).toBe(401);
  });

  it("one's own sessions are out of reach of a token that was granted less than everything", async () => {
    const made = await lab.call("/api/tokens", {
      token: operatorToken,
      method: "POST",
      json: { account_id: ada.id, scopes: ["account:write"] },
    });
    expect((await lab.call("/api/account/sessions", { token: textAt(made, "token") })).status).toBe(
      403,
    );
  });
});

describe("a person's way in", () => {
  const enter = (url: unknown): Promise<Reply> =>
    lab.call("/api/session", {
      method: "POST",
      json: { code: String(url).split("#code=")[1] },
      headers: { Origin: lab.server.url },
    });
  const operator: Page = {
    call: (path, options) => lab.call(path, { ...options, token: operatorToken }),
  };

  it("a person's way in is one link that their new account is made with, for one use within three days", async () => {
    const made = await post(operator, "/api/invitations", { display_name: "Grandma" });
    expect(made.json).toMatchObject({ reach: "machine" });
    const entered = await enter(textAt(made, "url"));
    expect(entered.json).toMatchObject({ role: "account", account: { display_name: "Grandma" } });
    expect(codeOf(await enter(textAt(made, "url")))).toBe("code_not_valid");
    const late = await post(operator, "/api/invitations", { display_name: "Late" });
    await lab.clock.leap(3 * day);
    expect(codeOf(await enter(textAt(late, "url")))).toBe("code_not_valid");
    expect(codeOf(await post(operator, "/api/invitations", { display_name: " " }))).toBe(
      "invalid_request",
    );
  });

  it("a person's way in ends with the next one, and leaves their session open", async () => {
    const dora = await lab.person("Dora");
    const [first, second] = [
      await post(operator, `/api/accounts/${dora.id}/link`),
      await post(operator, `/api/accounts/${dora.id}/link`),
    ];
    expect(codeOf(await enter(textAt(first, "url")))).toBe("code_not_valid");
    expect(textAt(await enter(textAt(second, "url")), "account.id")).toBe(dora.id);
    expect((await post(operator, `/api/accounts/${dora.id}/link`)).status).toBe(201);
    const { sessions } = (await dora.call("/api/account/sessions")).json as { sessions: object[] };
    expect(sessions).toMatchObject([{ opened_with: "link" }]);
    await post(operator, `/api/accounts/${dora.id}/disable`);
    expect(codeOf(await post(operator, `/api/accounts/${dora.id}/link`))).toBe("account_disabled");
    expect((await post(dora, "/api/invitations", { display_name: "Eve" })).status).not.toBe(201);
  });
});

describe("a token", () => {
  it("a token ends after a year unless it is asked for otherwise, without an end only by name", async () => {
    const make = (json: object): Promise<Reply> =>
      lab.call("/api/tokens", {
        token: operatorToken,
        method: "POST",
        json: { account_id: ada.id, ...json },
      });
    const [usual, never] = [await make({}), await make({ expires_in_days: "never" })];
    expect(Date.parse(textAt(usual, "expires_at"))).toBe(lab.clock.now() + 365 * day);
    expect((never.json as { expires_at: null }).expires_at).toBeNull();
    expect((await make({ expires_in_days: null })).status).toBe(400);
    expect((await make({ expires_in_days: 0 })).status).toBe(400);
  });
});

describe("S21: wrong sign-ins", () => {
  it("S21: wrong sign-ins become 429 after five from one address, and never keep a right token or link out", async () => {
    const strict = await openApi({ db: store.db, limits: { signInFailuresPer15Minutes: 5 } });
    const sign = (json: object): Promise<Reply> =>
      strict.call("/api/session", { method: "POST", json });
    const statuses: number[] = [];
    for (let nth = 0; nth < 8; nth += 1)
      statuses.push((await sign({ token: `wrong-${nth}` })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const link = await strict.access.issueLink();
    const right = [
      await sign({ token: ada.token }),
      await sign({ token: operatorToken }),
      await sign({ code: link.secret }),
    ];
    expect(right.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await sign({ token: "wrong again" })).status).toBe(429);
    await strict.close();
  });

  it("S21: wrong sign-ins are counted for the credential that they name, known or not, with the same answer", async () => {
    const strict = await openApi({
      db: store.db,
      limits: { signInFailuresPer15Minutes: 5 },
      settings: { trustedProxies: ["127.0.0.1"] },
    });
    const wrong = ada.token.slice(0, -3) + (ada.token.endsWith("abc") ? "abd" : "abc");
    const unknown = `mt_${"0".repeat(32)}_${"A".repeat(43)}`;
    for (const token of [wrong, unknown]) {
      const replies: Reply[] = [];
      // Each from another address.
      for (let nth = 1; nth <= 6; nth += 1)
        replies.push(
          await strict.call("/api/session", {
            method: "POST",
            json: { token },
            headers: { "X-Forwarded-For": `203.0.113.${nth}` },
          }),
        );
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    }
    expect(
      (await strict.call("/api/session", { method: "POST", json: { token: ada.token } })).status,
    ).toBe(200);
    await strict.close();
  });

  it("S21: wrong sign-ins by typed pairing codes are paid for before they are tried, and shut out no token", async () => {
    const strict = await openApi({ db: store.db, limits: { signInFailuresPer15Minutes: 5 } });
    const sign = (json: object): Promise<Reply> =>
      strict.call("/api/session", { method: "POST", json });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => sign({ pairing: `ABCD-EFGH-${1000 + nth}` })),
    );
    expect(replies.filter(({ status }) => status === 400).length).toBe(5);
    expect(replies.filter(({ status }) => status === 429).length).toBe(7);
    expect((await sign({ token: ada.token })).status).toBe(200);
    await strict.close();
  });
});
