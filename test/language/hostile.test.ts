import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { interpret } from "../../src/language/interpret.ts";
import type { Interpretation, RequestContext } from "../../src/language/request.ts";
import { casesIn } from "./score.ts";
import { pickSome } from "../support/runs.ts";

const context: RequestContext = {
  friends: ["张三", "Bob"],
  reminders: [
    { title: "吃药", start: "2026-06-10T08:00:00", rrule: "FREQ=DAILY", durationMinutes: null },
    { title: "交电费", start: "2026-06-12T10:00:00", rrule: null, durationMinutes: null },
    {
      title: "pay the electricity bill",
      start: "2026-06-12T10:00:00",
      rrule: null,
      durationMinutes: null,
    },
    { title: "walk the dog", start: "2026-06-10T18:30:00", rrule: null, durationMinutes: null },
  ],
  shared: [{ title: "打球", with: ["张三"], start: "2026-06-13T15:00:00", durationMinutes: null }],
};

const read = (text: string): Interpretation =>
  interpret({ text, now: "2026-06-10T11:30:00", tz: "Asia/Shanghai", context });
const lines = (text: string): string[] => text.trim().split("\n");

describe("what sounds like a request and is none", () => {
  it.each(
    lines(`
你8点会提醒我吗
是8点提醒我吗
为什么8点提醒我
8点提醒我什么来着
都八点了你才提醒我
20:20你怎么没来叫我
我之前说9点提醒我
你答应9点叫我起床
我以为你会9点叫我
让你9点提醒我你没提醒
9点提醒我会不会太晚
9点提醒我太早了
可能9点要提醒我
小明8点提醒我开会
我妈每天早上七点叫我起床
张老师明天下午3点提醒我交作业
室友明早7点叫我
定了8点的闹钟
闹钟8点响
帮他设个8点的闹钟
电费涨了
我妈吃药了
药吃光了
他吃完药了
张三打球受伤了
航班取消了
怎么取消会员
关了关了
did you remind me at 5pm?
you'll remind me at 5pm, right?
are you going to remind me at 5pm?
I told Siri to remind me at 5pm
my phone will remind me at 5pm
Bob said he'd remind me at 5pm
ask Bob to remind me at 5pm
I set an alarm for 5am
paid for lunch
took the dog to the vet
got my bill
the meeting got cancelled
Bob walked the dog
my friends call me Tuesday
imagine if I had you wake me every hour
`),
  )("%s", (text) => expect(["none", "list"]).toContain(read(text).intent));
});

describe("what a plausible time could be read from, but not the right one", () => {
  it.each(
    lines(`
下周晚上8点提醒我交表
明年晚上8点提醒我
过两天晚上8点提醒我
月初下午9点提醒我交租
暑假早上8点提醒我写作业
明后天早上8点提醒我吃药
每天早晚8点提醒我吃药
早上8点和晚上提醒我刷牙
每周三次晚上8点提醒我跑步
每天早上8点提醒我吃药，节假日除外
每天早上8点提醒我吃药（周日不用）
除了15号每天早上8点提醒我
接下来一周晚上9点提醒我泡脚
明天起早上8点提醒我吃药
3、4点提醒我
四五点提醒我
8点10分20分30分提醒我
6月20号周五下午3点提醒我
最晚今晚十点提醒我交卷
开会前10分钟提醒我
11点我要是还没睡你就催我
别在8点提醒我，9点提醒我
不用你8点叫我，我妈会叫我
明天的药不吃了取消，后天8点提醒我
每天早上7点叫我起床，晚上11点提醒我睡觉
每年1月1日和7月1日上午9点提醒我体检
每天早上8点提醒我吃药直到我说停
25分钟提醒我一次
吃药改成晚上
remind me next week at 3pm to call
remind me in a few days at 5pm to report
remind me at 5pm today and tomorrow to call
remind me on the 1st and 15th at 9am to pay
remind me between 5pm and 6pm to call
remind me every day except holidays at 8am to run
remind me every other day at 9am but not on Sundays
remind me twice a day at 9am
remind me on the last Friday of the month at 4pm to bill
remind me every day at 9am for a couple of weeks
every day at 7am wake me up and at 11pm remind me to sleep
remind me to leave at 5, the meeting starts at 6
remind me two Fridays from now at 3pm
remind me the Friday after next at 3pm
remind me Friday week at 3pm
remind me on Good Friday at 3pm
remind me on my birthday at 9pm
remind me at ten past to call
remind me in 1 hour and 2 hours to stretch
remind me at 5pm if Bob hasn't called
remind me every day at 9am until I say stop
remind me every Monday in July at 9am
starting tomorrow at 8am remind me to take pills
don't remind me at 5pm
`),
  )("a hostile sentence is asked about: %s", (text) => expect(read(text).intent).toBe("clarify"));
});

