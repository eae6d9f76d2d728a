import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { reachOfAddress } from "../../domain/views/public-address.ts";
import { say } from "../../domain/say.ts";
import type { Database } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import { unlinkChannel } from "../../accounts/unlink-channel.ts";
import { loginPath } from "./login-routes.ts";
import {
  ownChannelSchema,
  readOwnChannels,
  readTestOutcome,
  testAddress,
  testOutcomeSchema,
} from "../views/own-channels-view.ts";
import { type ChannelCatalog, channelCatalogSchema } from "../views/channel-catalog.ts";
import { id, type Route, route } from "../http/route.ts";
import { parseAcceptLanguage } from "../http/accept-language.ts";

export interface OwnChannelDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  /** The server's public address. */
  readonly publicUrl: () => string;
  /** Callback addresses of vendors, including those of disabled channels. */
  readonly webhooks: () => readonly {
    readonly path: string;
    readonly isOff?: boolean | undefined;
    readonly shownAs?: string | undefined;
  }[];
  readonly channelCatalog: ChannelCatalog;
}

const tenMinutesMs = 600_000;

const named = z.object({
  channel: z.string().min(1).max(40),
  channel_account: z.string().min(1).max(200),
});

const addresses = z.array(z.object({ path: z.string(), url: z.string() }));
const setupSchema = z.object({
  public_url: z.string(),
  is_public: z.boolean(),
  webhooks: addresses,
  /** The addresses of channels that are still disabled. */
  switched_off: addresses,
});

const ownChannelsSchema = z.object({
  channels: z.array(ownChannelSchema),
  /** Older than `login` in `/api/channels/apps`, which says it of every app. */
  can_link_wechat: z.boolean(),
});

export type ChannelSetup = z.output<typeof setupSchema>;
export type OwnChannels = z.output<typeof ownChannelsSchema>;

const queuedTestSchema = z.object({
  conversation_id: z.string(),
  /** Its outcome is at `/api/channels/test/{id}`. */
  delivery_id: z.string(),
});

export type QueuedTest = z.output<typeof queuedTestSchema>;

const testWords = {
  en: "This is a test message. If you read it here, this channel works.",
  zh: "这是一条测试消息。你在这里看到它，说明这个渠道可以用。",
} as const;

/**
 * The chat apps as one person sees them: connected or not, the last problem, and a test message.
 */
export function ownChannelRoutes(on: OwnChannelDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/channels/mine",
      auth: "account",
      scope: "chat:read",
      summary: "The chat apps you can use here, their state, and the last problem.",
      answers: {
        200: { description: "Channels.", schema: ownChannelsSchema },
      },
      handle: async ({ accountId }) => ({
        status: 200,
        json: {
          channels: await on.db.transaction(asEngine, (sql) => readOwnChannels(sql, accountId)),
          can_link_wechat: on.channelCatalog.apps.some(
            ({ login }) => login?.path === loginPath("wechat") && login.is_on,
          ),
        },
      }),
    }),
    route({
      method: "get",
      path: "/api/channels/apps",
      auth: "account",
      scope: "chat:read",
      summary:
        "The channels that this server supports: their names, how to connect them, and what their error codes mean.",
      answers: {
        200: { description: "Channels and chat apps.", schema: channelCatalogSchema },
      },
      handle: () => ({ status: 200, json: on.channelCatalog }),
    }),
    testRoute(on),
    testOutcomeRoute(on),
    route({
      method: "post",
      path: "/api/channels/unlink",
      auth: "account",
      scope: "account:write",
      summary:
        "Unlink a chat app's account that you linked. No more messages are read or sent there; waiting messages are discarded.",
      body: named,
      answers: {
        204: { description: "It is no longer linked." },
        404: { description: "You have not linked such an account." },
      },
      handle: async ({ accountId, body }) => {
        if (
          !(await unlinkChannel(on, {
            accountId,
            channel: body.channel,
            channelAccount: body.channel_account,
          }))
        )
          throw new Refusal("not_found");
        return { status: 204 };
      },
    }),
    route({
      method: "get",
      path: "/api/channels/setup",
      auth: "operator",
      summary: "The callback addresses to enter at vendors.",
      answers: {
        200: {
          description: "Addresses.",
          schema: setupSchema,
        },
      },
      handle: () => ({ status: 200, json: describeSetup(on) }),
    }),
  ];
}

function describeSetup(on: OwnChannelDeps): ChannelSetup {
  const base = on.publicUrl().replace(/\/$/, "");
  const listAddresses = (isOff: boolean) =>
    [
      ...new Set(
        on
          .webhooks()
          .filter((each) => (each.isOff ?? false) === isOff)
          .map(({ path, shownAs }) => shownAs ?? path),
      ),
    ].map((path) => ({
      path,
      url: `${base}${path}`,
    }));
  return {
    public_url: base,
    // Vendors only call https addresses on the public internet.
    is_public: base.startsWith("https:") && reachOfAddress(base) === "internet",
    webhooks: listAddresses(false),
    switched_off: listAddresses(true),
  };
}

function testRoute(on: OwnChannelDeps): Route {
  return route({
    method: "post",
    path: "/api/channels/test",
    auth: "account",
    scope: "chat:write",
    summary:
      "Send yourself a test message in a chat app, through the same outbox as everything else.",
    body: named,
    answers: {
      202: { description: "Queued.", schema: queuedTestSchema },
      404: { description: "You have not chatted there yet: write to it once." },
    },
    handle: async ({ accountId, body, incoming }) => {
      const of = { accountId, channel: body.channel, channelAccount: body.channel_account };
      const queued = await on.db.transaction(asAccount(accountId), async (sql) => {
        const found = await testAddress(sql, of);
        if (found === undefined) throw new Refusal("not_found");
        const segments = [testWords[parseAcceptLanguage(incoming.headers["accept-language"])]];
        const utterance = {
          to: found,
          source: "notice" as const,
          segments,
          now: on.clock.now(),
          expiresMs: tenMinutesMs,
        };
        const said = say({ chance: on.chance, partsOf: (_channel, text) => [text] }, utterance);
        await record(sql, on.projector, said);
        const [deliveryId = ""] = said.flatMap((draft) =>
          draft.kind === "delivery_queued" ? [draft.payload.delivery_id] : [],
        );
        return { conversation_id: found.conversationId, delivery_id: deliveryId };
      });
      on.db.notify("outbox");
      on.db.notify(`log:${queued.conversation_id}`);
      return { status: 202, json: queued };
    },
  });
}

function testOutcomeRoute(on: OwnChannelDeps): Route {
  return route({
    method: "get",
    path: "/api/channels/test/{id}",
    auth: "account",
    scope: "chat:write",
    summary: "What became of a test message, and why it did not arrive.",
    params: z.object({ id }),
    answers: {
      200: { description: "Its state.", schema: testOutcomeSchema },
      404: { description: "There is no such test message." },
    },
    handle: async ({ accountId, params }) => {
      const outcome = await on.db.transaction(asAccount(accountId), (sql) =>
        readTestOutcome(sql, { accountId, deliveryId: params.id }),
      );
      if (outcome === undefined) throw new Refusal("not_found");
      return { status: 200, json: outcome };
    },
  });
}
