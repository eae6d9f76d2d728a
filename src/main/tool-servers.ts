import { iso } from "../domain/ports/clock.ts";
import type { OutsideTools } from "../domain/ports/outside-tools.ts";
import type { ToolServer, ToolServerAdmin } from "../domain/views/tool-servers.ts";
import type { ToolSignInAdmin } from "../domain/views/tool-sign-in-admin.ts";
import { openOutsideTools } from "../mcp/client/outside-tools.ts";
import { openPrograms } from "../mcp/client/programs.ts";
import { startProgram } from "./start-program.ts";
import { openToolFetches } from "./tool-fetches.ts";
import { environmentOf, listPrograms, withPrograms } from "./tool-programs.ts";
import { openToolSignIn } from "./tool-sign-in.ts";
import { openToolTokens } from "./tool-tokens.ts";
import type { Keys } from "../store/secrets.ts";
import { openToolCalls } from "../store/tool-calls.ts";
import { openToolServerStore } from "../store/tool-servers.ts";
import { startChore } from "../store/work/chore.ts";
import type { Base } from "./base.ts";
import { openToolServerAdmin } from "./tool-server-admin.ts";
import { readVersion } from "./version.ts";

export interface OutsideServers {
  readonly tools: OutsideTools;
  readonly admin: ToolServerAdmin;
  readonly signIn: ToolSignInAdmin;
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
  const { fetchFor, signInFetch } = openToolFetches({
    clock,
    patienceMs,
    privateAddresses: settings.private_addresses,
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
  const tokenFor = openToolTokens({ clock, chance, log, kept, signInFetch });
  const client = { clock, version: readVersion(), patienceMs, fetchFor, tokenFor, programs };
  const admin = { client, kept, clock, chance, log, refresh, signInFetch };
  return {
    refresh,
    tools: openOutsideTools({
      ...client,
      chance,
      log,
      metrics,
      calls: openToolCalls(db),
      servers: () => servers,
      async noteFound(name, found) {
        await kept.change({ name }, (server) => ({
          server: server && { ...server, found, foundAt: iso(clock.now()) },
        }));
        await refresh();
      },
    }),
    admin: openToolServerAdmin(admin),
    signIn: openToolSignIn(admin),
  };
}

const secretsOf = ({ headers, signIn }: ToolServer): readonly string[] => [
  ...Object.values(headers),
  ...[signIn?.grant?.accessToken, signIn?.grant?.refreshToken, signIn?.client?.secret].filter(
    (secret) => secret !== undefined,
  ),
];
