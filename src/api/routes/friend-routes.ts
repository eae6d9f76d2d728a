import { z } from "@hono/zod-openapi";
import { addressReaches, reachOfAddress } from "../../domain/views/public-address.ts";
import type { FriendsApi, FriendLinkView } from "../../domain/views/friends.ts";
import { friendLink } from "../../domain/friend-link.ts";
import { Refusal } from "../../domain/errors.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import { countFailure } from "../http/failed-attempts.ts";
import { blockListRoute } from "./blocked-route.ts";
import { quietRoutes } from "./quiet-routes.ts";
import { cutPage, nextPage, pageQuery } from "../http/list-page.ts";
import { id, type Route, route } from "../http/route.ts";

export interface FriendRouteDeps {
  readonly friends: FriendsApi;
  /** The server's public address. */
  readonly publicUrl: () => string;
  /** Wrong codes of callers who are not signed in. */
  readonly guesses: RateLimit;
}

const linkSchema = z
  .object({
    friend_link_id: z.string(),
    owner_account_id: z.string(),
    lifecycle: z.enum(["active", "disabled"]),
    link_code: z.string().nullable(),
    public_token: z.string().nullable(),
    qr_payload: z.string().nullable(),
    /** From where the link can be opened. */
    reach: z.enum(addressReaches),
    expires_at: z.string().nullable(),
  })
  .openapi("FriendLink");

const friendSchema = z
  .object({
    account_id: z.string(),
    friendship_id: z.string(),
    display_name: z.string().nullable(),
    nickname: z.string().nullable(),
    names: z.array(z.string()),
    timezone: z.string(),
    shared_reminders: z.enum(["take", "mute", "refuse", "ask"]),
    shows_busy: z.boolean(),
    since: z.string(),
  })
  .openapi("Friend");

const joinSchema = z
  .object({
    status: z.enum(["created", "already_active"]),
    friendship_id: z.string(),
    friend_account_id: z.string(),
    display_name: z.string().nullable(),
  })
  .openapi("FriendJoin");

export type FriendLinkAnswer = z.output<typeof linkSchema>;

const code = z.string().min(1).max(200);
const owner = z.object({ owner_account_id: id.optional(), account_id: id.optional() });

/** Friends: how they are found, what they are called, and how it ends. */
export function friendRoutes(on: FriendRouteDeps): Route[] {
  return [
    ...linkRoutes(on),
    invitationRoute(on),
    joinRoute(on),
    listRoute(on),
    blockListRoute(on),
    ...acts(on),
    ...quietRoutes(on),
  ];
}

function linkRoutes(on: FriendRouteDeps): Route[] {
  const toLinkAnswer = (link: FriendLinkView) => ({
    ...link,
    public_token: link.link_code,
    qr_payload: link.link_code === null ? null : friendLink(on.publicUrl(), link.link_code),
    reach: reachOfAddress(on.publicUrl()),
  });
  const change = (ask: "reset" | "disable", summary: string): Route =>
    route({
      method: "post",
      path: `/api/friends/link/${ask}`,
      auth: "account",
      scope: "friends:write",
      summary,
      body: owner,
      answers: { 200: { description: "The updated code.", schema: linkSchema } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: toLinkAnswer(await on.friends.link(accountId, ask)),
      }),
    });
  return [
    route({
      method: "get",
      path: "/api/friends/link",
      auth: "account",
      scope: "friends:write",
      summary:
        "The code with which others become this person's friend: valid for a week and a limited number of people.",
      query: owner,
      answers: { 200: { description: "The code.", schema: linkSchema } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: toLinkAnswer(await on.friends.link(accountId, "show")),
      }),
    }),
    change("reset", "Replace the code; the old one is no longer valid."),
    change("disable", "Disable the code until it is reset."),
  ];
}

function invitationRoute(on: FriendRouteDeps): Route {
  return route({
    method: "post",
    path: "/api/friends/invitation",
    auth: "session",
    summary: "Who invites with this code. Changes nothing; the code is not in the URL.",
    body: z.object({ link_code: code }),
    answers: {
      200: {
        description: "Who invites, and until when.",
        schema: z.object({ display_name: z.string().nullable(), expires_at: z.string() }),
      },
      404: {
        description: "The code is wrong, used up, disabled or expired (`friend_link_not_found`).",
      },
      429: {
        description: "Too many wrong codes from this address. A correct one is still answered.",
      },
    },
    handle: async ({ body, peer }) => {
      try {
        return { status: 200, json: await on.friends.invitation(body.link_code) };
      } catch (error) {
        if (error instanceof Refusal) countFailure(on.guesses, { peer, secret: "" });
        throw error;
      }
    },
  });
}

