import { z } from "@hono/zod-openapi";
import type { CompanionApi, CompanionView } from "../../domain/views/companion.ts";
import { id, type Route, route } from "../http/route.ts";

const character = z.object({
  id: z.string(),
  name: z.string(),
  has_picture: z.boolean(),
  updated_at: z.string(),
});
const view = z
  .object({ companion: character.nullable(), characters: z.array(character) })
  .openapi("Companion", {
    description:
      "`companion`: the character that talks with you in your own chats; null is the plain assistant. `characters`: whom you may choose.",
  });
export type CompanionAnswer = z.output<typeof view>;

const toAnswer = ({ companion, characters }: CompanionView): CompanionAnswer => ({
  companion: companion === null ? null : { ...companion },
  characters: characters.map((each) => ({ ...each })),
});
const owner = z.object({ account_id: id.optional() });

/** Which character talks with a person. */
export function companionRoutes({ companion: api }: { readonly companion: CompanionApi }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/companion",
      auth: "account",
      scope: "chat:read",
      summary: "Who talks with you. The plain assistant unless you choose a character.",
      query: owner,
      answers: { 200: { description: "The companion.", schema: view } },
      handle: async ({ accountId }) => ({
        status: 200,
        json: toAnswer(await api.read(accountId)),
      }),
    }),
    route({
      method: "post",
      path: "/api/companion",
      auth: "account",
      scope: "chat:write",
      summary: "Choose one of your characters as your companion, or null for the plain assistant.",
      body: owner.extend({ bot_id: z.string().min(1).max(200).nullable() }),
      answers: {
        200: { description: "The companion as it is now.", schema: view },
        404: { description: "There is no such character." },
      },
      handle: async ({ accountId, body }) => ({
        status: 200,
        json: toAnswer(await api.choose(accountId, body.bot_id)),
      }),
    }),
  ];
}
