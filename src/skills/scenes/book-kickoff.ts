import { Refusal } from "../../domain/errors.ts";
import type { Reads } from "../../domain/reads.ts";
import type { StoryLine } from "../../domain/scenes.ts";
import { readChatState } from "./chat-states.ts";
import { loadCast, nameOf } from "./cast.ts";
import { witnessFlags } from "./present.ts";
import { nextNumber, you } from "./state.ts";

/** The first scene of a chat, opened with the host's own words: no model is asked. */
export async function kickoffLines(read: Reads, of: { accountId: string; chatId: string }): Promise<StoryLine[]> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  if (state.turns.length > 0) throw new Refusal("already_recorded", "", { field: "id", problem: "this chat has begun" });
  const cast = await loadCast(read, of.accountId, [state.host, ...(state.guest === null ? [] : [state.guest])]);
  const host = cast.bots.get(state.host);
  if (host === undefined || host.kickoff_prose.trim() === "")
    throw new Refusal("invalid_request", "", { field: "kickoff_prose", problem: "the host has none" });
  const chat_id = of.chatId;
  const open = [...state.scenes.values()].findLast(({ kind, closedAt }) => kind === "you" && closedAt === null);
  const participants = open?.participants ?? [you, state.host, ...(state.guest === null ? [] : [state.guest])];
  const scene_id = open?.id ?? nextNumber(state.scenes);
  const container_id = open?.containerId ?? state.containers.keys().next().value ?? 1;
  const text = host.kickoff_prose.replaceAll(/\{\{char\}\}/gi, host.name).replaceAll(/\{\{user\}\}/gi, nameOf(cast, you));
  const id = `kickoff-${of.chatId}`.slice(0, 128);
  const scene = { host: state.host, guest: state.guest };
  return [
    ...(state.containers.size > 0 ? [] : [{ kind: "container_created", payload: { chat_id, name: "here", type: "" } }]),
    ...(open === undefined ? [{ kind: "scene_opened", payload: { chat_id, scene_id, container_id, participants } }] : []),
    { kind: "assistant_turn", payload: { chat_id, id, scene_id, speaker_id: state.host, text } },
    ...participants
      .filter((owner) => owner !== you)
      .map((owner_id) => ({
        kind: "memory_written",
        payload: {
          chat_id,
          scene_id,
          owner_id,
          ...witnessFlags(scene, participants),
          witnesses: participants,
          text: `${host.name}: ${text}`,
          cites: [id],
        },
      })),
  ];
}
