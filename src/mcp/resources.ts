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
import { type McpDeps, mayUse, type Program } from "./ports.ts";
import { recordCall } from "./record-call.ts";
import { toData } from "./tools/reminders.ts";

const type = "application/json";
const mostDigests = 20;

/** A kind of thing that a program may attach to a conversation, or hear changes of, without calling a tool. */
interface Kind {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: string;
  /** An address, or the part before the id and the part behind it. */
  readonly address: string | readonly [before: string, after: string];
  read(on: McpDeps, program: Program, id: string): Promise<Json>;
}

const kinds: readonly Kind[] = [
  {
    name: "agenda_today",
    title: "Today's agenda",
    description: "What is on for the person today, in their own time zone.",
    scope: "reminders:read",
    address: "meanwhile://agenda/today",
    async read(on, { accountId }) {
      const profile = await on.readProfile(accountId);
      const from = today(on.clock.now(), profile);
      const { entries } = await readAgenda(on.reminders, { accountId, profile, from, days: 1 });
      return { date: from, zone: profile.zone, entries };
    },
  },
  {
    name: "reminder",
    title: "A reminder",
    description: "One reminder, with whether it can be delivered on time.",
    scope: "reminders:read",
    address: ["meanwhile://reminders/", ""],
    async read(on, { accountId }, id) {
      const view = await on.reminders.read(accountId, id);
      return { ...toData(view), forecast: (view.delivery ?? null) as unknown as Json };
    },
  },
  {
    name: "digest",
    title: "A story's digest",
    description: "What the person could have noticed of scenes without them. Sealed stays sealed.",
    scope: "chat:read",
    address: ["meanwhile://stories/", "/digest"],
    async read(on, program, id) {
      const { chat } = await findStory(on, program, id);
      const digests = await readDigests(on, program, { chatId: chat.id, limit: mostDigests });
      return { story: chat.id, title: chat.title, digests };
    },
  },
];

export function registerResources(server: McpServer, on: McpDeps, program: Program): void {
  for (const kind of kinds) {
    const { name, title, description, scope, address } = kind;
    const config = { title, description, mimeType: type, scopeChallenge: requireScopes(scope) };
    if (typeof address === "string")
      server.registerResource(name, address, config, (uri) =>
        read({ on, program, uri }, () => kind.read(on, program, "")),
      );
    else
      server.registerResource(
        name,
        new ResourceTemplate(address.join("{id}"), { list: undefined }),
        config,
        (uri, { id }) => read({ on, program, uri }, () => kind.read(on, program, idIn(id))),
      );
  }
}

export interface FoundResource {
  read(on: McpDeps): Promise<Json>;
}

/** A resource by its address; undefined if there is none of this kind, or none for this program. */
export function findResource(program: Program, uri: string): FoundResource | undefined {
  for (const kind of kinds) {
    const id = idAt(kind, uri);
    if (id === undefined) continue;
    return mayUse(program, kind.scope) ? { read: (on) => kind.read(on, program, id) } : undefined;
  }
  return undefined;
}

function idAt({ address }: Kind, uri: string): string | undefined {
  if (typeof address === "string") return uri === address ? "" : undefined;
  const [before, after] = address;
  if (!uri.startsWith(before) || !uri.endsWith(after)) return undefined;
  return canonicalId(uri.slice(before.length, uri.length - after.length));
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
    const found = await recordCall(
      on,
      { program, tool: name, args: { uri: uri.href }, isRead: true },
      look,
    );
    return { contents: [{ uri: uri.href, mimeType: type, text: JSON.stringify(found) }] };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw new ResourceNotFoundError(uri.href);
    throw new Error(on.explain(error, { language: "en", tool: name }).message, { cause: error });
  }
}
