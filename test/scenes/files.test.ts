import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import { readCardFile } from "../../src/skills/scenes/formats/card-file.ts";
import { writeChunks } from "../../src/skills/scenes/formats/png.ts";
import { drawPortrait } from "../../src/skills/scenes/formats/portrait.ts";
import { writeZip } from "../../src/skills/scenes/formats/zip-write.ts";
import { exportAccount } from "../../src/store/export-account.ts";
import { codeOf, operatorToken, type Reply, textAt } from "../support/api.ts";
import { parse, type SceneLab, text, unmoved, useSceneLab, youChat } from "../support/scene-lab.ts";

const scenes = useSceneLab(youChat());
const upload = (
  path: string,
  body: string | Uint8Array,
  type = "application/octet-stream",
): Promise<Reply> =>
  scenes().api.call(path, {
    method: "POST",
    token: operatorToken,
    body,
    headers: { "Content-Type": type },
  });
const download = async (path: string): Promise<Uint8Array> => {
  const reply = await fetch(`http://127.0.0.1:${scenes().api.server.port}${path}`, {
    headers: { Authorization: `Bearer ${operatorToken}` },
  });
  expect(reply.status).toBe(200);
  return new Uint8Array(await reply.arrayBuffer());
};
const jsonl = (...rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join("\n");
interface TurnRow {
  speaker_id: string;
  text: string;
  present: string[];
  witnesses: string[];
}
const turnsOf = (on: SceneLab, chatId: string): Promise<TurnRow[]> =>
  on.db.rows<TurnRow>(
    "select speaker_id, text, present, witnesses from scene_turns where chat_id = $1 order by event_id",
    [chatId],
  );

const card = {
  spec: "chara_card_v3",
  spec_version: "3.0",
  data: {
    name: "Mira",
    description: "{{char}} is a careful locksmith.",
    first_mes: "{{char}} looks up at {{user}}.",
    x_other_program: { kept: true },
    character_book: {
      entries: [{ keys: ["vault"], content: "The vault has two doors.", enabled: true }],
    },
  },
};

const face = Buffer.from(writeChunks(drawPortrait("another")));
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const pictured = {
  ...card,
  data: {
    ...card.data,
    alternate_greetings: ["{{char}} is out."],
    group_only_greetings: ["{{char}} greets you all."],
    assets: [
      {
        type: "icon",
        name: "main",
        ext: "png",
        uri: `data:image/png;base64,${face.toString("base64")}`,
      },
    ],
  },
};

describe("a character that is not from a card", () => {
  it("a character gets a portrait without its metadata, keeps it when it is edited, and can be deleted while it is in no story", async () => {
    const call = (method: string, path: string, json?: object) =>
      scenes().api.call(path, {
        method,
        token: operatorToken,
        ...(json === undefined ? {} : { json }),
      });
    const made = await call("POST", "/api/bots", { name: "Ines", persona: "A cartographer." });
    const id = textAt(made, "id");
    const picture = writeChunks([
      ...drawPortrait("Ines").slice(0, 1),
      { type: "tEXt", data: Buffer.from("Comment\0taken at home") },
      ...drawPortrait("Ines").slice(1),
    ]);
    expect((await upload(`/api/bots/${id}/picture`, picture)).status).toBe(201);
    const shown = await download(`/api/bots/${id}/picture`);
    expect(Buffer.from(shown).includes("taken at home")).toBe(false);
    await call("POST", "/api/bots", { id, name: "Ines", persona: "A cartographer of fog." });
    expect(await download(`/api/bots/${id}/picture`)).toEqual(shown);
    const refused = await upload(`/api/bots/${id}/picture`, "no picture at all");
    expect(codeOf(refused)).toBe("invalid_file");
    expect((await call("DELETE", `/api/bots/${id}`)).status).toBe(204);
    expect((await call("GET", `/api/bots/${id}`)).status).toBe(404);
    expect((await call("DELETE", `/api/bots/${id}`)).status).toBe(404);
    expect(codeOf(await call("DELETE", "/api/bots/bot_a"))).toBe("character_in_use");
  });
});

describe("cards over HTTP", () => {
  it("a card becomes a bot that can be played, and leaves in every form as it came", async () => {
    const taken = await upload("/api/bots/import", JSON.stringify(card));
    expect(taken).toMatchObject({
      status: 201,
      json: { name: "Mira", persona: "Mira is a careful locksmith.", lore_entries: 1 },
    });
    const id = textAt(taken, "id");
    for (const format of ["png", "json", "charx"]) {
      const file = await download(`/api/bots/${id}/export?format=${format}`);
      expect(readCardFile(file).data).toMatchObject({
        name: "Mira",
        x_other_program: { kept: true },
        description: card.data.description,
      });
      const again = await upload("/api/bots/import", file);
      expect(again).toMatchObject({
        status: 201,
        json: { kickoff_prose: "Mira looks up at {{user}}.", lore_entries: 1 },
      });
      const wrapped = JSON.stringify({ file_base64: Buffer.from(file).toString("base64") });
      const same = await upload(`/api/bots/import?id=${id}`, wrapped, "application/json");
      expect(same).toMatchObject({ status: 201, json: { id, name: "Mira" } });
    }
    const [bot] = await scenes().db.rows<{ entries: object[] }>(
      "select extensions #> '{lorebook,entries}' as entries from bots where id = $1",
      [id],
    );
    expect(bot?.entries).toMatchObject([{ owner_id: id, keys: ["vault"] }]);
    expect(await scenes().rebuilt()).toEqual([]);
  });

  it("a card that comes in a second time is another character: its owner is shown how to keep the two apart", async () => {
    const file = new TextEncoder().encode(
      JSON.stringify({ ...card, data: { ...card.data, name: "Twice" } }),
    );
    const once = await upload("/api/bots/import", file);
    expect(once).toMatchObject({ status: 201, json: { name: "Twice", namesakes: [] } });
    const twice = await upload("/api/bots/import", file);
    const ids = [textAt(once, "id"), textAt(twice, "id")];
    expect(new Set(ids).size).toBe(2);
    const { namesakes } = twice.json as { namesakes: { id: string; label: string }[] };
    expect(namesakes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(namesakes.map(({ label }) => label)).size).toBe(2);
    for (const { id, label } of namesakes)
      expect([label, id.endsWith(/^Twice \((.+)\)$/.exec(label)?.[1] ?? "?")]).toEqual([
        label,
        true,
      ]);
  });

  it("a card's picture is seen by its owner alone, as a picture and nothing else; its greetings can be chosen from", async () => {
    const taken = await upload("/api/bots/import?id=mira", JSON.stringify(pictured));
    expect(taken).toMatchObject({ status: 201, json: { has_picture: true, assets: 0 } });
    const seen = await fetch(`http://127.0.0.1:${scenes().api.server.port}/api/bots/mira/picture`, {
      headers: { Authorization: `Bearer ${operatorToken}` },
    });
    const headers = ["content-type", "x-content-type-options", "cache-control"].map((name) =>
      seen.headers.get(name),
    );
    expect([seen.status, ...headers]).toEqual([
      200,
      "image/png",
      "nosniff",
      "private, max-age=300",
    ]);
    expect(seen.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await seen.arrayBuffer()).equals(face)).toBe(true);
    const again = {
      Authorization: `Bearer ${operatorToken}`,
      "If-None-Match": seen.headers.get("etag") ?? "",
    };
    expect((await scenes().api.call("/api/bots/mira/picture", { headers: again })).status).toBe(
      304,
    );
    expect((await download("/api/bots/bot_a/picture")).slice(1, 4)).toEqual(
      new Uint8Array(Buffer.from("PNG")),
    );
    expect(
      (await (await scenes().api.person("stranger")).call("/api/bots/mira/picture")).status,
    ).toBe(404);
    const { json } = await scenes().get("/api/bots/mira/greetings");
    expect(json).toEqual({
      greetings: [
        { index: 0, text: "Mira looks up at Me.", group_only: false },
        { index: 1, text: "Mira is out.", group_only: false },
        { index: 2, text: "Mira greets you all.", group_only: true },
      ],
    });
    const chat = { id: "second", host_bot_id: "mira", initial_time: "2026-04-26T20:00:00Z" };
    expect((await scenes().post("/api/chats", chat)).status).toBe(201);
    expect((await scenes().post("/api/chats/second/kickoff", { greeting: 7 })).status).toBe(400);
    expect((await scenes().post("/api/chats/second/kickoff", { greeting: 1 })).status).toBe(201);
    expect(await turnsOf(scenes(), "second")).toMatchObject([
      { speaker_id: "mira", text: "Mira is out." },
    ]);
    expect(await scenes().rebuilt()).toEqual([]);
  });

  const inLog = async (): Promise<number> => {
    const [row] = await scenes().db.rows<{ size: number }>(
      "select coalesce(max(length(payload_json::text)), 0) as size from event_log where payload_json::text ~ $1",
      [face.toString("base64").slice(40, 100).replaceAll("+", ".")],
    );
    return row?.size ?? 0;
  };
  const blobs = async (): Promise<string[]> =>
    (await scenes().db.rows<{ hash: string }>("select hash from blob order by hash")).map(
      ({ hash }) => hash,
    );

  it("a card's bytes are in no event and go when nothing names them; the card leaves in every form with them, and an export has them", async () => {
    const other = Buffer.from(writeChunks(drawPortrait("a third")));
    const sad = {
      type: "emotion",
      name: "sad",
      ext: "png",
      uri: `data:image/png;base64,${other.toString("base64")}`,
    };
    const both = {
      ...pictured,
      data: { ...pictured.data, assets: [...pictured.data.assets, sad] },
    };
    expect((await upload("/api/bots/import?id=mira", JSON.stringify(both))).json).toMatchObject({
      has_picture: true,
      assets: 1,
      assets_left_out: 0,
    });
    expect([await inLog(), await blobs()]).toEqual([0, [hashOf(face), hashOf(other)].toSorted()]);
    for (const format of ["json", "png", "charx"]) {
      const again = await upload(
        "/api/bots/import?id=copy",
        await download(`/api/bots/mira/export?format=${format}`),
      );
      expect([format, again.json]).toMatchObject([format, { has_picture: true, assets: 1 }]);
      expect(Buffer.from(await download("/api/bots/copy/assets/0")).equals(other)).toBe(true);
    }
    const [owner] = await scenes().db.rows<{ account_id: string }>(
      "select account_id from bots where id = 'mira'",
    );
    const lines: string[] = [];
    for await (const line of exportAccount(scenes().db, {
      accountId: owner?.account_id ?? "",
      at: "now",
      media: undefined,
    }))
      lines.push(line);
    const files = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ type, bot_id: bot }) => type === "file" && bot === "mira");
    expect(new Map(files.map(({ name, id }) => [name, id]))).toEqual(
      new Map([
        ["picture", hashOf(face)],
        ["sad.png", hashOf(other)],
      ]),
    );
    for (const id of ["mira", "copy"])
      await upload(`/api/bots/import?id=${id}`, JSON.stringify(pictured));
    expect(await blobs()).toEqual([hashOf(face)]);
    expect(await scenes().rebuilt()).toEqual([]);
    expect(Buffer.from(await download("/api/bots/mira/picture")).equals(face)).toBe(true);
  });

  it("a picture that an earlier version wrote into the log is shown and leaves as before, also after a rebuild", async () => {
    await upload("/api/bots/import?id=old", JSON.stringify(card));
    const picture = {
      picture_type: "image/png",
      picture: face.toString("base64"),
      picture_hash: hashOf(face),
    };
    const assets = [
      {
        type: "emotion",
        name: "sad",
        ext: "png",
        media_type: "image/png",
        bytes: face.length,
        data: face.toString("base64"),
      },
    ];
    const [owner] = await scenes().db.rows<{ account_id: string }>(
      "select account_id from bots where id = 'old'",
    );
    const stream = `bot-assets:${owner?.account_id ?? ""}:old`;
    await scenes().record([
      { stream, kind: "bot_assets_set", payload: { bot_id: "old", ...picture, assets } },
    ]);
    expect(await scenes().rebuilt()).toEqual([]);
    for (const path of ["picture", "assets/0"])
      expect(Buffer.from(await download(`/api/bots/old/${path}`)).equals(face)).toBe(true);
    const again = await upload(
      "/api/bots/import?id=copy",
      await download("/api/bots/old/export?format=charx"),
    );
    expect(again.json).toMatchObject({ has_picture: true, assets: 1 });
  });

  it("a file that is not a card, or is too large, or is not the caller's is refused by a code that stays", async () => {
    expect(await upload("/api/bots/import", "hello")).toMatchObject({
      status: 400,
      json: { error: { code: "invalid_file", fact: { reason: "not_a_card" } } },
    });
    const evil = await upload("/api/bots/import", writeZip({ "a/card.json": Buffer.from("{}") }));
    expect(evil).toMatchObject({
      status: 400,
      json: { error: { fact: { reason: "no_card_inside" } } },
    });
    expect(codeOf(await upload("/api/bots/import", Buffer.alloc(10 * 1024 * 1024 + 1)))).toBe(
      "body_too_large",
    );
    expect(
      codeOf(await upload("/api/bots/import", '{"file_base64":"***"}', "application/json")),
    ).toBe("invalid_request");
    const stranger = await scenes().api.person("stranger");
    expect((await stranger.call("/api/bots/bot_a/export")).status).toBe(404);
    expect((await stranger.call("/api/chats/chat_bot_a/export")).status).toBe(404);
    expect((await scenes().get("/api/bots/bot_a/export?format=exe")).status).toBe(400);
  });

  it("World Info becomes the knowledge of one bot, after what it knew", async () => {
    const info = {
      entries: {
        3: {
          key: ["office"],
          keysecondary: ["night"],
          content: "It is haunted.",
          disable: false,
          order: 5,
          sticky: 2,
        },
      },
    };
    expect(await upload("/api/bots/bot_a/lorebook", JSON.stringify(info))).toMatchObject({
      status: 201,
      json: { id: "bot_a", lore_entries: 1 },
    });
    expect(await upload("/api/bots/bot_a/lorebook", JSON.stringify(info))).toMatchObject({
      json: { lore_entries: 2, persona: "persona for BotA" },
    });
    const exported = JSON.parse(
      Buffer.from(await download("/api/bots/bot_a/export?format=json")).toString(),
    ) as typeof card;
    expect(exported.data.character_book.entries[0]).toMatchObject({
      keys: ["office"],
      insertion_order: 5,
      extensions: { sticky: 2 },
    });
    expect(codeOf(await upload("/api/bots/nobody/lorebook", JSON.stringify(info)))).toBe(
      "not_found",
    );
    expect(codeOf(await upload("/api/bots/bot_a/lorebook", "[]"))).toBe("invalid_file");
  });
});

