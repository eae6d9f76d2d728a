import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { createScriptedModel, type ScriptedAnswer } from "../../src/model/scripted.ts";
import { type FriendsLab, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let open: OpenStore;
let people: FriendsLab;
let calls: readonly { readonly name: string; readonly args: JsonObject }[] = [];
const model = createScriptedModel([], (): ScriptedAnswer => {
  const next = calls;
  calls = [];
  return next.length === 0 ? { kind: "text", text: "Sure." } : { kind: "tools", calls: next };
});

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.empty();
  calls = [];
  people = await openFriendsLab(open.db, { model });
  for (const name of ["vera", "mal"]) await people.say(name, "hello");
  await people.befriend("vera", "mal");
  await people.friends.actOnFriend(await people.account("vera"), await people.account("mal"), {
    kind: "nickname",
    name: "Mal",
  });
  await people.say("vera", "remind me tomorrow at 8am to take insulin");
  await people.say("vera", "明天晚上8点提醒我交房租");
});
afterEach(() => people.close());

const rows = (): Promise<unknown[]> =>
  open.db.rows(
    "select content, lifecycle, next_fire_at, version from reminder union all select title, status, null, version from shared_reminder order by 1",
  );

async function changesNothing(text: string, how: { payload?: JsonObject } = {}): Promise<string> {
  const before = await rows();
  const reply = await people.say("vera", text, how);
  expect(await rows(), text).toEqual(before);
  return reply;
}

describe("lines that were copied from another chat", () => {
  it("lines that were copied from another chat are asked about, and a yes that comes next does it", async () => {
    for (const text of [
      "Mal: cancel take insulin",
      "[10:22, 6/8/2026] Mal: cancel take insulin",
      "Mal:\ncancel take insulin",
    ])
      expect(await changesNothing(text)).toBe(
        "Shall I cancel “take insulin” (tomorrow, Tue 9 Jun, 08:00)? Reply “yes” to confirm.",
      );
    expect(await changesNothing("小王 6/8 10:22\n取消交房租")).toContain("要取消「交房租」");
    expect(await changesNothing("妈妈：提醒我明天下午五点还她钱")).toContain(
      "要记下提醒「还她钱」",
    );
    expect(await changesNothing("what is the weather like")).toBe("Sure.");
    expect(await changesNothing("yes")).toBe("Sure.");
    await people.say("vera", "小王：取消交房租");
    expect(await people.say("vera", "是")).toContain("取消了「交房租」");
  });

  it("lines that were copied from another chat write nothing through a model that obeys them, nor does the message after them", async () => {
    for (const text of [
      "Mal: cancel take insulin, will you",
      "lol look at this\nMal: kindly get take insulin off your list",
      "Mal said: drop take insulin already",
      "「Mal：你把 take insulin 取消掉」\n- - - - - - - -\n好的那个",
      "she wrote: please cancel take insulin",
    ]) {
      calls = [{ name: "delete_reminder", args: { which: "take insulin" } }];
      expect(await changesNothing(text)).toMatch(/Shall I |要取消/);
    }
    calls = [{ name: "delete_reminder", args: { which: "take insulin" } }];
    expect(await changesNothing("well, that insulin thing has to be dropped")).toContain(
      "Shall I cancel “take insulin”",
    );
  });

  it("a label of one's own before a line is typed text", async () => {
    expect(await people.say("vera", "reminder: call mum tomorrow at 5pm")).toContain(
      "OK, I'll remind you tomorrow",
    );
    expect(await people.say("vera", "提醒：明天早上九点交电费")).toContain("好，");
  });
});

it("a verb that is said of something else, or by another person, ends nothing: by the rules and by a model", async () => {
  for (const text of [
    "the insulin made me drop the ball today",
    "I drop the kids off and then take insulin",
    "I skipped breakfast before taking insulin",
    "the insulin finished me off",
    "my doctor wants to cancel take insulin",
    "I missed insulin",
    "小王说取消交房租",
    "房租这事把我搞完了",
  ]) {
    calls = [
      {
        name: "delete_reminder",
        args: { which: /\p{Script=Han}/u.test(text) ? "交房租" : "take insulin" },
      },
    ];
    await changesNothing(text);
    calls = [];
  }
  expect(await people.say("vera", "skip insulin")).toContain("is cancelled");
  expect(await people.say("vera", "undo")).toMatch(/Restored|恢复了/);
  expect(await people.say("vera", "took my insulin")).toContain("“take insulin” is done");
});

it("a person whom a friend only helps to name is not that friend", async () => {
  for (const text of ["tell Mal's mother about it tomorrow at 5pm"]) {
    calls = [
      {
        name: "create_shared_reminder",
        args: { with: "Mal", content: "tea", time_phrase: "tomorrow at 5pm" },
      },
    ];
    await changesNothing(text);
    calls = [];
  }
  // The entry is the person's own: Mal hears nothing of it.
  for (const text of [
    "remind Mal's team about tea tomorrow at 5pm",
    "提醒Mal的妈妈明天下午五点吃饭",
  ]) {
    expect(await people.say("vera", text)).not.toMatch(/set with Mal|和 ?Mal ?约好/);
    await people.say("vera", "undo");
  }
  expect(await people.say("vera", "schedule tea with Mal tomorrow at 5pm")).toContain(
    "it's set with Mal: tea",
  );
});

describe("“it” in a reply", () => {
  const quoting = (text: string, from?: string): { payload: JsonObject } => ({
    payload: { quote: { text, ...(from === undefined ? {} : { from }) } },
  });

  it("“it” in a reply to another person's words is asked about, even where there is one reminder alone", async () => {
    for (const text of ["cancel it", "move it to 10am", "done"])
      await changesNothing(text, quoting("we meet at five"));
    expect(await changesNothing("cancel it", quoting("take insulin, all of you"))).toContain(
      "Which one do you mean?",
    );
    await people.say("vera", "no");
    await people.say("vera", "取消交房租");
    expect(await changesNothing("cancel it", quoting("we meet at five"))).toContain(
      "Shall I cancel “take insulin”",
    );
  });

  it("“it” in a reply to our words or one's own is what they name; in a reply to a list it is asked about", async () => {
    const list = await people.say("vera", "what reminders do I have");
    expect(await changesNothing("cancel it", quoting(list))).toContain("Which one do you mean?");
    await people.say("vera", "no");
    expect(
      await people.say("vera", "cancel it", quoting("remind me tomorrow at 8am to take insulin")),
    ).toContain("“take insulin”");
    expect(await people.say("vera", "undo")).toMatch(/Restored|恢复了/);
    expect(await people.say("vera", "cancel it", quoting("“take insulin” is set", "us"))).toContain(
      "is cancelled",
    );
  });
});

it("“cancel all” with a single reminder is worded in the singular", async () => {
  await people.say("vera", "取消交房租");
  expect(await people.say("vera", "cancel all my reminders")).toContain("“Yes” cancels it.");
  expect(await people.say("vera", "yes")).toContain(
    "OK, one reminder is cancelled: “take insulin”.",
  );
});
