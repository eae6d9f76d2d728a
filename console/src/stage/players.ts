import { type Stage, you } from "./contract.ts";

/** Everybody who ever had a part in the story, but for the person. */
export const playersOf = ({ chat, scenes }: Pick<Stage, "chat" | "scenes">): string[] =>
  [
    ...new Set([
      chat.host_bot_id,
      ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
      ...scenes.flatMap(({ participants }) => participants),
    ]),
  ].filter((id) => id !== you);