describe("what a bot knows of the world", () => {
  it("a bot's lore comes up in its own prompt when its word falls, in no other's, and with the names in their places", async () => {
    const lore = (content: string): string =>
      JSON.stringify({ entries: [{ keys: ["vault"], content }] });
    expect((await upload("/api/bots/bot_a/lorebook", lore("two doors"))).status).toBe(201);
    expect((await upload("/api/bots/bot_b/lorebook", lore("one guard"))).status).toBe(201);
    const before = await scenes().get("/api/bots");
    const bot = (before.json as { bots: { id: string }[] }).bots.find(({ id }) => id === "bot_a");
    await scenes().post("/api/bots", { ...bot, persona: "{{char}} owes {{user}}." });
    scenes().model.script(
      parse("Where is the vault?", "dialogue"),
      text("Here."),
      ...Array<ScriptedAnswer>(4).fill(unmoved),
    );
    expect((await scenes().turn("chat_bot_a", "Where is the vault?")).status).toBe(204);
    const prompts = scenes().model.requests.map(({ request }) => ({
      of: request,
      said: JSON.stringify(request.messages),
    }));
    expect(
      prompts
        .filter(({ said }) => said.includes("two doors"))
        .map(({ of }) => [of.purpose, of.viewer]),
    ).toEqual([["narrative", "bot_a"]]);
    expect(prompts.filter(({ said }) => said.includes("one guard"))).toEqual([]);
    expect(prompts.find(({ of }) => of.purpose === "narrative")?.said).toContain("BotA owes Me.");
    expect(await scenes().get("/api/chats/chat_bot_a/audit")).toMatchObject({
      json: { leaks: [] },
    });
  });

  it("a bot's lore stays in mind as long as its book says, stands where it says, and is forgotten when the story is rewound", async () => {
    const entry = {
      keys: ["vault"],
      content: "two doors",
      extensions: { sticky: 4, scan_depth: 1, position: 4, depth: 1 },
    };
    expect(
      (await upload("/api/bots/bot_a/lorebook", JSON.stringify({ entries: [entry] }))).status,
    ).toBe(201);
    const history = async (): Promise<string[]> => {
      const { json } = await scenes().get("/api/chats/chat_bot_a/context?viewer=bot_a");
      const sections = (json as { sections: { name: string; lines: string[] }[] }).sections;
      return sections.find(({ name }) => name === "history")?.lines ?? [];
    };
    expect(await history()).toEqual([]);
    const [opened] = await scenes().events("scene_opened");
    scenes().model.script(
      parse("Where is the vault?", "dialogue"),
      text("Here."),
      ...Array<ScriptedAnswer>(4).fill(unmoved),
    );
    expect((await scenes().turn("chat_bot_a", "Where is the vault?")).status).toBe(204);
    expect(await scenes().events("lore_activated")).toMatchObject([
      { owner_id: "bot_a", heard: 0 },
    ]);
    expect(await history()).toEqual([
      "office, Day 1, Sunday, in the evening, 20:01",
      "Me: “Where is the vault?”",
      "(two doors)",
      "BotA: Here.",
    ]);
    expect(
      (await scenes().post("/api/chats/chat_bot_a/rewind", { event_id: opened?.log_id })).status,
    ).toBe(200);
    expect(await history()).toEqual([]);
    expect(await scenes().rebuilt()).toEqual([]);
  });
});

