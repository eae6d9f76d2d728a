import { afterAll, beforeAll, expect, it } from "vitest";
import { createScriptedModel, type ScriptedAnswer } from "../../src/model/scripted.ts";
import { due, everyday, kept } from "../language/everyday.ts";
import { everydayByModel } from "../language/everyday-by-model.ts";
import { type FriendsLab, openFriendsLab } from "../support/friends-lab.ts";
import { pickSome, runs } from "../support/runs.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

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
  await people.say("mal", "hello");
});
afterAll(async () => {
  await people.close();
  await open.close();
});

const isAsked = (reply: string): boolean =>
  /Shall I |吗？回复“是”|No reminder was written|还没有记下|\?\s*$|？\s*$/mu.test(reply);

/** A third of them shows the share; the long run asks all. */
const requests = pickSome([...everyday, ...everydayByModel], 3);

it(
  "fewer than two in a hundred of 325 everyday requests in the person's own words are asked about",
  { timeout: 900_000 },
  async () => {
    const asked: string[] = [];
    for (const [at, [text, name, args]] of requests.entries()) {
      const someone = `p${at}`;
      if (name === "create_shared_reminder") {
        await people.say(someone, "hello");
        await people.befriend(someone, "mal");
        await people.friends.actOnFriend(
          await people.account(someone),
          await people.account("mal"),
          { kind: "nickname", name: "Mal" },
        );
      }
      if ("which" in args) for (const each of kept) await people.say(someone, each);
      next = { kind: "tools", calls: [{ name, args }] };
      const reply = await people.say(someone, text);
      next = undefined;
      if (isAsked(reply) && !due.has(text)) asked.push(`${text} → ${reply}`);
    }
    expect([everyday.length, everydayByModel.length]).toEqual([150, 175]);
    expect(asked.length, asked.join("\n")).toBeLessThan(runs(3, 7));
  },
);
