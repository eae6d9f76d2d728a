import { beforeEach, expect, it } from "vitest";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { type Document, operationsOf } from "../isolation/routes.ts";
import { openStream } from "../support/event-stream.ts";
import { json, parse, summary, text, useSceneLab, youChat } from "../support/scene-lab.ts";

const canary = "sealedword";
const chat_id = "chat_bot_a";

/** Whatever is asked about the sealed scene is answered with the canary. */
function answer({ purpose }: ModelRequest) {
  if (purpose === "parse_turn") return parse(isOpenScene ? openLine : direction);
  if (purpose === "narrative")
    return text(isOpenScene ? "A quiet answer." : `${canary} in the dark.`);
  if (isOpenScene) return json({ affinity_delta: 1, trust_delta: 0, knowledge_facts: [] });
  if (purpose === "state_update")
    return json({ affinity_delta: 3, trust_delta: 1, knowledge_facts: [`fact ${canary}`] });
  if (purpose === "threads")
    return json({ threads: [{ title: `thread ${canary}`, summary: canary, status: "open" }] });
  return purpose === "digest"
    ? summary("A light burned.")
    : json({ summary: `view ${canary}`, knowledge_facts: [canary], relationship_summary: canary });
}
const openLine = "It rains.";
const direction = `They look for the ${canary}.`;
let isOpenScene = true;

const lab = useSceneLab([...youChat(), ...youChat("elsewhere").slice(3)], { otherwise: answer });

const ofChat = (path: string): string => `/api/chats/${chat_id}${path}`;
const post = async (path: string, body: object = {}): Promise<void> => {
  const reply = await lab().post(path, body);
  expect(reply.status, `${path} ${reply.text}`).toBeLessThan(300);
};

/** A line that everyone heard, then a scene without the person, which is over and sealed. */
beforeEach(async () => {
  isOpenScene = true;
  await post(`/chats/${chat_id}/turns`, { prose: openLine });
  isOpenScene = false;
  await post(ofChat("/meanwhile"), { host_bot_id: "bot_a", guest_bot_id: "bot_b" });
  await post(`/chats/${chat_id}/turns`, { prose: direction, scene_id: 2 });
  await post(`/chats/${chat_id}/turns`, { prose: direction, scene_id: 2 });
  await post("/api/scenes/2/close", { chat_id });
  await post("/api/chats/elsewhere/memories", { owner_id: "bot_b", from_chat_id: chat_id });
  isOpenScene = true;
});

const readIds = async (sql: string): Promise<string[]> =>
  (await lab().db.rows<{ id: string }>(sql)).map(({ id }) => id);

/** What stands for the placeholders of a route, by the path before them. */
async function listPlaces(): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map([
    ["/api/chats", [chat_id, "elsewhere"]],
    ["/api/bots", ["bot_a", "bot_b"]],
    ["/api/conversations", await readIds("select id from conversation order by id")],
    ["/api/turns", await readIds("select id from turn order by id")],
  ]);
}

const queries: Readonly<Record<string, string>> = {
  viewer: "bot_b",
  question: "What does BotB know about BotA?",
  fact: canary.slice(0, 6),
  q: canary,
  before: "99999999",
  a_event: "1",
};

const isStream = (path: string): boolean => path.endsWith("/stream");

/** Every address of every reading route, as its description has it. */
async function listAddresses(): Promise<string[]> {
  const described = (await lab().get("/openapi.json")).json as Document;
  const places = await listPlaces();
  return operationsOf(described)
    .filter(({ method, path }) => method === "GET" && !isStream(path) && path !== "/openapi.json")
    .flatMap(({ path, params }) => {
      const query = params
        .filter(({ in: where, name }) => where === "query" && name in queries)
        .map(({ name }) => `${name}=${encodeURIComponent(queries[name] ?? "")}`)
        .concat(path.endsWith("/stage/memories") ? ["owner_id=bot_b"] : [])
        .join("&");
      const [before = path, rest = ""] = path.split("/{id}");
      const at = path.includes("/{id}") ? (places.get(before) ?? ["0"]) : [undefined];
      return at.map((id) => {
        const address = id === undefined ? path : `${before}/${id}${rest}`;
        return `${address.replaceAll(/\{\w+\}/g, "0")}?${query}`;
      });
    });
}