describe("chats over HTTP", () => {
  it("a chat of SillyTavern comes with who was there, and who was not there knows nothing of it", async () => {
    const file = jsonl(
      { user_name: "Me", character_name: "BotA", chat_metadata: {} },
      {
        name: "BotA",
        is_user: false,
        mes: "Hello.",
        send_date: "June 19, 2023 2:20pm",
        original_avatar: "a.png",
        present: ["a.png", "b.png"],
      },
      {
        name: "BotB",
        is_user: false,
        mes: "Hi.",
        send_date: "2023-6-19 @14h 21m 05s 1ms",
        original_avatar: "b.png",
        present: ["a.png", "b.png"],
      },
      { name: "Me", is_user: true, mes: "The code is 4711.", present: ["a.png"], extra: {} },
      { name: "System", is_system: true, mes: "help text", extra: { type: "help" } },
      {
        name: "Cleo",
        is_user: false,
        mes: "I just came.",
        original_avatar: "c.png",
        present: ["c.png"],
      },
    );
    const taken = await upload("/api/chats/import", file);
    expect(taken).toMatchObject({ status: 201, json: { turns: 4, left_out: 1 } });
    const chatId = textAt(taken, "chat_id");
    const [cleo] = await scenes().db.rows<{ id: string }>(
      "select id from bots where name = 'Cleo'",
    );
    const turns = await turnsOf(scenes(), chatId);
    expect(turns.map(({ speaker_id, present }) => [speaker_id, present])).toEqual([
      ["bot_a", ["you", "bot_a", "bot_b"]],
      ["bot_b", ["you", "bot_a", "bot_b"]],
      ["you", ["you", "bot_a"]],
      [cleo?.id, ["you", cleo?.id]],
    ]);
    const told = await scenes().db.rows(
      "select owner_id from memories where chat_id = $1 and text like '%4711%'",
      [chatId],
    );
    expect(told).toEqual([{ owner_id: "bot_a" }]);
    expect(await scenes().get(`/api/chats/${chatId}/audit`)).toMatchObject({
      json: { leaks: [], lines: 4 },
    });
    const [chat] = await scenes().db.rows("select initial_time, clock from chats where id = $1", [
      chatId,
    ]);
    expect(chat).toMatchObject({ initial_time: "2023-06-19T14:20:00.000Z" });
    expect(await scenes().rebuilt()).toEqual([]);
  });

  it("all versions of a reply come along: the shown one counts, another can be chosen with what it left behind, and they leave as they came", async () => {
    const there = { present: ["a.png", "b.png"] };
    const reply = (mes: string, swipes: readonly string[]) => ({
      name: "BotA",
      is_user: false,
      mes,
      original_avatar: "a.png",
      ...there,
      swipe_id: swipes.indexOf(mes),
      swipes,
    });
    const file = jsonl(
      { user_name: "Me", character_name: "BotA", chat_metadata: {} },
      reply("Hello.", ["Good day.", "Hello."]),
      { name: "BotB", is_user: false, mes: "Hi.", original_avatar: "b.png", ...there },
      {
        name: "Me",
        is_user: true,
        mes: "Where to?",
        ...there,
        swipe_id: 0,
        swipes: ["Where to?", "no version of a reply"],
      },
      reply("To the sea.", ["To the hills.", "To the sea.", " ", "To the inn."]),
    );
    const chatId = textAt(await upload("/api/chats/import", file), "chat_id");
    const listSaid = async () => (await turnsOf(scenes(), chatId)).map(({ text: words }) => words);
    const listKnown = async () =>
      (
        await scenes().db.rows<{ text: string }>(
          "select text from memories where chat_id = $1 and owner_id = 'bot_b'",
          [chatId],
        )
      ).map(({ text: words }) => words);
    const exportChat = async () =>
      (await scenes().get(`/api/chats/${chatId}/export`)).text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { mes?: string; swipe_id?: number; swipes?: string[] });
    expect(await listSaid()).toEqual(["Hello.", "Hi.", "Where to?", "To the sea."]);
    expect(await listKnown()).toEqual([
      "BotA: Hello.",
      "BotB: Hi.",
      "Me: Where to?",
      "BotA: To the sea.",
    ]);
    expect(await exportChat()).toMatchObject([
      {},
      { swipe_id: 1, swipes: ["Good day.", "Hello."] },
      { mes: "Hi." },
      { mes: "Where to?" },
      { swipe_id: 1, swipes: ["To the hills.", "To the sea.", "To the inn."] },
    ]);
    const [last] = await scenes().db.rows<{ id: string }>(
      "select id from scene_turns where chat_id = $1 order by event_id desc limit 1",
      [chatId],
    );
    const choose = (version: number) =>
      scenes().post(`/api/chats/${chatId}/turns/${last?.id}/version`, { version });
    expect((await choose(4)).status).toBe(200);
    expect(await listSaid()).toEqual(["Hello.", "Hi.", "Where to?", "To the inn."]);
    expect(await listKnown()).toEqual([
      "BotA: Hello.",
      "BotB: Hi.",
      "Me: Where to?",
      "BotA: To the inn.",
    ]);
    expect((await exportChat()).at(-1)).toMatchObject({ mes: "To the inn.", swipe_id: 2 });
    expect(await scenes().get(`/api/chats/${chatId}/audit`)).toMatchObject({ json: { leaks: [] } });
    expect(await scenes().rebuilt()).toEqual([]);
  });

  it("a chat that goes out comes back the same, whispers and all", async () => {
    const said = jsonl(
      { speaker: "you", text: "Both of you, listen.", present: ["you", "BotA", "BotB"] },
      { speaker: "BotB", text: "We do.", present: ["you", "BotA", "BotB"] },
      { speaker: "BotA", text: "Now that they are gone…", present: ["BotA", "BotB"] },
    );
    const first = textAt(await upload("/api/chats/import", said), "chat_id");
    const whisper = {
      id: "w1",
      chat_id: first,
      scene_id: 1,
      text: "psst",
      present: ["you", "bot_b", "bot_a"],
      witnesses: ["you", "bot_b"],
    };
    const segments = [{ kind: "dialogue", text: "psst", to: ["bot_b"] }];
    expect(
      (await scenes().load([{ kind: "user_turn", payload: { ...whisper, segments } }])).status,
    ).toBe(200);
    const settings = { note: "Slowly.", note_depth: 2 };
    expect((await scenes().post(`/api/chats/${first}/settings`, settings)).status).toBe(200);
    const file = await download(`/api/chats/${first}/export`);
    const second = textAt(await upload("/api/chats/import", file), "chat_id");
    expect(second).not.toBe(first);
    expect(await scenes().get(`/api/chats/${second}/settings`)).toMatchObject({
      json: { settings },
    });
    expect(await turnsOf(scenes(), second)).toEqual(await turnsOf(scenes(), first));
    const heard = await scenes().db.rows(
      "select owner_id from memories where chat_id = $1 and text like '%psst%'",
      [second],
    );
    expect(heard).toEqual([{ owner_id: "bot_b" }]);
  });
});

