import { z } from "@hono/zod-openapi";
import type { SharedStoriesApi } from "../../domain/views/shared-stories.ts";
import { id, type Route, route } from "../http/route.ts";

const pageOfLines = 500;

/** A copy of what one person witnessed, as JSON lines. */
export const createSharedExportRoute = (on: { readonly sharedStories: SharedStoriesApi }): Route =>
  route({
    method: "get",
    auth: "account",
    scope: "chat:read",
    path: "/api/shared-stories/{id}/export",
    summary: "Everything that you witnessed of a shared story, as JSON lines.",
    params: z.object({ id }),
    query: z.object({ account_id: id.optional() }),
    answers: {
      200: {
        description: "The story on the first line, then your lines in order.",
        type: "application/x-ndjson",
      },
      404: { description: "You were never in such a story." },
    },
    handle: async ({ accountId, params }) => {
      const chatId = params.id;
      const { story, ...newest } = await on.sharedStories.read(accountId, {
        chatId,
        limit: pageOfLines,
      });
      const lines = [...newest.lines];
      for (let isMore = newest.has_earlier; isMore;) {
        const before = lines[0]?.event_id ?? 0;
        const of = { chatId, before, limit: pageOfLines };
        const page = await on.sharedStories.listLinesBefore(accountId, of);
        lines.unshift(...page.lines);
        isMore = page.has_earlier && page.lines.length > 0;
      }
      const rows = [
        { type: "shared_story", ...story },
        ...lines.map((line) => ({ type: "line", ...line })),
      ];
      return {
        status: 200,
        bytes: rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
        type: "application/x-ndjson",
      };
    },
  });
