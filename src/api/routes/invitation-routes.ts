import { z } from "@hono/zod-openapi";
import { addressReaches, reachOfAddress } from "../../domain/views/public-address.ts";
import type { Access } from "../../accounts/access.ts";
import type { Issued } from "../../accounts/access-grants.ts";
import { accountFields } from "../views/account-view.ts";
import { actorOf } from "../http/audit-trail.ts";
import { id, type Route, route } from "../http/route.ts";

export interface InvitationDeps {
  readonly access: Pick<Access, "createAccount" | "inviteAccount">;
  readonly defaultTimezone: string;
  publicUrl(): string;
}

const linkSchema = z
  .object({
    account_id: z.string(),
    url: z.string().openapi({ description: "For one sign-in. Shown only now." }),
    expires_at: z.string(),
    /** From where the address can be opened. */
    reach: z.enum(addressReaches),
  })
  .openapi("AccountInvitation");

export type AccountInvitation = z.output<typeof linkSchema>;

/** A person's way in: one link, to be sent or scanned. */
export function invitationRoutes(on: InvitationDeps): Route[] {
  const answerOf = (accountId: string, { secret, expiresAt }: Issued): AccountInvitation => {
    const url = `${on.publicUrl().replace(/\/$/, "")}/#code=${secret}`;
    return {
      account_id: accountId,
      url,
      expires_at: expiresAt ?? "",
      reach: reachOfAddress(url),
    };
  };
  return [
    route({
      method: "post",
      path: "/api/invitations",
      auth: "operator",
      audited: true,
      // A page that was left open would give a stranger a lasting way in.
      proof: true,
      summary:
        "Create an account and a sign-in link for its person, for one use within three days.",
      body: z.object({ display_name: accountFields.display_name.unwrap() }),
      answers: {
        201: { description: "The link.", schema: linkSchema },
        403: { description: "A session has not proven its identity again: `proof_required`." },
      },
      handle: async ({ body, ...ask }) => {
        const by = actorOf(ask);
        const person = {
          displayName: body.display_name,
          language: null,
          timezone: on.defaultTimezone,
        };
        const accountId = await on.access.createAccount(person, by);
        const link = await on.access.inviteAccount(accountId, by);
        return { status: 201, json: answerOf(accountId, link) };
      },
    }),
    route({
      method: "post",
      path: "/api/accounts/{id}/link",
      auth: "operator",
      audited: true,
      proof: true,
      summary:
        "A sign-in link for an account's person, for one use within three days. An earlier one that was not used ends.",
      params: z.object({ id }),
      body: z.object({}),
      answers: {
        201: { description: "The link.", schema: linkSchema },
        403: {
          description:
            "A session has not proven its identity again: `proof_required`, or the account is disabled: `account_disabled`.",
        },
        404: { description: "There is no such account." },
      },
      handle: async ({ params, ...ask }) => ({
        status: 201,
        json: answerOf(params.id, await on.access.inviteAccount(params.id, actorOf(ask))),
      }),
    }),
  ];
}
