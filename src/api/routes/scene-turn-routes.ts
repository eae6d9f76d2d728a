import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { z } from "@hono/zod-openapi";
import type { Chance } from "../../domain/ports/clock.ts";
import type { Payload } from "../../domain/events.ts";
import type { InboundMessage } from "../../domain/message.ts";
import { asAccount } from "../../domain/principal.ts";
import { chatScope, type SceneBook } from "../../domain/views/scenes.ts";
import { refuse } from "../http/failure.ts";
import { keyOf } from "../http/idempotency.ts";
import type { Engine } from "../http/ports.ts";
import { parseObject } from "../http/request-body.ts";
import { type Answer, id, type RawAsk, type Route } from "../http/route.ts";
import { assertSaid, turnEnd, type TurnEndDeps } from "../streams/turn-end.ts";
import { wrongShape } from "../http/wrong-shape.ts";

export interface SceneTurnDeps extends TurnEndDeps {
  readonly scenes: SceneBook;
  readonly chance: Chance;
  readonly engine: Pick<Engine, "accept" | "stopTurn" | "subscribe">;
}

const byId = z.object({ id });
const proseBody = z
  .strictObject({
    prose: z
      .string()
      .min(1)
      .openapi({ description: "What you say and do, or, where you are not, what shall happen." }),
    scene_id: z.coerce.number().int().min(1).optional(),
    whisper_to: z
      .union([z.string().transform((one) => [one]), z.array(z.string()).max(50)])
      .optional()
      .openapi({ description: "Ids of those who alone hear it. All of them must be there." }),
    aloud: z
      .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
      .optional()
      .openapi({
        description: "Everybody hears it, whatever it looks like: the answer to `whisper_unclear`.",
      }),
  })
  .refine(({ whisper_to: to = [], aloud }) => aloud !== true || to.length === 0, {
    message: "either whispered or aloud",
    path: ["aloud"],
  })
  .openapi("SceneTurn");

export type SceneTurn = z.output<typeof proseBody>;

/** Playing: a turn of a chat, and its stop. The words come by the conversation's stream; the answer says that all is written. */
export function sceneTurnRoutes(on: SceneTurnDeps): Route[] {
  return [
    {
      method: "post",
      path: "/chats/{id}/turns",
      auth: "account",
      scope: "chat:write",
      summary:
        "Play one turn of a chat. Takes a form or JSON; answers when everything of it is written.",
      body: "raw",
      docs: {
        params: byId,
        query: undefined,
        body: proseBody,
        answers: {
          204: { description: "Played, or stopped by the person." },
          400: {
            description:
              "Somebody who shall hear it is not there or not known, or a field is not known; nothing was said.",
          },
          404: { description: "There is no such chat or scene; nothing was said." },
          409: {
            description:
              "Another turn is being played, the scene is over, nobody is there, or it may be a whisper and has to be said which; nothing was said.",
          },
          502: { description: "The turn failed; nothing of it happened." },
        },
      },
      run: (ask) => play(on, ask),
    },
    {
      method: "post",
      path: "/chats/{id}/turns/cancel",
      auth: "account",
      scope: "chat:write",
      summary: "Stop the turn that is being played, if there is one. What was shown stays.",
      body: "none",
      docs: {
        params: byId,
        query: undefined,
        body: undefined,
        answers: { 204: { description: "Nothing is being played any more." } },
      },
      run: (ask) => cancel(on, ask),
    },
  ];
}

function chatIdIn({ params }: RawAsk): string {
  const parsed = byId.safeParse(params);
  if (!parsed.success) throw refuse("invalid_id", { field: "id" });
  return parsed.data.id;
}

async function play(on: SceneTurnDeps, ask: RawAsk): Promise<Answer> {
  const accountId = ask.accountId ?? "";
  const chatId = chatIdIn(ask);
  const said = proseBody.safeParse(fieldsIn(ask.incoming, ask.bytes));
  if (!said.success) throw wrongShape(said.error);
  if (said.data.prose.trim() === "")
    throw refuse("invalid_request", { field: "prose", problem: "empty" });
  await on.scenes.chat(accountId, chatId);
  const { prose, scene_id = null, whisper_to = [], aloud = false } = said.data;
  const scene: Payload = { op: "prose", scene_id, whisper_to, ...(aloud ? { aloud } : {}) };
  await playProse(on, {
    accountId,
    chatId,
    prose,
    scene,
    key: keyOf(ask),
    gone: goneOf(ask.outgoing),
  });
  return { status: 204 };
}

