import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type FriendsLab, monday, openFriendsLab } from "../support/friends-lab.ts";
import { change, remind } from "../support/reminder-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let open: OpenStore;
let people: FriendsLab;
let now = monday;

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.empty();
  now = monday;
  people = await openFriendsLab(open.db, { now: () => now });
  for (const name of ["ada", "bob"]) await people.say(name, "hello");
});
afterEach(() => people.close());

const listActive = async (): Promise<readonly string[]> =>
  (
    await open.db.rows<{ content: string }>(
      "select content from reminder where lifecycle = 'active' and next_fire_at is not null order by content",
    )
  ).map(({ content }) => content);

/** Another reminder of Ada's goes off. */
async function goOff(): Promise<void> {
  const [talk] = await open.db.rows<{ id: string; account_id: string }>(
    "select id, account_id from conversation where peer = 'ada'",
  );
  await remind(open.db, {
    accountId: talk?.account_id ?? "",
    conversationId: talk?.id ?? "",
    content: "stretch",
    at: new Date(monday).toISOString().slice(0, 19),
    now: monday - 60_000,
  });
  people.lab.spine.wake();
  await people.hears("ada", "stretch");
  await people.lab.idle();
}

async function hearFromBob(): Promise<void> {
  await people.befriend("ada", "bob");
  await people.told("ada", 1);
  await people.lab.idle();
}

const between: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["another reminder goes off", goOff],
  ["a friend is heard of", hearFromBob],
  ["something else is talked about", () => people.say("ada", "what is the capital of France?")],
];

it.each(between)(
  "“never mind” is asked about and not just acknowledged when %s in between",
  async (_, happens) => {
    await people.say("ada", "remind me tomorrow at 9am to buy milk");
    await happens();
    expect(await people.say("ada", "never mind")).toMatch(/^Shall I .*buy milk/);
    expect(await listActive()).toContain("buy milk");
    await people.say("ada", "yes");
    expect(await listActive()).not.toContain("buy milk");
  },
);

it("“算了不用了” is asked about when another reminder fires in between", async () => {
  await people.say("ada", "明天上午9点提醒我买牛奶");
  await goOff();
  expect(await people.say("ada", "算了不用了")).toMatch(/撤销.*买牛奶/);
  await people.say("ada", "是");
  expect(await listActive()).toEqual([]);
});

it("“never mind” directly behind a reminder takes it back without a question", async () => {
  await people.say("ada", "remind me tomorrow at 9am to buy milk");
  await people.say("ada", "never mind");
  expect(await listActive()).toEqual([]);
});

it.each(["no need", "不用了"])(
  "a polite no after other talk is not about an earlier reminder: %s",
  async (words) => {
    await people.say("ada", "remind me tomorrow at 9am to buy milk");
    await people.say("ada", "what is the capital of France?");
    expect(await people.say("ada", words)).toBe("(talk)");
    expect(await listActive()).toEqual(["buy milk"]);
  },
);

it.each(["no need", "不用了"])(
  "a polite no is asked about when only a reminder went off in between: %s",
  async (words) => {
    await people.say("ada", "remind me tomorrow at 9am to buy milk");
    await goOff();
    expect(await people.say("ada", words)).toContain("buy milk");
    expect(await listActive()).toEqual(["buy milk"]);
  },
);

it("“never mind” is not about a reminder that has changed since", async () => {
  await people.say("ada", "remind me tomorrow at 9am to buy milk");
  await people.say("ada", "what is the capital of France?");
  const [row] = await open.db.rows<{ id: string }>(
    "select id from reminder where content = 'buy milk'",
  );
  await change(open.db, row?.id ?? "", {
    kind: "reminder_updated",
    set: { content: "buy oat milk" },
    now: monday,
  });
  expect(await people.say("ada", "never mind")).toBe("(talk)");
});

it.each([
  ["half an hour", 29, /^Shall I .*buy milk/],
  ["an hour", 60, /^\(talk\)$/],
] as const)(
  "“never mind” after other talk is about a reminder of the last half hour only: %s later",
  async (_, minutes, answer) => {
    await people.say("ada", "remind me tomorrow at 9am to buy milk");
    await people.say("ada", "what is the capital of France?");
    now = monday + minutes * 60_000;
    expect(await people.say("ada", "never mind")).toMatch(answer);
    expect(await listActive()).toEqual(["buy milk"]);
  },
);

it("“算了，不要了” behind a move asks whether the move or the whole reminder is not wanted", async () => {
  await people.say("ada", "明天上午9点提醒我买牛奶");
  await people.say("ada", "买牛奶改到明天下午4点");
  expect(await people.say("ada", "算了，不要了")).toMatch(/改回原样.*删掉/);
  expect(await people.say("ada", "是")).toMatch(/改回来了.*9:00/);
  expect(await listActive()).toEqual(["买牛奶"]);
});

it("“算了，不要了” behind a move, and then “delete” by name, removes the reminder", async () => {
  await people.say("ada", "明天上午9点提醒我买牛奶");
  await people.say("ada", "买牛奶改到明天下午4点");
  await people.say("ada", "算了，不要了");
  await people.say("ada", "删掉“买牛奶”");
  expect(await listActive()).toEqual([]);
});

it("“算了不改了” behind a move puts it back without a question", async () => {
  await people.say("ada", "明天上午9点提醒我买牛奶");
  await people.say("ada", "买牛奶改到明天下午4点");
  expect(await people.say("ada", "算了不改了")).toMatch(/改回来了.*9:00/);
});
