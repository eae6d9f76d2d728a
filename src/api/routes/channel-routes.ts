import { z } from "@hono/zod-openapi";
import { chatChannels } from "../../domain/channel-names.ts";
import { channelIdOf } from "../../domain/ids.ts";
import { pairingLink } from "../../domain/pairing.ts";
import { type ChannelView, listChannels } from "../../accounts/channel-directory.ts";
import type { Identities, IdentityView } from "../../accounts/identities.ts";
import type { Database } from "../../store/database/database.ts";
import { refuse } from "../http/failure.ts";
import { id, type Route, route } from "../http/route.ts";

export interface ChannelRouteDeps {
  readonly db: Database;
  readonly identities: Identities;
  /** Where people reach this server. */
  readonly publicUrl: () => string;
}

const identitySchema = z
  .object({
    id: z.string(),
    account_id: z.string(),
    channel: z.string(),
    channel_account: z.string(),
    subject: z.string(),
    created_at: z.string(),
  })
  .openapi("Identity");

const channelSchema = z
  .object({
    id: z.string(),
    channel: z.string(),
    channel_account: z.string(),
    account_id: z.string().nullable(),
    state: z.enum(["not_connected", "connecting", "connected", "needs_login", "failed"]),
    reason: z.string().nullable(),
    since: z.string(),
    connected_at: z.string().nullable(),
  })
  .openapi("Channel");

/** One that exists: a person bound under any other name would be told to pair for ever. */
const name = z.enum(chatChannels);
/** As the vendor writes it: neither case nor width is changed, since another form may be somebody else. */
const vendorId = z.string().min(1).max(200).refine(isPlain, "control characters");

const newIdentity = z.object({
  channel: name,
  channel_account: vendorId.default("connector"),
  subject: vendorId,
});

function isPlain(text: string): boolean {
  return !/\p{Cc}|\p{Cs}/u.test(text) && text.trim() === text;
}

/** Who is paired with whom, and how the vendors' accounts are doing. */
export function channelRoutes(on: ChannelRouteDeps): Route[] {
  return [...identityRoutes(on), ...pairingRoutes(on), statesRoute(on)];
}

function identityRoutes(on: ChannelRouteDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/accounts/{id}/identities",
      auth: "operator",
      summary: "The people at vendors that are bound to an account.",
      params: z.object({ id }),
      answers: {
        200: {
          description: "Identities.",
          schema: z.object({ identities: z.array(identitySchema) }),
        },
      },
      handle: async ({ params }) => ({
        status: 200,
        json: { identities: (await on.identities.list(params.id)).map(shownIdentity) },
      }),
    }),
    route({
      method: "post",
      path: "/api/accounts/{id}/identities",
      auth: "operator",
      proof: true,
      summary: "Bind a person at a vendor to an account.",
      params: z.object({ id }),
      body: newIdentity,
      answers: {
        200: { description: "Bound before.", schema: identitySchema },
        201: { description: "Bound now.", schema: identitySchema },
        400: {
          description: "The person belongs to another account (`channel_identity_already_bound`).",
        },
        404: { description: "There is no such account." },
      },
      handle: async ({ params, body }) => {
        const asked = {
          accountId: params.id,
          channel: body.channel,
          channelAccount: body.channel_account,
          subject: body.subject,
        };
        const { identity, created } = await on.identities.bind(asked);
        return { status: created ? 201 : 200, json: shownIdentity(identity) };
      },
    }),
    route({
      method: "delete",
      path: "/api/identities/{id}",
      auth: "operator",
      proof: true,
      summary: "End a binding. What waits to be sent there is discarded.",
      params: z.object({ id }),
      answers: {
        204: { description: "Ended." },
        404: { description: "There is no such binding." },
      },
      handle: async ({ params }) => {
        if (!(await on.identities.unbind(params.id))) throw refuse("not_found");
        return { status: 204 };
      },
    }),
  ];
}

const pairingSchema = z
  .object({
    id: z.string(),
    code: z.string(),
    link: z.string(),
    qr_payload: z.string(),
    expires_at: z.string(),
  })
  .openapi("Pairing");

export type PairingView = z.output<typeof pairingSchema>;

function pairingRoutes(on: ChannelRouteDeps): Route[] {
  return [
    route({
      method: "post",
      path: "/api/pairings",
      auth: "account",
      // Whoever shows the code on the page becomes that account.
      proof: "for_others",
      scope: "account:write",
      summary:
        "A code that binds whoever sends it in a chat app to this account: one use within 15 minutes. It is shown this once.",
      body: z.object({ account_id: id.optional(), channel: name.optional() }),
      answers: {
        201: { description: "The code.", schema: pairingSchema },
        429: { description: "There are enough codes already." },
      },
      handle: async ({ accountId, body }) => {
        const {
          id: pairingId,
          code,
          linkCode,
          expiresAt,
        } = await on.identities.pair({ accountId, channel: body.channel });
        const link = pairingLink(on.publicUrl(), linkCode);
        return {
          status: 201,
          json: { id: pairingId, code, link, qr_payload: link, expires_at: expiresAt },
        };
      },
    }),
  ];
}

function statesRoute(on: ChannelRouteDeps): Route {
  return route({
    method: "get",
    path: "/api/channels",
    auth: "operator",
    summary: "Our accounts at vendors and how they are doing.",
    answers: {
      200: { description: "Channels.", schema: z.object({ channels: z.array(channelSchema) }) },
    },
    handle: async () => ({
      status: 200,
      json: { channels: (await listChannels(on.db)).map(shownChannel) },
    }),
  });
}

const shownIdentity = (view: IdentityView): z.output<typeof identitySchema> => ({
  id: view.id,
  account_id: view.accountId,
  channel: view.channel,
  channel_account: view.channelAccount,
  subject: view.subject,
  created_at: view.createdAt,
});

const shownChannel = (view: ChannelView): z.output<typeof channelSchema> => ({
  id: channelIdOf(view),
  channel: view.channel,
  channel_account: view.channelAccount,
  account_id: view.accountId,
  state: view.state,
  reason: view.reason,
  since: view.since,
  connected_at: view.connectedAt,
});
