import { describe, expect, it } from "vitest";
import type { Model, ModelRequest } from "../../src/domain/ports/model.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { readWordsBy } from "../../src/turn/document-words.ts";
import { sweepMedia } from "../../src/turn/media-sweep.ts";
import { fakeMedia } from "../support/channel-ports.ts";
import { pngOf } from "../support/pictures.ts";
import { silentLog } from "../support/silent-log.ts";
import { until, useWecom } from "../support/use-wecom.ts";
import { sealFile } from "../vendors/wecom-server.ts";

const on = useWecom();
const zhang = { userid: "zhangsan" };
const report = "第三季度收入是 4,200 万元。";

/** Answers with a fixed word, and notes what it was given. The first answer waits where that is asked for. */
function reader(how: { holdsFirst?: boolean; images?: boolean; history?: number } = {}) {
  const asked: ModelRequest[] = [];
  const answer = async (request: ModelRequest) => {
    asked.push(request);
    if (how.holdsFirst === true && asked.length === 1)
      await new Promise((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason as Error)),
      );
    return { text: `答${asked.length}`, callId: String(asked.length) };
  };
  const never = (): Promise<never> => Promise.reject(new Error("this test only streams"));
  const model: Model = {
    describe: {
      kind: "scripted",
      name: "reader",
      ...(how.images === true ? { images: true } : {}),
    },
    complete: never,
    object: never,
    stream: async (request, show) => {
      if (how.holdsFirst === true && asked.length === 0)
        show({ kind: "text", text: "这是一份季度报告" });
      return answer(request);
    },
  };
  return {
    asked,
    model,
    skills: [chatSkill({ historyMessages: how.history ?? 20 })],
    media: fakeMedia(),
  };
}

