import { z } from "@hono/zod-openapi";
import type { FriendsApi } from "../../domain/views/friends.ts";
import { id, type Route, route } from "../http/route.ts";

const blocked = z
  .object({ account_id: z.string(), name: z.string(), since: z.string() })
  .openapi("BlockedFriend");

/** The people a person has blocked; without this list none of them could be unblocked. */
export function blockListRoute({ friends }: { readonly friends: FriendsApi }): Route {
  return route({
    method: "get",
    path: "/api/friends/blocked",
    auth: "account",
    scope: "friends:read",
    summary: "The people you have blocked, by the names they had.",
    query: z.object({ owner_account_id: id.optional(), account_id: id.optional() }),
    answers: {
      200: {
        description: "The blocked people.",
        schema: z.object({ blocked: z.array(blocked) }),
      },
    },
    handle: async ({ accountId }) => ({
      status: 200,
      json: { blocked: await friends.blocked(accountId) },
    }),
  });
}
