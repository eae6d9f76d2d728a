import { iso } from "../domain/ports/clock.ts";
import type { OutsideTools } from "../domain/ports/outside-tools.ts";
import type { OwnToolServers } from "../domain/views/own-tool-servers.ts";
import type { ToolServer, ToolServerAdmin } from "../domain/views/tool-servers.ts";
import type { ToolSignInAdmin } from "../domain/views/tool-sign-in-admin.ts";
import { openOutsideTools } from "../mcp/client/outside-tools.ts";
import { openPrograms } from "../mcp/client/programs.ts";
import { startProgram } from "./start-program.ts";
import { openToolFetches } from "./tool-fetches.ts";
import { environmentOf, listPrograms, withPrograms } from "./tool-programs.ts";
import { openToolSignIn } from "./tool-sign-in.ts";
import { openToolTokens } from "./tool-tokens.ts";
import { type Keys, SealError } from "../store/secrets.ts";
import { openToolCalls } from "../store/tool-calls.ts";
import { type KeptToolServers, openToolServerStore } from "../store/tool-servers.ts";
import { startChore } from "../store/work/chore.ts";
import type { Base } from "./base.ts";
import type { LookDeps } from "./look-at-tools.ts";
import { openToolServerAdmin } from "./tool-server-admin.ts";
import { readVersion } from "./version.ts";

export interface OutsideServers {
  readonly tools: OutsideTools;
  readonly admin: ToolServerAdmin;
  readonly signIn: ToolSignInAdmin;
  /** Those that an account adds for itself. */
  own(accountId: string): OwnToolServers;
  /** Takes over a change that this or another process saved. */
  refresh(): Promise<void>;
}

/** In case a wake-up was lost. */
const sweepMs = 5_000;
/** For one use of a server: a person waits for the reply. */
const patienceMs = 20_000;

/** Servers of tools that operators added, as this process knows them. */
export async function openOutsideServers(
  base: Base,
  keys: Keys,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OutsideServers> {
  const { clock, chance, log, metrics, store } = base;
  const { db } = store;
  const rows = openToolServerStore({ db, clock, keys });
  const settings = base.config.tools;
  const listed = listPrograms(settings);
  const kept = withPrograms(rows, listed);
  let seen = "";
  let servers: readonly ToolServer[] = [];
  const take = async (): Promise<void> => {
    const now = (await rows.list()).map(({ sealed }) => sealed).join("\n");
    if (now === seen) return;
    // Noted first: what can't be opened is reported once, not at every sweep.
    seen = now;
    servers = [];
    servers = await kept.servers();
    for (const secret of servers.flatMap(secretsOf)) log.addSecret(secret);
  };
  let last: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    last = last.catch(() => undefined).then(take);
    return last;
  };
  const failed = "the servers of tools could not be read";
  await refresh().catch((error: unknown) => log.error({ error }, failed));
  const sweep = startChore(
    { clock, log },
    { firstMs: sweepMs, everyMs: sweepMs, failed, run: refresh },
  );
  base.closers.push(() => sweep.close());
  const { fetchFor, signInFetch, isAllowed } = openToolFetches({
    clock,
    patienceMs,
    privateAddresses: settings.private_addresses,
    allowedHosts: settings.allowed_hosts,
  });
  const programs = openPrograms({
    clock,
    log,
    version: readVersion(),
    patienceMs,
    start(name) {
      const program = listed.find((each) => each.name === name);
      if (program === undefined) throw new Error(`there is no program ${name}`);
      const { command, args, directory } = program;
      return startProgram(clock, { command, args, directory, env: environmentOf(program, env) });
    },
  });
  base.closers.push(() => programs.close());
  const storeOf = ({ owner }: ToolServer): KeptToolServers =>
    owner === undefined ? kept : rows.of(owner);
  const tokenFor = openToolTokens({ clock, chance, log, storeOf, signInFetch });
  const client = { clock, version: readVersion(), patienceMs, fetchFor, tokenFor, programs };
  const admin: LookDeps = {
    client,
    kept,
    clock,
    chance,
    log,
    refresh,
    signInFetch,
    standingOf: () => "allowed",
  };
  const listGiven = (accountId: string): readonly ToolServer[] =>
    servers.filter(({ accounts }) => accounts === "everyone" || accounts.includes(accountId));
  const adminOf = (owner: string): LookDeps => ({
    ...admin,
    owner,
    kept: rows.of(owner),
    standingOf(server) {
      if (!isAllowed(server)) return "not_allowed";
      return listGiven(owner).some(({ name }) => name === server.name) ? "name_taken" : "allowed";
    },
  });
  const mayAdd = settings.allowed_hosts.length > 0;
  const change = async (
    server: ToolServer,
    to: (found: ToolServer) => ToolServer,
  ): Promise<void> => {
    await storeOf(server).change(server, (found) => ({ server: found && to(found) }));
    await refresh();
  };
  return {
    refresh,
    tools: openOutsideTools({
      ...client,
      chance,
      log,
      metrics,
      calls: openToolCalls(db),
      async servers(accountId) {
        const given = listGiven(accountId);
        if (!mayAdd) return given;
        const { kept: theirs, standingOf } = adminOf(accountId);
        const kept = await theirs.servers().catch((error: unknown) => {
          if (!(error instanceof SealError)) throw error;
          log.warn({ error }, "servers of tools of an account could not be opened");
          return [];
        });
        const own = kept.filter((each) => standingOf(each) === "allowed");
        for (const secret of own.flatMap(secretsOf)) log.addSecret(secret);
        return [...given, ...own];
      },
      noteFound: (server, found) =>
        change(server, (kept) => ({ ...kept, found, foundAt: iso(clock.now()) })),
      noteSignIn: (server, { isRefused }) =>
        change(server, (kept) =>
          kept.signIn === undefined ? kept : { ...kept, signIn: { ...kept.signIn, isRefused } },
        ),
    }),
    admin: openToolServerAdmin(admin),
    signIn: openToolSignIn(admin),
    own: (accountId) => ({
      mayAdd,
      admin: openToolServerAdmin(adminOf(accountId)),
      signIn: openToolSignIn(adminOf(accountId)),
    }),
  };
}

const secretsOf = ({ headers, signIn }: ToolServer): readonly string[] => [
  ...Object.values(headers),
  ...[signIn?.grant?.accessToken, signIn?.grant?.refreshToken, signIn?.client?.secret].filter(
    (secret) => secret !== undefined,
  ),
];
