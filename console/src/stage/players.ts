import { type Stage, you } from "./contract.ts";

/** Every character who ever took part in the story, without the person. */
export const listPlayers = ({ chat, scenes }: Pick<Stage, "chat" | "scenes">): string[] =>
  [
    ...new Set([
      chat.host_bot_id,
      ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
      ...scenes.flatMap(({ participants }) => participants),
    ]),
  ].filter((id) => id !== you);
