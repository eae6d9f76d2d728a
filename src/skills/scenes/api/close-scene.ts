import type { DecisionContext, PreparedDecision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { EnqueuedTurn } from "../../../domain/views/scenes.ts";
import { readChatState } from "../state/chat-states.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { confirmLane } from "./decide-in-chat.ts";
import { enqueueTurn, readLane } from "./internal-turns.ts";
import { chatStream } from "../state/chat-state.ts";

type At = DecisionContext & { readonly accountId: string };

/**
 * Closes a scene and enqueues its summary in one transaction, so that a crash in between leaves the
 * turn waiting. Closing again enqueues a missing summary and otherwise does nothing.
 */
export async function closeScene(
  at: At,
  of: {
    readonly id: number;
    readonly chatId?: string | undefined;
    readonly closedAt?: string | undefined;
  },
): Promise<PreparedDecision<EnqueuedTurn | undefined>> {
  const chatId = of.chatId ?? (await findChatOf(at.read, at.accountId, of.id));
  const state = await readChatState(at.read, chatId);
  const scene = state?.scenes.get(of.id);
  if (state === undefined || scene === undefined) throw new Refusal("not_found");
  if (scene.summarised) return { events: [], result: undefined };
  const lane = await readLane(at.read, chatId);
  const enqueued = enqueueTurn(
    { lane, chatId, accountId: at.accountId, now: at.now, newId: () => at.newId() },
    { op: "summarise", sceneId: of.id },
  );
  const moment = { chat: state, now: at.now };
  const kind = scene.kind === "meanwhile" ? "meanwhile_scene_closed" : "scene_closed";
  const plans = [...state.plans.values()].filter(
    ({ sceneId, status }) => sceneId === of.id && status !== "ended",
  );
  const ends =
    scene.closedAt !== null
      ? []
      : [
          draftStoryEvent(moment, kind, { scene_id: of.id, closed_at: of.closedAt ?? state.clock }),
          ...plans.map(({ id }) =>
            draftStoryEvent(moment, "scene_plan_ended", { id, reason: "closed" }),
          ),
        ];
  return {
    events: [...ends, ...enqueued.drafts],
    ...(ends.length === 0 ? {} : { expects: { [chatStream(chatId)]: state.version } }),
    confirm: confirmLane(chatId, lane),
    result: { conversationId: enqueued.conversationId, messageId: enqueued.messageId },
  };
}

/** Scene numbers are unique within a chat; without a chat id the number must be unambiguous. */
async function findChatOf(read: Reads, accountId: string, sceneId: number): Promise<string> {
  const rows = await read.rows<{ chat_id: string; is_open: boolean }>(
    "select chat_id, closed_at is null as is_open from scenes where account_id = $1 and id = $2",
    [accountId, sceneId],
  );
  const open = rows.filter(({ is_open }) => is_open);
  const [only, second] = open.length > 0 ? open : rows;
  if (only === undefined) throw new Refusal("not_found");
  if (second !== undefined)
    throw new Refusal("invalid_request", {
      field: "chat_id",
      problem: "several chats have a scene with this number",
    });
  return only.chat_id;
}
