import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import { readChatState } from "../state/chat-states.ts";
import { listGreetings } from "../beat/greetings.ts";
import { toWitnessFlags } from "../state/present.ts";
import { type ChatState, pickNextNumber, you } from "../state/chat-state.ts";

interface Kickoff {
  readonly accountId: string;
  readonly chatId: string;
  /** Index of the host's greeting; the first by default. */
  readonly greeting?: number | undefined;
}

/** The first scene of a chat, opened with the host's own greeting, without a model. */
export async function draftKickoff(read: Reads, of: Kickoff): Promise<StoryEventInput[]> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  if (state.turns.length > 0)
    throw new Refusal("already_recorded", { field: "id", problem: "this chat has already begun" });
  const yourName = state.settings.persona?.name;
  return draftFirstScene(state, await pickGreeting(read, { ...of, yourName }, state.host));
}

export async function pickGreeting(
  read: Reads,
  of: Pick<Kickoff, "accountId" | "greeting"> & { readonly yourName?: string | undefined },
  host: string,
): Promise<{ name: string; text: string }> {
  const greetings = (await listGreetings(read, { ...of, botId: host })) ?? [];
  if (greetings.length === 0)
    throw new Refusal("invalid_request", {
      field: "kickoff_prose",
      problem: "the host has no greeting",
    });
  const chosen = greetings[of.greeting ?? 0];
  if (chosen === undefined)
    throw new Refusal("invalid_request", {
      field: "greeting",
      problem: "there is no such greeting",
    });
  const [bot] = await read.rows<{ name: string }>(
    "select name from bots where account_id = $1 and id = $2",
    [of.accountId, host],
  );
  return { name: bot?.name ?? host, text: chosen.text };
}

export function draftFirstScene(
  state: ChatState,
  said: { readonly name: string; readonly text: string },
): StoryEventInput[] {
  const chat_id = state.id;
  const open = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const participants = open?.participants ?? [
    you,
    state.host,
    ...(state.guest === null ? [] : [state.guest]),
  ];
  const scene_id = open?.id ?? pickNextNumber(state.scenes);
  const container_id = open?.containerId ?? state.containers.keys().next().value ?? 1;
  const id = `kickoff-${chat_id}`.slice(0, 128);
  const scene = { host: state.host, guest: state.guest };
  return [
    ...(state.containers.size > 0 || open !== undefined
      ? []
      : [{ kind: "container_created", payload: { chat_id, name: "here", type: "" } }]),
    ...(open === undefined
      ? [{ kind: "scene_opened", payload: { chat_id, scene_id, container_id, participants } }]
      : []),
    {
      kind: "assistant_turn",
      payload: { chat_id, id, scene_id, speaker_id: state.host, text: said.text },
    },
    ...participants
      .filter((owner) => owner !== you)
      .map((owner_id) => ({
        kind: "memory_written",
        payload: {
          chat_id,
          scene_id,
          owner_id,
          ...toWitnessFlags(scene, participants),
          witnesses: participants,
          text: `${said.name}: ${said.text}`,
          cites: [id],
        },
      })),
  ];
}
