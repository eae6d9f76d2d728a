import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccess } from "../../src/accounts/access.ts";
import { openPasskeys } from "../../src/accounts/passkeys/passkeys.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  openSignedIn,
  operatorToken,
  type Person,
  type Reply,
  type SignedIn,
  textAt,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import {
  createPasskeyDevice,
  type PasskeyDevice,
  type Spoiled,
  strangersKey,
} from "../support/passkey-device.ts";
import type { OpenStore } from "../support/stores.ts";

const clock = fakeClock();
const minute = 60_000;
let store: OpenStore;
let lab: ApiLab;
let devices = 0;

beforeAll(async () => {
  store = await openPostgresStore();
  const { db } = store;
  const chance = createSystemChance(() => Date.now());
  const projector = productProjector();
  const access = createAccess({ db, projector, clock, chance, operatorTokens: [operatorToken] });
  const keyring = openKeyring({ key: "5".repeat(64), file: "/nowhere", randomBytes });
  const passkeys = openPasskeys({ db, projector, clock, chance, access, keys: () => keyring });
  lab = await openApi({ db, clock, access, passkeys });
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

type Page = Pick<SignedIn, "call">;
const own = "/api/account/passkeys";
const post = (who: Page, path: string, json: object = {}): Promise<Reply> =>
  who.call(path, { method: "POST", json });
const origin = (): string => `http://127.0.0.1:${lab.server.port}`;
const anyone: Page = { call: (path, how) => lab.call(path, how) };

interface Begun {
  readonly challenge: string;
  readonly rp_id: string;
}
async function begin(who: Page, path: string): Promise<Begun & { readonly origin: string }> {
  const begun = await post(who, path);
  expect(begun.status).toBe(200);
  return { ...(begun.json as Begun), origin: origin() };
}

async function add(page: Page, device: PasskeyDevice, spoiled?: Spoiled): Promise<Reply> {
  const asked = await begin(page, `${own}/begin`);
  return post(page, own, { name: "Phone", ...device.make(asked, spoiled) });
}
async function show(device: PasskeyDevice, spoiled?: Spoiled): Promise<Reply> {
  const asked = await begin(anyone, "/api/session/passkey/begin");
  return post(anyone, "/api/session/passkey", device.show(asked, spoiled));
}

/** A person with a page and a passkey. */
async function personWithKey(kind?: Parameters<typeof createPasskeyDevice>[1]): Promise<{
  readonly person: Person;
  readonly page: SignedIn;
  readonly device: PasskeyDevice;
}> {
  const person = await lab.person("Ada");
  const page = await lab.signIn(person.token);
  const device = createPasskeyDevice(`device ${(devices += 1)}`, kind);
  expect((await add(page, device)).status).toBe(201);
  await clock.advance(1_000);
  return { person, page, device };
}

describe("a passkey", () => {
  it.each(["p256", "ed25519", "rsa"] as const)(
    "a passkey with a key of the kind %s signs in to its account once for each challenge",
    async (kind) => {
      const { person, device } = await personWithKey(kind);
      const asked = await begin(anyone, "/api/session/passkey/begin");
      const shown = device.show(asked, { user: person.id });
      const answer = await post(anyone, "/api/session/passkey", shown);
      const entered = await post(anyone, "/api/session", { code: textAt(answer, "code") });
      expect(entered.json).toMatchObject({ role: "account", account: { id: person.id } });
      const again = [
        await post(anyone, "/api/session/passkey", shown),
        await post(anyone, "/api/session", { code: textAt(answer, "code") }),
      ];
      expect(again.map(codeOf)).toEqual(["code_not_valid", "code_not_valid"]);
      const { sessions } = (await person.call("/api/account/sessions")).json as {
        sessions: { opened_with: string }[];
      };
      expect(sessions.map((session) => session.opened_with).toSorted()).toEqual([
        "account",
        "passkey",
      ]);
    },
  );

  it("a passkey of an operator's session is an operator's, and one of another role is not", async () => {
    const page = await lab.signIn();
    const device = createPasskeyDevice("the operator's");
    await add(page, device);
    const entered = await post(anyone, "/api/session", {
      code: textAt(await show(device), "code"),
    });
    expect(entered.json).toMatchObject({ role: "operator" });
  });

  it("a passkey proves nothing where its answer is for another page, host, purpose, account or key, or without its person", async () => {
    const { device } = await personWithKey();
    const other = await personWithKey();
    const spoiled: readonly Spoiled[] = [
      { origin: "https://evil.example.com" },
      { origin: "not an address" },
      { crossOrigin: true },
      { type: "webauthn.create" },
      { rpId: "evil.example.com" },
      { flags: 0x01 },
      { flags: 0x04 },
      { id: other.device.id },
      { id: "unknown" },
      { user: other.person.id },
      { key: strangersKey() },
    ];
    for (const each of spoiled)
      expect([each, codeOf(await show(device, each))]).toEqual([each, "code_not_valid"]);
    expect((await show(device)).status).toBe(200);
  });

  it("a passkey answers only challenges of this server that are not old, and of the session that adds it", async () => {
    const { page, device } = await personWithKey();
    const asked = await begin(anyone, "/api/session/passkey/begin");
    const adding = await begin(page, `${own}/begin`);
    const answerTo = (challenge: string) => ({
      ...device.show({ ...asked, challenge }),
      ...(challenge === "" ? { client_data: "e30" } : {}),
    });
    for (const challenge of [adding.challenge, asked.challenge.slice(4), "AAAA", ""])
      expect(codeOf(await post(anyone, "/api/session/passkey", answerTo(challenge)))).toBe(
        "code_not_valid",
      );
    await clock.advance(5 * minute);
    expect(codeOf(await post(anyone, "/api/session/passkey", device.show(asked)))).toBe(
      "code_not_valid",
    );
    const { page: elsewhere } = await personWithKey();
    const asking = await begin(page, `${own}/begin`);
    const stolen = { name: "Stolen", ...createPasskeyDevice("stolen").make(asking) };
    expect(codeOf(await post(elsewhere, own, stolen))).toBe("code_not_valid");
    expect((await post(page, own, stolen)).status).toBe(201);
  });

  it("a passkey is not added with a weak key, another id, no person, or twice", async () => {
    const { page, device } = await personWithKey();
    expect(codeOf(await add(page, createPasskeyDevice("weak", "weak")))).toBe("code_not_valid");
    const next = createPasskeyDevice("next");
    for (const spoiled of [{ id: "other" }, { flags: 0x41 }, { origin: "http://localhost:1" }])
      expect(codeOf(await add(page, next, spoiled))).toBe("code_not_valid");
    expect(codeOf(await add(page, device))).toBe("code_not_valid");
    expect(
      codeOf(await post(page, own, { name: "", ...next.make(await begin(page, `${own}/begin`)) })),
    ).toBe("invalid_request");
  });

  it("a passkey of a copied device is refused by its count of signatures", async () => {
    const { device } = await personWithKey();
    expect((await show(device)).status).toBe(200);
    await clock.advance(1_000);
    await store.db.rows("update passkey set sign_count = 1000 where id = $1", [device.id]);
    expect(codeOf(await show(device))).toBe("code_not_valid");
  });
});

describe("one's own passkeys", () => {
  it("one's own passkeys are listed with their last use, named and removed, and what they opened ends", async () => {
    const { person, page, device } = await personWithKey();
    const bob = await lab.person("Bob");
    const list = async () =>
      ((await page.call(own)).json as { passkeys: Record<string, unknown>[] }).passkeys;
    expect(await list()).toMatchObject([{ id: device.id, name: "Phone", last_used_at: null }]);
    const code = textAt(await show(device), "code");
    const entered = openSignedIn(lab.server.port, await post(anyone, "/api/session", { code }));
    const one = `${own}/${device.id}`;
    const name = (who: Page) => who.call(one, { method: "PATCH", json: { name: "My phone" } });
    expect([(await name(bob)).status, (await name(page)).status]).toEqual([404, 204]);
    expect(await list()).toMatchObject([{ name: "My phone", last_used_at: expect.any(String) }]);
    expect((await bob.call(own)).json).toEqual({ passkeys: [] });
    expect((await bob.call(one, { method: "DELETE" })).status).toBe(404);
    expect((await page.call(one, { method: "DELETE" })).status).toBe(204);
    expect((await entered.call("/api/session")).status).toBe(401);
    expect((await page.call("/api/session")).status).toBe(200);
    expect(codeOf(await show(device))).toBe("code_not_valid");
    await clock.advance(10 * minute);
    expect(codeOf(await post(page, `${own}/begin`))).toBe("proof_required");
    expect((await post(page, "/api/session/proof", { proof: person.token })).status).toBe(200);
    expect((await post(page, `${own}/begin`)).status).toBe(200);
    expect(codeOf(await post(bob, `${own}/begin`))).toBe("invalid_request");
  });

  it("one's own passkeys prove who is there, and a disabled account's open nothing", async () => {
    const { person, page, device } = await personWithKey();
    const operator = await lab.signIn(person.token);
    await clock.advance(10 * minute);
    expect(codeOf(await post(operator, `${own}/begin`))).toBe("proof_required");
    const code = textAt(await show(device), "code");
    expect((await post(operator, "/api/session/proof", { proof: code })).status).toBe(200);
    expect((await post(operator, `${own}/begin`)).status).toBe(200);
    await lab.call(`/api/accounts/${person.id}/disable`, {
      method: "POST",
      json: {},
      token: operatorToken,
    });
    await clock.advance(1_000);
    expect(codeOf(await show(device))).toBe("account_disabled");
    expect((await page.call("/api/session")).status).toBe(401);
  });
});
