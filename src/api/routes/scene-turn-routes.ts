import { Refusal } from "../../domain/errors.ts";
import { isOnPage, page } from "../../domain/page.ts";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { z } from "@hono/zod-openapi";
import type { Chance } from "../../domain/ports/clock.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { InboundMessage } from "../../domain/message.ts";
import { asAccount } from "../../domain/principal.ts";
import { chatScope, type ScenesApi } from "../../domain/views/scenes.ts";
import { readIdempotencyKey } from "../http/idempotency.ts";
import type { Engine } from "../http/ports.ts";
import { parseObject } from "../http/request-body.ts";
import { type Answer, id, type RawAsk, type Route } from "../http/route.ts";
import { assertAnswered, awaitTurnEnd, type TurnEndDeps } from "../streams/turn-end.ts";
import { toShapeRefusal } from "../http/shape-refusal.ts";

export interface SceneTurnDeps extends TurnEndDeps {
  readonly scenes: ScenesApi;
  readonly chance: Chance;
  readonly engine: Pick<Engine, "accept" | "stopTurn" | "subscribe">;
}

const byId = z.object({ id });
const one = z.string().transform((id) => [id]);
const asList = z.union([one, z.array(z.string()).max(50)]);
/** A list without anyone would make a whisper public: who filtered it meant someone. */
const hearers = z.union([one, z.array(z.string()).min(1).max(50)]);

/** Who answers, where the person chooses it. */
export const chosenSpeakers = asList
  .refine((ids) => ids.length <= 8, "at most 8")
  .optional()
  .openapi({
    description:
      "Ids of the characters who speak, in this order; otherwise those who are addressed, or the next in turn.",
  });

const proseBody = z
  .strictObject({
    prose: z.string().min(1).openapi({
      description: "What you say and do or, in a scene without you, what should happen.",
    }),
    scene_id: z.coerce.number().int().min(1).optional(),
    whisper_to: hearers.optional().openapi({
      description:
        "Ids of the only characters who hear it, at least one. All of them must be present.",
    }),
    aloud: z
      .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
      .optional()
      .openapi({
        description:
          "Everyone present hears it, whatever it looks like: the answer to `whisper_unclear`.",
      }),
    speakers: chosenSpeakers,
  })
  .refine(({ whisper_to: to = [], aloud }) => aloud !== true || to.length === 0, {
    message: "either whispered or aloud",
    path: ["aloud"],
  })
  .openapi("SceneTurn");

export type SceneTurn = z.output<typeof proseBody>;

/**
 * Playing a turn of a chat, and stopping it. The text comes through the conversation's stream; the
 * answer says that everything is written.
 */
export function sceneTurnRoutes(on: SceneTurnDeps): Route[] {
  return [
    {
      method: "post",
      path: "/chats/{id}/turns",
      auth: "account",
      scope: "chat:write",
      summary:
        "Play one turn of a chat. Accepts a form or JSON; answers when all of it is written.",
      body: "raw",
      docs: {
        params: byId,
        query: undefined,
        body: proseBody,
        answers: {
          204: { description: "Played, or stopped by the person." },
          400: {
            description:
              "An addressed character is not present or unknown, a line starts with a slash and is not a whisper (`unknown_command`), or a field is unknown; nothing was said.",
          },
          404: { description: "There is no such chat or scene; nothing was said." },
          409: {
            description:
              "Another turn is running, the scene is over, no one is present, or the request must say whether it is a whisper; nothing was said.",
          },
          502: { description: "The turn failed; nothing was saved." },
        },
      },
      run: (ask) => play(on, ask),
    },
    {
      method: "post",
      path: "/chats/{id}/turns/cancel",
      auth: "account",
      scope: "chat:write",
      summary: "Stop the running turn, if there is one. What was shown stays.",
      body: "none",
      docs: {
        params: byId,
        query: undefined,
        body: undefined,
        answers: { 204: { description: "No turn is running any more." } },
      },
      run: (ask) => cancel(on, ask),
    },
  ];
}

function chatIdIn({ params }: RawAsk): string {
  const parsed = byId.safeParse(params);
  if (!parsed.success) throw new Refusal("invalid_id", { field: "id" });
  return parsed.data.id;
}