interface Playing {
  readonly accountId: string;
  readonly chatId: string;
  readonly prose: string;
  readonly scene: Payload;
  /** By which the same turn is known when it is sent again. */
  readonly key?: string | undefined;
  readonly gone: AbortSignal;
}

/** One turn, from the door to its end. What can't be said as it is meant does not come in. */
export async function playProse(on: SceneTurnDeps, playing: Playing): Promise<void> {
  const { accountId, chatId, prose, scene, key, gone } = playing;
  const vendorId =
    key === undefined ? `turn:${on.chance.id()}` : `turn:${hashOf([accountId, key])}`;
  if (key === undefined || !(await isTheSame(on, vendorId, playing)))
    await on.scenes.assertCanBeSaid(accountId, chatId, {
      sceneId: scene["scene_id"] as number | null,
      whisperTo: scene["whisper_to"] as string[],
    });
  const message: InboundMessage = {
    route: { channel: "web", channelAccount: "web", scope: chatScope(chatId), peer: accountId },
    vendorId,
    subject: accountId,
    accountId,
    text: prose,
    payload: { scene },
    busyPolicy: "refuse",
    provision: false,
  };
  const first = await on.engine.accept(message);
  // What the story does by itself is nobody's turn: whoever is back waits for it instead of being sent away.
  const waits =
    first.kind === "refused" &&
    first.code === "turn_in_flight" &&
    !(await on.scenes.isBeingPlayed(accountId, chatId));
  const outcome = waits ? await on.engine.accept({ ...message, busyPolicy: "queue" }) : first;
  if (outcome.kind === "refused") throw refuse(outcome.code, outcome.fact && { ...outcome.fact });
  if (outcome.kind !== "accepted" && outcome.kind !== "duplicate") return;
  await turnEnd(on, { ...outcome, accountId, gone });
  await assertSaid(on, { ...outcome, accountId });
}

const hashOf = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Whether this very turn came before. The same key for other words is refused. */
async function isTheSame(
  on: SceneTurnDeps,
  vendorId: string,
  { accountId, chatId, prose, scene }: Playing,
): Promise<boolean> {
  const [row] = await on.db.transaction(asAccount(accountId), (sql) =>
    sql.rows<{ text: string; scene: Payload | null; scope: string }>(
      `select e.payload_json ->> 'text' as text, m.payload -> 'scene' as scene, c.scope
       from message m join conversation c on c.id = m.conversation_id join event_log e on e.id = m.event_id
       where m.direction = 'inbound' and m.provider_type = 'web' and m.channel_account = 'web' and m.causal_inbound_event_id = $1`,
      [vendorId],
    ),
  );
  if (row === undefined) return false;
  const isSame =
    row.scope === chatScope(chatId) &&
    row.text.trim() === prose.trim() &&
    isDeepStrictEqual(row.scene, scene);
  if (!isSame) throw refuse("key_reused");
  return true;
}

async function cancel(on: SceneTurnDeps, ask: RawAsk): Promise<Answer> {
  const accountId = ask.accountId ?? "";
  const conversationId = await on.scenes.conversation(accountId, chatIdIn(ask));
  if (conversationId !== undefined) await on.engine.stopTurn({ conversationId, accountId });
  return { status: 204 };
}

export function goneOf(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** A form, as pages and small programs send it, or JSON. */
function fieldsIn(incoming: IncomingMessage, bytes: Uint8Array): unknown {
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return parseObject(bytes);
  if (type !== "application/x-www-form-urlencoded") throw refuse("unsupported_media_type");
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  const to = form.getAll("whisper_to");
  return { ...Object.fromEntries(form), ...(to.length === 0 ? {} : { whisper_to: to }) };
}
