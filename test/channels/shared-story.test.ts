import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openAccounts } from "../../src/accounts/accounts.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { productProjector, skillProjections } from "../../src/main/projections.ts";
import { openChatStates, openScenesApi, openSharedStories } from "../../src/main/scenes.ts";
import { createScriptedModel } from "../../src/model/scripted.ts";
import { createFeelingsTimer } from "../../src/skills/scenes/plans/feelings-timer.ts";
import { draftDeparture } from "../../src/skills/scenes/shared/chat-apps/departures.ts";
import { createRequestTimer } from "../../src/skills/scenes/shared/chat-apps/request-timer.ts";
import {
  createTellTimer,
  createWatchTimer,
} from "../../src/skills/scenes/shared/chat-apps/tell-timer.ts";
import { createScenesSkill } from "../../src/skills/scenes/skill.ts";
import { openLinkCodes } from "../../src/store/link-codes.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { type ChannelWorld, freshId } from "../laws/channels/bench.ts";
import { telegramBots, telegramRoom, telegramSecret } from "../laws/channels/channels.ts";
import { openChannelWorld } from "../laws/channels/world.ts";
import { directReader } from "../support/direct-reader.ts";
import { timersOn } from "../support/reminder-lab.ts";

const chance = createSystemChance(systemClock.now);
const keys = () =>
  openKeyring({ key: "07".repeat(32), file: "/nowhere/key", randomBytes: (n) => chance.bytes(n) });

/** Characters answer in fixed words: whatever else people see was said by one of them. */
let isBroken = false;
function answer({ purpose, sections = [] }: ModelRequest) {
  if (isBroken) return { kind: "fail" as const, failure: new Error("the model is away") };
  if (purpose === "narrative") return { kind: "text" as const, text: "The kettle is on." };
  const prose = sections.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
  const people = sections.find(({ name }) => name === "people")?.lines ?? [];
  const felt = { affinity_delta: 0, trust_delta: 0, knowledge_facts: [] };
  const value =
    purpose === "parse_turn"
      ? { segments: [{ kind: "dialogue", text: prose }] }
      : { ...felt, people: people.map((name) => ({ name, ...felt })) };
  return { kind: "text" as const, text: JSON.stringify(value) };
}

let world: ChannelWorld;
beforeAll(async () => {
  world = await openChannelWorld({
    behind: ({ clock }) => ({
      projections: skillProjections,
      timers: timersOn(clock, {
        first: [
          createFeelingsTimer(),
          createRequestTimer({ codes: openLinkCodes(keys) }),
          createTellTimer(),
          createWatchTimer(),
        ],
      }),
      model: createScriptedModel([], answer),
      skills: [createScenesSkill({ states: openChatStates() })],
      draftDeparture,
    }),
  });
});
afterAll(() => world.close());
beforeEach(() => {
  isBroken = false;
});

const crowd = "-1009000000002";
let people = 820_000_000;

interface Player {
  readonly name: string;
  readonly id: number;
  /** Writes to the bot in private. */
  tell(text: string): Promise<void>;
  /** Writes in a group, to the bot. */
  post(text: string, group?: string): Promise<void>;
  /** What they see in their own chat with the bot. */
  saw(): string[];
}

const listSeen = (chat: number | string): string[] =>
  world.vendors.telegram.seen
    .filter(({ chatId }) => String(chatId) === String(chat))
    .map(({ text }) => text);

/** Until every line, its turn, its timers and its deliveries are done. */
async function settle(): Promise<void> {
  await world.until(async () => {
    const left = await world.db.rows(
      `select 1 from timer where kind in ('story_request', 'story_tell', 'scene_feelings')
       union all select 1 from conversation where has_open_input or running_turn_id is not null
       union all select 1 from delivery_attempt where status in ('pending', 'sending')`,
    );
    if (left.length === 0) return true;
    await world.clock.pass(1_000);
    world.one.spine.wake();
    return false;
  });
}

async function send(update: object): Promise<void> {
  const { status } = await world.one.api.call(`/webhooks/telegram/${telegramBots.hook}`, {
    method: "POST",
    body: JSON.stringify(update),
    headers: {
      "Content-Type": "application/json",
      "x-telegram-bot-api-secret-token": telegramSecret,
    },
  });
  expect(status).toBe(200);
  await settle();
}

