import { z } from "@hono/zod-openapi";
import { type AddressAdmin, addressReaches } from "../../domain/views/public-address.ts";
import { actorOf } from "../http/audit-trail.ts";
import { type Route, route } from "../http/route.ts";

const stateSchema = z
  .object({
    address: z.string(),
    in_use: z.enum(["page", "settings", "none"]),
    saved: z.string().nullable(),
    configured: z.string().nullable(),
    reach: z.enum(addressReaches),
    lacks_proxy: z.boolean(),
  })
  .openapi("PublicAddress");

const savedBody = z.object({ address: z.string().trim().min(1).max(300) });

export type AddressAnswer = z.output<typeof stateSchema>;
export type SavedAddressBody = z.input<typeof savedBody>;

export interface AddressDeps {
  readonly admin: AddressAdmin;
  /** The address that the server listens at. */
  readonly ownUrl: () => string;
  /** Whether a session has to prove its identity again. */
  readonly isGuarded: () => boolean;
}

/** The address in links, codes and callbacks, for operators. */
export function addressRoutes({ admin, ownUrl, isGuarded }: AddressDeps): Route[] {
  const answer = () => ({ status: 200, json: admin.read(ownUrl()) }) as const;
  /** Invitations and callbacks follow it, so changing one that is in use needs more than a session. */
  const needsProof = (): boolean => isGuarded() || admin.read(ownUrl()).in_use !== "none";
  const answers = {
    200: { description: "The address.", schema: stateSchema },
    403: { description: "A session has not proven its identity again: `proof_required`." },
  };
  return [
    route({
      method: "get",
      path: "/api/server/address",
      auth: "operator",
      summary:
        "The address in links, invitations and callbacks: what was saved here, what the settings say, and from where it can be reached.",
      answers: { 200: answers[200] },
      handle: answer,
    }),
    route({
      method: "post",
      path: "/api/server/address",
      auth: "operator",
      audited: true,
      proof: needsProof,
      summary:
        "Set the public address, without a restart: an http or https origin. Requests under its host name are answered from then on.",
      body: savedBody,
      answers,
      handle: async ({ body, ...ask }) => {
        await admin.save(body.address, actorOf(ask));
        return answer();
      },
    }),
    route({
      method: "delete",
      path: "/api/server/address",
      auth: "operator",
      audited: true,
      proof: needsProof,
      summary: "Forget the saved address. What the settings say is used again.",
      answers,
      handle: async (ask) => {
        await admin.remove(actorOf(ask));
        return answer();
      },
    }),
  ];
}
