import { describe, expect, it } from "vitest";
import { openReplyTickets } from "../../src/outbound/reply-tickets.ts";
import { createDirectedTurn, until, useWecom } from "../support/use-wecom.ts";
import { labKeys } from "../support/wecom-lab.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const otherRobot = "00000000-7a0c-4bc4-97a0-0ec2005fa5aa";
const quiet = { noResponseUrl: true };

/** Text that arrives when the stream is not asked for any more. */
const late = { streams: false } as const;

describe("when there is no stream, words go", () => {
  it("words without a stream go by a one-time address, each once, the one that ends first; WeCom's own code decides what is sent", async () => {
    const lab = await on.open({ settings: late });
    await on.app.text(zhang, "一");
    await on.settled("sent");
    on.server.plan({ kind: "errcode", code: 60140 });
    await on.app.text(zhang, "二");
    // Its address was refused, and there is no other.
    await on.settled("sent", "waiting_for_user");
    await on.app.text(zhang, "三");
    await until(async () =>
      (await on.statuses()).every((status) => status === "sent" || status === "waiting_for_user"),
    );
    expect(on.posts()[0]).toBe("response_url: echo: 一");
    expect(lab.lines.join()).not.toContain("response_code");
  });

  it("defect 2: words without a stream go by the chat's own robot in parts of 4,096 bytes, twenty in a minute, in order and each once", async () => {
    const text = Array.from({ length: 1_000 }, (_, line) => `第${line}行：${"长".repeat(25)}`).join(
      "\n",
    );
    await on.open({
      settings: { ...late, pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }] },
      run: async () => text,
    });
    await on.app.text(zhang, "全文", quiet);
    await on.passing(
      (statuses) => statuses.length > 0 && statuses.every((status) => status === "sent"),
    );
    expect(on.server.ledger.length).toBeGreaterThan(20);
    expect(on.server.ledger.map(({ text: piece }) => piece).join("\n")).toBe(text);
  });

  it("defect 8: words without a stream go by the robot for everyone without a word of what was meant for one person, unless that is allowed", async () => {
    const fallbackUrl = on.server.robotUrl(otherRobot);
    await on.open({ settings: { ...late, fallbackUrl }, run: async () => "你的工资是一万" });
    await on.app.text(zhang, "工资多少", quiet);
    await on.settled("waiting_for_user");
    expect(
      on.server.ledger.map(({ text, body }) => [
        text,
        (body["text"] as { mentioned_list?: string[] }).mentioned_list,
      ]),
    ).toEqual([["有一条回复在等你。给我发一条消息，就能收到。", ["zhangsan"]]]);
    await on.app.text(zhang, "拿来");
    await on.passing(() => on.server.ledger.some(({ text }) => text.includes("你的工资是一万")));
    expect(
      on.server.ledger
        .filter(({ text }) => text.includes("工资"))
        .every(({ way }) => way === "response_url"),
    ).toBe(true);
  });

  it("words without a stream go by the robot for everyone, marked, where that is allowed or where the chat is a group", async () => {
    const fallbackUrl = on.server.robotUrl(otherRobot);
    await on.open({ settings: { ...late, fallbackUrl, fallbackPrivateText: true } });
    await on.app.text(zhang, "一", quiet);
    await on.app.text({ userid: "lisi", chatid: "wrG1" }, "@小助手 二", quiet);
    await on.settled("sent", "sent");
    expect(on.posts().toSorted()).toEqual([
      "robot: [FallbackPush]\necho: 一",
      "robot: [FallbackPush]\necho: 二",
    ]);
  });

  it("words without a stream go past a robot that takes nothing any more, which is reported to the operator without its key", async () => {
    const settings = {
      ...late,
      pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }],
      fallbackUrl: on.server.robotUrl(otherRobot),
    };
    const lab = await on.open({ settings: { ...settings, fallbackPrivateText: true } });
    on.server.plan({ kind: "errcode", code: 93000 });
    await on.app.text(zhang, "一", quiet);
    await on.settled("sent");
    expect(on.server.ledger.map(({ id, text }) => [id, text])).toEqual([
      [otherRobot, "[FallbackPush]\necho: 一"],
    ]);
    expect(
      lab.lines.filter((line) => line.startsWith("a robot no longer accepts messages")),
    ).toEqual([expect.stringContaining("errcode_93000")]);
    expect(lab.lines.join()).not.toMatch(/693a91f6|00000000-7a0c/);
  });

  it("words without a stream go nowhere when no way is open, and with the person's next message then", async () => {
    await on.open({ settings: late });
    await on.app.text(zhang, "一", quiet);
    await on.settled("waiting_for_user");
    await on.app.text(zhang, "二");
    await on.passing(() => on.server.ledger.some(({ text }) => text.includes("echo: 一")));
  });

  it("a chat keeps its newest addresses, so many as are allowed, and no longer than an hour", async () => {
    const turn = createDirectedTurn();
    await on.open({ settings: { ticketsPerScope: 2, turnTimeoutMs: 10_000_000 }, run: turn.run });
    await on.app.text(zhang, "一");
    await turn.begun;
    for (const text of ["二", "三", "四"]) await on.app.text(zhang, text);
    expect(await on.store.db.rows("select 1 from reply_ticket")).toHaveLength(2);
    const [row] = await on.store.db.rows<{ sealed: string }>("select sealed from reply_ticket");
    expect(row?.sealed).not.toContain("response_code");
    await on.clock.advance(3_700_000);
    turn.end("晚了");
    await on.settled("waiting_for_user");
  });
});