async function deliver(
  from: Player,
  chat: { readonly id: number; readonly type: string; readonly [field: string]: unknown },
  text: string,
): Promise<void> {
  const mention = "@meanwhile_bot ";
  const isGroup = !("first_name" in chat);
  const update = {
    update_id: 1,
    message: {
      message_id: world.vendors.telegram.messageId(chat.id, freshId()),
      from: { id: from.id, is_bot: false, first_name: from.name, language_code: "en" },
      chat,
      date: Math.floor(world.clock.now() / 1_000),
      text: isGroup ? `${mention}${text}` : text,
      ...(isGroup
        ? { entities: [{ type: "mention", offset: 0, length: mention.trim().length }] }
        : {}),
    },
  };
  await send(update);
}

function createPlayer(name: string): Player {
  const id = (people += 1);
  const player: Player = {
    name,
    id,
    tell: (text) => deliver(player, { id, type: "private", first_name: name }, text),
    post: (text, group = telegramRoom) =>
      deliver(player, { id: Number(group), type: "supergroup", title: "Club" }, text),
    saw: () => listSeen(id),
  };
  return player;
}

const findAccount = async ({ id }: Player): Promise<string> => {
  const [row] = await world.db.rows<{ account_id: string }>(
    "select account_id from channel_identity where provider_subject = $1",
    [String(id)],
  );
  return row?.account_id ?? "";
};

/** Ada hosts a story with Ann and Bob, and plays it in her own chat. */
async function start() {
  const ada = createPlayer("Ada");
  await ada.tell("/scene help");
  const account = await findAccount(ada);
  const parts = { db: world.db, projector: productProjector(), clock: world.clock, chance };
  const scenes = openScenesApi({ ...parts, fileReader: directReader });
  for (const [id, name] of [
    ["ann", "Ann"],
    ["bob", "Bob"],
  ] as const)
    await scenes.authorEvent(account, { kind: "bot_authored", payload: { id, name } });
  const stories = openSharedStories({ ...parts, keys });
  const { id: chatId } = await stories.create(account, {
    title: "The lock shop",
    botIds: ["ann", "bob"],
    name: "Ada",
  });
  const { code } = await stories.invite(account, { chatId, reset: false });
  await ada.tell("/scene join");
  expect(ada.saw().at(-1)).toContain("You are Ada in “The lock shop”");
  const linesOf = async (player: Player): Promise<string> =>
    (await stories.read(await findAccount(player), { chatId, limit: 100 })).lines
      .map(({ text }) => text)
      .join("\n");
  const audit = async (player: Player) => stories.audit(await findAccount(player), chatId);
  return { ada, code, stories, chatId, linesOf, audit };
}

