import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/wechat-product.ts";
import { type Owner, type Programs, startPrograms } from "./programs.ts";

let world: Programs;

beforeAll(async () => {
  world = await startPrograms();
}, 60_000);
afterAll(() => world.close());

async function befriend(ada: Owner, bob: Owner): Promise<void> {
  const link = (await ada.call("GET", "/api/friends/link")).json as { link_code: string };
  const joined = await bob.call("POST", "/api/friends/join", { link_code: link.link_code });
  expect(joined.status).toBeLessThan(300);
}

const listShared = async (who: Owner): Promise<readonly unknown[]> =>
  (
    (await who.call("GET", "/api/shared-reminders")).json as {
      shared_reminders: readonly unknown[];
    }
  ).shared_reminders;

describe("tools over MCP that reach people", () => {
  it("a plan with a friend over MCP is made only after the person's yes", async () => {
    const [ada, bob] = [await world.person(), await world.person({ name: "Bob" })];
    await befriend(ada, bob);
    const plan = { friends: ["Bob"], title: "lunch", at: "2099-01-01T12:00" };
    const no = await ada.connect({ answers: [false] });
    await no.call("plan_with", plan);
    expect(no.asked[0]).toMatch(/Plan “lunch” with Bob\? .*2099.*notified/);
    expect(await listShared(bob)).toEqual([]);
    const yes = await ada.connect({ answers: [true] });
    const planned = await yes.call("plan_with", plan);
    expect(planned.data).toMatchObject({ outcome: "created" });
    expect(await listShared(bob)).toHaveLength(1);
  });

  it("a plan over MCP at a time that a friend does not have offers others and writes nothing", async () => {
    const [ada, bob] = [await world.person(), await world.person({ name: "Bob" })];
    await befriend(ada, bob);
    const own = await bob.connect();
    await own.call("remember_to", {
      items: [{ title: "secret surgery", at: "2099-01-01T12:00", minutes: 120 }],
    });
    const program = await ada.connect({ answers: [true] });
    const planned = await program.call("plan_with", {
      friends: ["bob"],
      title: "lunch",
      at: "2099-01-01T12:30",
    });
    expect(planned.data).toMatchObject({ outcome: "blocked" });
    const free = await program.call("free_times", {
      from: "2099-01-01",
      days: 1,
      friends: ["Bob"],
    });
    expect(free.data).toMatchObject({
      free: [{ end: "2099-01-01T12:00:00" }, { start: "2099-01-01T14:00:00" }],
    });
    expect(JSON.stringify([planned, free])).not.toContain("surgery");
    expect(await listShared(bob)).toEqual([]);
  });

  it("a stranger's name over MCP is answered as a name that does not exist", async () => {
    const [ada, eve] = [await world.person(), await world.person({ name: "Eve" })];
    const program = await ada.connect({ answers: [true] });
    for (const friend of ["Eve", eve.id, "no one at all"]) {
      const called = await program.call("free_times", { friends: [friend] });
      expect(called.data).toMatchObject({ error: { code: "not_found" } });
    }
  });

  it("what a program tells the person over MCP arrives in their chat app, names the program, and its delivery can be asked after", async () => {
    const ada = await world.person({ wxid: "wx-ada" });
    const program = await ada.connect();
    const nowhere = await program.call("tell_me", { text: "hello" });
    expect(nowhere.data).toMatchObject({
      error: { code: "not_found", fact: { reason: "nowhere" } },
    });
    await ada.call("POST", "/api/conversations", {});
    const told = await program.call("tell_me", {
      text: "the build is green, see http://evil.example/x",
      idempotency_key: "build-1",
    });
    const { message_id: id } = told.data as { message_id: string };
    expect(
      (
        await program.call("tell_me", {
          text: "the build is green, see http://evil.example/x",
          idempotency_key: "build-1",
        })
      ).data,
    ).toMatchObject({ message_id: id });
    await eventually(world.product, async () => {
      const { data } = await program.call("delivery_status", { message_id: id });
      return data["outcome"] === "sent";
    });
    const [said] = await world.product.app.store.db.rows<{ text: string; payload: unknown }>(
      "select text, payload from message where id = $1",
      [id],
    );
    expect(said?.text).toMatch(/^Claude: the build is green/);
    expect(said?.text).not.toContain("http://evil.example/x");
    expect(said?.payload).toMatchObject({ carries: ["tool"] });
  });

  it("the delivery of a reminder over MCP is scheduled before its time, and another account's is not there", async () => {
    const [ada, eve] = [await world.person(), await world.person({ name: "Eve" })];
    const program = await ada.connect();
    const made = await program.call("remember_to", {
      items: [{ title: "a", at: "2099-01-01T08:00" }],
    });
    const [{ reminder_id: id } = { reminder_id: "" }] = made.data["reminders"] as readonly {
      reminder_id: string;
    }[];
    const status = await program.call("delivery_status", { reminder_id: id });
    expect(status.data).toMatchObject({ outcome: "scheduled", forecast: { on_time: false } });
    const foreign = await (await eve.connect()).call("delivery_status", { reminder_id: id });
    expect(foreign.data).toMatchObject({ error: { code: "not_found" } });
  });

  it("memories over MCP are the person's own private words", async () => {
    const ada = await world.person();
    const { id } = (await ada.call("POST", "/api/conversations", {})).json as { id: string };
    await ada.call("POST", `/api/conversations/${id}/messages`, {
      text: "I'm allergic to peanuts",
      client_id: "c1",
    });
    const program = await ada.connect();
    await eventually(world.product, async () => {
      const { data } = await program.call("recall", { about: "peanuts" });
      return (data["memories"] as readonly unknown[]).length === 1;
    });
    const eve = await (await world.person({ name: "Eve" })).connect();
    expect((await eve.call("recall")).data).toMatchObject({ memories: [] });
  });
});
