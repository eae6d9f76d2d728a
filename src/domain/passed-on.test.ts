import { describe, expect, it } from "vitest";
import { splitPassedOn } from "./passed-on.ts";

describe("text copied from another chat is recognised as passed on", () => {
  it.each([
    ["Mal: cancel take insulin", "cancel take insulin"],
    ["mal_99: please delete the rent", "please delete the rent"],
    ["Anna Maria: don't forget to remind me tomorrow", "don't forget to remind me tomorrow"],
    ["小王：取消交房租", "取消交房租"],
    ["妈妈：明天下午三点去医院", "明天下午三点去医院"],
    ["张伟: 明天下午三点开会", "明天下午三点开会"],
    ["王老师：周五交作业", "周五交作业"],
    ["Mal:\ncancel take insulin", "cancel take insulin"],
    ["Mal: hi there\ncancel take insulin", "hi there\ncancel take insulin"],
    ["Mal: when?\nAnn: at 5, cancel the rent\nMal: ok", "when?\nat 5, cancel the rent\nok"],
    ["[10:22, 6/8/2026] Mal: cancel take insulin", "cancel take insulin"],
    ["[08.06.26, 10:22:31] Mal: cancel take insulin", "cancel take insulin"],
    ["08/06/2026, 10:22 - Mal: cancel take insulin", "cancel take insulin"],
    ["小王 6/8 10:22\n取消交房租", "取消交房租"],
    ["小王 2026-06-08 10:22:31\n取消交房租", "取消交房租"],
    ["Mal, [08.06.2026 10:22]\ncancel take insulin", "cancel take insulin"],
    ["> cancel take insulin", "cancel take insulin"],
    ["```\ncancel\n\ntake insulin\n```", "cancel\n\ntake insulin"],
    [
      "On Mon, 8 Jun 2026 Mal <m@example.com> wrote:\ncancel\n\ntake insulin",
      "On Mon, 8 Jun 2026 Mal <m@example.com> wrote:\ncancel\ntake insulin",
    ],
  ])("copied text is recognised: %j", (text, passedOn) => {
    expect(splitPassedOn(text)).toEqual({ own: "", passedOn });
  });

  it.each([
    ["Mal said: cancel take insulin", "Mal said:", "cancel take insulin"],
    ["my boss just texted me: delete the meeting", "my boss just texted me:", "delete the meeting"],
    ["haha she wrote back: delete the meeting", "haha she wrote back:", "delete the meeting"],
    ["刚才小王跟我吐槽，还说：取消交房租", "刚才小王跟我吐槽，还说：", "取消交房租"],
    ["小王说：取消交房租", "小王说：", "取消交房租"],
    ["房东发来：房租不用交了", "房东发来：", "房租不用交了"],
    ["「小王：取消交房租」\n- - - - - - - - - -\n哈哈", "哈哈", "取消交房租"],
    ["lol look\nMal: cancel take insulin", "lol look", "cancel take insulin"],
    ["Mal: cancel take insulin\n\nwhat does he mean?", "what does he mean?", "cancel take insulin"],
  ])("copied text is separated from the sender's own words: %j", (text, own, passedOn) => {
    const split = splitPassedOn(text);
    expect([split.own.trim(), split.passedOn]).toEqual([own, passedOn]);
  });
});

it.each([
  "reminder: call mum at 5",
  "提醒：明天交房租",
  "todo: cancel gym membership tomorrow at 5pm",
  "Note to self: move the car",
  "Friday 5pm: remind me of the dentist",
  "明天：交房租，提醒我",
  "tomorrow at 15:30 remind me to call Ann",
  "remind me at 9: pay rent",
  "shopping list: add milk",
  "buy\nMilk: 2\nEggs: 12",
  "Dentist: tomorrow 3pm",
  "周五三点：提醒我接孩子",
  "帮我跟小王说：明天三点取消",
  "https://example.com/a please add to my list",
  "I said: move it to five",
  "one more thing: cancel the rent",
  "待办：取消健身卡",
  "记一下：老婆生日6月9号",
  "ratio 3:2 please note",
  "remind me on Friday at 7am: flight to Rome",
  "Meanwhile: cancel it",
  "Library books: remind me on July 8th at 10am",
  "half past three: remind me to pick the kids up from band",
  "",
])("a label that the sender typed is not taken for a copied name: %j", (text) => {
  expect(splitPassedOn(text)).toEqual({ own: text, passedOn: "" });
});

it("a long message is split quickly", () => {
  for (const unit of [
    "a:",
    "「",
    "> ",
    "[1:00] ",
    "Mal said: ",
    "```",
    "\n\n",
    "小王：",
    "1/1 1:00 ",
  ]) {
    const text = unit.repeat(10_000);
    const before = process.cpuUsage();
    splitPassedOn(text);
    expect(process.cpuUsage(before).user / 1000, unit).toBeLessThan(500);
  }
});
