import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "@hono/zod-openapi";
import type { Chance } from "../../domain/clock.ts";
import type { Payload } from "../../domain/events.ts";
import type { InboundMessage } from "../../domain/message.ts";
import { chatScope, type SceneBook } from "../../domain/scenes.ts";
import { refuse } from "../failure.ts";
import type { Engine } from "../ports.ts";
import { parseObject } from "../request-body.ts";
import { type Answer, id, type RawAsk, type Route } from "../route.ts";
import { turnEnd, type TurnEndDeps } from "../turn-end.ts";
import { wrongShape } from "../wrong-shape.ts";

export interface SceneTurnDeps extends TurnEndDeps {
  readonly scenes: SceneBook;
  readonly chance: Chance;
  readonly engine: Pick<Engine, "accept" | "stopTurn" | "subscribe">;
}

const byId = z.object({ id });
const proseBody = z
  .object({
    prose: z.string().min(1).openapi({ description: "What you say and do, or, where you are not, what shall happen." }),
    scene_id: z.coerce.number().int().min(1).optional(),
    whisper_to: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
  })
  .openapi("SceneTurn");

/** Playing: a turn of a chat, and its stop. The words come by the conversation's stream; the answer says that all is written. */
export function sceneTurnRoutes(on: SceneTurnDeps): Route[] {
  return [
    {
      method: "post",
      path: "/chats/{id}/turns",
      auth: "account",
      scope: "chat:write",
      summary: "Play one turn of a chat. Takes a form or JSON; answers when everything of it is written.",
      body: "raw",
      docs: {
        params: byId,
        query: undefined,
        body: proseBody,
        answers: {
          204: { description: "Played, or stopped by the person." },
          404: { description: "There is no such chat." },
          409: { description: "Another turn is being played." },
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
      body: "raw",
      docs: { params: byId, query: undefined, body: undefined, answers: { 204: { description: "Nothing is being played any more." } } },
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
  if (said.data.prose.trim() === "") throw refuse("invalid_request", { field: "prose", problem: "empty" });
  await on.scenes.chat(accountId, chatId);
  const scene: Payload = { op: "prose", scene_id: said.data.scene_id ?? null, whisper_to: said.data.whisper_to ?? [] };
  await playProse(on, { accountId, chatId, prose: said.data.prose, scene, gone: goneOf(ask.outgoing) });
  return { status: 204 };
}

interface Playing {
  readonly accountId: string;
  readonly chatId: string;
  readonly prose: string;
  readonly scene: Payload;
  readonly gone: AbortSignal;
}

/** One turn, from the door to its end. */
export async function playProse(on: SceneTurnDeps, { accountId, chatId, prose, scene, gone }: Playing): Promise<void> {
  const message: InboundMessage = {
    route: { channel: "web", channelAccount: "web", scope: chatScope(chatId), peer: accountId },
    vendorId: `turn:${on.chance.id()}`,
    subject: accountId,
    accountId,
    text: prose,
    payload: { scene },
    busyPolicy: "refuse",
    provision: false,
  };
  const first = await on.engine.accept(message);
  // What the story does by itself is nobody's turn: whoever is back waits for it instead of being sent away.
  const waits = first.kind === "refused" && first.code === "turn_in_flight" && !(await on.scenes.isBeingPlayed(accountId, chatId));
  const outcome = waits ? await on.engine.accept({ ...message, busyPolicy: "queue" }) : first;
  if (outcome.kind === "refused") throw refuse(outcome.code);
  if (outcome.kind === "accepted") await turnEnd(on, { ...outcome, accountId, gone });
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