function joinRoute(on: FriendRouteDeps): Route {
  return route({
    method: "post",
    path: "/api/friends/join",
    auth: "account",
    scope: "friends:write",
    summary:
      "Become a friend of the person who gave the code. It takes effect at once, and both are notified.",
    body: z.object({
      joiner_account_id: id.optional(),
      account_id: id.optional(),
      link_code: code.optional(),
      public_token: code.optional(),
    }),
    answers: {
      200: { description: "Friends already.", schema: joinSchema },
      201: { description: "Friends now.", schema: joinSchema },
      400: {
        description:
          "Your own code, or a disabled one (`self_friendship_forbidden`, `friend_link_disabled`).",
      },
      404: { description: "The code is wrong, used up or expired (`friend_link_not_found`)." },
      429: { description: "Too many wrong codes." },
    },
    handle: async ({ accountId, body, caller }) => {
      const given = body.link_code ?? body.public_token;
      if (given === undefined) throw new Refusal("invalid_request", { field: "link_code" });
      const joined = await on.friends.join(
        accountId,
        given,
        caller.kind === "service" || caller.accountId !== accountId,
      );
      return { status: joined.status === "created" ? 201 : 200, json: joined };
    },
  });
}

function listRoute(on: FriendRouteDeps): Route {
  return route({
    method: "get",
    path: "/api/friends",
    auth: "account",
    scope: "friends:read",
    summary: "Friends, in the order in which they joined.",
    query: owner.extend(pageQuery),
    answers: {
      200: {
        description: "A page of friends.",
        schema: z.object({ friends: z.array(friendSchema), next: nextPage }),
      },
    },
    handle: async ({ accountId, query }) => {
      const all = await on.friends.friends(accountId);
      const { rows, next } = cutPage(all, query, (each) => each.account_id);
      return { status: 200, json: { friends: rows, next } };
    },
  });
}

function acts(on: FriendRouteDeps): Route[] {
  const answer = {
    200: {
      description: "The result.",
      schema: z.object({ status: z.string(), cancelled: z.array(z.string()) }),
    },
  };
  const plain = (kind: "remove" | "block" | "unblock", summary: string): Route =>
    route({
      method: "post",
      path: `/api/friends/{friend}/${kind}`,
      auth: "account",
      scope: "friends:write",
      summary,
      params: z.object({ friend: id }),
      body: owner,
      answers: answer,
      handle: async ({ accountId, params }) => ({
        status: 200,
        json: await on.friends.actOnFriend(accountId, params.friend, { kind }),
      }),
    });
  return [
    plain(
      "remove",
      "End a friendship. Upcoming shared reminders of the two are cancelled, and both are notified.",
    ),
    plain("block", "End a friendship and block the person: they cannot join again with a code."),
    plain("unblock", "Unblock a person, so that they can join again with a code."),
    route({
      method: "post",
      path: "/api/friends/{friend}/nickname",
      auth: "account",
      scope: "friends:write",
      summary: "The name this person uses for the friend.",
      params: z.object({ friend: id }),
      body: owner.extend({ name: z.string().trim().min(1).max(60) }),
      answers: answer,
      handle: async ({ accountId, params, body }) => ({
        status: 200,
        json: await on.friends.actOnFriend(accountId, params.friend, {
          kind: "nickname",
          name: body.name,
        }),
      }),
    }),
    route({
      method: "post",
      path: "/api/friends/{friend}/setting",
      auth: "account",
      scope: "friends:write",
      summary:
        "How this person accepts what the friend shares: at once, silently, never, or after a question.",
      params: z.object({ friend: id }),
      body: owner.extend({ shared_reminders: z.enum(["take", "mute", "refuse", "ask"]) }),
      answers: answer,
      handle: async ({ accountId, params, body }) => ({
        status: 200,
        json: await on.friends.actOnFriend(accountId, params.friend, {
          kind: "setting",
          shared: body.shared_reminders,
        }),
      }),
    }),
    route({
      method: "post",
      path: "/api/friends/{friend}/busy",
      auth: "account",
      scope: "friends:write",
      summary: "Whether the friend sees when this person is busy.",
      params: z.object({ friend: id }),
      body: owner.extend({ shows_busy: z.boolean() }),
      answers: answer,
      handle: async ({ accountId, params, body }) => ({
        status: 200,
        json: await on.friends.actOnFriend(accountId, params.friend, {
          kind: "busy",
          shown: body.shows_busy,
        }),
      }),
    }),
  ];
}
