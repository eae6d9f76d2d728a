import { honest } from "../../domain/claims.ts";
import { ModelFailure } from "../../domain/ports/model.ts";
import { isTyped, withoutQuotes } from "../../domain/provenance.ts";
import type { Skill, SkillResult, TurnContext } from "../../domain/skill.ts";
import type { ToolSource } from "../../domain/ports/tool-source.ts";
import { allowedHosts } from "../../links/allowed-hosts.ts";
import { holdsForeign, withClosedLinks } from "./dialogue/foreign-titles.ts";
import { openSession, type RemindersOptions, type Session } from "./dialogue/session.ts";
import { reminderTools } from "./dialogue/tools.ts";

export interface Reminders {
  readonly skill: Skill;
  /** The same commands for a model. */
  readonly tools: ToolSource;
}

/** Reminders by plain language. What the rules read is done by rules; the rest is a model's, with the same commands and guards. */
export function openReminders(
  options: RemindersOptions & { readonly rest?: ((tools: ToolSource) => Skill) | undefined },
): Reminders {
  const sessions = new WeakMap<TurnContext, Promise<Session>>();
  const sessionOf = (turn: TurnContext): Promise<Session> => {
    const known = sessions.get(turn) ?? openSession(options, turn);
    sessions.set(turn, known);
    return known;
  };
  const tools: ToolSource = {
    offer: async (turn, words) => reminderTools(turn, await sessionOf(turn), words),
  };
  const rest = options.rest?.({
    offer: async (turn, words) => ({
      ...(await tools.offer(turn, words)),
      finish: async () => ({ lines: [], events: [], wrote: undefined, carries: [] }),
    }),
  });

  return {
    tools,
    skill: {
      name: "reminders",
      wants: async (turn) =>
        (await sessionOf(turn)).heard.some(
          ({ isMine, refused }) => isMine || (refused !== undefined && rest !== undefined),
        ),
      async run(turn) {
        const session = await sessionOf(turn);
        const others = session.heard
          .filter(({ isMine, text }) => !isMine && text.trim() !== "")
          .map(({ message }) => message);
        const talk = { ...turn, window: others };
        sessions.set(talk, Promise.resolve(session));
        const { reply: raw, carries = [] } =
          rest === undefined || others.length === 0 ? nothingSaid : await restOf(rest, talk);
        const { commands, events, lines } = await session.finish(raw.join("\n"));
        for (const command of commands) turn.stage(command);
        const chatted = raw
          .map((text) => honest(text, { wrote: commands.length > 0, lines, files: false }))
          .filter((text) => text !== "");
        const own = session.heard.flatMap((heard) => heard.lines);
        const typed = session.heard
          .filter(({ message }) => isTyped(message))
          .map(({ message }) => withoutQuotes(message.text));
        const words = [...own, ...lines].join("\n");
        const friends = holdsForeign(session.work, words, typed) ? (["friend"] as const) : [];
        // The page opens nothing by itself; a chat app may.
        const isOpen = friends.length === 0 || turn.channel === "web";
        const told = isOpen
          ? words
          : withClosedLinks(session.work, words, {
              typed,
              hosts: [...(options.linkHosts ?? []), ...(await allowedHosts(turn))],
            });
        // What a model said of a request comes first, and what became of it last.
        const reply = own.length === 0 ? [[...chatted, told].join("\n\n")] : [told, ...chatted];
        return {
          reply,
          disposition: "replied",
          reason: "reply_ready",
          events,
          carries: [...new Set([...carries, ...friends])],
        };
      },
    },
  };
}

const nothingSaid: Pick<SkillResult, "reply" | "carries"> = { reply: [] };

/** A model's part: what the rules refuse, and chat that came together with a request. When it fails, the rules' part still stands. */
async function restOf(
  rest: Skill,
  turn: TurnContext,
): Promise<Pick<SkillResult, "reply" | "carries">> {
  if (turn.model.describe.kind === "offline") return nothingSaid;
  try {
    return await rest.run(turn);
  } catch (error) {
    if (error instanceof ModelFailure && error.code !== "aborted") return nothingSaid;
    throw error;
  }
}
