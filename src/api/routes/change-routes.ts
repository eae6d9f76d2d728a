import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import { type ChangeHub, changeables } from "../streams/change-hub.ts";
import { type Answer, type AnswerDoc, type Ask, type Route, route } from "../http/route.ts";

const answers: Readonly<Record<number, AnswerDoc>> = {
  200: {
    description: "`changed` names what to reload.",
    type: "text/event-stream",
    schema: z.object({ what: z.array(z.enum(changeables)) }).openapi("Changed"),
  },
};

/** For pages that show data which may change elsewhere: in a chat, by a friend, at a vendor. */
export function changeRoutes(on: { readonly changes: ChangeHub }): Route[] {
  return [
    route({
      method: "get",
      path: "/api/changes/stream",
      auth: "account",
      scope: "chat:read",
      summary:
        "Server-sent events: your reminders, messages or channels have changed. Read the new state through their own routes.",
      answers,
      handle: (ask) => follow(on.changes, ask, { accountId: ask.accountId, allAccounts: false }),
    }),
    route({
      method: "get",
      path: "/api/operator/changes/stream",
      auth: "operator",
      summary: "The same, for messages, turns and deliveries of all accounts.",
      answers,
      handle: (ask) =>
        follow(on.changes, ask, { accountId: ask.caller.accountId, allAccounts: true }),
    }),
  ];
}

type StreamRequest = Pick<
  Ask<"account" | "operator", undefined, undefined, undefined>,
  "caller" | "incoming" | "outgoing"
>;

/** A client that did not ask for a stream would wait for its end. */
function follow(
  changes: ChangeHub,
  { caller, incoming, outgoing }: StreamRequest,
  who: { accountId: string; allAccounts: boolean },
): Answer {
  if (incoming.method === "HEAD") return { status: 200, bytes: "", type: "text/event-stream" };
  if (incoming.headers.accept?.includes("text/event-stream") !== true)
    throw new Refusal("invalid_request", { field: "Accept" });
  changes.open({ ...who, tokenId: caller.tokenId, out: outgoing });
  return "taken_over";
}
