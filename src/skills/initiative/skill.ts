import { pickLanguage } from "../../domain/language.ts";
import { isTyped } from "../../domain/provenance.ts";
import type { InitiativeReason, InitiativeSort } from "../../domain/events/initiative.ts";
import type { InitiativeView } from "../../domain/views/initiative.ts";
import type { Skill, SkillResult, TurnContext } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { type InitiativeRequest, readInitiativeRequest } from "./requests.ts";
import { draftSetting, readClocks, readInitiative } from "./settings.ts";
import { whySilence } from "./silence-words.ts";
import {
  describeSetting,
  describeEnd,
  notInGroups,
  whenBriefs,
  whyAnswered,
  type Reader,
  whyReminded,
  whyWords,
} from "./words.ts";

/** Whether and why the companion writes first: switched, asked about and ended by rules. */
export function createInitiativeSkill(): Skill {
  return {
    name: "initiative",
    async handle(turn) {
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1 || !isTyped(only)) return undefined;
      const request = readInitiativeRequest(only.text);
      if (request === undefined) return undefined;
      const language = pickLanguage(turn.account.language, only.text);
      const to: Reader = { language, zone: turn.account.timezone };
      const isShared = readSurroundings(only.payload)?.shared === true;
      if (isShared) return request.kind === "set" ? toReply(notInGroups(language)) : undefined;
      const text = await answer(turn, request, to);
      return text === undefined ? undefined : toReply(text);
    },
  };
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
});

const switchedOff: Readonly<Record<InitiativeSort, Partial<InitiativeView>>> = {
  brief: { brief: false },
  follow_up: { follow_ups: false },
  silence: { silence_days: null },
};

async function answer(
  turn: TurnContext,
  request: InitiativeRequest,
  to: Reader,
): Promise<string | undefined> {
  if (request.kind === "why") return (await explain(turn, to)) ?? explainAnswer(turn, to);
  const before = await readInitiative(turn.read, turn.account.id);
  if (request.kind === "end") {
    const last = await findLast(turn);
    if (last === undefined) return undefined;
    await change(turn, { ...before, ...switchedOff[last.sort] });
    return describeEnd(last.sort, to);
  }
  const after: InitiativeView =
    request.kind === "show"
      ? before
      : {
          ...before,
          brief: request.brief ?? before.brief,
          follow_ups: request.followUps ?? before.follow_ups,
          silence_days:
            request.silenceDays === undefined ? before.silence_days : request.silenceDays,
        };
  if (request.kind === "set") await change(turn, after);
  const clocks = await readClocks(turn.read, turn.account.id);
  const setting = describeSetting(after, { ...to, morning: clocks?.morning ?? "" });
  return request.kind === "set" && request.hasClock === true
    ? `${setting}\n${whenBriefs(to)}`
    : setting;
}

async function change(turn: TurnContext, wanted: InitiativeView): Promise<void> {
  const clocks = await readClocks(turn.read, turn.account.id);
  if (clocks === undefined) return;
  turn.stage({
    domain: "settings",
    operation: "set_initiative",
    payload: { ...wanted },
    preview: { ...wanted },
    events: draftSetting(wanted, { accountId: turn.account.id, clocks, now: turn.now }),
  });
}

interface Written {
  readonly sort: InitiativeSort;
  readonly reason: InitiativeReason;
}

/** What was said last here, where that was a message of the companion's own accord. */
async function findLast({
  read,
  account,
  conversationId,
}: TurnContext): Promise<Written | undefined> {
  const [row] = await read.rows<Written>(
    `select i.sort, i.reason from initiative_message i where i.account_id = $1 and i.message_id = (
       select m.id from message m where m.conversation_id = $2 and m.direction = 'outbound' order by m.event_id desc limit 1)`,
    [account.id, conversationId],
  );
  return row;
}

/** The recorded reason of the last message, or the reminder that it was. */
async function explain(turn: TurnContext, to: Reader): Promise<string | undefined> {
  const last = await findLast(turn);
  if (last !== undefined) return explainWritten(turn, last, to);
  const { read, account, conversationId } = turn;
  const [fired] = await read.rows<{ content: string; created: string }>(
    `select r.content, r.created_at as created from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and f.message_id = (
       select m.id from message m where m.conversation_id = $2 and m.direction = 'outbound' order by m.event_id desc limit 1)
     order by f.due_at limit 1`,
    [account.id, conversationId],
  );
  return fired === undefined ? undefined : whyReminded(fired, to);
}

async function explainWritten(
  { read, account }: TurnContext,
  { sort, reason }: Written,
  to: Reader,
): Promise<string> {
  if (sort === "silence") return whySilence(reason, to);
  const rows = await read.rows<{ content: string }>(
    "select content from reminder where owner_account_id = $1 and id = any($2) order by array_position($2::text[], id) limit 10",
    [account.id, reason.reminders],
  );
  const titles = rows.map(({ content }) => content);
  return whyWords({ sort, since: reason.since, titles }, to);
}

/** “Why did you ask that?” is about what was said, and for a model to answer. */
const ofContent = /\b(?:ask|tell)|问|说/iu;
const aDay = 86_400_000;

/** An answer was written because the person wrote; what came unasked before it has its own reason. */
async function explainAnswer(turn: TurnContext, to: Reader): Promise<string | undefined> {
  const isOfContent = turn.window.some(({ text }) => ofContent.test(text));
  if (isOfContent && turn.model.describe.kind !== "offline") return undefined;
  const asked = (await turn.history(6)).findLast(({ direction }) => direction === "inbound");
  if (asked === undefined) return undefined;
  const written = await findRecent(turn);
  const before = written === undefined ? [] : [await explainWritten(turn, written, to)];
  return whyAnswered({ said: asked.text, before }, to);
}

/** The newest message of its own accord here, of the last day. */
async function findRecent({
  read,
  account,
  conversationId,
  now,
}: TurnContext): Promise<Written | undefined> {
  const [row] = await read.rows<Written>(
    `select i.sort, i.reason from initiative_message i join message m on m.id = i.message_id
     where i.account_id = $1 and m.conversation_id = $2 and m.created_at > $3 order by m.event_id desc limit 1`,
    [account.id, conversationId, new Date(now - aDay).toISOString()],
  );
  return row;
}