const findShowing = async (addresses: readonly string[], more = ""): Promise<string[]> => {
  const shown: string[] = [];
  for (const address of addresses)
    if ((await lab().get(`${address}${more}`)).text.includes(canary)) shown.push(address);
  return shown;
};

const nameRoutes = (addresses: readonly string[]): Set<string> =>
  new Set(addresses.map((address) => address.replace(/\?.*/, "").replace(/[-0-9a-f]{36}/, "*")));

it("no reading route of the product shows words of a sealed scene, and all do after it is unsealed", async () => {
  const addresses = await listAddresses();
  expect(addresses.length).toBeGreaterThan(80);
  expect(await findShowing(addresses)).toEqual([]);
  const [digest] = await readIds("select id from digests");
  await post(ofChat(`/digests/${digest}/unseal`));
  const open = nameRoutes(await findShowing(addresses));
  for (const path of ["/stage", "/lines", "/turns", "/memories", "/edges", "/as-of", "/compare"])
    expect(open, path).toContain(ofChat(path));
  for (const path of ["/activity", "/turns/*", "/conversations/*/messages", "/messages/search"])
    expect(open, path).toContain(`/api${path}`);
});

it("sealed words are shown where they are asked for, except by a search", async () => {
  const open = nameRoutes(
    await findShowing(
      (await listAddresses()).filter((address) => !address.includes("/search")),
      "&unseen=show",
    ),
  );
  for (const path of ["/activity", "/turns/*", "/conversations/*/messages"])
    expect(open, path).toContain(`/api${path}`);
  expect(open).toContain("/api/chats/elsewhere/as-of");
});

const readPreview = async (path: string, body: object, unseen: string): Promise<string> => {
  const reply = await lab().post(`${ofChat(path)}?preview=true&unseen=${unseen}`, body);
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.text;
};

it("previews of rewind, branch, switch, edit and presence show sealed words only where they are asked for", async () => {
  const [line = ""] = await readIds(
    "select id from scene_turns where kind = 'user' order by event_id",
  );
  const [last = ""] = await readIds("select id from scene_turns order by event_id desc");
  await post(ofChat("/branches"), { turn_id: line, name: "before" });
  const previews: [string, object][] = [
    ["/branches/switch", { branch: "main" }],
    ["/rewind", { turn_id: line }],
    ["/branches", { turn_id: line }],
    [`/turns/${line}/edit`, { text: "It snows." }],
    [`/turns/${line}/presence`, { entity_id: "bot_b", present: false }],
    [`/turns/${last}/presence`, { entity_id: "bot_a", present: false }],
    [`/turns/${last}/edit`, { text: "It snows." }],
  ];
  for (const [path, body] of previews) {
    expect(await readPreview(path, body, "hide"), path).not.toContain(canary);
    if (path === "/branches/switch") {
      expect(await readPreview(path, body, "show"), path).toContain(canary);
      await post(ofChat(path), body);
    }
  }
  for (const [path, body] of [previews[1], previews[2], previews[6]] as [string, object][])
    expect(await readPreview(path, body, "show"), path).toContain(canary);
});

it("a change of a line that everyone heard answers without words of a sealed scene", async () => {
  const [line = ""] = await readIds(
    "select id from scene_turns where kind = 'user' order by event_id",
  );
  const changed = await lab().post(ofChat(`/turns/${line}/edit`), { text: "It snows." });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.text).not.toContain(canary);
});

it("a stream that is resumed before a sealed scene tells to read again instead of repeating it", async () => {
  const [lane = ""] = await readIds(`select id from conversation where scope = 'chat:${chat_id}'`);
  const stream = await openStream({
    port: lab().api.server.port,
    path: `/api/conversations/${lane}/stream?after=1`,
    headers: { Authorization: `Bearer ${lab().token}` },
  });
  const events = await stream.until(({ length }) => length > 0);
  stream.close();
  expect(events[0]).toMatchObject({ type: "reset" });
});
