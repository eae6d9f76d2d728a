import { describe, expect, it } from "vitest";
import { createDirectedTurn, until, useWecom } from "../support/use-wecom.ts";
import type { SendCallback } from "../vendors/wecom-app.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };

/** Keeps what came by, to bring it again letter by letter. */
function wiretap(sendCallback: SendCallback) {
  const caught: Parameters<SendCallback>[0][] = [];
  const tap: SendCallback = (request) => {
    caught.push(request);
    return sendCallback(request);
  };
  return { caught, tapped: tap };
}

describe("defect 9: the very same callback, brought again by another caller", () => {
  it("defect 9: a callback brought again by another caller fetches nothing: an answer counts as arrived when WeCom itself has asked, in whichever process the copy comes", async () => {
    const turn = createDirectedTurn();
    const lab = await on.open({ run: turn.run });
    const { app } = on;
    const other = await on.open({ work: false, name: "other" });
    const { caught, tapped } = wiretap(lab.sendCallback);
    const bubble = await app.text(zhang, "写首诗", { sendCallback: tapped });
    await turn.begun;
    await app.poll({ sendCallback: tapped });
    turn.end("春眠不觉晓");
    await until(
      async () =>
        (await on.store.db.rows("select 1 from answer_stream where is_complete")).length > 0,
    );
    for (const request of caught)
      for (const at of [lab, other]) expect((await at.sendCallback(request)).status).toBe(200);
    expect(await on.store.db.rows("select fetched, ended_at from answer_stream")).toEqual([
      { fetched: 0, ended_at: null },
    ]);
    await app.poll({ sendCallback: other.sendCallback });
    expect([bubble.finished, bubble.content]).toEqual([true, "春眠不觉晓"]);
    await on.settled("sent");
    expect(await on.store.db.rows("select 1 from turn")).toHaveLength(1);
  });

  it("defect 9: a callback brought again neither uses up the person's messages of this minute nor carries out a command twice", async () => {
    const lab = await on.open({ perPersonPerMinute: 2 });
    const { caught, tapped } = wiretap(lab.sendCallback);
    await on.app.text(zhang, `/push ${on.server.robotUrl()}`, { sendCallback: tapped });
    await on.finished(await on.app.text(zhang, "一", { sendCallback: tapped }));
    for (let times = 0; times < 3; times += 1)
      for (const request of caught) expect((await lab.sendCallback(request)).status).toBe(200);
    expect(on.server.calls).toBe(1);
    expect(await on.finished(await on.app.text(zhang, "二"))).toBe("echo: 二");
  });

  it("defect 9: a callback brought again is the vendor's own second try after a failure of ours: then it is taken", async () => {
    const lab = await on.open();
    const { caught, tapped } = wiretap(lab.sendCallback);
    await on.store.owner((sql) =>
      sql.rows("alter table answer_stream rename to answer_stream_away"),
    );
    await on.app.send(
      {
        msgid: "m1",
        aibotid: "AIB1",
        chattype: "single",
        from: zhang,
        msgtype: "text",
        text: { content: "你好" },
      },
      { sendCallback: tapped },
    );
    await on.store.owner((sql) =>
      sql.rows("alter table answer_stream_away rename to answer_stream"),
    );
    expect(await on.store.db.rows("select 1 from message")).toEqual([]);
    const [first] = caught;
    if (first !== undefined) expect((await lab.sendCallback(first)).status).toBe(200);
    expect(await on.store.db.rows("select 1 from message")).toHaveLength(1);
  });
});

describe("defect 2: what has gone out by half", () => {
  it("defect 2: a message that has gone out by half is gone on with by another process, and all processes together keep to twenty messages in a minute", async () => {
    const text = Array.from({ length: 900 }, (_, line) => `第${line}行：${"长".repeat(25)}`).join(
      "\n",
    );
    const settings = {
      streams: false,
      pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }],
    };
    const first = await on.open({
      settings,
      run: async ({ window }) => (window.at(-1)?.text === "全文" ? text : "好"),
      name: "first",
    });
    await on.app.text(zhang, "在吗", { noResponseUrl: true });
    await until(async () => (await on.statuses()).join() === "sent");
    await on.app.text(zhang, "全文", { noResponseUrl: true });
    // The robot is full in the middle of a part.
    await until(
      async () =>
        on.server.ledger.length === 20 &&
        (await on.statuses()).join() === "sent,sent,sent,sent,pending",
    );
    await on.close(first);
    await on.open({ settings, name: "second" });
    await on.passing((statuses) => statuses.every((status) => status === "sent"));
    expect(on.server.ledger.map(({ text: piece }) => piece).join("\n")).toBe(`好\n${text}`);
    expect(await on.store.db.rows("select 1 from push_rest")).toEqual([]);
  });
});
