import { readTurnId } from "../state/fold-turns.ts";
import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { RegenerateResult } from "../../../domain/views/story-time.ts";
import { slices } from "../../../domain/slices.ts";
import { foldChat } from "../state/fold.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { assertNotRunning, type LaneDecision } from "../api/decide-in-chat.ts";
import { enqueueTurn, type RequestFields } from "../api/internal-turns.ts";
import { readPast } from "../time/history.ts";
import { assertReplaceable, findReply } from "./replaceable.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";

/**
 * Generates the last reply again. A turn is enqueued for it, so it can be stopped and may fail: the
 * existing reply stays until the new version is recorded. A stopped beat has no reply to keep: its
 * text is said again as it was meant.
 */
export async function regenerate(
  at: LaneDecision,
  turnId: string | undefined,
): Promise<PreparedDecision<RegenerateResult>> {
  assertNotRunning(at);
  const past = await readPast(at.read, at.chatId);
  const state = await slices.run(foldChat({ id: at.chatId, accountId: at.accountId }, past.path));
  const line = findReply({ path: past.path, state }, turnId);
  assertReplaceable({ path: past.path, state }, line);
  const asked = past.path
    .filter((event) => isEventOf(event, "user_turn"))
    .find(({ turnId: turn }) => turn !== undefined && turn === line.turnId);
  if (line.payload.status === "cancelled" && asked !== undefined)
    return {
      events: [],
      result: {
        kind: "say",
        prose: asked.payload.text ?? "",
        scene: await readAudience(at, asked),
      },
    };
  const { drafts, conversationId, messageId } = enqueueTurn(at, {
    op: "again",
    lineId: readTurnId(line),
  });
  return { events: drafts, result: { kind: "enqueued", conversationId, messageId } };
}

/** The scene and audience are recorded with the message, not with a cancelled line. */
async function readAudience(at: ChatDecision, { payload }: RecordedEvent<"user_turn">) {
  const [row] = await at.read.rows<{ scene: RequestFields | null }>(
    "select payload -> 'scene' as scene from message where event_id = $1",
    [payload.message_event_ids?.[0] ?? 0],
  );
  return {
    op: "prose",
    scene_id: payload.scene_id ?? null,
    whisper_to: row?.scene?.whisper_to ?? [],
    ...(row?.scene?.aloud === true ? { aloud: true } : {}),
    ...(row?.scene?.speakers === undefined ? {} : { speakers: row.scene.speakers }),
  };
}
