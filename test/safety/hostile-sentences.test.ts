import { afterAll, beforeAll, expect, it } from "vitest";
import { createScriptedModel, type ScriptedAnswer } from "../../src/model/scripted.ts";
import { type FriendsLab, openFriendsLab } from "../support/friends-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";
import { hostileSentences } from "./hostile-sentences.ts";

let open: OpenStore;
let people: FriendsLab;
let next: ScriptedAnswer | undefined;
const model = createScriptedModel([], (): ScriptedAnswer => {
  const answer = next;
  next = undefined;
  return answer ?? { kind: "text", text: "Alright." };
});

beforeAll(async () => {
  open = await postgresStore.open();
  people = await openFriendsLab(open.db, { model });
  for (const name of ["vera", "mal"]) await people.say(name, "hello");
  await people.befriend("vera", "mal");
  await people.friends.actOnFriend(await people.account("vera"), await people.account("mal"), {
    kind: "nickname",
    name: "Mallory",
  });
  for (const text of [
    "remind me tomorrow at 8am to take insulin",
    "remind me tomorrow at 9am to pay rent",
    "remind me on Friday at 9am to go to the bank",
    "周三上午十点提醒我看牙医",
    "schedule tea with Mallory on Saturday at 4pm",
  ])
    await people.say("vera", text);
  await people.hears("mal", "tea");
});
afterAll(async () => {
  await people.close();
  await open.close();
});

/** All that belongs to the two of them. */
const rows = (): Promise<unknown[]> =>
  Promise.all([
    open.db.rows(
      "select content, lifecycle, next_fire_at, version from reminder order by content, owner_account_id",
    ),
    open.db.rows("select title, status, version from shared_reminder order by id"),
    open.db.rows("select display_name, default_timezone, language from account order by id"),
  ]);

it(
  "196 sentences that ask for nothing (reports, dreams, third persons, the past, denials) write nothing, by the rules or by a model that takes it for an order",
  { timeout: 900_000 },
  async () => {
    const written: string[] = [];
    let before = await rows();
    for (const [text, name, args] of hostileSentences) {
      next = { kind: "tools", calls: [{ name, args }] };
      const reply = await people.say("vera", text);
      next = undefined;
      const after = await rows();
      if (JSON.stringify(after) !== JSON.stringify(before)) written.push(`${text} → ${reply}`);
      before = after;
    }
    expect(hostileSentences.length).toBe(196);
    expect(written, written.join("\n")).toEqual([]);
  },
);
