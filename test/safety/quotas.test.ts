import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProduct, type TestProduct } from "../support/product.ts";

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}
interface Person {
  readonly id: string;
  call(path: string, json?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

let server: TestProduct;
const limit = (name: string, most: number): Record<string, string> => ({
  [`MEANWHILE_LIMITS__ACCOUNT__${name}`]: String(most),
});
beforeAll(async () => {
  server = await startProduct({
    ...limit("REMINDERS", 3),
    ...limit("SERIES", 1),
    ...limit("CONVERSATIONS", 2),
    ...limit("BOTS", 2),
    ...limit("STORIES", 1),
    ...limit("MEDIA_MB", 1),
    ...limit("MESSAGES_PER_DAY", 3),
    ...limit("WRITTEN_MB_PER_DAY", 3),
    MEANWHILE_MEDIA__QUOTA_MB: "2",
  });
});
afterAll(() => server.close());

async function call(
  token: string,
  path: string,
  how: { json?: unknown; headers?: Record<string, string> | undefined } = {},
): Promise<Reply> {
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    ...how.headers,
  };
  const sent =
    how.json === undefined
      ? { headers }
      : { headers, method: "POST", body: JSON.stringify(how.json) };
  const answer = await fetch(server.url + path, sent);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function person(language?: "en" | "zh"): Promise<Person> {
  const token = await server.newAccount(language);
  const whose = (path: string, json?: unknown, headers?: Record<string, string>): Promise<Reply> =>
    call(token, path, { json, headers });
  const session = await whose("/api/session");
  return { id: String((session.body["account"] as { id: string } | undefined)?.id), call: whose };
}

const refusal = ({ status, body }: Reply): unknown => {
  const { code, message } = (body["error"] ?? {}) as { code?: string; message?: string };
  return [status, code, message];
};
const soon = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19);
const create = (content: string, more: object = {}): object => ({
  operation: "create",
  content,
  trigger_time: soon(30),
  ...more,
});
const batch = (who: Person, ...items: readonly object[]): Promise<Reply> =>
  who.call("/api/reminders/batch", { items });
const active = async (who: Person): Promise<string[]> =>
  ((await who.call("/api/reminders")).body["reminders"] as { content: string }[])
    .map(({ content }) => content)
    .toSorted();
const fullOfReminders = [
  507,
  "quota_reached",
  "You have 3 active reminders, the maximum on this server. Delete some first.",
];

describe("S15: the reminders of an account", () => {
  it("S15: the reminders of an account end at its limit by every way of making one, in plain words and with nothing written; others are not affected", async () => {
    const ada = await person();
    expect((await batch(ada, create("one"), create("two"), create("three"))).status).toBe(200);
    expect(refusal(await batch(ada, create("four")))).toEqual(fullOfReminders);
    const zh = await ada.call(
      "/api/reminders/batch",
      { items: [create("四")] },
      { "Accept-Language": "zh" },
    );
    expect(refusal(zh)).toEqual([
      507,
      "quota_reached",
      "你已有 3 条提醒，这是上限。请先删掉一些。",
    ]);
    const day = `${soon(48).slice(0, 10).replaceAll("-", "")}T090000Z`;
    const ics = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:u1",
      "SUMMARY:five",
      `DTSTART:${day}`,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(refusal(await ada.call("/api/calendar/import", { ics }))).toEqual(fullOfReminders);
    const { body: talk } = await ada.call("/api/conversations", {});
    const said = await ada.call(`/api/conversations/${String(talk["id"])}/messages`, {
      text: "remind me tomorrow at 3pm to call Ann",
      client_id: "1",
    });
    expect(said.status).toBe(202);
    const replies = async (): Promise<string[]> =>
      (
        (await ada.call(`/api/conversations/${String(talk["id"])}/messages`)).body["messages"] as {
          direction: string;
          text: string;
        }[]
      )
        .filter(({ direction }) => direction === "outbound")
        .map(({ text }) => text);
    await expect
      .poll(replies, { timeout: 15_000 })
      .toEqual([`${String(fullOfReminders[2])} Nothing was changed.`]);
    expect(await active(ada)).toEqual(["one", "three", "two"]);
    expect((await batch(await person(), create("four"))).status).toBe(200);
  });

  it("S15: the reminders of an account have room again when some are gone, also within one batch; a deleted one does not come back over the limit", async () => {
    const ada = await person();
    const made = (await batch(ada, create("one"), create("two"), create("three"))).body[
      "items"
    ] as { reminder_id: string }[];
    const [first = { reminder_id: "" }] = made;
    expect(
      (await batch(ada, { operation: "delete", reminder_id: first.reminder_id }, create("four")))
        .status,
    ).toBe(200);
    expect(refusal(await ada.call(`/api/reminders/${first.reminder_id}/restore`, {}))).toEqual(
      fullOfReminders,
    );
    expect(await active(ada)).toEqual(["four", "three", "two"]);
  });

  it("S15: repeating reminders of an account have a limit of their own, also for one that begins to repeat", async () => {
    const ada = await person();
    expect((await batch(ada, create("daily", { recurrence_rule: "FREQ=DAILY" }))).status).toBe(200);
    const words = "You have 1 repeating reminders, the maximum on this server. Delete some first.";
    expect(refusal(await batch(ada, create("weekly", { recurrence_rule: "FREQ=WEEKLY" })))).toEqual(
      [507, "quota_reached", words],
    );
    const [{ reminder_id } = { reminder_id: "" }] = (await batch(ada, create("once"))).body[
      "items"
    ] as { reminder_id: string }[];
    const change = { operation: "update", reminder_id, recurrence_rule: "FREQ=DAILY" };
    expect(refusal(await batch(ada, change))).toEqual([507, "quota_reached", words]);
  });

  it("S15: the reminders of an account are not made fuller by a friend: the person who shares is shown that the other has no room, and nothing is set up for anyone", async () => {
    const [ada, bob] = [await person(), await person()];
    const { body: link } = await bob.call("/api/friends/link");
    expect((await ada.call("/api/friends/join", { link_code: link["link_code"] })).status).toBe(
      201,
    );
    await batch(bob, create("one"), create("two"), create("three"));
    const wish = {
      receiver_account_ids: [bob.id],
      title: "lunch",
      local_trigger_at: soon(60),
      captured_timezone: "Asia/Shanghai",
      duration_minutes: 60,
      context: {},
    };
    expect(refusal(await ada.call("/api/shared-reminders", wish))).toEqual([
      507,
      "quota_reached",
      "One of the others has no room for another reminder. Nothing was set up.",
    ]);
    expect(await active(ada)).toEqual([]);
    expect(await active(bob)).toEqual(["one", "three", "two"]);
  });
});

describe("S15: conversations, characters, stories and what is written in a day", () => {
  const card = (name: string, more: object = {}): object => ({
    spec: "chara_card_v3",
    spec_version: "3.0",
    data: { name, ...more },
  });
  const bring = (who: Person, file: object, id: string): Promise<Reply> =>
    who.call(`/api/bots/import?id=${id}`, {
      file_base64: Buffer.from(JSON.stringify(file)).toString("base64"),
    });

  it("S15: conversations, characters and stories end at their limits with a sentence each", async () => {
    const ada = await person();
    for (const _ of [1, 2]) expect((await ada.call("/api/conversations", {})).status).toBe(201);
    expect(refusal(await ada.call("/api/conversations", {}))).toEqual([
      507,
      "quota_reached",
      "You have 2 conversations, the maximum on this server. Please continue in one of them.",
    ]);
    for (const id of ["mira", "ben"]) expect((await bring(ada, card(id), id)).status).toBe(201);
    expect((await bring(ada, card("mira again"), "mira")).status).toBe(201);
    expect(refusal(await bring(ada, card("cleo"), "cleo"))).toEqual([
      507,
      "quota_reached",
      "You have 2 characters, the maximum on this server. Change one of them instead.",
    ]);
    const story = { host_bot_id: "mira", initial_time: "2026-04-26T20:00:00Z" };
    expect((await ada.call("/api/chats", story)).status).toBe(201);
    expect(refusal(await ada.call("/api/chats", story))).toEqual([
      507,
      "quota_reached",
      "You have 1 stories, the maximum on this server. Delete one first.",
    ]);
  });

  it("S15: bulk is refused when too much of it was written today, and small things go on", async () => {
    const ada = await person();
    const long = (nth: number): object =>
      card("mira", { creator_notes: `${nth}`.repeat(1_000_000) });
    const answers: number[] = [];
    for (const nth of [1, 2, 3]) answers.push((await bring(ada, long(nth), "mira")).status);
    expect(answers.slice(0, 1)).toEqual([201]);
    const last = await bring(ada, long(4), "mira");
    expect(refusal(last)).toEqual([
      429,
      "daily_limit",
      "3 MB were written today, the daily limit. Please continue tomorrow.",
    ]);
    expect((await batch(ada, create("still works"))).status).toBe(200);
  });
});

describe("S15: messages and files of an account", () => {
  const file = (kilobytes: number): object => ({
    name: "a.bin",
    data: Buffer.alloc(kilobytes * 1024, 1).toString("base64"),
  });
  let nth = 0;
  const say = async (who: Person, files: readonly object[] = []): Promise<Reply> => {
    const { body } = await who.call("/api/conversations");
    const [known] = body["conversations"] as { id: string }[];
    const id = known?.id ?? String((await who.call("/api/conversations", {})).body["id"]);
    return who.call(`/api/conversations/${id}/messages`, {
      text: "hello",
      client_id: `c${(nth += 1)}`,
      files,
    });
  };

  it("S15: messages and files of an account are limited per day", async () => {
    const ada = await person();
    for (const _ of [1, 2, 3]) expect((await say(ada)).status).toBe(202);
    expect(refusal(await say(ada))).toEqual([
      429,
      "daily_limit",
      "You have sent 3 messages today, the daily limit. Please continue tomorrow.",
    ]);
    expect((await say(await person())).status).toBe(202);
  });

  it("S15: the files of an account take room of their own: one account's files never make another's refused, also when all of it is taken", async () => {
    const [ada, bob, eve] = [await person(), await person(), await person()];
    const full =
      "Your files may take 1 MB on this server, and this one does not fit. Older files are deleted automatically after some days.";
    expect((await say(ada, [file(900)])).status).toBe(202);
    expect(refusal(await say(ada, [file(900)]))).toEqual([507, "quota_reached", full]);
    expect((await say(bob, [file(900)])).status).toBe(202);
    expect((await say(eve, [file(500)])).status).toBe(202);
    expect((await say(ada)).status).toBe(202);
  });
});

describe("usage against the limits", () => {
  it("the usage against the limits is shown to the account itself, and to the operator of all; another account sees none of it", async () => {
    const ada = await person();
    await batch(ada, create("one"));
    const own = (await ada.call("/api/account/usage")).body["usage"] as { what: string }[];
    expect(own.find(({ what }) => what === "reminders")).toEqual({
      what: "reminders",
      used: 1,
      most: 3,
      unit: "count",
      per: "total",
    });
    expect(own.map(({ what }) => what)).toEqual([
      "reminders",
      "series",
      "conversations",
      "bots",
      "stories",
      "media",
      "storage",
      "written",
      "messages",
      "tokens",
    ]);
    expect((await ada.call("/api/usage")).status).toBe(403);
    const all = (await call(server.operatorToken, "/api/usage?limit=200")).body as {
      server: { what: string; used: number }[];
      accounts: { account_id: string; usage: unknown[] }[];
    };
    expect(all.server.map(({ what }) => what)).toEqual(["storage", "media", "tokens", "accounts"]);
    expect(all.server[0]?.used).toBeGreaterThan(1_000_000);
    expect(all.accounts.find(({ account_id }) => account_id === ada.id)?.usage).toHaveLength(
      own.length,
    );
  });
});
