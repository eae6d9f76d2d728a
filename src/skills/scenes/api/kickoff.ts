import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryLine } from "../../../domain/views/scenes.ts";
import { readChatState } from "../state/chat-states.ts";
import { greetingsOf } from "../beat/greetings.ts";
import { witnessFlags } from "../state/present.ts";
import { type ChatState, nextNumber, you } from "../state/chat-state.ts";

interface Kickoff {
  readonly accountId: string;
  readonly chatId: string;
  /** Which of the host's greetings; the first one else. */
  readonly greeting?: number | undefined;
}

/** The first scene of a chat, opened with the host's own words: no model is asked. */
export async function kickoffLines(read: Reads, of: Kickoff): Promise<StoryLine[]> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  if (state.turns.length > 0)
    throw new Refusal("already_recorded", "", { field: "id", problem: "this chat has begun" });
  return firstScene(state, await greetingFor(read, of, state.host));
}

/** How the host opens it. */
export async function greetingFor(
  read: Reads,
  of: Pick<Kickoff, "accountId" | "greeting">,
  host: string,
): Promise<{ name: string; text: string }> {
  const greetings = (await greetingsOf(read, { accountId: of.accountId, botId: host })) ?? [];
  if (greetings.length === 0)
    throw new Refusal("invalid_request", "", {
      field: "kickoff_prose",
      problem: "the host has none",
    });
  const chosen = greetings[of.greeting ?? 0];
  if (chosen === undefined)
    throw new Refusal("invalid_request", "", {
      field: "greeting",
      problem: "there is no such greeting",
    });
  const [bot] = await read.rows<{ name: string }>(
    "select name from bots where account_id = $1 and id = $2",
    [of.accountId, host],
  );
  return { name: bot?.name ?? host, text: chosen.text };
}

export function firstScene(
  state: ChatState,
  said: { readonly name: string; readonly text: string },
): StoryLine[] {
  const chat_id = state.id;
  const open = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const participants = open?.participants ?? [
    you,
    state.host,
    ...(state.guest === null ? [] : [state.guest]),
  ];
  const scene_id = open?.id ?? nextNumber(state.scenes);
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
          ...witnessFlags(scene, participants),
          witnesses: participants,
          text: `${said.name}: ${said.text}`,
          cites: [id],
        },
      })),
  ];
}
