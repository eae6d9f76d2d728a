import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import { addressReaches, reachOfAddress } from "../../domain/views/public-address.ts";
import { channelIdOf } from "../../domain/ids.ts";
import { pairingLink } from "../../domain/pairing.ts";
import { type ChannelView, listChannels } from "../../accounts/channel-directory.ts";
import type { Identities, IdentityView } from "../../accounts/identities.ts";
import type { Database } from "../../store/database/database.ts";
import { id, type Route, route } from "../http/route.ts";
import type { ChannelCatalog } from "../views/channel-catalog.ts";

export interface ChannelRouteDeps {
  readonly db: Database;
  readonly identities: Identities;
  /** The server's public address. */
  readonly publicUrl: () => string;
  readonly channelCatalog: ChannelCatalog;
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

/** As the vendor writes it: case and width are kept, because another form may be another person. */
const vendorId = z.string().min(1).max(200).refine(isPlain, "control characters");

function isPlain(text: string): boolean {
  return !/\p{Cc}|\p{Cs}/u.test(text) && text.trim() === text;
}

/** An existing channel: a person bound under any other name would be asked to pair for ever. */
const chatChannel = ({ channels }: ChannelCatalog) =>
  z.enum(channels.filter((each) => each.binds_people).map(({ channel }) => channel));

/** Who is paired with whom, and the state of the vendors' accounts. */
export function channelRoutes(on: ChannelRouteDeps): Route[] {
  return [...identityRoutes(on), ...pairingRoutes(on), statesRoute(on)];
}

function identityRoutes(on: ChannelRouteDeps): Route[] {
  const newIdentity = z.object({
    channel: chatChannel(on.channelCatalog),
    channel_account: vendorId.default("connector"),
    subject: vendorId,
  });
  return [
    route({
      method: "get",
      path: "/api/accounts/{id}/identities",
      auth: "operator",
      summary: "Identities in chat apps that are bound to an account.",
      params: z.object({ id }),
      answers: {
        200: {
          description: "Identities.",
          schema: z.object({ identities: z.array(identitySchema) }),
        },
      },
      handle: async ({ params }) => ({
        status: 200,
        json: { identities: (await on.identities.list(params.id)).map(toIdentityView) },
      }),
    }),
    route({
      method: "post",
      path: "/api/accounts/{id}/identities",
      auth: "operator",
      proof: true,
      summary: "Bind an identity in a chat app to an account.",
      params: z.object({ id }),
      body: newIdentity,
      answers: {
        200: { description: "Bound before.", schema: identitySchema },
        201: { description: "Bound now.", schema: identitySchema },
        400: {
          description:
            "The identity belongs to another account (`channel_identity_already_bound`).",
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
        return { status: created ? 201 : 200, json: toIdentityView(identity) };
      },
    }),
    route({
      method: "delete",
      path: "/api/identities/{id}",
      auth: "operator",
      proof: true,
      summary: "Remove a binding. Messages waiting to be sent there are discarded.",
      params: z.object({ id }),
      answers: {
        204: { description: "Ended." },
        404: { description: "There is no such binding." },
      },
      handle: async ({ params }) => {
        if (!(await on.identities.unbind(params.id))) throw new Refusal("not_found");
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
    /** From where the link can be opened. */
    reach: z.enum(addressReaches),
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
      // Anyone who enters the code on the page acts as that account.
      proof: "for_others",
      scope: "account:write",
      summary:
        "A code that binds the person who sends it in a chat app to this account: usable once within 15 minutes, and shown only once.",
      body: z.object({
        account_id: id.optional(),
        channel: chatChannel(on.channelCatalog).optional(),
      }),
      answers: {
        201: { description: "The code.", schema: pairingSchema },
        429: { description: "There are too many open codes." },
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
          json: {
            id: pairingId,
            code,
            link,
            qr_payload: link,
            reach: reachOfAddress(link),
            expires_at: expiresAt,
          },
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
    summary: "The server's accounts at vendors and their state.",
    answers: {
      200: { description: "Channels.", schema: z.object({ channels: z.array(channelSchema) }) },
    },
    handle: async () => ({
      status: 200,
      json: { channels: (await listChannels(on.db)).map(toChannelView) },
    }),
  });
}

const toIdentityView = (view: IdentityView): z.output<typeof identitySchema> => ({
  id: view.id,
  account_id: view.accountId,
  channel: view.channel,
  channel_account: view.channelAccount,
  subject: view.subject,
  created_at: view.createdAt,
});

const toChannelView = (view: ChannelView): z.output<typeof channelSchema> => ({
  id: channelIdOf(view),
  channel: view.channel,
  channel_account: view.channelAccount,
  account_id: view.accountId,
  state: view.state,
  reason: view.reason,
  since: view.since,
  connected_at: view.connectedAt,
});
