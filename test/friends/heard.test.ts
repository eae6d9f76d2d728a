import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Verdict } from "../../src/domain/delivery.ts";
import { createFixedOutlook } from "../support/fixed-outlook.ts";
import { type FriendsLab, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let open: OpenStore;
let people: FriendsLab | undefined;
let bobsAccount = "";

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(() => open.empty());
afterEach(() => people?.close());

const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };
const refused: Verdict = { kind: "refused", code: "vendor_refused" };
const awayOutlook = createFixedOutlook(({ accountId }) =>
  accountId === bobsAccount
    ? { kind: "closed", reason: "window_closed", windowEndsAt: null }
    : { kind: "open" },
);

/** Ada and Bob know each other. Both speak English. */
async function friends(given: Parameters<typeof openFriendsLab>[1] = {}): Promise<FriendsLab> {
  people = await openFriendsLab(open.db, given);
  for (const name of ["Ada", "Bob"]) {
    await people.say(name, "hello");
    await people.rename(name, name);
  }
  await people.befriend("Ada", "Bob");
  await people.told("Ada", 1);
  bobsAccount = await people.account("Bob");
  return people;
}

/** The vendor takes nothing for this person, until it does again. */
function block({ lab }: FriendsLab, person: string, verdict: Verdict): () => void {
  let isBlocked = true;
  const next: FriendsLab["lab"]["post"]["plan"][number] = async ({ peer }) => {
    lab.post.plan.push(next);
    return isBlocked && peer === person
      ? verdict
      : { kind: "sent", providerMessageId: `v-${lab.post.ledger.length}` };
  };
  lab.post.plan.push(next);
  return () => {
    isBlocked = false;
  };
}

const listNews = async ({ lab }: FriendsLab): Promise<readonly string[]> =>
  (
    await lab.db.rows<{ type: string }>(
      "select type from notification where object_type = 'shared_reminder' order by created_at, id",
    )
  ).map(({ type }) => type);

const lunch = "schedule lunch with Bob tomorrow at 12pm";

it("a planner who heard that a friend can't be reached yet is notified once they were, even seconds later", async () => {
  const lab = await friends({ outlook: awayOutlook });
  const open = block(lab, "Bob", closed);
  expect(await lab.say("Ada", lunch)).toContain("I can't reach Bob yet");
  await lab.lab.until(
    async () =>
      (await lab.lab.db.rows("select 1 from delivery_attempt where status = 'waiting_for_user'"))
        .length > 0,
  );
  open();
  await lab.say("Bob", "hi");
  await lab.hears("Ada", "Bob has now received “lunch”");
  expect(await listNews(lab)).toEqual(["shared_reminder_created", "shared_reminder_heard"]);
});

it("a planner by the API who saw whom no message reaches yet is notified when it did", async () => {
  const lab = await friends({ outlook: awayOutlook });
  const { unreachable } = await lab.friends.share(await lab.account("Ada"), {
    receiver_account_ids: [bobsAccount],
    title: "lunch",
    local_trigger_at: "2026-06-10T12:00:00",
  });
  expect(unreachable).toEqual([bobsAccount]);
  await lab.hears("Ada", "Bob has now received “lunch”");
});

it.each([
  ["waits for them", closed],
  ["is refused", refused],
])(
  "a planner is told once when the message about a plan %s, and again when it has arrived",
  async (_, verdict) => {
    const lab = await friends();
    const open = block(lab, "Bob", verdict);
    expect(await lab.say("Ada", lunch)).toContain("I'll tell Bob");
    await lab.hears("Ada", "Bob hasn't got my message about “lunch”");
    const parts = async () =>
      (await lab.friends.shared(await lab.account("Ada")))[0]?.projections.find(
        ({ account_id: id }) => id === bobsAccount,
      );
    expect(await parts()).toMatchObject({
      notice: "told",
      told_at: expect.any(String),
      reached_at: null,
    });
    expect(await lab.say("Ada", "has Bob been told?")).toContain("Bob hasn't got my message");
    // Still not: nothing new is said about it.
    await lab.say("Bob", "hi");
    open();
    await lab.say("Bob", "hi again");
    await lab.hears("Ada", "Bob has now received “lunch”");
    expect(await listNews(lab)).toEqual([
      "shared_reminder_created",
      "shared_reminder_heard",
      "shared_reminder_unheard",
    ]);
    // However often it was tried, its planner read of it once.
    const toAda = lab.lab.post.ledger.filter(
      ({ peer, source }) => peer === "Ada" && source !== "reply",
    );
    expect(toAda.filter(({ text }) => text.includes("hasn't got my message"))).toHaveLength(1);
    expect(toAda.filter(({ text }) => text.includes("has now received"))).toHaveLength(1);
    expect(await parts()).toMatchObject({ reached_at: expect.any(String) });
    expect(await lab.say("Ada", "did you tell Bob about lunch?")).toContain(
      "Bob knows about “lunch”",
    );
  },
);

