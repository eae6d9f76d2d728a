import { expect, it } from "vitest";
import { useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab(youChat());
const chat_id = "chat_bot_a";
const scene = { chat_id, scene_id: 2 };

/** A sealed scene without the person, whose words are also in everything derived from it. */
const playSealed = () =>
  lab().load([
    {
      kind: "meanwhile_scene_started",
      payload: { ...scene, host_bot_id: "bot_a", guest_bot_id: "bot_b" },
    },
    {
      kind: "assistant_turn",
      payload: { ...scene, id: "line", speaker_id: "bot_a", text: "sealedword" },
    },
    {
      kind: "memory_written",
      payload: {
        ...scene,
        owner_id: "bot_b",
        witness_you: 0,
        witness_host: 1,
        witness_guest: 1,
        text: "sealedword",
        cites: ["line"],
      },
    },
    {
      kind: "edge_update",
      payload: {
        chat_id,
        source_id: "bot_b",
        target_id: "bot_a",
        knowledge_facts: [{ fact: "sealedword", cites: ["line"] }],
        cites: ["line"],
      },
    },
    { kind: "thread_detected", payload: { ...scene, title: "sealedword" } },
    { kind: "meanwhile_scene_closed", payload: scene },
    {
      kind: "digest_written",
      payload: { ...scene, id: "digest", noticed: "A light.", directors_cut: "sealedword" },
    },
  ]);

const routes = [
  "/stage",
  "/lines?before=99999999",
  "/beats",
  "/turns",
  "/memories",
  "/threads",
  "/edges",
  "/digests",
  "/as-of",
  "/compare?a_event=1&b_event=99999999",
  "/export",
  "/export?format=story",
  "/context?viewer=bot_b",
  "/gossip?fact=sealed",
  "/stage/memories?owner_id=bot_b",
];

it("no route of a story shows words of a sealed scene unless they are asked for", async () => {
  expect((await playSealed()).status).toBe(200);
  const read = async (path: string) => (await lab().get(`/api/chats/${chat_id}${path}`)).text;
  for (const path of routes) expect(await read(path), path).not.toContain("sealedword");
  for (const path of [
    "/stage",
    "/turns",
    "/memories",
    "/as-of",
    "/export",
    "/lines?before=99999999",
  ])
    expect(await read(`${path}${path.includes("?") ? "&" : "?"}unseen=show`), path).toContain(
      "sealedword",
    );
  await lab().post(`/api/chats/${chat_id}/digests/digest/unseal`);
  for (const path of ["/stage", "/turns", "/memories", "/threads", "/as-of", "/export"])
    expect(await read(path), path).toContain("sealedword");
});