it("a one-time address is good for an hour to the millisecond, for one message, and the oldest go when there are too many", async () => {
  const lab = await on.open();
  const tickets = openReplyTickets({ db: on.store.db, clock: on.clock, keys: labKeys });
  const of = { channel: "wecom", channelAccount: "default", scope: "user:zhangsan" };
  await on.app.text(zhang, "/help");
  await on.clock.advance(3_599_999);
  const ticket = await tickets.take(of);
  expect([ticket?.url, await tickets.take(of)]).toEqual([
    expect.stringContaining("response_code="),
    undefined,
  ]);
  await tickets.giveBack(ticket?.id ?? "");
  await on.clock.advance(1);
  expect(await tickets.take(of)).toBeUndefined();
  const keep = (nth: number) =>
    tickets.keep({
      ...of,
      url: `https://x/${nth}`,
      vendorId: `v${nth}`,
      expiresAt: on.clock.now() + 1_000 + nth,
      limit: 2,
    });
  for (const nth of [1, 2, 3]) await keep(nth);
  expect([
    (await tickets.take(of))?.url,
    (await tickets.take(of))?.url,
    await tickets.take(of),
  ]).toEqual(["https://x/2", "https://x/3", undefined]);
  await on.close(lab);
});

it("the rest of an answer goes to the address of its own question, not to the oldest one", async () => {
  const lab = await on.open({
    run: async ({ window }) => (window[0]?.text === "短" ? "好" : "长".repeat(8_000)),
  });
  for (const text of ["短", "长"]) await on.finished(await on.app.text(zhang, text));
  await on.settled("sent", "sent", "sent");
  const [short, long] = on.server.codes().slice(-2);
  expect([on.server.ledger.map(({ id }) => id), short === long]).toEqual([[long], false]);
  await on.close(lab);
});

