import { z } from "@hono/zod-openapi";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import { asAccount, engine as asEngine } from "../../domain/principal.ts";
import { say } from "../../domain/say.ts";
import type { Database } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import { unlinkChannel } from "../../accounts/unlink-channel.ts";
import { refuse } from "../http/failure.ts";
import { ownChannelSchema, readOwnChannels, testAddress } from "../views/own-channels-view.ts";
import { type Route, route } from "../http/route.ts";
import { languageOf } from "../http/refusal-words.ts";

export interface OwnChannelDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Where people reach this server. */
  readonly publicUrl: () => string;
  /** Addresses that vendors call, and would call if they were switched on. */
  readonly webhooks: () => readonly {
    readonly path: string;
    readonly isOff?: boolean | undefined;
  }[];
  /** Whether people can link a WeChat of their own. */
  readonly canLinkWechat: boolean;
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
  /** What an address will be once its channel is switched on. */
  switched_off: addresses,
});

const ownChannelsSchema = z.object({
  channels: z.array(ownChannelSchema),
  can_link_wechat: z.boolean(),
});

export type ChannelSetup = z.output<typeof setupSchema>;
export type OwnChannels = z.output<typeof ownChannelsSchema>;

const testWords = {
  en: "This is a test message. If you read it here, this channel works.",
  zh: "这是一条测试消息。你在这里看到它，说明这个渠道可以用。",
} as const;

/** The chat apps as one person sees them: connected or not, what went wrong last, and a message to try it. */
export function ownChannelRoutes(on: OwnChannelDeps): Route[] {
  return [
    route({
      method: "get",
      path: "/api/channels/mine",
      auth: "account",
      scope: "chat:read",
      summary: "The chat apps that you can use here, how they are doing, and what went wrong last.",
      answers: {
        200: { description: "Channels.", schema: ownChannelsSchema },
      },
      handle: async ({ accountId }) => ({
        status: 200,
        json: {
          channels: await on.db.transaction(asEngine, (sql) => readOwnChannels(sql, accountId)),
          can_link_wechat: on.canLinkWechat,
        },
      }),
    }),
    testRoute(on),
    route({
      method: "post",
      path: "/api/channels/unlink",
      auth: "account",
      scope: "account:write",
      summary:
        "Let go of a chat app's account that you linked. Nothing is read or sent there any more; what waits is given up.",
      body: named,
      answers: {
        204: { description: "It is no longer linked." },
        404: { description: "You have linked no such account." },
      },
      handle: async ({ accountId, body }) => {
        if (
          !(await unlinkChannel(on, {
            accountId,
            channel: body.channel,
            channelAccount: body.channel_account,
          }))
        )
          throw refuse("not_found");
        return { status: 204 };
      },
    }),
    route({
      method: "get",
      path: "/api/channels/setup",
      auth: "operator",
      summary: "The addresses to enter at vendors.",
      answers: {
        200: {
          description: "Addresses.",
          schema: setupSchema,
        },
      },
      handle: () => ({ status: 200, json: setup(on) }),
    }),
  ];
}

function setup(on: OwnChannelDeps): ChannelSetup {
  const base = on.publicUrl().replace(/\/$/, "");
  const placed = (isOff: boolean) =>
    [
      ...new Set(
        on.webhooks().flatMap((each) => ((each.isOff ?? false) === isOff ? [each.path] : [])),
      ),
    ].map((path) => ({
      path,
      url: `${base}${path}`,
    }));
  const { protocol, hostname } = new URL(base);
  return {
    public_url: base,
    // Vendors call https addresses of the open network only.
    is_public:
      protocol === "https:" && !/^(?:localhost|127\.|\[::1\]$|10\.|192\.168\.)/.test(hostname),
    webhooks: placed(false),
    switched_off: placed(true),
  };
}

function testRoute(on: OwnChannelDeps): Route {
  return route({
    method: "post",
    path: "/api/channels/test",
    auth: "account",
    scope: "chat:write",
    summary:
      "Send a test message to yourself in a chat app, through the same outbox as everything else.",
    body: named,
    answers: {
      202: { description: "Queued.", schema: z.object({ conversation_id: z.string() }) },
      404: { description: "You have not talked there yet: write to it once." },
    },
    handle: async ({ accountId, body, incoming }) => {
      const of = { accountId, channel: body.channel, channelAccount: body.channel_account };
      const to = await on.db.transaction(asAccount(accountId), async (sql) => {
        const found = await testAddress(sql, of);
        if (found === undefined) throw refuse("not_found");
        const segments = [testWords[languageOf(incoming.headers["accept-language"])]];
        const utterance = {
          to: found,
          source: "notice" as const,
          segments,
          now: on.clock.now(),
          expiresMs: tenMinutesMs,
        };
        await record(
          sql,
          on.projector,
          say({ chance: on.chance, partsOf: (_channel, text) => [text] }, utterance),
        );
        return found;
      });
      on.db.notify("outbox");
      on.db.notify(`log:${to.conversationId}`);
      return { status: 202, json: { conversation_id: to.conversationId } };
    },
  });
}
