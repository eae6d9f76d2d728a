import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { engine } from "../../src/domain/principal.ts";
import { auditMemories } from "../../src/skills/memory/audit.ts";
import { character } from "../support/companion-story.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { runs } from "../support/runs.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);
const people = ["ann", "bob", "cy"];
const groups = ["office", "family"];

interface Step {
  readonly who: number;
  /** In a chat of one's own, or in one of the groups. */
  readonly where: number;
  /** Which of one's own chats. */
  readonly chat: number;
  readonly what:
    | "tell"
    | "passing"
    | "ask"
    | "list"
    | "forget"
    | "forgetCode"
    | "rename"
    | "off"
    | "on"
    | Choice;
}

/** Who talks with the person from there on. */
type Choice = "mira" | "yu" | "plain";
const choices: readonly string[] = ["mira", "yu", "plain"];

const steps = fc.array(
  fc.record<Step>({
    who: fc.nat({ max: people.length - 1 }),
    where: fc.nat({ max: groups.length }),
    chat: fc.nat({ max: 1 }),
    what: fc.constantFrom(
      ...(["tell", "passing", "ask", "ask", "list", "forget", "tell", "off", "on"] as const),
      ...(["mira", "yu", "plain", "tell", "ask", "forgetCode", "rename"] as const),
    ),
  }),
  { minLength: 12, maxLength: 18 },
);

/** Played first in every run, so that memories are used and a character speaks whatever is drawn. */
const always: readonly Step[] = (
  [
    ...(["tell", "ask", "mira", "tell", "ask", "yu", "passing", "rename", "ask", "plain"] as const),
    ...(["ask", "forgetCode", "ask"] as const),
  ] as const
).map((what, nth) => ({ who: 0, where: 0, chat: nth % 2, what }));

const sentences: Readonly<Record<Step["what"], (canary: string) => string>> = {
  tell: (canary) => `remember that my locker code is ${canary}`,
  passing: (canary) => `Hello! I'm allergic to ${canary}. My train was called ${canary} today.`,
  ask: () => "what is my locker code, what am I allergic to and what was the train called?",
  list: () => "what do you know about me?",
  forget: () => "forget that",
  forgetCode: () => "forget about my locker code",
  rename: (canary) => `Call me ${canary}`,
  off: () => "turn off memory here",
  on: () => "turn on memory here",
  mira: () => "talk to me as Mira",
  yu: () => "让小雨来陪我聊",
  plain: () => "be yourself again",
};

/** Repeats its whole prompt: everything it was given is said, and may be recalled again. */
const echo = (request: ModelRequest): string =>
  request.messages
    .map(({ content }) => content)
    .join(" ")
    .slice(-3_000);

/** As the ledger does, so that the audit has every prompt of the run. */
const recordCall = (request: ModelRequest): Promise<unknown> =>
  used.db.rows(
    `insert into model_call (id, account_id, conversation_id, turn_id, viewer, purpose, model, prompt_hash, prompt, source_event_ids, started_at)
     values (gen_random_uuid()::text, $1, $2, $3, $4, 'chat', 'echo', 'h', $5, $6, now())`,
    [
      request.accountId,
      request.conversationId,
      request.turnId,
      request.viewer ?? null,
      JSON.stringify({ messages: request.messages }),
      request.sourceEventIds,
    ],
  );

it("no prompt and no reply holds what was not said there: private words stay private, a group's stay in the group, a character knows nothing that was said to another, and what is forgotten stays so", async () => {
  const { say, stage, asked } = await openMemoryTalk(used, echo, { historyMessages: 4 });
  let run = 0;
  let recalled = 0;
  let characters = 0;
  let forgot = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      run += 1;
      const homes = new Map<string, string>();
      const toldTo = new Map<string, string>();
      const companions = new Map<string, string>();
      /** Codes that were said, by where, and those that were forgotten since. */
      const codes = new Map<string, string[]>();
      const gone = new Set<string>();
      for (const [nth, { who, where, chat, what }] of played.entries()) {
        // Others in every run: nothing of an earlier one is theirs.
        const person = `${people[who]}${run}`;
        const group = where === 0 ? undefined : `${groups[where - 1]}${run}`;
        const canary = `zq${run}x${nth}qz`;
        const home = group ?? `${person} alone`;
        const speaker = group === undefined ? (companions.get(person) ?? "plain") : "plain";
        if (what === "tell" || what === "passing" || what === "rename") {
          homes.set(canary, home);
          const whose = `${person} ${home}`;
          if (what === "tell") codes.set(whose, [...(codes.get(whose) ?? []), canary]);
          if (group === undefined) toldTo.set(canary, speaker);
        }
        if (choices.includes(what) && group === undefined) {
          if (!companions.has(person)) {
            await say("hello", { from: person });
            await stage(person, [
              character(`mira${person}`, "Mira"),
              character(`yu${person}`, "小雨"),
            ]);
          }
          companions.set(person, what);
        }
        const before = asked.length;
        const reply = await say(sentences[what](canary), {
          from: person,
          ...(group === undefined ? (chat === 0 ? {} : { chat: "second" }) : { group }),
        });
        const prompts = asked.slice(before).flatMap(({ messages }) => messages);
        for (const request of asked.slice(before)) await recordCall(request);
        const shown = [reply, ...prompts.map(({ content }) => content)].join("\n");
        if (shown.includes('"remembered"')) recalled += 1;
        if (speaker !== "plain" && prompts.length > 0) {
          characters += 1;
          const words = prompts.map(({ content }) => content).join("\n");
          for (const [said, to] of toldTo)
            if (to !== "plain" && to !== speaker) expect(words).not.toContain(said);
        }
        if (what === "forgetCode" && reply.startsWith("Forgotten")) {
          forgot += 1;
          for (const code of codes.get(`${person} ${home}`) ?? []) gone.add(code);
          codes.delete(`${person} ${home}`);
        } else for (const code of gone) expect(shown).not.toContain(code);
        for (const [said, there] of homes) if (there !== home) expect(shown).not.toContain(said);
      }
    }),
    { numRuns: runs(8, 200), examples: [[[...always]]] },
  );
  // The property says nothing where nothing is remembered.
  expect(recalled).toBeGreaterThan(0);
  expect(characters).toBeGreaterThan(0);
  expect(forgot).toBeGreaterThan(0);
  const { calls, leaks } = await used.db.transaction(engine, (sql) => auditMemories(sql));
  expect(calls).toBeGreaterThan(0);
  expect(leaks).toEqual([]);
}, 240_000);