describe("what comes with the product", () => {
  it("three characters and two begun chats come with the product, once; a character who had left does not know what was said", async () => {
    const own = await scenes().post("/api/samples", { language: "zh", stories: "own_language" });
    expect(own.json).toMatchObject({ chats: [{ title: "靠窗第三个位子" }] });
    const first = await scenes().post("/api/samples", { language: "zh" });
    expect(first.status).toBe(201);
    expect(await scenes().post("/api/samples")).toMatchObject({ status: 201, json: first.json });
    const chats = (first.json as { chats: { id: string; title: string }[] }).chats;
    expect(chats).toHaveLength(2);
    for (const { id } of chats) {
      const turns = await turnsOf(scenes(), id);
      expect(turns).toHaveLength(5);
      expect(await scenes().get(`/api/chats/${id}/audit`)).toMatchObject({
        json: { leaks: [], lines: 5 },
      });
      expect(turns.at(-1)?.witnesses).not.toContain("sample-jiu-niang");
      const known =
        "select 1 from memories where chat_id = $1 and owner_id = 'sample-jiu-niang' and text like '%' || $2 || '%'";
      expect(await scenes().db.rows(known, [id, turns.at(-1)?.text.slice(-12)])).toEqual([]);
    }
    const person = await scenes().api.person("newcomer");
    expect(
      await person.call("/api/samples", { method: "POST", json: { language: "zh" } }),
    ).toMatchObject({ status: 201 });
    expect(await person.call("/api/you")).toMatchObject({ json: { you: { name: "阿远" } } });
    expect((await person.call(`/api/chats/${chats[0]?.id ?? ""}`)).status).toBe(404);
  });
});
