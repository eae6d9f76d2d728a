import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatScope } from "../../../domain/views/scenes.ts";
import type { Redo } from "../amend/amendment.ts";

export const chatIdIn = (scope: string): string | undefined =>
  scope.startsWith("chat:") ? scope.slice(5) : undefined;

/** What a message asks of the scenes besides being said: it has no words, or it has words that are meant for a scene. */
export type SceneAsk =
  | {
      readonly op: "prose";
      readonly sceneId: number | null;
      readonly whisperTo: readonly string[];
      readonly aloud: boolean;
    }
  | { readonly op: "beat"; readonly planId: string }
  | { readonly op: "summarise"; readonly sceneId: number }
  /** The last reply is spoken once more; both stay. */
  | { readonly op: "again"; readonly lineId: string }
  /** What was made of turns that now read otherwise is made again. */
  | { readonly op: "redo"; readonly redo: Redo };

export interface Called {
  readonly drafts: readonly EventDraft[];
  readonly messageId: string;
  readonly conversationId: string;
}

interface LaneRow {
  readonly id: string;
  readonly latest: number;
  readonly busy: boolean;
}

/** The chat's conversation, locked until the caller's transaction ends, so that its next place is ours. */
export async function lockLane(read: Reads, chatId: string): Promise<LaneRow | undefined> {
  const [lane] = await read.rows<LaneRow>(
    `select id, latest_inbound_seq as latest, has_open_input or running_turn_id is not null as busy from conversation
     where provider_type = 'web' and channel_account = 'web' and scope = $1 for update`,
    [chatScope(chatId)],
  );
  return lane;
}

/**
 * Calls a turn of the chat without anybody having said something: the story's own time, or a scene that is over. It is taken
 * up like any message, one at a time, can be stopped, and outlives a crash.
 */
export function callTurn(
  of: {
    lane: LaneRow | undefined;
    chatId: string;
    accountId: string;
    now: number;
    newId(): string;
  },
  ask: Exclude<SceneAsk, { op: "prose" }>,
): Called {
  const { lane, chatId, accountId, now, newId } = of;
  const conversationId = lane?.id ?? newId();
  const messageId = newId();
  const place = { provider_type: "web", channel_account: "web", peer: accountId };
  const envelope = {
    stream: `conversation:${conversationId}`,
    at: iso(now),
    accountId,
    conversationId,
  };
  const opened = { id: conversationId, account_id: accountId, scope: chatScope(chatId), ...place };
  const received: Payload = {
    id: messageId,
    conversation_id: conversationId,
    account_id: accountId,
    identity_id: null,
    ...place,
    vendor_id: `scene:${messageId}`,
    seq: (lane?.latest ?? 0) + 1,
    text: "",
    sender_name: null,
    payload: { scene: asPayload(ask) },
  };
  return {
    messageId,
    conversationId,
    drafts: [
      ...(lane === undefined
        ? [{ ...envelope, kind: "conversation_opened", payload: opened }]
        : []),
      { ...envelope, kind: "message_received", payload: received },
    ],
  };
}

function asPayload(ask: Exclude<SceneAsk, { op: "prose" }>): Payload {
  if (ask.op === "beat") return { op: ask.op, plan_id: ask.planId };
  if (ask.op === "again") return { op: ask.op, line_id: ask.lineId };
  return ask.op === "redo"
    ? { op: ask.op, redo: ask.redo as unknown as Payload }
    : { op: ask.op, scene_id: ask.sceneId };
}

/** Whatever else a message carries, it is prose. */
export function askIn(payload: Payload): SceneAsk {
  const scene = (payload["scene"] ?? {}) as Payload;
  const sceneId = typeof scene["scene_id"] === "number" ? scene["scene_id"] : null;
  if (scene["op"] === "beat" && typeof scene["plan_id"] === "string")
    return { op: "beat", planId: scene["plan_id"] };
  if (scene["op"] === "summarise" && sceneId !== null) return { op: "summarise", sceneId };
  if (scene["op"] === "again" && typeof scene["line_id"] === "string")
    return { op: "again", lineId: scene["line_id"] };
  if (scene["op"] === "redo") return { op: "redo", redo: scene["redo"] as unknown as Redo };
  const to = scene["whisper_to"];
  return {
    op: "prose",
    sceneId,
    whisperTo: Array.isArray(to) ? (to as string[]) : [],
    aloud: scene["aloud"] === true,
  };
}
