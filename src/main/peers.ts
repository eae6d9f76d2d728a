import type { Config } from "../config.ts";
import type { PeerCalls } from "../domain/ports/peers.ts";
import type { Chance } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import { engine } from "../domain/principal.ts";
import type { PeerDesk } from "../domain/views/peers.ts";
import { createPeerCalls } from "../outbound/peers/call.ts";
import { openPeerKey, type PeerKey } from "../outbound/peers/envelope.ts";
import { sendPeerNews } from "../outbound/peers/rounds.ts";
import { takeOnce } from "../outbound/peers/take-once.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import { endLink, followEntries } from "../skills/friends/elsewhere/follow-entries.ts";
import { receive } from "../skills/friends/elsewhere/receive.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Projector } from "../store/log/projector.ts";
import type { Keys } from "../store/secrets.ts";
import { openSoleWorker } from "../store/work/sole-worker.ts";
import { openDecisions } from "../turn/decisions.ts";
import type { Base } from "./base.ts";

/** This installation's own name for others. */
export const ownHost = ({ peers, server }: Pick<Config, "peers" | "server">): string | undefined =>
  peers.host ?? (server.public_url === undefined ? undefined : new URL(server.public_url).hostname);

type PeerBase = Pick<Base, "config" | "clock" | "closers"> & {
  readonly chance: Pick<Chance, "id">;
  readonly log: Pick<Log, "warn">;
};

/** Calls to other installations; undefined where none is listed. */
export function openPeerCalls(
  { config, clock, chance, closers, log }: PeerBase,
  keys: Keys,
): PeerCalls | undefined {
  const host = ownHost(config);
  const { known } = config.peers;
  if (known.length === 0) return undefined;
  if (host === undefined) {
    log.warn({}, "peers.known is set, but this server has no name for others: set peers.host");
    return undefined;
  }
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  let own: PeerKey | undefined;
  return createPeerCalls({
    host,
    peers: known.map(({ host: name, url, key }) => ({ host: name, url, key })),
    http,
    clock,
    chance,
    key: () => (own ??= openPeerKey(keys)),
  });
}

/** Friends on other installations: what they bring, and in a worker what is brought to them. */
export function openPeers(
  base: Base,
  on: {
    readonly calls: PeerCalls | undefined;
    readonly projector: Projector;
    readonly keys: Keys;
    readonly holder: string;
  },
): PeerDesk | undefined {
  const { config, store, clock, chance, log } = base;
  const { calls } = on;
  if (calls === undefined) return undefined;
  const db = store.db;
  const decisions = openDecisions({ db, projector: on.projector, clock, chance });
  const anyone = {
    rows: <Row>(text: string, params?: readonly unknown[]) =>
      db.transaction(engine, (sql) => sql.rows<Row>(text, params)),
  };
  const deps = { decisions, anyone };
  if (config.workers.background && config.roles.includes("worker")) {
    const sole = openSoleWorker({ db, clock, log, holder: on.holder });
    sole.hold("peers", async (signal) => {
      while (!signal.aborted) {
        await round(signal).catch((error: unknown) =>
          log.warn(
            { error },
            "news for other installations could not be sent; the next round tries again",
          ),
        );
        await clock.wait(roundMs, signal);
      }
    });
    base.closers.push(() => sole.close());
  }
  const round = async (signal: AbortSignal): Promise<void> => {
    await followEntries(deps, clock.now());
    await sendPeerNews({ db, clock, calls, endLink: (of) => endLink(deps, of) }, signal);
  };
  let key: PeerKey | undefined;
  const codes = openLinkCodes(on.keys);
  const latePolicy = config.reminders.default_late_policy;
  return {
    host: calls.host,
    known: calls.peers,
    sign: (body) => (key ??= openPeerKey(on.keys)).sign(body),
    takeOnce: (message) => takeOnce({ db, clock }, message),
    receive: (host, message) => receive({ ...deps, codes, latePolicy }, host, message),
  };
}

const roundMs = 1_000;