it("people join one story from their own chats: each plays their own, hears what is said aloud, and a whisper reaches one", async () => {
  const { ada, code, linesOf, audit } = await start();
  const [bea, cem] = [createPlayer("Bea"), createPlayer("Cem")];
  await bea.tell(`/scene join ${code} as Bea Wren`);
  expect(bea.saw().at(-1)).toMatch(/You are Bea Wren .*Here: .*Ann.*Bob/);
  expect(ada.saw().at(-1)).toBe("(Bea Wren comes in.)");
  await cem.tell(`/scene join https://meanwhile.example/#story=${code} as Bob`);
  expect(cem.saw().at(-1)).toContain("You are Bob");

  await ada.tell("Good evening, canary1.");
  for (const other of [bea, cem]) {
    expect(other.saw().at(-1)).toContain("Ada: Good evening, canary1.");
    expect(other.saw().at(-1)).toContain("Ann: The kettle is on.");
  }
  // No one gets their own words back.
  expect(ada.saw().at(-1)).toBe("Ann: The kettle is on.");

  await bea.tell("/scene whisper Ada: canary2 is under the mat.");
  expect(ada.saw().at(-1)).toBe("Bea Wren (whispers): canary2 is under the mat.");
  expect(cem.saw().join("\n")).not.toContain("canary2");
  expect(await linesOf(cem)).not.toContain("canary2");

  // Bob is Cem's: the model no longer speaks for him, and what he says is heard as Bob's.
  await cem.tell("I am Bob, canary3.");
  expect(bea.saw().at(-1)).toContain("Bob: I am Bob, canary3.");

  await bea.tell("/scene exit me");
  await ada.tell("She is out, canary4.");
  expect(bea.saw().join("\n")).not.toContain("canary4");
  await bea.tell("Hello?");
  expect(bea.saw().at(-1)).toContain("You are not in this scene");
  await bea.tell("/scene enter me");
  expect(bea.saw().at(-1)).toMatch(/^\(Bea Wren comes in\.\)\n\(You were out for \d+ minutes/);
  await ada.tell("Welcome back, canary5.");
  expect(bea.saw().at(-1)).toContain("canary5");
  for (const player of [ada, bea, cem])
    expect(await audit(player)).toMatchObject({ unwitnessed: 0, missing: 0, leaks: 0 });
});

it("a group is the room of a story: who plays there hears what is said there, once; whispers stay out of it; who leaves stops hearing", async () => {
  const { ada, code, linesOf, audit } = await start();
  const [bea, cem] = [createPlayer("Bea"), createPlayer("Cem")];
  await ada.post("/scene join");
  await bea.post(`/scene join ${code} as Bea`);
  await cem.post(`/scene join ${code} as Cem`);
  await cem.tell("/scene join");
  const before = listSeen(telegramRoom).length;
  await bea.post("Hello everyone, canary11.");
  expect(listSeen(telegramRoom).slice(before)).toEqual(["Ann: The kettle is on."]);
  for (const player of [ada, bea, cem]) expect(await linesOf(player)).toContain("canary11");
  expect([...ada.saw(), ...cem.saw()].join("\n")).not.toContain("canary11");

  await bea.post("/scene whisper Cem: canary12.");
  expect(listSeen(telegramRoom).at(-1)).toContain("Everyone here would read it");
  await bea.tell("/scene join");
  await bea.tell("/scene whisper Cem: canary13.");
  expect(cem.saw().at(-1)).toBe("Bea (whispers): canary13.");
  expect([...listSeen(telegramRoom), ...ada.saw()].join("\n")).not.toMatch(/canary1[23]/);
  expect(await linesOf(ada)).not.toMatch(/canary1[23]/);

  await cem.tell("/scene leave");
  await cem.post("/scene leave");
  expect(listSeen(telegramRoom).at(-1)).toContain("You have left");
  await bea.post("Only the two of us, canary14.");
  expect(await linesOf(cem)).not.toContain("canary14");
  expect(cem.saw().join("\n")).not.toContain("canary14");
  expect(await linesOf(ada)).toContain("canary14");
  for (const player of [ada, bea, cem])
    expect(await audit(player)).toMatchObject({ unwitnessed: 0, missing: 0, leaks: 0 });
});

it("nothing of a story is played where strangers read along, with a wrong code, out of turn, or by a model that fails; each is answered", async () => {
  const { ada, code, stories, chatId, linesOf } = await start();
  const dan = createPlayer("Dan");
  await dan.post(`/scene join ${code} as Dan`, crowd);
  expect(listSeen(crowd).at(-1)).toContain("People who are not in the story read along here");
  await dan.tell("/scene join aaaaaaaaaaaaaaaaaaaaaa as Dan");
  expect(dan.saw().at(-1)).toBe("This invitation is not valid. Ask the host for a new one.");
  await dan.tell(`/scene join ${code} as Ada`);
  expect(dan.saw().at(-1)).toContain("Choose another name");
  await dan.tell(`/scene join ${code} as Dan`);
  await stories.changeRoom(await findAccount(ada), chatId, { rule: "host" });
  await dan.tell("canary21, me first.");
  expect(dan.saw().at(-1)).toBe("It is not your turn. Nothing was said.");
  await stories.changeRoom(await findAccount(ada), chatId, { rule: "free" });
  const second = { title: "Another", botIds: ["ann"], name: "Ada" };
  await stories.create(await findAccount(ada), second);
  await ada.tell("/scene leave");
  await ada.tell("/scene join");
  expect(ada.saw().at(-1)).toContain("Which story");
  await ada.tell("/scene join the lock shop");
  expect(ada.saw().at(-1)).toContain("You are Ada in “The lock shop”");
  await dan.tell("/scene use 1");
  expect(dan.saw().at(-1)).toContain("This is for stories of your own");
  isBroken = true;
  await dan.tell("canary22, is anyone there?");
  await world.clock.advance(61_000);
  await settle();
  await world.until(() => dan.saw().at(-1)?.includes("could not be played") === true);
  expect(await linesOf(ada)).not.toMatch(/canary2[12]/);
});

it("who leaves the group in the chat app is out of the story's scene, is spoken for by no one, and can come back", async () => {
  const { ada, code, linesOf, audit } = await start();
  const bea = createPlayer("Bea");
  await ada.post("/scene join");
  await bea.post(`/scene join ${code} as Bea`);
  const chat = { id: Number(telegramRoom), type: "supergroup", title: "Club" };
  const user = { id: bea.id, is_bot: false, first_name: bea.name };
  const left = {
    update_id: 77,
    message: { message_id: 9_001, date: 1, from: user, chat, left_chat_member: user },
  };
  await send(left);
  await send(left);
  expect(listSeen(telegramRoom).filter((text) => text === "(Bea goes out.)")).toHaveLength(1);
  await ada.post("She is gone, canary31.");
  expect(await linesOf(bea)).not.toContain("canary31");
  expect(await linesOf(ada)).toContain("canary31");

  await bea.post("/scene join");
  await ada.post("You are back, canary32.");
  expect(await linesOf(bea)).toContain("canary32");
  await send({
    update_id: 78,
    chat_member: { chat, from: user, date: 2, new_chat_member: { status: "kicked", user } },
  });
  await ada.post("Once more, canary33.");
  expect(await linesOf(bea)).not.toContain("canary33");

  const before = listSeen(telegramRoom).length;
  const stranger = { id: 999, is_bot: false, first_name: "Zed" };
  await send({
    update_id: 79,
    message: { message_id: 9_002, date: 3, from: stranger, chat, left_chat_member: stranger },
  });
  expect(listSeen(telegramRoom)).toHaveLength(before);
  for (const player of [ada, bea])
    expect(await audit(player)).toMatchObject({ unwitnessed: 0, missing: 0, leaks: 0 });
});

it("erasing a person takes their lines out of the messages that the story sent to the others", async () => {
  const { ada, code, stories } = await start();
  const bea = createPlayer("Bea");
  await bea.tell(`/scene join ${code} as Bea`);
  await bea.tell("The ring is in the old oven, canary41.");
  await bea.tell("Yes.");
  await ada.tell("I heard you, canary42.");
  expect(ada.saw().join("\n")).toContain("canary41");
  const parts = { db: world.db, projector: productProjector(), clock: world.clock, chance };
  const accounts = openAccounts({
    ...parts,
    access: { endAll: () => Promise.resolve() },
    stop: () => Promise.resolve(),
    friends: undefined,
    stories,
    media: undefined,
  });
  const who = await findAccount(bea);
  const by = { credential: "t", accountId: null, role: "operator", network: null } as const;
  const { display_name: name } = await accounts.one(who);
  await accounts.setActive(who, false, by);
  await accounts.erase(who, name ?? who, by);
  for (const table of ["event_log", "message", "delivery_attempt", "shared_lines"]) {
    const found = await world.db.rows(
      `select 1 from ${table} t where to_jsonb(t)::text ~ 'canary41|Bea: Yes'`,
    );
    expect([table, found.length]).toEqual([table, 0]);
  }
  const [kept] = await world.db.rows("select 1 from message where text like '%canary42%'");
  expect(kept).toBeDefined();
  const texts = await world.db.rows<{ text: string }>(
    `select text from message m where direction = 'outbound' and account_id = $1 and text like '…: …%'`,
    [await findAccount(ada)],
  );
  expect(texts.length).toBeGreaterThan(0);
});
