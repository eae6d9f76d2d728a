import { Refusal, refuseField } from "../domain/errors.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import type { Actor } from "../domain/views/audit.ts";
import type {
  AskedToolServer,
  ShownToolServer,
  ToolServer,
  ToolServerAdmin,
  ToolServerOutcome,
  ToolUse,
} from "../domain/views/tool-servers.ts";
import { type ToolClientDeps, ToolServerFailure, useToolServer } from "../mcp/client/connect.ts";
import { hashOfFound, listChanges, stateOf } from "../mcp/client/definitions.ts";
import { parseAllowedHost } from "../outbound/allowed-hosts.ts";
import type { ToolServerStore } from "../store/tool-servers.ts";
import type { Base } from "./base.ts";

interface AdminDeps {
  readonly client: ToolClientDeps;
  readonly kept: ToolServerStore;
  readonly clock: Clock;
  readonly log: Base["log"];
  refresh(): Promise<void>;
}

const mostServers = 20;

/** Servers of tools, for operators: added, looked at, approved and removed. */
export function openToolServerAdmin(on: AdminDeps): ToolServerAdmin {
  const { kept, log, refresh } = on;
  const find = async (name: string): Promise<ToolServer> => {
    const server = await kept.find(name);
    if (server === undefined) throw new Refusal("not_found");
    return server;
  };
  return {
    list: async () => (await kept.list()).map((row) => toShown(kept.open(row))),
    save: (asked, by) =>
      tell(async () => {
        const before = await kept.find(asked.name);
        const server = toServer(asked, before, by);
        for (const value of Object.values(server.headers)) log.addSecret(value);
        const found = await look(on, server);
        const after = await kept.change(asked.name, (_, count) => {
          if (before === undefined && count >= mostServers)
            throw refuseField("name", `there are ${mostServers} servers already`);
          const note = { action: "tool_server_saved", by, subject: asked.name };
          return { server: { ...server, ...found }, note };
        });
        await refresh();
        return after as ToolServer;
      }),
    look: (name) =>
      tell(async () => {
        const found = await look(on, await find(name));
        const after = await kept.change(name, (server) => ({
          server: server && { ...server, ...found },
        }));
        if (after === undefined) throw new Refusal("not_found");
        await refresh();
        return after;
      }),
    async approve(name, { foundHash, uses }, by) {
      const after = await kept.change(name, (server) => {
        if (server === undefined) throw new Refusal("not_found");
        // Something else was listed meanwhile, which the operator has not read.
        if (hashOfFound(server.found) !== foundHash) throw new Refusal("version_conflict");
        return {
          server: { ...server, approved: approve(server, uses) },
          note: {
            action: "tool_server_approved",
            by,
            subject: name,
            details: { tools: { ...uses } },
          },
        };
      });
      await refresh();
      return toShown(after as ToolServer);
    },
    async remove(name, by) {
      await find(name);
      await kept.change(name, () => ({
        server: undefined,
        note: { action: "tool_server_removed", by, subject: name },
      }));
      await refresh();
    },
  };
}

/** What is wrong with a server is an answer, not an error. */
async function tell(work: () => Promise<ToolServer>): Promise<ToolServerOutcome> {
  try {
    return { server: toShown(await work()), problem: null };
  } catch (error) {
    if (error instanceof ToolServerFailure) return { server: null, problem: error.problem };
    throw error;
  }
}

async function look({ client, clock }: AdminDeps, server: ToolServer) {
  const signal = new AbortController().signal;
  const { tools, unusable } = await useToolServer(client, { server, signal }, (session) =>
    session.list(),
  );
  return { found: tools, unusable, foundAt: iso(clock.now()) };
}

const approve = ({ found }: ToolServer, uses: Readonly<Record<string, ToolUse>>) =>
  found.flatMap((tool) => {
    const use = uses[tool.name];
    return use === undefined ? [] : [{ ...tool, use }];
  });

/** A changed server starts over: what was approved was said by another one. */
function toServer(asked: AskedToolServer, before: ToolServer | undefined, by: Actor): ToolServer {
  const url = addressOf(asked.url);
  const isSameOrigin = before !== undefined && new URL(before.url).origin === new URL(url).origin;
  if (!asked.everyone && by.accountId === null)
    throw refuseField("everyone", "must be true, since this token has no account");
  return {
    name: asked.name,
    url,
    headers: asked.headers ?? (isSameOrigin ? before.headers : {}),
    accounts: asked.everyone ? "everyone" : [by.accountId as string],
    found: [],
    foundAt: "",
    unusable: [],
    approved: before?.url === url ? before.approved : [],
  };
}

/** The address as it is stored. It is shown again, so a secret has no place in it. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw refuseField("url", "is not an http or https address");
  if (url.username + url.password + url.search + url.hash !== "")
    throw refuseField("url", "has a user name, a password or a query; secrets belong in a header");
  try {
    parseAllowedHost(url.origin);
  } catch {
    throw new ToolServerFailure("address_forbidden");
  }
  return url.href;
}

function toShown(server: ToolServer): ShownToolServer {
  const useOf = (tool: string): ToolUse | null =>
    server.approved.find(({ name }) => name === tool)?.use ?? null;
  return {
    name: server.name,
    url: server.url,
    header_names: Object.keys(server.headers),
    everyone: server.accounts === "everyone",
    state: stateOf(server),
    found_hash: hashOfFound(server.found),
    found_at: server.foundAt,
    tools: server.found.map((tool) => ({ ...tool, use: useOf(tool.name) })),
    changes: server.approved.length === 0 ? [] : listChanges(server),
    unusable: server.unusable,
  };
}
