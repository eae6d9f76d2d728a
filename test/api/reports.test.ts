import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock, createSystemChance } from "../../src/cli/system.ts";
import { openReports } from "../../src/inbound/reports.ts";
import { openIdentities } from "../../src/accounts/identities.ts";
import { productProjector } from "../../src/main/projections.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
} from "../support/api.ts";
import { silentLog } from "../support/silent-log.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
const asOperator = { token: operatorToken };

beforeAll(async () => {
  store = await openPostgresStore();
  lab = await openApi({ db: store.db });
  ada = await lab.person();
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

const deps = () => ({
  db: store.db,
  projector: productProjector(),
  clock: systemClock,
  chance: createSystemChance(systemClock.now),
  log: silentLog,
});

it("a person sees their reactions and no other's, and the operator what could not be used", async () => {
  const of = { channel: "whatsapp", channelAccount: "1" };
  await openIdentities(deps()).bind({ accountId: ada.id, ...of, subject: "US.1" });
  const talk = "0197c7a4-5c7e-7b6a-9d55-000000000001";
  await store.owner((sql) =>
    sql.rows(
      `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, created_at, updated_at)
       values ($1, $2, 'whatsapp', '1', 'user:US.1', 'US.1', now(), now())`,
      [talk, ada.id],
    ),
  );
  const reports = openReports(deps());
  await reports.noted({
    ...of,
    vendorId: "r1",
    subject: "US.1",
    payload: { reaction: { emoji: "👍" } },
  });
  await reports.rejected({ ...of, vendorId: "m1", code: "invalid_provider_payload" });
  const notes = await ada.call(`/api/conversations/${talk}/notes`);
  expect(notes.json).toMatchObject({
    notes: [{ vendor_id: "r1", payload: { reaction: { emoji: "👍" } } }],
  });
  const bob = await lab.person();
  expect((await bob.call(`/api/conversations/${talk}/notes`)).status).toBe(404);
  const rejected = await lab.call("/api/inbound/rejected", asOperator);
  expect(rejected.json).toMatchObject({
    rejected: [{ channel: "whatsapp", vendor_id: "m1", code: "invalid_provider_payload" }],
  });
  expect((await ada.call("/api/inbound/rejected")).status).toBe(403);
  await reports.rejected({ ...of, vendorId: "m2", code: "invalid_provider_payload" });
  await reports.rejected({ ...of, vendorId: "m3", code: "invalid_provider_payload" });
  const seen = new Set<string | null>();
  for (let next: string | null | undefined; next !== null;) {
    const before = next === undefined ? "" : `&before=${encodeURIComponent(next)}`;
    const { json } = await lab.call(`/api/inbound/rejected?limit=1${before}`, asOperator);
    const page = json as { rejected: { vendor_id: string | null }[]; next: string | null };
    for (const each of page.rejected) seen.add(each.vendor_id);
    ({ next } = page);
  }
  expect(seen).toEqual(new Set(["m1", "m2", "m3"]));
});

it("ratings are listed to the operator with person, account and reasons, and to no other account", async () => {
  const ada = await lab.person();
  const of = { channel: "wecom", channelAccount: "default" };
  await openIdentities(deps()).bind({ accountId: ada.id, ...of, subject: "zhangsan" });
  const rate = (vendorId: string, subject: string, feedback: JsonObject) =>
    openReports(deps()).noted({ ...of, vendorId, subject, payload: { feedback_event: feedback } });
  await rate("e1", "zhangsan", { type: 2, content: "不对", inaccurate_reason_list: [3, 9] });
  await rate("e2", "lisi", { type: 7 });
  const found = await lab.call("/api/inbound/feedback", asOperator);
  expect(found.json).toEqual({
    feedback: [
      {
        channel: "wecom",
        channel_account: "default",
        subject: "zhangsan",
        account_id: ada.id,
        rating: "bad",
        reasons: ["wrong"],
        words: "不对",
        created_at: expect.any(String),
      },
    ],
    next: null,
  });
  expect((await ada.call("/api/inbound/feedback")).status).toBe(403);
});

it("an account takes the order of channels for reminders when it is made, and from the operator later", async () => {
  const made = await lab.call("/api/accounts", {
    ...asOperator,
    method: "POST",
    json: { reminder_channels: ["whatsapp", "web"] },
  });
  expect(made).toMatchObject({ status: 201, json: { reminder_channels: ["whatsapp", "web"] } });
  const { id } = made.json as { id: string };
  const changed = await lab.call(`/api/accounts/${id}`, {
    ...asOperator,
    method: "PATCH",
    json: { reminder_channels: ["web"] },
  });
  expect(changed).toMatchObject({ status: 200, json: { id, reminder_channels: ["web"] } });
  expect((await ada.call(`/api/accounts/${id}`, { method: "PATCH", json: {} })).status).toBe(403);
  expect(
    (await lab.call("/api/accounts/nobody", { ...asOperator, method: "PATCH", json: {} })).status,
  ).toBe(404);
});
