import { z } from "@hono/zod-openapi";
import { deliveryStatuses } from "../../domain/delivery.ts";
import type { DeliveryView } from "../../outbound/dead-letters.ts";
import type { Engine } from "../http/ports.ts";
import { id, type Route, route } from "../http/route.ts";

const statuses = z.enum(deliveryStatuses);

const deliverySchema = z
  .object({
    id: z.string(),
    account_id: z.string(),
    conversation_id: z.string(),
    turn_id: z.string().nullable(),
    message_id: z.string().nullable(),
    channel: z.string(),
    source: z.string(),
    status: statuses,
    error_code: z.string().nullable(),
    attempts: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    next_attempt_at: z.string().nullable(),
    parked: z.boolean().openapi({
      description:
        "It failed and is retried automatically; later parts of its conversation continue.",
    }),
  })
  .openapi("Delivery");

/** `?status=failed,unknown`: one or more states. */
const statusList = z
  .string()
  .max(200)
  .transform((text) => text.split(","))
  .pipe(z.array(statuses).min(1))
  .openapi({ type: "string", example: "failed,unknown" });

const done = z.object({ ok: z.literal(true) });

/** Outgoing parts, and an operator's decisions about them. */
export function deliveryRoutes(on: { readonly engine: Pick<Engine, "outbox"> }): Route[] {
  const decide = (what: "resend" | "discard", summary: string): Route =>
    route({
      method: "post",
      path: `/api/deliveries/{id}/${what}`,
      auth: "operator",
      summary,
      params: z.object({ id }),
      body: z.object({}),
      answers: {
        200: { description: "Done.", schema: done },
        404: { description: "There is no such delivery." },
        409: { description: "Not in this state." },
      },
      handle: async ({ params }) => {
        await on.engine.outbox[what](params.id);
        return { status: 200, json: { ok: true } };
      },
    });
  return [
    route({
      method: "get",
      path: "/api/deliveries",
      auth: "operator",
      summary:
        "Outgoing parts by state, newest first, without their text. `next` is the `before` of the next page.",
      query: z.object({
        status: statusList.optional(),
        account_id: id.optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
        before: id.optional(),
      }),
      answers: {
        200: {
          description: "Deliveries.",
          schema: z.object({
            deliveries: z.array(deliverySchema),
            next: z.string().nullable(),
          }),
        },
      },
      handle: async ({ query }) => {
        const found = await on.engine.outbox.list({
          statuses: query.status,
          accountId: query.account_id,
          limit: query.limit + 1,
          before: query.before,
        });
        const shown = found.slice(0, query.limit);
        const next = found.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
        return { status: 200, json: { deliveries: shown.map(toDeliveryView), next } };
      },
    }),
    decide("resend", "Resend a part that failed, expired, is parked or may not have arrived."),
    decide("discard", "Discard a part."),
  ];
}

function toDeliveryView(view: DeliveryView): z.output<typeof deliverySchema> {
  return {
    id: view.id,
    account_id: view.accountId,
    conversation_id: view.conversationId,
    turn_id: view.turnId,
    message_id: view.messageId,
    channel: view.channel,
    source: view.source,
    status: view.status,
    error_code: view.errorCode,
    attempts: view.attempt,
    created_at: view.createdAt,
    updated_at: view.updatedAt,
    next_attempt_at: view.nextAttemptAt,
    parked: view.isParked,
  };
}
