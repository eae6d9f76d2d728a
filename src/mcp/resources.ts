import {
  type McpServer,
  type ReadResourceResult,
  requireScopes,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { canonicalId } from "../domain/ids.ts";
import { Refusal } from "../domain/errors.ts";
import type { Json } from "../domain/json.ts";
import { readAgenda, today } from "./agenda.ts";
import { readDigests } from "./digests.ts";
import { findStory } from "./find-story.ts";
import type { McpDeps, Program } from "./ports.ts";
import { recordCall } from "./record-call.ts";
import { toData } from "./tools/reminders.ts";

export const agendaUri = "meanwhile://agenda/today";
const type = "application/json";
const mostDigests = 20;

/** What a program may attach to a conversation without calling a tool. */
export function registerResources(server: McpServer, on: McpDeps, program: Program): void {
  const { accountId } = program;
  server.registerResource(
    "agenda_today",
    agendaUri,
    {
      title: "Today's agenda",
      description: "What is on for the person today, in their own time zone.",
      mimeType: type,
      scopeChallenge: requireScopes("reminders:read"),
    },
    (uri) =>
      read({ on, program, uri }, async () => {
        const profile = await on.readProfile(accountId);
        const from = today(on.clock.now(), profile);
        const { entries } = await readAgenda(on.reminders, { accountId, profile, from, days: 1 });
        return { date: from, zone: profile.zone, entries };
      }),
  );
  server.registerResource(
    "reminder",
    new ResourceTemplate("meanwhile://reminders/{id}", { list: undefined }),
    {
      title: "A reminder",
      description: "One reminder, with whether it can be delivered on time.",
      mimeType: type,
      scopeChallenge: requireScopes("reminders:read"),
    },
    (uri, { id }) =>
      read({ on, program, uri }, async () => {
        const view = await on.reminders.read(accountId, idIn(id));
        return { ...toData(view), forecast: (view.delivery ?? null) as unknown as Json };
      }),
  );
  server.registerResource(
    "digest",
    new ResourceTemplate("meanwhile://stories/{id}/digest", { list: undefined }),
    {
      title: "A story's digest",
      description:
        "What the person could have noticed of scenes without them. Sealed stays sealed.",
      mimeType: type,
      scopeChallenge: requireScopes("chat:read"),
    },
    (uri, { id }) =>
      read({ on, program, uri }, async () => {
        const { chat } = await findStory(on, program, idIn(id));
        const digests = await readDigests(on, program, { chatId: chat.id, limit: mostDigests });
        return { story: chat.id, title: chat.title, digests };
      }),
  );
}

const idIn = (variable: string | readonly string[] | undefined): string =>
  canonicalId(typeof variable === "string" ? variable : "") ?? "";

interface Reading {
  readonly on: McpDeps;
  readonly program: Program;
  readonly uri: URL;
}

/** Recorded like a tool's call. Another account's is the same as none. */
async function read(of: Reading, look: () => Promise<Json>): Promise<ReadResourceResult> {
  const { on, program, uri } = of;
  const name = `resource ${uri.host}`;
  try {
    const found = await recordCall(on, { program, tool: name, args: { uri: uri.href } }, look);
    return { contents: [{ uri: uri.href, mimeType: type, text: JSON.stringify(found) }] };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw new ResourceNotFoundError(uri.href);
    throw new Error(on.explain(error, { language: "en", tool: name }).message, { cause: error });
  }
}