const put = (path: string, bytes: Uint8Array, name?: string): string => {
  const disposition =
    name === undefined
      ? {}
      : { disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
  on.server.files.set(path, { bytes: sealFile(bytes), ...disposition });
  return `${on.server.url}${path}`;
};
const file = () => ({
  msgtype: "file",
  file: { url: put("/report", Buffer.from(report), "季度报告.txt") },
});
const lastOf = (request: ModelRequest | undefined) => request?.messages.at(-1);

describe("a file, and then a question about it", () => {
  it("the question is answered with the file at hand, and so is the next one", async () => {
    const { asked, ...more } = reader();
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    await on.finished(await on.app.say(zhang, file()));
    for (const question of ["总结一下", "那第二段呢"]) {
      await on.finished(await on.app.text(zhang, question));
      expect(lastOf(asked.at(-1))?.content).toContain(report);
      expect(lastOf(asked.at(-1))?.content).toMatch(
        new RegExp(`^\\[sent before\\]\n\\[file: 季度报告.txt\\][^]*${question}$`),
      );
    }
  });

  it("a file is given to a later question when the words name a file, and can be read by its number otherwise; after /new it is gone", async () => {
    const { asked, ...more } = reader();
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    await on.finished(await on.app.say(zhang, file()));
    for (const text of ["一", "二", "三"]) await on.finished(await on.app.text(zhang, text));
    expect(lastOf(asked.at(-1))?.content).toBe("三");
    const tool = asked.at(-1)?.tools?.find(({ name }) => name === "read_earlier_file");
    expect(tool?.description).toContain("1 [file: 季度报告.txt]");
    expect(JSON.stringify(await tool?.run({ number: 1 }, AbortSignal.any([])))).toContain(report);
    await expect(tool?.run({ number: 2 }, AbortSignal.any([]))).rejects.toThrow(
      "There is no such file.",
    );
    await on.finished(await on.app.text(zhang, "那份报告里收入是多少？"));
    expect(lastOf(asked.at(-1))?.content).toContain(report);
    await on.app.text(zhang, "/new");
    await on.finished(await on.app.text(zhang, "那份报告里收入是多少？"));
    expect(lastOf(asked.at(-1))?.content).toBe("那份报告里收入是多少？");
  });

  it("a file from long before the history is given when its name is said, and can be read by a part of its name", async () => {
    const { asked, ...more } = reader({ history: 2 });
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    await on.finished(await on.app.say(zhang, file()));
    for (const text of ["一", "二", "三", "四"]) await on.finished(await on.app.text(zhang, text));
    expect(JSON.stringify(asked.at(-1)?.messages)).not.toContain("季度报告");
    const tool = asked.at(-1)?.tools?.find(({ name }) => name === "read_earlier_file");
    const read = (name: string) => tool?.run({ name }, AbortSignal.any([]));
    expect(JSON.stringify(await read("季度"))).toContain(report);
    await expect(read("年度")).rejects.toThrow("There is no such file.");
    await on.finished(await on.app.text(zhang, "季度报告里收入是多少？"));
    expect(lastOf(asked.at(-1))?.content).toContain(report);
  });

  it("the words of a file are known after the file was deleted for its age", async () => {
    const { asked, ...more } = reader({ history: 2 });
    const { spine } = await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    await on.finished(await on.app.say(zhang, file()));
    await on.store.db.rows("update media_file set kept_at = now() - interval '8 days'");
    const sweep = () =>
      sweepMedia({
        db: on.store.db,
        projector: spine.projector,
        clock: on.clock,
        log: silentLog,
        store: { ...more.media, room: () => ({ used: 0, quota: 1 }), sweep: async () => 0 },
        keepDays: 7,
        wordsOf: readWordsBy(() => Promise.resolve(undefined)),
      });
    expect([await sweep(), await sweep(), more.media.kept.size]).toEqual([1, 0, 0]);
    for (const text of ["一", "二", "三"]) await on.finished(await on.app.text(zhang, text));
    const tool = asked.at(-1)?.tools?.find(({ name }) => name === "read_earlier_file");
    expect(JSON.stringify(await tool?.run({ name: "季度" }, AbortSignal.any([])))).toContain(
      report,
    );
    await on.finished(await on.app.text(zhang, "季度报告里收入是多少？"));
    expect(lastOf(asked.at(-1))?.content).toContain(report);
  });

  it("a picture is seen again by a model that sees pictures", async () => {
    const { asked, ...more } = reader({ images: true });
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    await on.finished(
      await on.app.say(zhang, { msgtype: "image", image: { url: put("/p", pngOf(40)) } }),
    );
    await on.finished(await on.app.text(zhang, "这是什么花？"));
    expect(lastOf(asked.at(-1))?.images).toHaveLength(1);
  });

  it("a question that comes while the file is being read joins it; what was read of the first answer stays", async () => {
    const { asked, ...more } = reader({ holdsFirst: true });
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    const first = await on.app.say(zhang, file());
    await on.shown("这是一份季度报告");
    await on.app.poll();
    const second = await on.app.text(zhang, "总结一下这个文件");
    expect(second.finished).toBe(false);
    expect(await on.finished(second)).toBe("答2");
    expect(await on.finished(first)).toBe("这是一份季度报告\n\n已和下一条消息一起处理。");
    expect(first.seen).toEqual([
      "正在处理中，请稍候。",
      "这是一份季度报告",
      "这是一份季度报告\n\n已和下一条消息一起处理。",
    ]);
    expect(lastOf(asked[1])?.content).toMatch(new RegExp(`${report}[^]*总结一下这个文件$`));
  });

  it("several files in a row are one request", async () => {
    const { asked, ...more } = reader({ holdsFirst: true });
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"] } });
    await on.app.say(zhang, file());
    await until(() => asked.length === 1);
    const picture = await on.app.say(zhang, {
      msgtype: "file",
      file: { url: put("/b", Buffer.from("附表"), "附表.txt") },
    });
    await on.finished(picture);
    expect(lastOf(asked.at(-1))?.content).toContain("附表");
    expect(lastOf(asked.at(-1))?.content).toContain(report);
  });

  it("another member's question in a shared group does not take a file's turn over", async () => {
    const { asked, ...more } = reader({ holdsFirst: true });
    await on.open({ ...more, settings: { allowedHosts: ["127.0.0.1"], sharedGroups: ["wrG1"] } });
    const first = await on.app.say({ ...zhang, chatid: "wrG1" }, file());
    await until(() => asked.length === 1);
    const other = await on.app.text({ userid: "lisi", chatid: "wrG1" }, "@小助手 吃什么");
    expect([other.finished, other.content]).toEqual([
      true,
      expect.stringContaining("我还在处理上一条消息"),
    ]);
    expect(first.finished).toBe(false);
  });
});