it("a plan that arrives at once is not reported back", async () => {
  const lab = await friends();
  await lab.say("Ada", lunch);
  await lab.hears("Bob", "lunch");
  expect(await lab.say("Ada", "does Bob know?")).toContain("Bob knows about “lunch”");
  expect(await listNews(lab)).toEqual(["shared_reminder_created"]);
});

it("the question whether a friend knows of one plan is answered for that plan alone", async () => {
  const lab = await friends();
  await lab.say("Ada", lunch);
  await lab.say("Ada", "schedule tennis with Bob on Friday at 6pm");
  await lab.hears("Bob", "tennis");
  const reply = await lab.say("Ada", "does Bob know about tennis?");
  expect(reply).toContain("Bob knows about “tennis”");
  expect(reply).not.toContain("lunch");
});

it("a plan with a friend that may not arrive on time says so", async () => {
  const lab = await friends({
    outlook: createFixedOutlook(({ accountId }) =>
      accountId === bobsAccount
        ? { kind: "open" }
        : { kind: "closed", reason: "window_closed", windowEndsAt: null },
    ),
  });
  expect(await lab.say("Ada", lunch)).toContain("so “lunch” may have to wait");
  expect(await lab.say("Ada", "schedule tennis with Bob on Friday at 6pm")).toContain(
    "Note: write to me before then",
  );
  expect(await lab.say("Ada", "cancel tennis")).not.toContain("Note:");
});

it("a friend who wants no messages is not reported as notified", async () => {
  const lab = await friends();
  await lab.say("Bob", "mute Ada");
  await lab.say("Ada", lunch);
  expect(await lab.say("Ada", "does Bob know?")).toBe("Bob has “lunch” in their list.");
});

it.each(["Bob知道了吗", "告诉Bob了吗", "你通知Bob了没有？", "Bob收到消息了吗", "大家都知道了吗"])(
  "the question whether a friend has been told is answered in Chinese: %s",
  async (question) => {
    const lab = await friends();
    await lab.say("Ada", "约Bob明天下午3点喝咖啡");
    await lab.hears("Bob", "喝咖啡");
    expect(await lab.say("Ada", question)).toContain("Bob 知道「喝咖啡」了");
  },
);

it.each([
  "does he know?",
  "did you tell Mary?",
  "does Bob know French?",
  "你知道了吗",
  "小王知道了吗",
])("a question that is not about a friend's messages is left to the talk: %s", async (question) => {
  const lab = await friends();
  expect(await lab.say("Ada", question)).toBe("(talk)");
});

it("no reply promises to tell a friend and says that it can't", async () => {
  const lab = await friends({ outlook: awayOutlook });
  const away = "I can't reach Bob yet";
  await lab.say("Ada", lunch);
  for (const text of ["move lunch to 1pm", "undo", "cancel lunch", "undo", "yes"]) {
    const reply = await lab.say("Ada", text);
    if (reply.includes(away)) expect(reply).not.toContain("I'll tell");
    else expect(reply).toMatch(/[?？]|“Yes”/);
  }
});

it("“never mind” behind a plan with a friend names it first, and the friend hears nothing before a yes", async () => {
  const lab = await friends();
  await lab.say("Ada", lunch);
  await lab.hears("Bob", "lunch");
  const readByBob = () => lab.lab.post.ledger.filter(({ peer }) => peer === "Bob").length;
  const before = readByBob();
  expect(await lab.say("Ada", "never mind")).toMatch(/lunch.*yes/s);
  await lab.lab.idle();
  expect(readByBob()).toBe(before);
  await lab.say("Ada", "yes");
  await lab.hears("Bob", "called off “lunch”");
});
