import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { ChannelLogin, ChannelLoginView } from "../../domain/ports/channel-login.ts";
import { type Answer, type Route, route } from "../http/route.ts";

export interface LoginDeps {
  /** The channel's section of the settings. */
  readonly channel: string;
  /** The app's name, for the API documentation. */
  readonly app: string;
  /** Undefined while people can't link an account here. */
  readonly login: () => ChannelLogin | undefined;
  /** How long a client should wait before it asks again. */
  readonly pollAfterMs?: number | undefined;
}

const loginSchema = z.object({
  session: z.string(),
  state: z.enum(["waiting", "scanned", "need_verify_code", "connected", "failed"]),
  reason: z.string().nullable(),
  qr: z.object({ url: z.string(), svg: z.string() }).nullable(),
  expires_at: z.string(),
  poll_after_ms: z.number().int(),
  channel_account: z.string().nullable(),
});

export type LoginAnswer = z.output<typeof loginSchema>;

/** The address at which a login begins. */
export const loginPath = (channel: string): string => `/api/channels/${channel}/login`;

/**
 * Linking a person's own account in a chat app: begin, then poll until it is connected or has
 * failed. Both are short calls.
 */
export function loginRoutes({ channel, app, login, pollAfterMs = 1_000 }: LoginDeps): Route[] {
  const path = loginPath(channel);
  const current = (): ChannelLogin => {
    const found = login();
    if (found === undefined) throw new Refusal("not_found");
    return found;
  };
  const schema = loginSchema.openapi(`${channel.charAt(0).toUpperCase()}${channel.slice(1)}Login`);
  const toLoginAnswer = (view: ChannelLoginView): Answer => ({
    status: 200,
    json: {
      session: view.session,
      state: view.state,
      reason: view.reason,
      qr: view.qr,
      expires_at: view.expiresAt,
      poll_after_ms: pollAfterMs,
      channel_account: view.channelAccount,
    } satisfies LoginAnswer,
  });
  return [
    route({
      method: "post",
      path,
      auth: "account",
      scope: "account:write",
      summary: `Start linking your own ${app}: returns a code to scan. An earlier unfinished login ends.`,
      body: z.object({}),
      answers: {
        200: { description: `A code to scan with ${app}.`, schema },
        404: { description: "The operator has not switched it on." },
        503: { description: `${app} provides no code right now.` },
      },
      handle: async ({ accountId }) => toLoginAnswer(await current().start(accountId)),
    }),
    route({
      method: "get",
      path: `${path}/{session}`,
      auth: "account",
      scope: "account:write",
      summary:
        "The state of a login. The code to scan is replaced when it expires; `verify_code` is the number shown on the phone.",
      params: z.object({ session: z.string().regex(/^[0-9a-f]{32}$/) }),
      query: z.object({
        verify_code: z
          .string()
          .regex(/^\d{1,12}$/)
          .optional(),
      }),
      answers: {
        200: { description: "The state.", schema },
        404: { description: "You have no such login." },
      },
      handle: async ({ accountId, params, query }) => {
        const view = await current().status({
          session: params.session,
          accountId,
          verifyCode: query.verify_code,
        });
        if (view === undefined) throw new Refusal("not_found");
        return toLoginAnswer(view);
      },
    }),
  ];
}
