import { describe, expect, it } from "vitest";
import { remind, timersOn } from "../support/reminder-lab.ts";
import { createDirectedTurn, until, useWecom } from "../support/use-wecom.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const start = Date.UTC(2026, 0, 5, 9, 0, 0);

/** A person who has written once, and a reminder of theirs in so many minutes. */
async function remindIn(minutes: number, settings: object): Promise<void> {
  const lab = await on.open({ timers: timersOn(on.clock), settings });
  await on.finished(await on.app.text(zhang, "你好"));
  await on.settled("sent");
  const [talk] = await on.store.db.rows<{ id: string; account: string }>(
    "select id, account_id as account from conversation",
  );
  const at = new Date(start + minutes * 60_000).toISOString().slice(0, 19);
  await remind(on.store.db, {
    accountId: talk?.account ?? "",
    conversationId: talk?.id ?? null,
    content: "开会",
    at,
    now: on.clock.now(),
  });
  await on.clock.advance(minutes * 60_000);
  await until(async () => {
    lab.spine.wake();
    const statuses = await on.statuses();
    return statuses.length === 2 && !statuses.includes("pending") && !statuses.includes("sending");
  });
}

describe("complaint 3: a reminder that goes off reaches its person in WeCom", () => {
  it("complaint 3: a reminder that fires reaches its person in WeCom by the address of their last message, while that is good", async () => {
    await remindIn(30, {});
    expect(on.posts()).toEqual([expect.stringMatching(/^response_url: .*开会/)]);
  });

  it("complaint 3: a reminder that fires reaches its person in WeCom by their chat's own robot when the address has ended", async () => {
    await remindIn(90, { pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }] });
    expect(on.posts()).toEqual([expect.stringMatching(/^robot: .*开会/)]);
  });

  it("complaint 3: a reminder that fires reaches its person in WeCom by no other's robot: others see that something waits, and it comes with the person's next message", async () => {
    await remindIn(90, { fallbackUrl: on.server.robotUrl() });
    expect(on.posts()).toEqual(["robot: 有一条回复在等你。给我发一条消息，就能收到。"]);
    expect(await on.statuses()).toEqual(["sent", "waiting_for_user"]);
    await on.app.text(zhang, "在吗");
    await on.passing(() =>
      on.posts().some((post) => post.startsWith("response_url: ") && post.includes("开会")),
    );
  });
});

it("a person is warned of what could not reach them, and not where their chat has a robot that may say it", async () => {
  const ask = async (settings: object, scope: string) => {
    const lab = await on.open({ settings });
    await on.finished(
      await on.app.text(
        scope.startsWith("user") ? zhang : { userid: "zhangsan", chatid: "wrG1" },
        "@小助手 你好",
      ),
    );
    const [talk] = await on.store.db.rows<{ id: string; account: string }>(
      "select id, account_id as account from conversation where scope = $1",
      [scope],
    );
    const place = { accountId: talk?.account ?? "", conversationId: talk?.id ?? "" };
    const outlook = async (minutes: number) =>
      (await lab.spine.outlook.placeFor(place)).deliverableAt(
        new Date(on.clock.now() + minutes * 60_000).toISOString(),
      );
    const kinds = [(await outlook(50)).kind, (await outlook(70)).kind];
    await lab.spine.ports.secrets.put(`wecom_push_url::${scope}`, on.server.robotUrl());
    kinds.push((await outlook(70)).kind);
    await on.close(lab);
    await on.store.empty();
    return kinds.join();
  };
  const url = on.server.robotUrl();
  expect(await ask({}, "user:zhangsan")).toBe("open,closed,open");
  // Another bot's robot gets nothing.
  expect(await ask({ pushUrls: [{ scope: "user:lisi", url }] }, "user:zhangsan")).toBe(
    "open,closed,open",
  );
  expect(await ask({ fallbackUrl: url }, "user:zhangsan")).toBe("open,closed,open");
  expect(await ask({ fallbackUrl: url, fallbackPrivateText: true }, "user:zhangsan")).toBe(
    "open,open,open",
  );
  expect(await ask({ fallbackUrl: url }, "group:wrG1:user:zhangsan")).toBe("open,open,open");
});

describe("after a process has ended", () => {
  it("defect 10: an answer that was put into its stream is still there, and is sent once it was fetched", async () => {
    const lab = await on.open();
    const { app } = on;
    const bubble = await app.text(zhang, "你好");
    await until(async () => (await on.statuses()).join() === "sending");
    await until(
      async () =>
        (await on.store.db.rows("select 1 from answer_stream where is_complete")).length > 0,
    );
    await on.close(lab);
    expect(await on.statuses()).toEqual(["pending"]);
    const next = await on.open({ name: "two" });
    await app.poll({ sendCallback: next.sendCallback });
    expect([bubble.finished, bubble.content]).toEqual([true, "echo: 你好"]);
    await on.settled("sent");
    expect(on.posts()).toEqual([]);
  });

  it("defect 10: an answer that was about to enter its stream when its process ended is put there by the next one, and goes another way when WeCom does not ask", async () => {
    const turn = createDirectedTurn();
    const lab = await on.open({ run: turn.run });
    await on.app.text(zhang, "你好");
    await turn.begun;
    await on.store.owner(async (sql) => {
      await sql.rows("select 1 from answer_stream for update");
      turn.end("在的");
      await until(
        async () => (await sql.rows("select 1 from pg_locks where not granted")).length > 0,
      );
      await on.close(lab);
      expect(await on.statuses()).toEqual(["pending"]);
    });
    await on.open({ name: "two" });
    await on.settled("sent");
    expect(on.posts()).toEqual(["response_url: 在的"]);
  });

  it("defect 10: code in a long answer stays code in each of its parts", async () => {
    const code = Array.from(
      { length: 400 },
      (_, line) => `const line${line} = "${"x".repeat(20)}";`,
    ).join("\n");
    const settings = {
      streams: false,
      pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }],
    };
    await on.open({ settings, run: async () => `看代码：\n\`\`\`ts\n${code}\n\`\`\`\n完。` });
    await on.app.text(zhang, "代码", { noResponseUrl: true });
    await until(async () => (await on.statuses()).join() === "sent");
    const fences = on.server.ledger.map(({ text }) => text.split("```").length - 1);
    expect(fences.length).toBeGreaterThan(3);
    expect(fences.every((count) => count % 2 === 0)).toBe(true);
  });
});
