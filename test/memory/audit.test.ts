import { describe, expect, it } from "vitest";
import { engine } from "../../src/domain/principal.ts";
import { auditMemories } from "../../src/skills/memory/audit.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);
const audit = () => used.db.transaction(engine, (sql) => auditMemories(sql));

/** A call as the ledger records it, made of these events. */
async function recordCall(id: string, where: string, sources: readonly number[]): Promise<void> {
  await used.db.rows(
    `insert into model_call (id, account_id, conversation_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
     select $1, m.account_id, m.conversation_id, 'chat', 'm', 'h', '{"messages": [{"role": "user", "content": "kiwis"}]}', $3, now()
     from message m where m.text = $2 and m.direction = 'inbound'`,
    [id, where, sources],
  );
}

const eventOf = async (text: string): Promise<number> =>
  (
    await used.db.rows<{ id: number }>(
      "select event_id as id from message where text = $1 and direction = 'inbound'",
      [text],
    )
  )[0]?.id ?? 0;

describe("the audit of talks", () => {
  it("a prompt made of private words in private and of a group's words in the group has no leak", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I'm allergic to kiwis", { from: "ann" });
    await say("hello all", { from: "ann", group: "office" });
    const own = await eventOf("remember that I'm allergic to kiwis");
    await recordCall("c1", "remember that I'm allergic to kiwis", [own]);
    await recordCall("c2", "hello all", [await eventOf("hello all")]);
    expect(await audit()).toEqual({ calls: 2, memories: 1, leaks: [] });
  });

  it("a private memory or line in a group's prompt is found, and so is another person's", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I'm allergic to kiwis", { from: "ann" });
    await say("hello all", { from: "ann", group: "office" });
    await say("I am bob", { from: "bob" });
    const [memory] = await used.db.rows<{ id: number }>("select event_id as id from person_memory");
    const own = await eventOf("remember that I'm allergic to kiwis");
    await recordCall("c1", "hello all", [memory?.id ?? 0, own]);
    await recordCall("c2", "I am bob", [memory?.id ?? 0, own]);
    const { leaks } = await audit();
    expect(leaks.map(({ callId, kind }) => `${callId} ${kind}`).toSorted()).toEqual([
      "c1 audience",
      "c1 conversation",
      "c2 audience",
      "c2 conversation",
    ]);
  });

  it("what is forgotten leaves every stored prompt, and a prompt that held it again would be found", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I'm allergic to kiwis");
    const own = await eventOf("remember that I'm allergic to kiwis");
    await recordCall("c1", "remember that I'm allergic to kiwis", [own]);
    await say("forget that");
    const [call] = await used.db.rows<{ prompt: unknown }>("select prompt from model_call");
    expect(call?.prompt).toEqual({ messages: [] });
    expect((await audit()).leaks).toEqual([]);
    await recordCall("c2", "forget that", [own]);
    expect((await audit()).leaks).toMatchObject([{ callId: "c2", kind: "forgotten" }]);
  });
});
