import { iso } from "../../src/domain/ports/clock.ts";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { Skill, TurnContext } from "../../src/domain/skill.ts";
import { toDraft } from "../support/stored-event.ts";

export interface Directions {
  tell(line: Readonly<Record<string, unknown>>): void;
  /** Resolves when the test lets the turn with this token go on. */
  released(token: string): Promise<void>;
}

/**
 * Does what the words say. A message is a token and directions: `a1 #stage #parts4`.
 *
 *   #plain   answers
 *   #stage   stages a command and its event
 *   #remind  the same, and a reminder that is due at once; #remind9 after so many seconds
 *   #repeat  a reminder that is due at once and repeats twice at once, never done
 *   #parts4  answers with so many parts
 *   #hold    waits until it is released, or until the turn is ended
 *   #deaf    waits until it is released, whatever happens to the turn
 *   #empty   answers with nothing, and says that it replied
 *   #bug     throws
 */
export function createScriptedSkill(on: Directions): Skill {
  return {
    name: "scripted",
    async handle(turn) {
      if (!turn.window.some((message) => message.text.includes("#"))) return undefined;
      const tokens = turn.window.map((message) => message.text.split(" ")[0] ?? "");
      const isAsked = (what: string): boolean =>
        turn.window.some((message) => message.text.includes(`#${what}`));
      on.tell({ at: "turn", turn: turn.turnId, conversation: turn.conversationId, tokens });
      await ask(turn, tokens);
      turn.show({ text: `thinking about ${tokens.join(" ")}` });
      if (isAsked("stage") || isAsked("remind") || isAsked("repeat"))
        stage(turn, tokens, isAsked("remind") || isAsked("repeat") ? delayIn(turn) : undefined);
      for (const [index, token] of tokens.entries())
        await hold(on, turn, { token, text: turn.window[index]?.text ?? "" });
      if (isAsked("bug")) throw new Error("a bug of the scripted skill");
      if (isAsked("empty")) return { reply: [""], disposition: "replied", reason: "reply_ready" };
      const parts = Number(
        /#parts(\d)/.exec(turn.window.map((message) => message.text).join(" "))?.[1] ?? 1,
      );
      return { reply: [replyOf(tokens, parts)], disposition: "replied", reason: "reply_ready" };
    },
  };
}

/** What the model says does not matter here. That it is called does: processes die in the middle of that, too. */
async function ask(turn: TurnContext, tokens: readonly string[]): Promise<void> {
  await turn.model.complete({
    purpose: "chat",
    messages: [{ role: "user", content: tokens.join(" ") }],
    sourceEventIds: turn.window.map((message) => message.eventId),
    accountId: turn.account.id,
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    signal: turn.signal,
  });
}

async function hold(
  on: Directions,
  turn: TurnContext,
  message: { token: string; text: string },
): Promise<void> {
  const deaf = message.text.includes("#deaf");
  if (!deaf && !message.text.includes("#hold")) return;
  on.tell({ at: "holding", token: message.token, turn: turn.turnId });
  const aborted = new Promise<void>((resolve) =>
    turn.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  await Promise.race([on.released(message.token), ...(deaf ? [] : [aborted])]);
  on.tell({ at: "going_on", token: message.token, aborted: turn.signal.aborted });
  if (!deaf) turn.signal.throwIfAborted();
}

/** One command and one fact for each message, so that half of them would show. */
function stage(
  turn: TurnContext,
  tokens: readonly string[],
  remindAfterMs: number | undefined,
): void {
  for (const token of tokens) {
    turn.stage({
      domain: "test",
      operation: "note",
      payload: { token },
      events: [
        toDraft({
          stream: `notes:${turn.conversationId}`,
          kind: "token_noted",
          at: iso(turn.now),
          accountId: turn.account.id,
          conversationId: turn.conversationId,
          turnId: turn.turnId,
          payload: { token },
        }),
        ...(remindAfterMs === undefined ? [] : [reminderOf(turn, token, remindAfterMs)]),
      ],
    });
  }
}

const delayIn = ({ window }: TurnContext): number =>
  1_000 * Number(/#remind(\d+)/.exec(window.map(({ text }) => text).join(" "))?.[1] ?? 0);

const twiceAtOnce = { every_minutes: 1 / 60_000, times: 2, until: null, important: false };

function reminderOf(turn: TurnContext, token: string, afterMs: number): EventDraft {
  const id = turn.newId();
  const due = iso(turn.now + afterMs);
  const whose = { id, owner_account_id: turn.account.id, conversation_id: turn.conversationId };
  const timing = {
    kind: "timed",
    local_start: due.slice(0, 19),
    captured_timezone: "UTC",
    next_fire_at: due,
  };
  const payload = {
    ...whose,
    ...timing,
    content: `ring:${token}`,
    content_hash: token,
    source: "chat",
    ...(turn.window.some(({ text }) => text.includes("#repeat")) ? { insist: twiceAtOnce } : {}),
  };
  return toDraft({
    stream: `reminder:${id}`,
    kind: "reminder_created",
    at: iso(turn.now),
    accountId: turn.account.id,
    payload,
  });
}

/** Each paragraph is more than half of a part long, so that none shares a part with another. */
function replyOf(tokens: readonly string[], parts: number): string {
  const first = `re ${tokens.join(" ")}`;
  if (parts === 1) return first;
  return Array.from(
    { length: parts },
    (_, index) => `${first} part ${index + 1} ${"…".repeat(70)}`,
  ).join("\n\n");
}
