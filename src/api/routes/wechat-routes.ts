import { z } from "@hono/zod-openapi";
import { refuse } from "../http/failure.ts";
import { type Answer, type Route, route } from "../http/route.ts";

/** What these routes need of the connector. */
export interface WechatLogin {
  start(accountId: string): Promise<WechatLoginView>;
  status(of: {
    readonly session: string;
    readonly accountId: string;
    readonly verifyCode?: string | undefined;
  }): Promise<WechatLoginView | undefined>;
}

export interface WechatLoginView {
  readonly session: string;
  readonly state: "waiting" | "scanned" | "need_verify_code" | "connected" | "failed";
  readonly reason: string | null;
  readonly qr: { readonly url: string; readonly svg: string } | null;
  readonly expiresAt: string;
  readonly channelAccount: string | null;
}

export interface WechatDeps {
  readonly login: WechatLogin;
  /** How long a client shall wait before it asks again. */
  readonly pollAfterMs?: number | undefined;
}

const loginSchema = z
  .object({
    session: z.string(),
    state: z.enum(["waiting", "scanned", "need_verify_code", "connected", "failed"]),
    reason: z.string().nullable(),
    qr: z.object({ url: z.string(), svg: z.string() }).nullable(),
    expires_at: z.string(),
    poll_after_ms: z.number().int(),
    channel_account: z.string().nullable(),
  })
  .openapi("WechatLogin");

export type WechatLoginAnswer = z.output<typeof loginSchema>;

/** Where a login begins. Known only to a server on which it is switched on. */
export const wechatLoginPath = "/api/channels/wechat/login";

/** Linking one's own WeChat: begin, then ask until it is connected or has failed. Both are short calls. */
export function wechatRoutes({ login, pollAfterMs = 1_000 }: WechatDeps): Route[] {
  const shown = (view: WechatLoginView): Answer => ({
    status: 200,
    json: {
      session: view.session,
      state: view.state,
      reason: view.reason,
      qr: view.qr,
      expires_at: view.expiresAt,
      poll_after_ms: pollAfterMs,
      channel_account: view.channelAccount,
    } satisfies WechatLoginAnswer,
  });
  return [
    route({
      method: "post",
      path: wechatLoginPath,
      auth: "account",
      scope: "account:write",
      summary: "Begin to link your own WeChat: gives a code to scan. A login begun before ends.",
      body: z.object({}),
      answers: {
        200: { description: "A code to scan with WeChat.", schema: loginSchema },
        503: { description: "WeChat gives no code now." },
      },
      handle: async ({ accountId }) => shown(await login.start(accountId)),
    }),
    route({
      method: "get",
      path: `${wechatLoginPath}/{session}`,
      auth: "account",
      scope: "account:write",
      summary:
        "Where a login stands. The code to scan changes when it runs out; `verify_code` is the number that the phone shows.",
      params: z.object({ session: z.string().regex(/^[0-9a-f]{32}$/) }),
      query: z.object({
        verify_code: z
          .string()
          .regex(/^\d{1,12}$/)
          .optional(),
      }),
      answers: {
        200: { description: "Where it stands.", schema: loginSchema },
        404: { description: "You have no such login." },
      },
      handle: async ({ accountId, params, query }) => {
        const view = await login.status({
          session: params.session,
          accountId,
          verifyCode: query.verify_code,
        });
        if (view === undefined) throw refuse("not_found");
        return shown(view);
      },
    }),
  ];
}
