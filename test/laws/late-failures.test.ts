import { expect, it } from "vitest";
import type { Receipt } from "../../src/domain/ports/channel-ports.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);
const of = { channel: "post", channelAccount: "main" };
const createClosedReceipt = (providerMessageId: string): Receipt => ({
  ...of,
  providerMessageId,
  status: "waiting_for_user",
  code: "131047",
});
const state = async () => (await used.parts()).map(([, status]) => status);

it("a part whose window turns out to have been closed waits, and goes with the person's next message", async () => {
  const clock = fakeClock();
  const lab = await used.start({ clock });
  await lab.say("hello");
  await lab.idle();
  const { receipts } = lab.spine.ports;
  expect([
    await receipts.report(createClosedReceipt("vendor-1")),
    await receipts.report(createClosedReceipt("vendor-1")),
  ]).toEqual(["recorded", "known"]);
  expect(await lab.db.rows("select status, error_code as code from delivery_attempt")).toEqual([
    { status: "waiting_for_user", code: "131047" },
  ]);
  await clock.advance(1_000);
  await lab.say("are you there?");
  await lab.idle();
  expect(lab.post.ledger.map(({ text }) => text)).toEqual([
    "echo: hello",
    "echo: hello",
    "echo: are you there?",
  ]);
  expect(await receipts.report({ ...of, providerMessageId: "vendor-2", status: "delivered" })).toBe(
    "recorded",
  );
  expect(await state()).toEqual(["delivered", "sent"]);
});

it("a reminder that failed late goes at once when the person has written since", async () => {
  const clock = fakeClock();
  const lab = await used.start({ clock });
  await lab.say("hello");
  await lab.idle();
  await clock.advance(1_000);
  await lab.say("and?");
  await lab.idle();
  await lab.spine.ports.receipts.report(createClosedReceipt("vendor-1"));
  lab.spine.wake();
  await lab.idle();
  expect(lab.post.ledger.map(({ text }) => text)).toEqual([
    "echo: hello",
    "echo: and?",
    "echo: hello",
  ]);
  expect(await state()).toEqual(["sent", "sent"]);
});

it("a receipt for an earlier try does not decide the next one", async () => {
  const clock = fakeClock();
  const lab = await used.start({ clock });
  await lab.say("hello");
  await lab.idle();
  const [row] = await lab.db.rows<{ id: string }>("select id from delivery_attempt");
  const { receipts } = lab.spine.ports;
  await receipts.report({ ...of, providerMessageId: "vendor-1", status: "failed", code: "131026" });
  expect(await lab.db.rows("select status, error_code as code from delivery_attempt")).toEqual([
    { status: "failed", code: "131026" },
  ]);
  const again = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ kind: "sent"; providerMessageId: string }>();
  lab.post.plan.push(() => {
    again.resolve();
    return answer.promise;
  });
  await lab.spine.deadLetters.resend(row?.id ?? "");
  await again.promise;
  expect(
    await receipts.report({
      ...of,
      deliveryId: row?.id,
      providerMessageId: "vendor-1",
      status: "sent",
    }),
  ).toBe("known");
  expect(await state()).toEqual(["sending"]);
  answer.resolve({ kind: "sent", providerMessageId: "second" });
  await lab.idle();
  expect(await receipts.report({ ...createClosedReceipt("vendor-1"), deliveryId: row?.id })).toBe(
    "known",
  );
  expect(await state()).toEqual(["sent"]);
});
