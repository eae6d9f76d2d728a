import { expect, it } from "vitest";
import { ModelFailure, type ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import { operatorToken } from "../support/api.ts";
import { json, summary, text, useSceneLab, youChat } from "../support/scene-lab.ts";

const told: { readonly chat: string; readonly words: readonly string[] }[] = [];
const failed = new Set<string>();

/**
 * Repeats every canary in its prompt; for every third story it fails once in the middle of a turn.
 */
function echoing(request: ModelRequest): ScriptedAnswer {
  const words = [
    ...new Set(request.messages.flatMap(({ content }) => content.match(/canary\d+/g) ?? [])),
  ];
  const chat = request.chatId ?? "";
  told.push({ chat, words });
  if (request.purpose === "narrative" && Number(chat.slice(5)) % 3 === 0 && !failed.has(chat)) {
    failed.add(chat);
    return { kind: "fail", failure: new ModelFailure("overloaded", "busy") };
  }
  const said = words.join(" ");
  if (request.purpose === "parse_turn")
    return json({ segments: [{ kind: "dialogue", text: said }] });
  if (request.purpose === "narrative") return text(`I heard ${said}.`);
  if (request.purpose === "state_update")
    return json({ affinity_delta: 1, trust_delta: 1, knowledge_facts: [said] });
  return request.purpose === "threads" ? json({ threads: [] }) : summary(`remembers ${said}`);
}

const lab = useSceneLab(youChat("story0"), { otherwise: echoing });

/** letta-code 2666, lettabot 68 and 299; openclaw 15990, 11537 (summaries and another model mix sessions), 54387, 55578 (one context for all who talk to a bot). */
it("fifty stories at once, of two people with the same cast, with summaries and failures in between, share no word", async () => {
  const on = lab();
  const eve = await on.api.person("eve");
  const [eveId] = await on.db.rows<{ id: string }>(
    "select id from account where display_name = 'eve' or id = 'eve'",
  );
  const ids = Array.from({ length: 50 }, (_, nth) => `story${nth}`);
  const isEves = (id: string): boolean => Number(id.slice(5)) % 2 === 1;
  const whole = (chats: readonly string[]) => [
    ...youChat().slice(0, 3),
    ...chats.flatMap((id) => youChat(id).slice(3)),
  ];
  const load = (query: string, chats: readonly string[]) =>
    on.api.call(`/api/events/import${query}`, {
      method: "POST",
      token: operatorToken,
      body: whole(chats)
        .map((line) => JSON.stringify(line))
        .join("\n"),
    });
  const mine = ids.filter((id) => !isEves(id) && id !== "story0");
  expect([
    (await load("", mine)).status,
    (await load(`?account_id=${eveId?.id ?? ""}`, ids.filter(isEves))).status,
  ]).toEqual([200, 200]);
  const say = async (id: string, prose: string): Promise<number> => {
    const ask = { method: "POST", json: { prose } };
    return (
      await (isEves(id)
        ? eve.call(`/chats/${id}/turns`, ask)
        : on.api.call(`/chats/${id}/turns`, { ...ask, token: operatorToken }))
    ).status;
  };
  const close = (id: string) => {
    const ask = { method: "POST", json: { chat_id: id } };
    return isEves(id)
      ? eve.call("/api/scenes/1/close", ask)
      : on.api.call("/api/scenes/1/close", { ...ask, token: operatorToken });
  };
  await Promise.all(
    ids.map(async (id) => {
      const prose = `canary${id.slice(5)}`;
      for (let tries = 0; (await say(id, prose)) !== 204 && tries < 3; tries += 1);
      expect((await close(id)).status).toBe(200);
    }),
  );
  expect(failed.size).toBe(17);
  for (const { chat, words } of told)
    expect([chat, words.filter((word) => word !== `canary${chat.slice(5)}`)]).toEqual([chat, []]);
  const memories = await on.db.rows<{ chat_id: string; pov_summary: string }>(
    "select chat_id, pov_summary from memories",
  );
  expect(new Set(memories.map(({ chat_id }) => chat_id)).size).toBe(50);
  for (const { chat_id, pov_summary } of memories)
    expect([...new Set(pov_summary.match(/canary\d+/g))]).toEqual([`canary${chat_id.slice(5)}`]);
});
