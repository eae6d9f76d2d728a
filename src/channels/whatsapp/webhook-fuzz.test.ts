import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cloudRig, evolutionRig, fixture, signed, webhookSecret } from "../../../test/support/whatsapp.ts";

const inputs = process.env["MEANWHILE_LONG"] === undefined ? 2_000 : 20_000;
const seed = 20_260_105;

const cloudNames = [
  "text",
  "image",
  "contacts",
  "order",
  "reaction",
  "changed-number",
  "user-id-update",
  "statuses",
  "button-reply",
  "location",
];
const evolutionNames = ["text", "image", "group", "lid-with-phone", "reaction", "update", "connection-lost", "qrcode", "quote"];

/** Values that parsers trip over. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e300, "", "\0", "\ud800", "__proto__", "constructor", [], {}, [[]], { __proto__: null }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant("x".repeat(5_000)),
  fc.constant(Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner }), 1)),
);

/** A real callback with a few of its values replaced, dropped or doubled. */
const damaged = (names: readonly string[], prefix: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...names), fc.array(fc.tuple(fc.nat(), odd, fc.constantFrom("replace", "drop", "double")), { maxLength: 4 }))
    .map(([name, wounds]) => {
      const body = JSON.parse(fixture(`${prefix}-${name}`)) as unknown;
      for (const wound of wounds) hurt(body, wound);
      return JSON.stringify(body);
    });

function hurt(body: unknown, [where, value, how]: readonly [number, unknown, string]): void {
  const places: (readonly [object, string])[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node, key]);
      if (places.length < 2_000) walk(child);
    }
  };
  walk(body);
  const place = places[where % Math.max(1, places.length)];
  if (place === undefined) return;
  const [parent, key] = place;
  if (how === "drop") Reflect.deleteProperty(parent, key);
  else if (how === "double" && Array.isArray(parent)) parent.push(parent[Number(key)]);
  else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => Buffer.from(text)),
);
const bodies = (names: readonly string[], prefix: string): fc.Arbitrary<Uint8Array> =>
  fc.oneof({ weight: 4, arbitrary: damaged(names, prefix).map((text) => Buffer.from(text)) }, { weight: 1, arbitrary: noise });

const headers = fc.dictionary(
  fc.constantFrom("x-hub-signature-256", "authorization", "x-webhook-secret", "content-type", "apikey"),
  fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom("Bearer a.b.c", `sha256=${"0".repeat(64)}`, "sha256=")),
);

describe("whatever arrives", () => {
  it("signed at the Cloud webhook is taken or refused, and is never a fault of ours", async () => {
    const rig = cloudRig();
    const check = fc.asyncProperty(bodies(cloudNames, "cloud"), async (body) => {
      expect([200, 400]).toContain((await rig.call({ body, headers: signed(body) })).status);
    });
    await fc.assert(check, { numRuns: inputs, seed });
    expect(rig.spine.batches.length).toBeGreaterThan(inputs / 10);
  });

  it("unsigned at the Cloud webhook is refused, whatever it says", async () => {
    const rig = cloudRig();
    const check = fc.asyncProperty(bodies(cloudNames, "cloud"), headers, fc.webQueryParameters(), async (body, given, query) => {
      expect(await rig.call({ body, headers: given })).toMatchObject({ status: 401 });
      expect(await rig.call({ method: "get", query })).toMatchObject({ status: 403 });
    });
    await fc.assert(check, { numRuns: inputs, seed });
    expect(rig.spine.batches).toEqual([]);
  });

  it("with the secret at the Evolution webhook is taken or refused, and is never a fault of ours", async () => {
    const rig = evolutionRig();
    const check = fc.asyncProperty(bodies(evolutionNames, "evolution"), async (body) => {
      expect([200, 400]).toContain((await rig.call({ body, headers: { "x-webhook-secret": webhookSecret } })).status);
    });
    await fc.assert(check, { numRuns: inputs, seed });
    await rig.evolution.close();
    expect(rig.spine.batches.length).toBeGreaterThan(inputs / 10);
  });

  it("without it at the Evolution webhook is refused, whatever it says", async () => {
    const rig = evolutionRig();
    const check = fc.asyncProperty(bodies(evolutionNames, "evolution"), headers, async (body, given) => {
      expect(await rig.call({ body, headers: given })).toMatchObject({ status: 401 });
    });
    await fc.assert(check, { numRuns: inputs, seed });
    expect(rig.spine.batches).toEqual([]);
  });

  it("names only ids that a table can hold", async () => {
    const rig = cloudRig();
    const check = fc.asyncProperty(damaged(cloudNames, "cloud"), async (body) => {
      await rig.post(body);
    });
    await fc.assert(check, { numRuns: inputs / 4, seed });
    const { kept, receipts, changes, notes, rejected } = rig.spine;
    const ids = [
      ...kept.flatMap(({ vendorId, subject, route }) => [vendorId, subject, route.peer, route.scope]),
      ...receipts.flatMap(({ providerMessageId, deliveryId }) => [providerMessageId, deliveryId ?? "none"]),
      ...changes.flatMap(({ fromSubject, toSubject }) => [fromSubject, toSubject]),
      ...notes.flatMap(({ vendorId, subject }) => [vendorId, subject]),
      ...rejected.map(({ vendorId }) => vendorId ?? "none"),
    ];
    expect(ids.filter((id) => id === undefined || !/^[\x21-\x7e]{1,520}$/.test(id))).toEqual([]);
  });
});
