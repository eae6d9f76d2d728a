import { describe, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { IdentityChange } from "../../src/domain/ports/channel-reports.ts";
import { openReports } from "../../src/inbound/reports.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const at = { channel: "post", channelAccount: "main" };
const waiting = { kind: "waiting_for_user", code: "window_closed" } as const;
const reportsOf = (lab: Lab) =>
  openReports({
    db: lab.db,
    projector: lab.spine.projector,
    clock: lab.clock,
    chance: createSystemChance(systemClock.now),
    log: silentLog,
  });

describe("a person who goes by another id", () => {
  const used = useLab(postgresStore);
  const change = (
    from: string,
    to: string,
    reason: IdentityChange["reason"] = "user_changed_number",
  ): IdentityChange => ({
    ...at,
    fromSubject: from,
    toSubject: to,
    reason,
  });
  const identities = () =>
    used.db.rows(
      `select provider_subject as subject, lifecycle from channel_identity order by created_at, id`,
    );

  it("a person who goes by another id keeps account, conversation and what waits, which goes to the new id with their next message", async () => {
    const clock = fakeClock();
    const lab = await used.start({ clock });
    lab.post.plan.push(waiting);
    const first = await lab.say("hello", { from: "+49 1" });
    await lab.until(async () => (await used.parts())[0]?.[1] === "waiting_for_user");
    const reports = reportsOf(lab);
    await reports.identityChanged(change("+49 1", "US.2"));
    await reports.identityChanged(change("+49 1", "US.2"));
    const second = await lab.say("me again", { from: "US.2" });
    await lab.idle();
    expect([second.accountId, second.conversationId]).toEqual([
      first.accountId,
      first.conversationId,
    ]);
    expect(lab.post.ledger.map(({ peer, text }) => [peer, text])).toEqual([
      ["US.2", "echo: hello"],
      ["US.2", "echo: me again"],
    ]);
    expect(await identities()).toEqual([{ subject: "US.2", lifecycle: "active" }]);
    expect(
      await used.db.rows("select peer, sends_since_inbound as sends from peer_window"),
    ).toEqual([{ peer: "US.2", sends: 2 }]);
    expect(
      await used.db.rows("select 1 from event_log where kind = 'identity_changed'"),
    ).toHaveLength(1);
  });

  it("a person who goes by another id takes it over when the vendor gave it to them; its former holder keeps their words and gets nothing more there", async () => {
    const lab = await used.start();
    const ada = await lab.say("I am Ada", { from: "one" });
    await lab.idle();
    lab.post.plan.push(waiting);
    const bob = await lab.say("I am Bob", { from: "two" });
    await lab.until(async () => (await used.parts())[1]?.[1] === "waiting_for_user");
    await reportsOf(lab).identityChanged(change("one", "two"));
    const next = await lab.say("Ada, with a new number", { from: "two" });
    await lab.idle();
    expect([next.accountId, next.conversationId]).toEqual([ada.accountId, ada.conversationId]);
    expect(next.accountId).not.toBe(bob.accountId);
    expect(lab.post.ledger.map(({ text }) => text)).toEqual([
      "echo: I am Ada",
      "echo: Ada, with a new number",
    ]);
    expect((await used.parts()).map(([, status]) => status)).toEqual(["sent", "discarded", "sent"]);
  });

  it("a person who goes by another id does not inherit a number's former owner when a message names the number and a person who is known already", async () => {
    const lab = await used.start();
    await lab.say("the number's first owner", { from: "+49 1" });
    const bob = await lab.say("I am Bob", { from: "US.2" });
    await lab.idle();
    await reportsOf(lab).identityChanged(change("+49 1", "US.2", "seen_together"));
    expect((await lab.say("still Bob", { from: "US.2" })).accountId).toBe(bob.accountId);
    await lab.idle();
    expect(await identities()).toEqual([
      { subject: "+49 1", lifecycle: "removed" },
      { subject: "US.2", lifecycle: "active" },
    ]);
  });

  it("a change of an id that is not known changes nothing", async () => {
    const lab = await used.start();
    await reportsOf(lab).identityChanged(change("nobody", "somebody"));
    expect(await used.db.rows("select 1 from event_log")).toEqual([]);
  });
});

describe("what wants no answer, and what can't be used", () => {
  const used = useLab(postgresStore);

  it("a report is kept once: a reaction with the conversation of the person who made it, a stranger's not at all", async () => {
    const lab = await used.start();
    const { conversationId, accountId } = await lab.say("hello");
    await lab.idle();
    const reports = reportsOf(lab);
    const note = {
      ...at,
      vendorId: "r1",
      subject: "ada",
      payload: { reaction: { vendor_id: "vendor-1", emoji: "👍" } },
    };
    await reports.noted(note);
    await reports.noted(note);
    await reports.noted({ ...note, vendorId: "r2", subject: "eve" });
    expect(
      await used.db.rows(
        "select vendor_id as id, account_id as account, conversation_id as talk from inbound_note order by 1",
      ),
    ).toEqual([{ id: "r1", account: accountId, talk: conversationId }]);
    expect(lab.post.ledger).toHaveLength(1);
  });

  it("a report that can't be used is recorded with its reason, and once however often it comes", async () => {
    const lab = await used.start();
    const reports = reportsOf(lab);
    const long = "x".repeat(5_000);
    for (const vendorId of ["m1", "m1", long, long])
      await reports.rejected({ ...at, vendorId, code: "invalid_provider_payload" });
    await reports.rejected({ ...at, vendorId: null, code: "invalid_status" });
    expect(
      await used.db.rows(
        "select left(vendor_id, 2) as id, code from inbound_rejection order by created_at, id",
      ),
    ).toEqual([
      { id: "m1", code: "invalid_provider_payload" },
      { id: "xx", code: "invalid_provider_payload" },
      { id: null, code: "invalid_status" },
    ]);
  });
});

it("ids that go from hand to hand can be rebuilt, however the log is cut", async () => {
  const store = await postgresStore.open();
  try {
    const lab = await openLab({ db: store.db });
    const reports = reportsOf(lab);
    const pass = (from: string, to: string) =>
      reports.identityChanged({
        ...at,
        fromSubject: from,
        toSubject: to,
        reason: "user_changed_number",
      });
    for (const from of ["one", "two", "three"]) await lab.say(`I am ${from}`, { from });
    await pass("two", "four");
    await pass("one", "two");
    await pass("three", "two");
    await lab.say("who am I?", { from: "two" });
    await lab.idle();
    await lab.close();
    for (const batch of [1, 2, 3, 7, 11, 2_000]) {
      const report = await store.owner((sql) => rebuild(sql, lab.spine.projector, { batch }));
      expect(report.tables.filter(({ same }) => !same)).toEqual([]);
    }
  } finally {
    await store.close();
  }
});
