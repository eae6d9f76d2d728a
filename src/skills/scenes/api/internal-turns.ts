import { isOnPage, pageColumns } from "../../../domain/page.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatScope } from "../../../domain/views/scenes.ts";
import type { Redo } from "../amend/amendment.ts";

export const parseChatId = (scope: string): string | undefined =>
  scope.startsWith("chat:") ? scope.slice(5).replace(feelingsLane, "") : undefined;

/** Feelings have a lane of their own, so that the next line need not wait for them. */
const feelingsLane = "#feelings";
export const toFeelingsScope = (chatId: string): string => `${chatScope(chatId)}${feelingsLane}`;

/**
 * What a message requests from the stories skill: a line to say, or an internal operation without
 * text.
 */
export type StoryRequest =
  | {
      readonly op: "prose";
      readonly sceneId: number | null;
      readonly whisperTo: readonly string[];
      readonly aloud: boolean;
      /** Who says it, in a shared story. */
      readonly speaker?: string | undefined;
      /** Who answers, if the person chose it. */
      readonly speakers?: readonly string[] | undefined;
    }
  /** The characters go on without a line of a person: the next in turn, or those who were chosen. */
  | {
      readonly op: "next";
      readonly sceneId: number | null;
      readonly speakers?: readonly string[] | undefined;
    }
  | { readonly op: "beat"; readonly planId: string }
  | { readonly op: "summarise"; readonly sceneId: number }
  /** Generates another version of the last reply; all versions are kept. */
  | { readonly op: "again"; readonly lineId: string }
  /** Generates again what was derived from turns that were amended. */
  | { readonly op: "redo"; readonly redo: Redo }
  /** How a beat changed the feelings of those who heard it. */
  | { readonly op: "feel"; readonly lineId: string };

/** A request as the payload of its message has it. */
export type RequestFields = {
  readonly op?: string;
  readonly scene_id?: number | null;
  readonly plan_id?: string;
  readonly line_id?: string;
  readonly redo?: Redo;
  readonly whisper_to?: readonly string[];
  readonly aloud?: boolean;
  readonly speaker?: string;
  readonly speakers?: readonly string[];
  /** The conversation of a chat app in which the line was typed. */
  readonly from?: { readonly conversation_id: string };
};

export interface EnqueuedDrafts {
  readonly drafts: readonly EventDraft[];
  readonly messageId: string;
  readonly conversationId: string;
}

export interface LaneRow {
  readonly id: string;
  readonly latest: number;
  readonly busy: boolean;
}

/**
 * The chat's conversation, locked until the caller's transaction ends, so that its next sequence
 * number is free.
 */
export const lockLane = (read: Reads, chatId: string): Promise<LaneRow | undefined> =>
  lockScope(read, chatScope(chatId));

export async function lockScope(read: Reads, scope: string): Promise<LaneRow | undefined> {
  const [lane] = await read.rows<LaneRow>(`${laneSql} for update`, [scope]);
  return lane;
}

/** The same without a lock, for a decision that is confirmed when it is recorded. */
export async function readLane(read: Reads, chatId: string): Promise<LaneRow | undefined> {
  const [lane] = await read.rows<LaneRow>(laneSql, [chatScope(chatId)]);
  return lane;
}

const laneSql = `select id, latest_inbound_seq as latest, has_open_input or running_turn_id is not null as busy
  from conversation c where ${isOnPage("c")} and scope = $1`;

/**
 * Enqueues a turn without a message from the person, for an unattended beat or at the end of a
 * scene. It runs like any message: one at a time, it can be stopped, and it survives a crash.
 */
export const enqueueTurn = (
  of: LaneInput,
  request: Exclude<StoryRequest, { op: "prose" }>,
): EnqueuedDrafts => enqueueMessage(of, { text: "", fields: toFields(request) });

interface LaneInput {
  readonly lane: LaneRow | undefined;
  readonly chatId: string;
  readonly accountId: string;
  readonly now: number;
  newId(): string;
  /** Another lane than the chat's own. */
  readonly scope?: string;
}

/** The same with words of a person, which were typed elsewhere. */
export function enqueueMessage(
  of: LaneInput,
  { text, fields }: { readonly text: string; readonly fields: RequestFields },
): EnqueuedDrafts {
  const { lane, chatId, accountId, now, newId, scope = chatScope(chatId) } = of;
  const conversationId = lane?.id ?? newId();
  const messageId = newId();
  const place = { ...pageColumns, peer: accountId };
  const envelope = {
    stream: `conversation:${conversationId}`,
    at: iso(now),
    accountId,
    conversationId,
  };
  const opened = { id: conversationId, account_id: accountId, scope, ...place };
  const received = {
    id: messageId,
    conversation_id: conversationId,
    account_id: accountId,
    identity_id: null,
    ...place,
    vendor_id: `scene:${messageId}`,
    seq: (lane?.latest ?? 0) + 1,
    text,
    sender_name: null,
    payload: { scene: fields },
  };
  return {
    messageId,
    conversationId,
    drafts: [
      ...(lane === undefined
        ? [{ ...envelope, kind: "conversation_opened" as const, payload: opened }]
        : []),
      { ...envelope, kind: "message_received", payload: received },
    ],
  };
}

function toFields(request: Exclude<StoryRequest, { op: "prose" }>): RequestFields {
  if (request.op === "beat") return { op: request.op, plan_id: request.planId };
  if (request.op === "again" || request.op === "feel")
    return { op: request.op, line_id: request.lineId };
  if (request.op === "redo") return { op: request.op, redo: request.redo };
  const { op, sceneId } = request;
  return { op, scene_id: sceneId, ...(op === "next" ? withSpeakers(request.speakers) : {}) };
}

const withSpeakers = (
  speakers: readonly string[] = [],
): { readonly speakers?: readonly string[] } => (speakers.length === 0 ? {} : { speakers });

/** Anything that is not an internal operation is prose. */
export function readRequest({ scene = {} }: { readonly scene?: RequestFields }): StoryRequest {
  const sceneId = scene.scene_id ?? null;
  if (scene.op === "beat" && scene.plan_id !== undefined)
    return { op: "beat", planId: scene.plan_id };
  if (scene.op === "summarise" && sceneId !== null) return { op: scene.op, sceneId };
  if (scene.op === "next") return { op: scene.op, sceneId, ...withSpeakers(scene.speakers) };
  if ((scene.op === "again" || scene.op === "feel") && scene.line_id !== undefined)
    return { op: scene.op, lineId: scene.line_id };
  if (scene.op === "redo" && scene.redo !== undefined) return { op: "redo", redo: scene.redo };
  return {
    op: "prose",
    sceneId,
    whisperTo: scene.whisper_to ?? [],
    aloud: scene.aloud === true,
    ...(scene.speaker === undefined ? {} : { speaker: scene.speaker }),
    ...withSpeakers(scene.speakers),
  };
}