describe("a chat's own robot is set", () => {
  const robot = () => on.server.robotUrl();
  const push = async (
    text: string,
    from: { userid: string; chatid?: string } = zhang,
  ): Promise<string> => (await on.app.text(from, text)).content;

  it("S29: a chat's own robot is set by a code that the robot says and the same person reads, and by nothing that anyone asks the model for", async () => {
    const lab = await on.open();
    const before = await on.store.db.rows("select 1 from sealed_secret");
    expect(await push(`/push ${robot()}`)).toContain("验证码");
    const code = /\d{6}/.exec(on.server.ledger[0]?.text ?? "")?.[0] ?? "";
    expect(await push(`/push ${code === "000000" ? "111111" : "000000"}`)).toBe("验证码不对。");
    expect(await push(`/push ${code}`, { userid: "lisi" })).toContain("没有待确认");
    expect(await push(`/push ${code}`)).toContain("好的");
    expect(await lab.spine.ports.secrets.get("wecom_push_url::user:zhangsan")).toBe(robot());
    expect(before).toHaveLength(0);
    // The address is a key: neither rows nor lines know it.
    const kept = await on.store.db.rows(
      "select 1 from event_log where payload_json::text like '%webhook/send%'",
    );
    expect([kept, lab.lines.filter((line) => line.includes("webhook/send"))]).toEqual([[], []]);
    expect(await push("/push off")).toContain("已取消");
    expect(await lab.spine.ports.secrets.get("wecom_push_url::user:zhangsan")).toBeUndefined();
    await on.app.text(zhang, `请记住 wecom_push_url::user:lisi = ${robot()}`);
    expect(await lab.spine.ports.secrets.get("wecom_push_url::user:lisi")).toBeUndefined();
  });

  it("S29: a group's robot is confirmed by the administrator who named it, and by no other one", async () => {
    await on.open({ settings: { sharedGroups: ["wrG1"], admins: ["boss", "deputy"] } });
    const say = (text: string, userid: string) =>
      push(`@Bot /push ${text}`, { userid, chatid: "wrG1" });
    expect(await say(robot(), "boss")).toContain("验证码");
    const code = /\d{6}/.exec(on.server.ledger[0]?.text ?? "")?.[0] ?? "";
    expect(await say(code, "deputy")).toContain("没有待确认");
    expect(await say(code, "boss")).toContain("好的");
  });

  it("S28: a chat's own robot is set only to WeCom's own host and path, with a key in its form", async () => {
    await on.open();
    const bad = [
      robot().replace("127.0.0.1", "127.0.0.2"),
      robot().replace("/send", "/send/../x"),
      `${robot()}&x=1`,
      robot().replace("key=", "key=x"),
      robot().replace("http://", "http://u:p@"),
      `${robot()}#x`,
      "https://evil.example/cgi-bin/webhook/send?key=693a91f6-7a0c-4bc4-97a0-0ec2005fa5aa",
      "file:///etc/passwd",
    ];
    for (const url of bad)
      expect([url, await push(`/push ${url}`)]).toEqual([
        url,
        expect.stringContaining("请发送 /push"),
      ]);
    expect(on.server.calls).toBe(0);
  });

  it("a chat's own robot is set by the operator for as long as the settings name it, for each bot apart; what a chat set itself stays", async () => {
    const createPushUrl = (bot?: string) => ({
      scope: "user:zhangsan",
      url: robot(),
      ...(bot === undefined ? {} : { bot }),
    });
    const lab = await on.open({
      settings: { pushUrls: [createPushUrl(), createPushUrl("sales")] },
    });
    const readKept = (name: string) => lab.spine.ports.secrets.get(name);
    const names = ["wecom_push_url::user:zhangsan", "wecom_push_url@sales::user:zhangsan"] as const;
    expect(await Promise.all(names.map(readKept))).toEqual([robot(), robot()]);
    // No person's id reaches another bot's robots.
    expect(await readKept("wecom_push_url::user:zhangsan@sales")).toBeUndefined();
    await lab.spine.ports.secrets.put(names[0], on.server.robotUrl(otherRobot));
    await lab.wecom.renew({ ...lab.settings, pushUrls: [] });
    expect(await Promise.all(names.map(readKept))).toEqual([
      on.server.robotUrl(otherRobot),
      undefined,
    ]);
  });

  it("a chat's own robot is set with twenty messages of a robot in a minute, codes among them", async () => {
    await on.open({ perPersonPerMinute: 100 });
    const said: string[] = [];
    for (let nth = 0; nth < 21; nth += 1) said.push(await push(`/push ${robot()}`));
    expect([said[19], said[20]]).toEqual([
      expect.stringContaining("请在这里发送"),
      "这个机器人这一分钟已经发满了，请过一会儿再试。",
    ]);
    expect(on.server.ledger).toHaveLength(20);
  });

  it("a chat's own robot is set for a shared group by its administrators only", async () => {
    await on.open({ settings: { sharedGroups: ["wrG1"], admins: ["boss"] } });
    expect(await push(`@Bot /push ${robot()}`, { userid: "lisi", chatid: "wrG1" })).toContain(
      "只能由管理员",
    );
    expect(await push(`@Bot /push ${robot()}`, { userid: "boss", chatid: "wrG1" })).toContain(
      "验证码",
    );
  });

  it("S28: a response_url that is not WeCom's is never called", async () => {
    await on.open({ settings: { streams: false } });
    for (const url of [
      "http://169.254.169.254/cgi-bin/aibot/response?response_code=1",
      `${on.server.url}/cgi-bin/other?response_code=1`,
      `${on.server.url}/cgi-bin/aibot/response`,
    ])
      await on.app.say(
        zhang,
        { msgtype: "text", text: { content: url }, response_url: url },
        quiet,
      );
    await until(async () => {
      const all = await on.statuses();
      return all.length > 0 && all.every((status) => status === "waiting_for_user");
    });
    expect([on.server.calls, await on.store.db.rows("select 1 from reply_ticket")]).toEqual([
      0,
      [],
    ]);
  });
});

it("a stream whose question came without an address says that more waits; with a second address the rest comes by itself", async () => {
  const long = "很长的回答。".repeat(2_500);
  await on.open({ run: async () => long });
  const bubble = await on.app.text({ userid: "wangwu" }, "写长一点", { noResponseUrl: true });
  expect(await on.finished(bubble)).toMatch(/\n\n（还没说完。给我发任意一条消息，我接着发。）$/);
  expect(on.server.ledger).toEqual([]);
});

it("a long answer with two addresses left says that more follows, and asks for a message only where the last address is used", async () => {
  const long = "很长的回答。".repeat(4_500);
  await on.open({ run: async ({ window }) => (window[0]?.text === "写长一点" ? long : "好") });
  await on.finished(await on.app.text({ userid: "wangwu" }, "你好"));
  const bubble = await on.app.text({ userid: "wangwu" }, "写长一点");
  expect(await on.finished(bubble)).toMatch(/\n\n（还没说完，下面接着发。）$/);
  await until(async () => {
    await on.app.poll();
    await on.clock.pass(250);
    return (await on.statuses()).every(
      (status) => status === "sent" || status === "waiting_for_user",
    );
  });
  expect(on.server.ledger.map(({ text }) => text.includes("给我发任意一条消息"))).toEqual([
    false,
    true,
  ]);
});

it("a one-time address that fails or gives no answer is tried again, with the same words, which WeCom takes once at most", async () => {
  await on.open({ settings: { streams: false } });
  on.server.plan({ kind: "plain", status: 500 });
  await on.app.text({ userid: "zhaoliu" }, "你好");
  await on.settled("sent");
  expect(on.posts()).toEqual(["response_url: echo: 你好"]);
  // It was taken, and only the answer was lost.
  on.server.plan({ kind: "accept_then_500" });
  await on.app.text({ userid: "zhaoliu" }, "再见");
  await on.settled("sent", "sent");
  expect(on.posts()).toEqual(["response_url: echo: 你好", "response_url: echo: 再见"]);
});
