import { z } from "@hono/zod-openapi";
import { rootPath } from "../../caldav/resource.ts";
import { Refusal } from "../../domain/errors.ts";
import { asAccount } from "../../domain/principal.ts";
import { cleanText } from "../../domain/text.ts";
import type { Access } from "../../accounts/access.ts";
import type { Database } from "../../store/database/database.ts";
import { actorOf } from "../http/audit-trail.ts";
import { id, type Route, route } from "../http/route.ts";

export interface AppPasswordDeps {
  readonly access: Access;
  readonly db: Database;
  publicUrl(): string;
}

const appPassword = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    may_write: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .openapi("AppPassword");

const made = appPassword
  .pick({ id: true, label: true, may_write: true })
  .extend({
    password: z.string().openapi({ description: "Shown only once." }),
    url: z.string().openapi({ description: "The server's address for calendar programs." }),
  })
  .openapi("MadeAppPassword");

const passwordList = z.object({ url: z.string(), passwords: z.array(appPassword) });

type AppPassword = z.output<typeof appPassword>;

const named = z.object({ owner_account_id: id.optional() });
const mostPasswords = 50;

interface PasswordRow {
  readonly id: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Only passwords of calendar programs; `$1` is the account. */
const ownSql = `select id, label, scopes, created_at, last_used_at from access_token
  where account_id = $1 and kind = 'account' and revoked_at is null and scopes <@ array['caldav:read', 'caldav:write']
  order by created_at desc, id`;

const viewOf = ({ scopes, ...row }: PasswordRow): AppPassword => ({
  ...row,
  may_write: scopes.includes("caldav:write"),
});

/** Passwords of a person's calendar programs. They outlive the token that makes them. */
export function appPasswordRoutes(on: AppPasswordDeps): Route[] {
  const list = (accountId: string): Promise<PasswordRow[]> =>
    on.db.transaction(asAccount(accountId), (sql) => sql.rows<PasswordRow>(ownSql, [accountId]));
  return [
    route({
      method: "get",
      path: "/api/calendar/passwords",
      auth: "account",
      scope: "calendar:link",
      summary: "Passwords of your calendar programs, with their last use. Never the secrets.",
      query: named,
      answers: {
        200: {
          description: "Your app passwords.",
          schema: passwordList,
        },
      },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { url: addressOf(on), passwords: (await list(accountId)).map(viewOf) },
      }),
    }),
    route({
      method: "post",
      path: "/api/calendar/passwords",
      auth: "account",
      scope: "calendar:link",
      summary: "Create a password for one calendar program, to read or also to change entries.",
      body: named.extend({
        label: z.string().trim().min(1).max(100),
        may_write: z.boolean().default(true),
      }),
      answers: {
        201: { description: "The password.", schema: made },
        429: { description: "There are too many already: `daily_limit`." },
      },
      handle: async ({ accountId, body, caller, peer }) => {
        if ((await list(accountId)).length >= mostPasswords)
          throw new Refusal("daily_limit", { limit: mostPasswords });
        const label = cleanText(body.label, 100);
        const issued = await on.access.issueToken(
          {
            kind: "account",
            accountId,
            label,
            scopes: ["caldav:read", ...(body.may_write ? ["caldav:write"] : [])],
            expiresAt: null,
            isAppPassword: true,
          },
          actorOf({ caller, peer }),
        );
        const { id: passwordId, secret: password } = issued;
        const json = { id: passwordId, label, may_write: body.may_write, password };
        return { status: 201, json: { ...json, url: addressOf(on) } };
      },
    }),
    route({
      method: "delete",
      path: "/api/calendar/passwords/{id}",
      auth: "account",
      scope: "calendar:link",
      summary: "Revoke a password. The program that has it is shut out at once.",
      params: z.object({ id }),
      query: named,
      answers: {
        204: { description: "Revoked." },
        404: { description: "There is no such password." },
      },
      handle: async ({ accountId, params, caller, peer }) => {
        const isOwn = (await list(accountId)).some((row) => row.id === params.id);
        if (!isOwn || !(await on.access.revoke(params.id, actorOf({ caller, peer }))))
          throw new Refusal("not_found");
        return { status: 204 };
      },
    }),
  ];
}

const addressOf = (on: AppPasswordDeps): string =>
  `${on.publicUrl().replace(/\/$/, "")}${rootPath}`;
