import { Refusal, refuseField } from "../domain/errors.ts";
import type { Actor } from "../domain/views/audit.ts";
import type {
  AskedToolServer,
  ToolServer,
  ToolServerAdmin,
  ToolUse,
} from "../domain/views/tool-servers.ts";
import { ToolServerFailure } from "../mcp/client/connect.ts";
import { hashOfFound } from "../mcp/client/definitions.ts";
import { parseAllowedHost } from "../outbound/allowed-hosts.ts";
import { type LookDeps, look, noteOf, tell, toShown } from "./look-at-tools.ts";

const mostServers = 20;
const mostOwnServers = 5;

/** Servers of tools: added, looked at, approved and removed, by operators or for one's own account. */
export function openToolServerAdmin(on: LookDeps): ToolServerAdmin {
  const { kept, log, refresh } = on;
  const find = async (name: string): Promise<ToolServer> => {
    const server = await kept.find({ name });
    if (server === undefined) throw new Refusal("not_found");
    return server;
  };
  return {
    list: async () => (await kept.servers()).map((server) => toShown(on, server)),
    save: (asked, by) =>
      tell(on, async () => {
        const before = await kept.find(asked);
        assertFromPage(before);
        const server = toServer({ ...asked, owner: on.owner }, before, by);
        assertAllowed(on, server);
        for (const value of Object.values(server.headers)) log.addSecret(value);
        const { apply, problem } = await look(on, server);
        const after = await kept.change(asked, (now, count) => {
          const most = on.owner === undefined ? mostServers : mostOwnServers;
          if (before === undefined && count >= most)
            throw refuseField("name", `there are ${most} servers already`);
          const note = noteOf(on, { action: "tool_server_saved", by, subject: asked.name });
          const signIn = server.signIn && now?.signIn;
          return { server: apply({ ...server, signIn }), note };
        });
        await refresh();
        return { server: after as ToolServer, problem };
      }),
    look: (name) =>
      tell(on, async () => {
        const server = await find(name);
        assertAllowed(on, server);
        const { apply, problem } = await look(on, server);
        const after = await kept.change({ name }, (found) => ({
          server: found && apply(found),
        }));
        if (after === undefined) throw new Refusal("not_found");
        await refresh();
        return { server: after, problem };
      }),
    async approve(name, { foundHash, uses }, by) {
      const after = await kept.change({ name }, (server) => {
        if (server === undefined) throw new Refusal("not_found");
        // Something else was listed meanwhile, which the person has not read.
        if (hashOfFound(server.found) !== foundHash) throw new Refusal("version_conflict");
        return {
          server: { ...server, ...ownerOf(server, by), approved: approve(server, uses) },
          note: noteOf(on, {
            action: "tool_server_approved",
            by,
            subject: name,
            details: { tools: { ...uses } },
          }),
        };
      });
      await refresh();
      return toShown(on, after as ToolServer);
    },
    async remove(name, by) {
      assertFromPage(await find(name));
      await kept.change({ name }, () => ({
        server: undefined,
        note: noteOf(on, { action: "tool_server_removed", by, subject: name }),
      }));
      await refresh();
    },
  };
}

function assertAllowed(on: LookDeps, server: ToolServer): void {
  const standing = on.standingOf(server);
  if (standing === "not_allowed")
    throw refuseField("url", "is not among the hosts that the operator allows");
  if (standing === "name_taken")
    throw refuseField("name", "is the name of a server that the operator gave you");
}

/** What is started on this machine is the settings file's alone. */
function assertFromPage(server: ToolServer | undefined): void {
  if (server?.program !== undefined)
    throw refuseField("name", "is a program of meanwhile.yaml, and is changed there");
}

/** A program that is not for everyone is for the operator who approves it. */
function ownerOf({ program, accounts }: ToolServer, by: Actor): Partial<ToolServer> {
  if (program === undefined || accounts === "everyone") return {};
  if (by.accountId === null)
    throw refuseField("tools", "are for an account, and this token has none");
  return { accounts: [by.accountId] };
}

const approve = ({ found }: ToolServer, uses: Readonly<Record<string, ToolUse>>) =>
  found.flatMap((tool) => {
    const use = uses[tool.name];
    return use === undefined ? [] : [{ ...tool, use }];
  });

const nothingFound = { found: [], foundAt: "", unusable: [], approved: [] } as const;

/** A changed server starts over: what was approved was said by another one. */
function toServer(
  asked: AskedToolServer & { readonly owner: string | undefined },
  before: ToolServer | undefined,
  by: Actor,
): ToolServer {
  const url = addressOf(asked.url);
  const isSameOrigin = before !== undefined && new URL(before.url).origin === new URL(url).origin;
  const same = before?.url === url ? before : undefined;
  const account = asked.owner ?? by.accountId;
  if (!asked.everyone && account === null)
    throw refuseField("everyone", "must be true, since this token has no account");
  return {
    ...(same ?? nothingFound),
    ...(asked.owner === undefined ? {} : { owner: asked.owner }),
    name: asked.name,
    url,
    headers: asked.headers ?? (isSameOrigin ? before.headers : {}),
    accounts: asked.everyone ? "everyone" : [account as string],
    // Headers of one's own are another way in.
    signIn: asked.headers === undefined ? same?.signIn : undefined,
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
