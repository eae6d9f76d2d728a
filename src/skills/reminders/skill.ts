import { listOperations } from "../../domain/claim-kinds.ts";
import { correctClaims } from "../../domain/claims.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { isTyped, withoutQuotes } from "../../domain/provenance.ts";
import type { Skill, SkillResult, ToolSource, TurnContext } from "../../domain/skill.ts";
import { hasForeignTitle, withClosedLinks } from "./dialogue/foreign-titles.ts";
import { openSession, type RemindersOptions, type Session } from "./dialogue/session.ts";
import { reminderTools } from "./dialogue/tools.ts";

/**
 * Reminders by plain language. Messages that the rules can read are handled by rules. Everything
 * else is handed over to the next skills, with the same commands and guards as tools for their
 * model.
 */
export function createRemindersSkill(options: RemindersOptions): Skill {
  return {
    name: "reminders",
    async handle(turn) {
      const session = await openSession(options, turn);
      const tools: ToolSource = { offer: (words) => reminderTools(turn, session, words) };
      if (!isAsked(session)) return { next: { tools: [tools] } };
      const others = session.handled
        .filter(({ isMine, text }) => !isMine && text.trim() !== "")
        .map(({ message }) => message);
      const complete = (answer: SkillResult | undefined): Promise<SkillResult> =>
        answerAll({ options, turn, session }, answer);
      return others.length === 0 || turn.model.describe.kind === "offline"
        ? complete(undefined)
        : { next: { window: others, tools: [withoutFinish(tools)] }, complete };
    },
  };
}

/** Whether a window asks for something that the rules or a model with our commands can do. */
export const asksForReminders =
  (options: RemindersOptions) =>
  async (turn: TurnContext): Promise<boolean> =>
    isAsked(await openSession({ ...options, metrics: undefined }, turn));

/** A message that the rules refuse is for a model, and the answer is completed here. */
const isAsked = ({ handled }: Session): boolean =>
  handled.some(({ isMine, refused }) => isMine || refused !== undefined);

/** The tools decide; the session that completes the answer stages it and says it. */
const withoutFinish = (source: ToolSource): ToolSource => ({
  offer: (words) => ({
    ...source.offer(words),
    finish: async () => ({ lines: [], events: [], wrote: undefined, carries: [] }),
  }),
});

interface Asked {
  readonly options: RemindersOptions;
  readonly turn: TurnContext;
  readonly session: Session;
}

/** `answer`: what a model said to the messages that the rules did not do. */
async function answerAll(
  { options, turn, session }: Asked,
  answer: SkillResult | undefined,
): Promise<SkillResult> {
  const { reply: raw, carries = [], remembers, events: noted = [] } = answer ?? nothingSaid;
  const { commands, events, lines } = await session.finish(raw.join("\n"));
  for (const command of commands) turn.stage(command);
  const chatted = raw
    .map((text) =>
      correctClaims(text, { wrote: listOperations(commands), lines, files: false, remembers }),
    )
    .filter((text) => text !== "");
  const own = session.handled.flatMap(({ lines }) => lines);
  const typed = session.handled
    .filter(({ message }) => isTyped(message))
    .map(({ message }) => withoutQuotes(message.text));
  const words = [...own, ...lines].join("\n");
  const friends = hasForeignTitle(session.work, words, typed) ? (["friend"] as const) : [];
  const isOpen = friends.length === 0 || !turn.channel.opensLinks;
  const told = isOpen
    ? words
    : withClosedLinks(session.work, words, {
        typed,
        hosts: [...(options.linkHosts ?? []), ...turn.account.linkHosts],
      });
  // The model's text comes first, and the outcome of the request last.
  const reply =
    own.length === 0
      ? [[...chatted, told].filter((text) => text !== "").join("\n\n")]
      : [told, ...chatted];
  return {
    reply,
    disposition: "replied",
    reason: "reply_ready",
    events: [...events, ...noted, ...(await noteOwn(options, turn, session))],
    carries: [...new Set([...carries, ...friends])],
  };
}

const nothingSaid: Pick<SkillResult, "reply" | "carries" | "remembers" | "events"> = { reply: [] };

/** What the messages state that are answered here: “…, I'm diabetic”. The others are noted by who answers them. */
async function noteOwn(
  { note }: RemindersOptions,
  turn: TurnContext,
  { handled }: Session,
): Promise<readonly EventDraft[]> {
  const window = handled.filter(({ isMine }) => isMine).map(({ message }) => message);
  return note === undefined || window.length === 0 ? [] : note({ ...turn, window });
}