/** Everything that a sentence is held against, as it is used: the patterns are caught at work. */
function patternsAtWork(): RegExp[] {
  const caught = new Map<string, RegExp>();
  const exec = vi.spyOn(RegExp.prototype, "exec");
  for (const each of [
    "own-dev.json",
    "set-17-formal-and-corrections.json",
    "set-23-about-what-exists.json",
  ].flatMap(casesIn)) {
    interpret({ ...each, context: each.context });
    for (const regex of exec.mock.contexts)
      if (regex instanceof RegExp) caught.set(String(regex), regex);
    exec.mockClear();
  }
  exec.mockRestore();
  return [...caught.values()];
}

/** Patterns that do not come to an end with one of these texts. Only a watchdog gets out of one. */
function astray(
  patterns: readonly RegExp[],
  textsFor: (source: string) => readonly string[],
): string[] {
  return patterns.flatMap(({ source, flags }) => {
    const pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ""));
    try {
      runInNewContext(
        "for (const text of texts) pattern.exec(text)",
        { pattern, texts: textsFor(source) },
        { timeout: 20_000 },
      );
      return [];
    } catch {
      return [source];
    }
  });
}

/** Where two ways lead through the same words, every further pair of them doubles the ways. */
function sayingItsWords(source: string): string[] {
  const words = new Set(
    Array.from(
      source.replaceAll(/\\[a-z]|[?*+]/gi, " ").matchAll(/[\u4e00-\u9fff]{1,4}|[a-z']+/g),
      ([word]) => word,
    ),
  );
  const said = [...words].slice(0, 120).map((word) => (/[a-z]/.test(word) ? `${word} ` : word));
  return said.flatMap((one) =>
    said.map((other) => `${(one + other).repeat(30).slice(0, 120)}\u0000`),
  );
}

const pieces = lines(
  "1\n一\n十\n 8点\n8:\n每\n提醒我\n的\n周一\n、\n和\n下\n到\n1小时\n如果\n你\na \nan hour and \nremind me \nat 5 \n1st and \nmonday, \n'\n。\n，\n.\n啊\n啊，\n不是\n那个\n了\nno \nwait, \ni mean \n- ",
);

describe("a change that would be made in part, or to more than was meant", () => {
  it.each(
    lines(`
周末不用提醒我吃药
吃药取消一天
取消吃药和交电费
吃药改成9点刷牙
吃药取消，明天8点提醒我买菜
cancel the dog walk and the bill
cancel the dog walk and move the bill to Saturday
cancel the dog walk and remind me to buy milk at 5pm
extend the dog walk by 30 minutes
rename walk the dog as feed the dog at 7
move walk the dog and pay the bill back an hour
约张三和王五明天下午3点打球
set up a meeting with Bob and Greg tomorrow at 3pm
get coffee with Bob Friday at 3 or 4pm
`),
  )("a hostile sentence is asked about: %s", (text) => expect(read(text).intent).toBe("clarify"));

  it.each(
    lines(`
如果交电费改到7点呢
交电费好像改到3点了
不要改交电费
交电费改了吗
what if I moved the dog walk to 3?
maybe move the dog walk to 3
don't move the dog walk
who paid the electricity bill
张三提醒我明天下午3点打球
告诉张三我明天下午3点到
和张三约的明天下午3点
I have lunch with Bob tomorrow at noon
meeting Bob at 3pm tomorrow
tell Bob I will be there at 3pm
`),
  )("a hostile request is not made at all: %s", (text) =>
    expect(["none", "list"]).toContain(read(text).intent),
  );
});

describe("long and malicious text", () => {
  const texts = pieces.flatMap((piece) => [
    piece.repeat(1000).slice(0, 1000),
    `${piece.repeat(1000).slice(0, 999)}x`,
  ]);
  const patterns = patternsAtWork();

  it("a long text is read to the end by every pattern, so that none of them goes astray in it", () => {
    expect(patterns.length).toBeGreaterThan(150);
    expect(astray(pickSome(patterns, 8), () => texts)).toEqual([]);
  });

  it("a long text is read to the end where it is made of a pattern's own words, said over and over", () => {
    const repeating = patterns.filter(({ source }) => /\)[*+]/.test(source));
    expect(repeating.length).toBeGreaterThan(30);
    expect(astray(pickSome(repeating, 8), sayingItsWords)).toEqual([]);
  });

  it.each([
    ["ten thousand figures", "1".repeat(10_000)],
    ["ten thousand numerals", "一".repeat(10_000)],
    ["four thousand spaces", " ".repeat(4000)],
    ["four thousand signs of a timetable", "8点提醒我吃药，".repeat(500)],
    ["four thousand letters", "remind me at 5 and ".repeat(210)],
    ["open quotes", "“".repeat(4000)],
    ["a time and a row of full stops", `明天三点${"。".repeat(990)}`],
    ["a time and a row of sighs", `明天三点${"啊，".repeat(490)}`],
    ["a time and a row of second thoughts", `at 5 ${"no wait, ".repeat(110)}`],
  ])("a hostile text writes nothing: %s", (_, text) =>
    expect(["none", "clarify", "list"]).toContain(read(text).intent),
  );
});