async function play(on: SceneTurnDeps, ask: RawAsk): Promise<Answer> {
  const accountId = ask.accountId ?? "";
  const chatId = chatIdIn(ask);
  const said = proseBody.safeParse(fieldsIn(ask.incoming, ask.bytes));
  if (!said.success) throw toShapeRefusal(said.error);
  if (said.data.prose.trim() === "")
    throw new Refusal("invalid_request", { field: "prose", problem: "empty" });
  await on.scenes.readChat(accountId, chatId);
  const { prose, scene_id = null, whisper_to = [], aloud = false, speakers = [] } = said.data;
  const scene: JsonObject = {
    op: "prose",
    scene_id,
    whisper_to,
    ...(aloud ? { aloud } : {}),
    ...(speakers.length === 0 ? {} : { speakers }),
  };
  await playProse(on, {
    accountId,
    chatId,
    prose,
    scene,
    key: readIdempotencyKey(ask),
    gone: signalOnClose(ask.outgoing),
  });
  return { status: 204 };
}

interface Playing {
  readonly accountId: string;
  readonly chatId: string;
  readonly prose: string;
  readonly scene: JsonObject;
  /** Identifies the same turn when it is sent again. */
  readonly key?: string | undefined;
  readonly gone: AbortSignal;
}

/**
 * Plays one turn from acceptance to its end. A line that cannot be said as it is meant is not
 * accepted.
 */
export async function playProse(on: SceneTurnDeps, playing: Playing): Promise<void> {
  const { accountId, chatId, prose, scene, key, gone } = playing;
  const vendorId =
    key === undefined ? `turn:${on.chance.id()}` : `turn:${hashOf([accountId, key])}`;
  if (key === undefined || !(await isRepeat(on, vendorId, playing)))
    await on.scenes.assertSayable(accountId, chatId, {
      sceneId: scene["scene_id"] as number | null,
      whisperTo: scene["whisper_to"] as string[],
      text: prose,
      speaker: scene["speaker"] as string | undefined,
      speakers: scene["speakers"] as string[] | undefined,
    });
  const message: InboundMessage = {
    route: { ...page, scope: chatScope(chatId), peer: accountId },
    vendorId,
    subject: accountId,
    accountId,
    text: prose,
    payload: { scene },
    busyPolicy: "refuse",
    provision: false,
  };
  const first = await on.engine.accept(message);
  // The story's own turns belong to no person: a person who returns waits for one instead of being
  // refused.
  const waits =
    first.kind === "refused" &&
    first.code === "turn_in_flight" &&
    !(await on.scenes.isBeingPlayed(accountId, chatId));
  const outcome = waits ? await on.engine.accept({ ...message, busyPolicy: "queue" }) : first;
  if (outcome.kind === "refused")
    throw new Refusal(outcome.code, outcome.fact && { ...outcome.fact });
  if (outcome.kind !== "accepted" && outcome.kind !== "duplicate") return;
  await awaitTurnEnd(on, { ...outcome, accountId, gone });
  await assertAnswered(on, { ...outcome, accountId });
}

const hashOf = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Whether this turn was sent before. The same key with other words is refused. */
async function isRepeat(
  on: SceneTurnDeps,
  vendorId: string,
  { accountId, chatId, prose, scene }: Playing,
): Promise<boolean> {
  const [row] = await on.db.transaction(asAccount(accountId), (sql) =>
    sql.rows<{ text: string; scene: JsonObject | null; scope: string }>(
      `select e.payload_json ->> 'text' as text, m.payload -> 'scene' as scene, c.scope
       from message m join conversation c on c.id = m.conversation_id join event_log e on e.id = m.event_id
       where m.direction = 'inbound' and ${isOnPage("m")} and m.causal_inbound_event_id = $1`,
      [vendorId],
    ),
  );
  if (row === undefined) return false;
  const isSame =
    row.scope === chatScope(chatId) &&
    row.text.trim() === prose.trim() &&
    isDeepStrictEqual(row.scene, scene);
  if (!isSame) throw new Refusal("key_reused");
  return true;
}

async function cancel(on: SceneTurnDeps, ask: RawAsk): Promise<Answer> {
  const accountId = ask.accountId ?? "";
  const conversationId = await on.scenes.findConversation(accountId, chatIdIn(ask));
  if (conversationId !== undefined) await on.engine.stopTurn({ conversationId, accountId });
  return { status: 204 };
}

export function signalOnClose(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** A form, as pages and small programs send it, or JSON. */
function fieldsIn(incoming: IncomingMessage, bytes: Uint8Array): unknown {
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return parseObject(bytes);
  if (type !== "application/x-www-form-urlencoded") throw new Refusal("unsupported_media_type");
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  const several = ["whisper_to", "speakers"].flatMap((name) => {
    const values = form.getAll(name);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  return { ...Object.fromEntries(form), ...Object.fromEntries(several) };
}
