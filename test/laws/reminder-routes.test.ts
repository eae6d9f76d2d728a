import { expect, it } from "vitest";
import { iso } from "../../src/domain/ports/clock.ts";
import type { Json } from "../../src/domain/json.ts";
import type { ReminderPlace } from "../../src/domain/ports/reminder-routes.ts";
import { engine } from "../../src/domain/principal.ts";
import { record } from "../../src/store/log/record.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { Lab } from "../support/lab.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";
import { toDraft } from "../support/stored-event.ts";

const used = useLab(postgresStore);
const day = 24 * 3_600_000;

const vendor = (name: string) =>
  Object.assign(ledgerChannel({ name }), {
    outlook: ({ window, at }: { window: { lastInboundAt: string | null }; at: number }) => {
      const ends = Date.parse(window.lastInboundAt ?? "") + day;
      return at < ends
        ? ({ kind: "open" } as const)
        : ({ kind: "closed", reason: "window_closed", windowEndsAt: iso(ends) } as const);
    },
  });

/** One person on two chat apps: first on `post`, then on `wire`. */
async function onTwoChannels() {
  const clock = fakeClock();
  const wire = vendor("wire");
  const lab = await used.start({ clock, post: vendor("post"), channels: [wire] });
  const { accountId, conversationId: first } = await lab.say("hello", { from: "ada" });
  await clock.advance(1_000);
  await tell(lab, "identity_bound", {
    accountId,
    id: "second",
    provider_type: "wire",
    channel_account: "main",
    provider_subject: "ada",
    is_account_anchor: false,
  });
  const outcome = await lab.spine.accept({
    route: { channel: "wire", channelAccount: "main", scope: "user:ada", peer: "ada" },
    vendorId: "w1",
    subject: "ada",
    text: "me too",
    busyPolicy: "queue",
    provision: false,
  });
  if (outcome.kind === "refused") throw new Error(outcome.code);
  await lab.idle();
  const routeFor = async (conversationId: string | null) =>
    (await lab.spine.reminderRoutes.routeFor({ accountId, conversationId }))?.channel;
  return { lab, clock, wire, accountId, first, second: outcome.conversationId, routeFor };
}

const deliverableAt = async (lab: Lab, to: ReminderPlace, at: number) =>
  (await lab.spine.outlook.placeFor(to)).deliverableAt(iso(at));

const tell = (
  lab: Lab,
  kind: string,
  about: { accountId: string; [field: string]: Json },
): Promise<unknown> => {
  const { accountId, ...payload } = about;
  const draft = { stream: `account:${accountId}`, kind, at: iso(lab.clock.now()), accountId };
  return lab.db.transaction(engine, (sql) =>
    record(sql, lab.spine.projector, [
      toDraft({ ...draft, payload: { account_id: accountId, ...payload } }),
    ]),
  );
};

it("a reminder goes where it was made, then by the account's order, then to what was there first, and never to where they wrote last", async () => {
  const { lab, accountId, first, second, routeFor } = await onTwoChannels();
  expect([await routeFor(first), await routeFor(second)]).toEqual(["post", "wire"]);
  expect(await routeFor(null)).toBe("post");
  await tell(lab, "account_updated", {
    accountId,
    id: accountId,
    reminder_channels: ["nowhere", "wire"],
  });
  expect([await routeFor(null), await routeFor(first)]).toEqual(["wire", "post"]);
  expect(
    await lab.spine.reminderRoutes.routeFor({ accountId: "nobody", conversationId: null }),
  ).toBeUndefined();
});

it("a conversation whose binding was ended is not a place for a reminder any more", async () => {
  const { lab, accountId, first, routeFor } = await onTwoChannels();
  await tell(lab, "conversation_retired", {
    accountId,
    conversation_id: first,
    scope: `retired:${first}`,
  });
  expect(await routeFor(first)).toBe("wire");
});

it("the outlook says ahead of time whether a reminder can be delivered, with the end of the window", async () => {
  const { lab, clock, wire, accountId, first } = await onTwoChannels();
  wire.isReady = false;
  const wrote = clock.now() - 1_000;
  const ask = (conversationId: string | null, at: number) =>
    deliverableAt(lab, { accountId, conversationId }, at);
  expect(await ask(first, wrote + day - 1)).toEqual({ kind: "open" });
  expect(await ask(first, wrote + day)).toEqual({
    kind: "closed",
    reason: "window_closed",
    windowEndsAt: iso(wrote + day),
  });
  expect(await deliverableAt(lab, { accountId: "nobody", conversationId: null }, wrote)).toEqual({
    kind: "closed",
    reason: "nowhere",
    windowEndsAt: null,
  });
});

it("the outlook takes a connection that another process holds for one that works, and not one that has ended", async () => {
  const { lab, clock, wire, accountId, second } = await onTwoChannels();
  const soon = () => deliverableAt(lab, { accountId, conversationId: second }, clock.now());
  const became = (state: "connected" | "failed") =>
    lab.spine.ports.directory.stateChanged({ channel: "wire", channelAccount: "main" }, { state });
  wire.isReady = false;
  lab.post.isReady = false;
  await became("connected");
  expect(await soon()).toMatchObject({ kind: "closed", reason: "not_connected" });
  Object.assign(wire, { hasOneHolder: () => true });
  expect(await soon()).toEqual({ kind: "open" });
  await became("failed");
  expect(await soon()).toMatchObject({ kind: "closed", reason: "not_connected" });
});
