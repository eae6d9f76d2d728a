import type { EventDraft } from "../../../../domain/events/catalogue.ts";
import type { SkillResult, TurnContext } from "../../../../domain/skill.ts";
import { pickLanguage } from "../../../../domain/language.ts";
import type { WindowAct } from "../../channel/group-acts.ts";
import type { SceneOp } from "../../channel/scene-command.ts";
import { sceneWords } from "../../channel/scene-words.ts";
import { requestTimer, setStoryTimer } from "./timers.ts";
import { togetherWords } from "./words.ts";

/** What can be asked of a shared story from a chat app. */
const sharedOps: readonly SceneOp[] = [
  "join",
  "say",
  "aloud",
  "whisper",
  "next",
  "who",
  "enter",
  "exit",
  "leave",
];

/** Lines that go together as one; the rest of a flood follows as the next. */
const mostTogether = 20;

/**
 * Hands what a person wrote over to their shared story, which belongs to another account: a timer
 * reads the messages again and acts in the story. Its answer, and what the person perceives, comes
 * from there.
 */
export function passOn(
  turn: Pick<TurnContext, "account" | "now" | "stage" | "window">,
  acts: readonly WindowAct[],
): SkillResult {
  const sample = turn.window.map(({ text }) => text).join(" ");
  const language = pickLanguage(turn.account.language, sample);
  const said: string[] = [];
  const events: EventDraft[] = [];
  for (const { op, eventIds } of acts) {
    if (op === "help") said.push(togetherWords[language].help);
    else if (!sharedOps.includes(op)) said.push(togetherWords[language].notTogether);
    else
      for (let at = 0; at < eventIds.length; at += mostTogether)
        events.push(
          setStoryTimer(requestTimer, {
            accountId: turn.account.id,
            about: eventIds.slice(at, at + mostTogether).join("."),
            // In the order in which they were written.
            due: turn.now + events.length,
            now: turn.now,
          }),
        );
  }
  if (events.length > 0)
    turn.stage({
      domain: "scene",
      operation: "shared",
      payload: { asked: acts.map(({ op }) => op) },
      events,
    });
  if (said.length > 0)
    return { reply: [said.join("\n\n")], disposition: "replied", reason: "reply_ready" };
  return events.length > 0
    ? { reply: [], disposition: "no_reply", reason: "passed_on" }
    : {
        reply: [sceneWords[language].onlyWords],
        disposition: "replied",
        reason: "reply_ready",
      };
}
