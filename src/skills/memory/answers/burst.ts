import { pickLanguage } from "../../../domain/language.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Handover, SkillResult, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import { placeInMemory } from "../memory-events.ts";
import { readMemoryRequest } from "../requests/read-request.ts";
import { ownWords } from "../state-memory.ts";
import { memoryWords } from "../words.ts";
import { type Answered, say } from "./asked.ts";

export const toReply = ({ text, events }: Answered): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
  events,
});

/**
 * Several messages at once: those that ask something of the memory are answered here, one by one,
 * and the others are handed over.
 */
export async function answerBurst(
  turn: TurnContext,
  answer: (alone: TurnContext) => Promise<Answered | undefined>,
): Promise<SkillResult | Handover | undefined> {
  const answers: Answered[] = [];
  const rest: WindowMessage[] = [];
  for (const message of turn.window) {
    const before = rest.at(-1);
    const isPointing = before !== undefined && isPointingBack(message);
    const answered = isPointing
      ? forgetBefore(turn, [before, message])
      : await answer({ ...turn, window: [message] });
    if (isPointing) rest.pop();
    if (answered === undefined) rest.push(message);
    else answers.push(answered);
  }
  if (answers.length === 0) return undefined;
  const own: Answered = {
    text: answers.map(({ text }) => text).join("\n\n"),
    events: answers.flatMap(({ events }) => events),
  };
  if (rest.length === 0) return toReply(own);
  const withheld = own.events.flatMap((event) =>
    event.kind === "memory_forgotten" ? event.payload.sources : [],
  );
  return { next: { window: rest, withheld }, complete: async (others) => join(own, others) };
}

/** “Forget that”, said of the message before it, of which no memory was made yet. */
function isPointingBack(message: WindowMessage): boolean {
  const request = readMemoryRequest(ownWords(message));
  return request?.kind === "forget" && request.about === null && request.nth === null;
}

function forgetBefore(
  { account, now, newId }: TurnContext,
  messages: readonly WindowMessage[],
): Answered {
  const sources = messages.map(({ eventId }) => eventId);
  const said = messages.map(({ text }) => text).join(" ");
  const to = { language: pickLanguage(account.language, said), timezone: account.timezone };
  const payload = { id: newId(), account_id: account.id, sources };
  return say(memoryWords.linesForgotten(to), [
    placeInMemory(now, { kind: "memory_forgotten", payload }),
  ]);
}

function join(own: Answered, others: SkillResult | undefined): SkillResult {
  const { events = [], reply, ...rest } = others ?? toReply(own);
  return {
    ...rest,
    reply: [own.text, ...(others === undefined ? [] : reply)],
    disposition: "replied",
    reason: "reply_ready",
    events: [...own.events, ...(isSwitchedOff(own.events) ? events.filter(isNoMemory) : events)],
  };
}

/** What is said together with “don't remember anything here” is not remembered either. */
const isSwitchedOff = (events: readonly EventDraft[]): boolean =>
  events.some(({ kind, payload }) => kind === "memory_switched" && !payload.is_on);

const isNoMemory = ({ kind }: EventDraft): boolean => !kind.startsWith("memory_");
