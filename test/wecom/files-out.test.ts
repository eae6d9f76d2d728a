import { expect, it } from "vitest";
import type { ModelTool } from "../../src/domain/ports/model.ts";
import type { OutgoingFile, SkillResult } from "../../src/domain/skill.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { fakeMedia } from "../support/channel-ports.ts";
import { until, useWecom } from "../support/use-wecom.ts";
import { digest } from "../vendors/wecom-server.ts";
import { pngOf } from "../support/pictures.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const png = pngOf;
const says = (text: string, files: readonly OutgoingFile[]) => async (): Promise<SkillResult> => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  files,
});

it("complaint 2: pictures come with the last frame of a stream, with their digests, and again for a copy of the message", async () => {
  const pictures = [png(40), png(80, 8)];
  await on.open({
    media: fakeMedia(),
    run: says(
      "看图",
      pictures.map((bytes, at) => ({ bytes, name: `${at}.png` })),
    ),
  });
  const bubble = await on.app.text(zhang, "画两张", { msgid: "CAIQ/9=" });
  expect(await on.finished(bubble)).toBe("看图\n\n[image: 1.png]");
  expect(bubble.pictures).toEqual(pictures.map(digest));
  await on.app.text(zhang, "画两张", { msgid: "CAIQ/9=" });
  expect(bubble.pictures).toEqual(pictures.map(digest));
  await on.settled("sent", "sent");
  expect(on.server.ledger).toEqual([]);
  // They are seen on the message, and go when the files of this channel go.
  expect(await on.store.db.rows("select 1 from media_file")).toHaveLength(2);
});

it("complaint 2: other files go by the chat's robot before their words, once; where there is none the words say so", async () => {
  const media = fakeMedia();
  const file = { bytes: Buffer.from("a,b\n1,2\n"), name: "表.csv" };
  const lab = await on.open({
    media,
    run: says("给你", [file]),
    settings: { pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }] },
  });
  const bubble = await on.app.text(zhang, "导出");
  // The network takes its own time.
  await until(() => on.server.ledger.length === 1);
  expect(await on.finished(bubble)).toBe("给你");
  await on.settled("sent");
  expect(on.server.ledger.map(({ way, body }) => [way, body["msgtype"], body["file"]])).toEqual([
    ["robot", "file", { media_id: "media-表.csv" }],
  ]);
  await on.close(lab);
  await on.open({ media, run: says("给你", [file]) });
  const alone = await on.finished(await on.app.text({ userid: "lisi" }, "导出"));
  expect(alone).toContain("「表.csv」在这里发不出来");
});

it("complaint 2: a file with an unknown outcome goes once at most, whichever process tries next, and its words mention the doubt", async () => {
  const file = { bytes: Buffer.from("a,b\n1,2\n"), name: "表.csv" };
  const settings = { pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }] };
  const media = fakeMedia();
  const lab = await on.open({ media, run: says("给你", [file]), settings });
  const { app } = on;
  const answered = Promise.withResolvers<void>();
  on.server.plan({ kind: "held", until: answered.promise });
  const bubble = await app.text(zhang, "导出");
  await until(() => on.server.calls === 1);
  await on.close(lab);
  answered.resolve();
  const next = await on.open({ media, settings, name: "two" });
  await until(async () => {
    await app.poll({ sendCallback: next.sendCallback });
    await on.clock.pass(1_000);
    return bubble.finished;
  });
  expect(bubble.content).toBe("给你\n\n（「表.csv」可能已经发出；如果没有看到，请再跟我要一次。）");
  await on.settled("sent");
  expect(on.server.ledger.map(({ body }) => body["msgtype"])).toEqual(["file"]);
});

it("complaint 2: a picture whose stream is over goes by the robot", async () => {
  const settings = {
    streams: false,
    pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }],
  };
  await on.open({
    media: fakeMedia(),
    run: says("看图", [{ bytes: png(40), name: "a.png" }]),
    settings,
  });
  await on.app.text(zhang, "画一张", { noResponseUrl: true });
  await until(async () => (await on.statuses()).join() === "sent");
  expect(on.server.ledger.map(({ body }) => body["msgtype"])).toEqual(["image", "markdown_v2"]);
});

it("defect 9: a model sends what it wrote or what came with this message, and nothing by a path", async () => {
  const media = fakeMedia();
  const foreign = await media.put(png(10), { type: "image/png", channel: "wecom" });
  const names: string[] = [];
  const answer = async ({
    tools = [],
  }: {
    tools?: readonly ModelTool[] | undefined;
  }): Promise<never> => {
    names.push(...tools.map(({ name }) => name).filter((name) => name.startsWith("send_")));
    const write = tools.find(({ name }) => name === "send_text_file");
    await write?.run({ name: "../../etc/passwd", text: "1. 牛奶" }, AbortSignal.timeout(1_000));
    return {
      text: `好 [IMAGE:/etc/passwd.png] ${foreign}`,
      toolCalls: [],
      usage: { inputTokens: 1, outputTokens: 1 },
    } as never;
  };
  const model = {
    describe: { kind: "scripted" as const, name: "writing" },
    complete: answer,
    stream: answer,
    object: answer,
  };
  const settings = { pushUrls: [{ scope: "user:zhangsan", url: on.server.robotUrl() }] };
  await on.open({ media, model, skills: [chatSkill({ historyMessages: 4 })], settings });
  const bubble = await on.app.text(zhang, "把清单发成文件");
  await until(() => on.server.ledger.length === 1);
  expect(await on.finished(bubble)).toContain("好 [IMAGE:/etc/passwd.png]");
  expect([names, bubble.pictures]).toEqual([["send_text_file"], []]);
  expect(on.server.ledger.map(({ body }) => body["file"])).toEqual([
    { media_id: "media-.._.._etc_passwd.txt" },
  ]);
});
