import type { WindowMessage } from "../../../domain/skill.ts";
import { parseSceneCommand, type SceneCommand } from "./scene-command.ts";

type TypedMessage = Pick<WindowMessage, "text"> & Partial<Pick<WindowMessage, "payload">>;

/** Only typed text is a command. Forwarded text was written by another person. */
export const readTypedCommand = ({ text, payload }: TypedMessage): SceneCommand | undefined =>
  payload?.forwarded === true ? undefined : parseSceneCommand(text);

/** One operation and the messages that request it. Consecutive lines form one beat. */
export interface WindowAct extends Pick<SceneCommand, "op" | "rest"> {
  readonly eventIds: readonly number[];
}

export function groupActs(
  window: readonly (TypedMessage & Pick<WindowMessage, "eventId">)[],
): WindowAct[] {
  const acts: WindowAct[] = [];
  for (const message of window) {
    const { text, eventId } = message;
    const { op, rest } = readTypedCommand(message) ?? { op: "say" as const, rest: text };
    const before = acts.at(-1);
    if (op === "say" && before?.op === "say")
      acts[acts.length - 1] = {
        op,
        rest: [before.rest, rest].filter((part) => part.trim() !== "").join("\n"),
        eventIds: [...before.eventIds, eventId],
      };
    else acts.push({ op, rest, eventIds: [eventId] });
  }
  return acts;
}
