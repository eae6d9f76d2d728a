import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture, signatureOf, webhookSecret } from "../../support/whatsapp-bench.ts";
import { freshId, type OpenBench, type Someone, type ChannelWorld } from "./bench.ts";
import { cloudBench } from "./cloud.ts";
import { evolutionBench } from "./evolution.ts";
import { openChannelWorld } from "./world.ts";

let world: ChannelWorld;
beforeAll(async () => {
  world = await openChannelWorld();
});
afterAll(() => world.close());

type Word = "sent" | "delivered" | "read" | "failed";
interface Part {
  readonly id: string;
  readonly status: string;
  readonly vendorId: string;
}

const partOf = async ({ peer }: Someone): Promise<Part> => {
  const [row] = await world.db.rows<Part>(
    `select d.id, d.status, d.provider_message_id as "vendorId" from delivery_attempt d
     join conversation c on c.id = d.conversation_id where c.peer = $1`,
    [peer],
  );
  if (row === undefined) throw new Error(`${peer} has no part`);
  return row;
};

/** Statuses in one callback, as Meta may send them. */
async function byCloud(part: Part, words: readonly Word[], own: boolean): Promise<number> {
  const callback = JSON.parse(fixture("cloud-statuses")) as {
    entry: { changes: { value: { statuses: object[] } }[] }[];
  };
  const value = callback.entry[0]?.changes[0]?.value;
  if (value === undefined) throw new Error("the fixture has no value");
  const ours = own ? { biz_opaque_callback_data: part.id } : {};
  value.statuses = words.map((status) => ({
    id: part.vendorId,
    status,
    timestamp: "1767603100",
    ...ours,
    ...(status === "failed" ? { errors: [{ code: 131026, title: "what it says changes" }] } : {}),
  }));
  const body = JSON.stringify(callback);
  return (
    await world.one.api.call("/webhooks/whatsapp", {
      method: "POST",
      body,
      headers: signatureOf(body),
    })
  ).status;
}

const evolutionWords: Readonly<Record<Word, string>> = {
  sent: "SERVER_ACK",
  delivered: "DELIVERY_ACK",
  read: "READ",
  failed: "ERROR",
};

async function byEvolution(part: Part, words: readonly Word[]): Promise<number> {
  const event = JSON.parse(fixture("evolution-update")) as { data: object };
  const data = words.map((word) => ({
    ...event.data,
    keyId: part.vendorId,
    status: evolutionWords[word],
  }));
  const headers = { "x-webhook-secret": webhookSecret };
  return (
    await world.one.api.call("/webhooks/evolution", {
      method: "POST",
      json: { ...event, data },
      headers,
    })
  ).status;
}

const channels: readonly { name: string; open: OpenBench; tell: typeof byCloud }[] = [
  { name: "the Cloud API", open: cloudBench, tell: byCloud },
  { name: "Evolution", open: evolutionBench, tell: byEvolution },
];

const orders = (words: readonly Word[]): Word[][] =>
  words.length === 0
    ? [[]]
    : words.flatMap((word) =>
        orders(words.filter((other) => other !== word)).map((rest) => [word, ...rest]),
      );

const rank: Readonly<Record<string, number>> = { sent: 1, delivered: 2, read: 3 };

/** Up only; what arrived can't fail any more, and what failed has arrived nowhere. */
function computeState(words: readonly Word[]): string {
  return words.reduce<string>((now, word) => {
    if (now === "failed") return now;
    if (word === "failed") return (rank[now] ?? 0) < 2 ? "failed" : now;
    return (rank[word] ?? 0) > (rank[now] ?? 0) ? word : now;
  }, "sent");
}

describe.each(channels)("what $name says later", ({ open, tell }) => {
  it("a vendor's later word never moves a part back, in each of the orders in which four words can come, one by one, together and again", async () => {
    const bench = open(world);
    for (const [nth, words] of orders(["sent", "delivered", "read", "failed"]).entries()) {
      const ada = await bench.person();
      await ada.says({ text: "hi", id: freshId() });
      await world.settle(ada.peer);
      const part = await partOf(ada);
      const own = nth % 2 === 0;
      if (nth % 3 === 0) for (const word of words) expect(await tell(part, [word], own)).toBe(200);
      else expect(await tell(part, words, own)).toBe(200);
      const after = (await partOf(ada)).status;
      expect([words, after]).toEqual([words, computeState(words)]);
      expect(await tell(part, words, own)).toBe(200);
      expect([words, (await partOf(ada)).status]).toEqual([words, after]);
    }
  });
});
