import type { JsonObject } from "../../src/domain/json.ts";
import type { StageCharacters } from "../../src/domain/ports/companion.ts";
import type { Model, ModelRequest } from "../../src/domain/ports/model.ts";
import { openChatStates } from "../../src/main/scenes.ts";
import { productProjector } from "../../src/main/projections.ts";
import { engine } from "../../src/domain/principal.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { openCompanions } from "../../src/skills/companion/companions.ts";
import { createCompanionSkill } from "../../src/skills/companion/skill.ts";
import { createStageCharacters } from "../../src/skills/scenes/companion/stage-characters.ts";
import { record } from "../../src/store/log/record.ts";
import { createInitiativeSkill } from "../../src/skills/initiative/skill.ts";
import { asksForReminders, createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import { createMemorySkill } from "../../src/skills/memory/skill.ts";
import { openTalkMemory } from "../../src/skills/memory/talk-memory.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";
import type { FakeClock } from "./fake-clock.ts";
import type { Lab } from "./lab.ts";
import { toDraft } from "./stored-event.ts";
import type { UsedLab } from "./use-lab.ts";

export interface MemoryTalk {
  readonly lab: Lab;
  readonly model: Model;
  readonly characters: StageCharacters;
  /** What was sent that answers nothing. */
  written(): string[];
  /** Every prompt that the model was given. */
  readonly asked: ModelRequest[];
  /** Says something, in a chat of one's own or in a group, and returns the answer. */
  say(text: string, at?: Place): Promise<string>;
  /** Facts of a person's Stage, as they are. The person has said something before. */
  stage(who: string, facts: readonly StageFact[]): Promise<void>;
  /** The last prompt as text. */
  lastPrompt(): string;
}

export interface Place {
  readonly from?: string;
  readonly group?: string;
  /** Another private chat of the same person. */
  readonly chat?: string;
}

interface TalkOptions {
  readonly historyMessages?: number;
  readonly clock?: FakeClock;
  /** `offline`: a model that understands nothing. */
  readonly kind?: Model["describe"]["kind"];
  /** With reminders, as in the product. */
  readonly reminders?: boolean;
}

const reminderSettings = {
  settings: { overlap: "warn", clarificationMinutes: 10, nightlyHour: 20, latePolicy: "fire" },
} as const;

export interface StageFact {
  readonly kind: string;
  readonly payload: JsonObject;
  /** The story that it belongs to. */
  readonly chat?: string;
}

/** A companion with the skills for memory and talk, whose model says what the test lets it say. */
export async function openMemoryTalk(
  used: UsedLab,
  answer: (request: ModelRequest) => string | Promise<string> = () => "I see.",
  {
    historyMessages = 6,
    clock,
    kind = "scripted",
    reminders: withReminders = false,
  }: TalkOptions = {},
): Promise<MemoryTalk> {
  const asked: ModelRequest[] = [];
  const reply = async (request: ModelRequest): Promise<never> => {
    asked.push(request);
    return { text: await answer(request), callId: "call" } as never;
  };
  const model: Model = {
    describe: { kind, name: "fixed" },
    complete: reply,
    stream: reply,
    object: reply,
  };
  const post = ledgerChannel({ limits: { partLength: 8_000 } });
  const characters = createStageCharacters({ states: openChatStates() });
  const memory = openTalkMemory();
  const reminders = { ...reminderSettings, note: memory.noteStated };
  const lab = await used.start({
    post,
    model,
    ...(clock === undefined ? {} : { clock, settings: { sweepMs: 90 * 24 * 3_600_000 } }),
    skills: [
      createCompanionSkill({ characters }),
      createInitiativeSkill(),
      createMemorySkill({
        asksForReminders: withReminders ? asksForReminders(reminders) : async () => false,
      }),
      ...(withReminders ? [createRemindersSkill(reminders)] : []),
      chatSkill({
        historyMessages,
        historyTokens: 4_000,
        memory,
        companions: openCompanions(characters),
      }),
    ],
  });
  return {
    lab,
    asked,
    model,
    characters,
    written: () =>
      post.ledger.filter(({ source }) => source === "reminder").map((each) => each.text),
    async say(text, { from, group, chat } = {}) {
      const payload: JsonObject =
        group === undefined
          ? {}
          : { surroundings: { shared: true, facts: {} }, sender: from ?? "somebody" };
      await lab.say(text, {
        ...(from === undefined ? {} : { from }),
        ...(group === undefined ? {} : { scope: group, payload }),
        ...(chat === undefined ? {} : { scope: `user:${from ?? "ada"}:${chat}` }),
      });
      await lab.idle();
      return post.ledger.at(-1)?.text ?? "";
    },
    async stage(who, facts) {
      const [person] = await used.db.rows<{ id: string }>(
        "select account_id as id from channel_identity where provider_subject = $1",
        [who],
      );
      const accountId = person?.id ?? "";
      const drafts = facts.map(({ kind, payload, chat }) =>
        toDraft({
          kind,
          payload,
          stream: chat === undefined ? `stage:${accountId}` : `chat:${chat}`,
          at: new Date(lab.clock.now()).toISOString(),
          accountId,
          ...(chat === undefined ? {} : { chatId: chat }),
        }),
      );
      await used.db.transaction(engine, (sql) => record(sql, productProjector(), drafts));
    },
    lastPrompt: () => (asked.at(-1)?.messages ?? []).map(({ content }) => content).join("\n"),
  };
}
