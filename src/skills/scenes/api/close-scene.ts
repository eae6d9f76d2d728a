import type { DeskJob } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { CalledTurn } from "../../../domain/views/scenes.ts";
import { readChatState } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { callTurn, lockLane } from "./internal-turns.ts";
import { chatStream } from "../state/chat-state.ts";

type At = Parameters<DeskJob<unknown>>[0] & { readonly accountId: string };
type Done<T> = Awaited<ReturnType<DeskJob<T>>>;

/**
 * The end of a scene, and the call of the turn that sums it up, in one transaction: a crash between the two finds the turn
 * still waiting. Closing once more sums up what was not summed up, and otherwise does nothing.
 */
export async function closeScene(
  at: At,
  of: {
    readonly id: number;
    readonly chatId?: string | undefined;
    readonly closedAt?: string | undefined;
  },
): Promise<Done<CalledTurn | undefined>> {
  const chatId = of.chatId ?? (await chatWith(at.read, at.accountId, of.id));
  const state = await readChatState(at.read, chatId);
  const scene = state?.scenes.get(of.id);
  if (state === undefined || scene === undefined) throw new Refusal("not_found", "");
  if (scene.summarised) return { events: [], result: undefined };
  const lane = await lockLane(at.read, chatId);
  const called = callTurn(
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
          chatFact(moment, kind, { scene_id: of.id, closed_at: of.closedAt ?? state.clock }),
          ...plans.map(({ id }) => chatFact(moment, "scene_plan_ended", { id, reason: "closed" })),
        ];
  return {
    events: [...ends, ...called.drafts],
    ...(ends.length === 0 ? {} : { expects: { [chatStream(chatId)]: state.version } }),
    result: { conversationId: called.conversationId, messageId: called.messageId },
  };
}

/** Scenes are numbered within their chat; where only one can be meant, the number is enough. */
async function chatWith(read: Reads, accountId: string, sceneId: number): Promise<string> {
  const rows = await read.rows<{ chat_id: string; is_open: boolean }>(
    "select chat_id, closed_at is null as is_open from scenes where account_id = $1 and id = $2",
    [accountId, sceneId],
  );
  const open = rows.filter(({ is_open }) => is_open);
  const [only, second] = open.length > 0 ? open : rows;
  if (only === undefined) throw new Refusal("not_found", "");
  if (second !== undefined)
    throw new Refusal("invalid_request", "", {
      field: "chat_id",
      problem: "several chats have such a scene",
    });
  return only.chat_id;
}
