import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/errors.ts";
import type { PushDevices } from "../../domain/ports/push.ts";
import { type Route, route } from "../http/route.ts";

const deviceSchema = z
  .object({ id: z.string(), label: z.string(), shows_content: z.boolean() })
  .openapi("Device");

const devicesSchema = z
  .object({
    /** What a browser subscribes with. */
    public_key: z.string(),
    devices: z.array(deviceSchema),
  })
  .openapi("Devices");

const testSchema = z
  .object({
    sent: z.boolean(),
    /** Why not. */
    code: z.string().nullable(),
  })
  .openapi("DeviceTest");

const key = z.string().regex(/^[A-Za-z0-9_-]{10,200}={0,2}$/);
const newDevice = z.object({
  endpoint: z.url().max(2_000),
  keys: z.object({ p256dh: key, auth: key }),
  label: z.string().trim().min(1).max(80),
  /** Whether a notification says what it is about. */
  shows_content: z.boolean().default(false),
});
const byId = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });

export type DevicesAnswer = z.output<typeof devicesSchema>;
export type DeviceTest = z.output<typeof testSchema>;

/** Browsers in which a person is notified. */
export function deviceRoutes(find: () => PushDevices | undefined): Route[] {
  const current = (): PushDevices => {
    const found = find();
    if (found === undefined) throw new Refusal("not_found");
    return found;
  };
  return [
    route({
      method: "get",
      path: "/api/devices",
      auth: "account",
      scope: "account:write",
      summary:
        "The browsers in which you are notified, and the key that a browser subscribes with.",
      answers: { 200: { description: "Devices.", schema: devicesSchema } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: {
          public_key: await current().publicKey(),
          devices: await current().list(accountId),
        },
      }),
    }),
    route({
      method: "post",
      path: "/api/devices",
      auth: "account",
      scope: "account:write",
      summary:
        "Notify this browser, by Web Push. The same subscription again changes what it shows. Ten at most.",
      body: newDevice,
      answers: { 201: { description: "The device.", schema: deviceSchema } },
      handle: async ({ accountId, body: { keys, ...rest } }) => {
        const added = await current().add(accountId, { ...rest, ...keys });
        if (typeof added !== "string") return { status: 201, json: added };
        const field = { address: "endpoint", keys: "keys", too_many: "devices" }[added];
        throw new Refusal("invalid_request", { field, problem: added });
      },
    }),
    route({
      method: "delete",
      path: "/api/devices/{id}",
      auth: "account",
      scope: "account:write",
      summary: "Notify this browser no more.",
      params: byId,
      answers: { 204: { description: "It is gone." }, 404: { description: "There is none." } },
      handle: async ({ accountId, params }) => {
        if (!(await current().remove(accountId, params.id))) throw new Refusal("not_found");
        return { status: 204 };
      },
    }),
    route({
      method: "post",
      path: "/api/devices/{id}/test",
      auth: "account",
      scope: "account:write",
      summary: "Send a notification that says that it works.",
      params: byId,
      body: z.object({}),
      answers: { 200: { description: "Whether it was sent.", schema: testSchema } },
      handle: async ({ accountId, params }) => {
        const code = await current().test(accountId, params.id);
        return { status: 200, json: { sent: code === undefined, code: code ?? null } };
      },
    }),
  ];
}
