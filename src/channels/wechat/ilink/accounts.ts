import type {
  ChannelDirectory,
  ChannelPorts,
  ConnectionState,
  LinkedAccount,
} from "../../../domain/ports/channel-ports.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { Endpoint } from "./wire.ts";

export const channelName = "wechat_personal";

/** The credentials of a login. Stored sealed, as one value. */
export interface Credentials {
  readonly botToken: string;
  readonly botId: string;
  readonly baseUrl: string;
  /** The person who scanned the code. */
  readonly userId: string;
}

/** A bot account as this process knows it. */
export interface BotAccount {
  readonly channelAccount: string;
  readonly accountId: string;
  readonly credentials: Credentials;
  readonly state: ConnectionState;
  /** Aborts when other credentials take the place of these. */
  readonly replaced: AbortSignal;
}

export interface Accounts {
  /** As last seen. Synchronous: the outbox asks before every send. */
  known(channelAccount: string): BotAccount | undefined;
  all(): readonly BotAccount[];
  /** Looks again at what is linked: other processes link and lose accounts too. */
  refresh(): Promise<readonly BotAccount[]>;
  save(account: Pick<BotAccount, "channelAccount" | "accountId" | "credentials">): Promise<void>;
  /** These credentials work, or have failed for a reason. Repeats are ignored. */
  report(
    account: BotAccount,
    to: { readonly state: ConnectionState; readonly reason?: string | undefined },
  ): Promise<void>;
  /** The token is dead. Only a new login helps, so the operator is warned. */
  lost(account: BotAccount): Promise<void>;
}

export interface AccountsDeps {
  readonly ports: Pick<ChannelPorts, "secrets" | "directory">;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface KnownAccount extends BotAccount {
  readonly replace: AbortController;
}

const secretName = (channelAccount: string): string => `wechat_ilink:${channelAccount}`;

export const placeOf = ({ credentials }: BotAccount): Endpoint => ({
  baseUrl: credentials.baseUrl,
  token: credentials.botToken,
});

export function openAccounts({ ports, log, metrics }: AccountsDeps): Accounts {
  const kept = new Map<string, KnownAccount>();

  async function look(linked: LinkedAccount): Promise<void> {
    const credentials = credentialsIn(await ports.secrets.get(secretName(linked.channelAccount)));
    const before = kept.get(linked.channelAccount);
    if (credentials === undefined) return forget(linked.channelAccount);
    const same = before?.credentials.botToken === credentials.botToken;
    if (!same) before?.replace.abort();
    const replace = same && before !== undefined ? before.replace : new AbortController();
    const { channelAccount, accountId, state } = linked;
    kept.set(channelAccount, {
      channelAccount,
      accountId,
      credentials,
      state,
      replace,
      replaced: replace.signal,
    });
  }

  const forget = (channelAccount: string): void => {
    kept.get(channelAccount)?.replace.abort();
    kept.delete(channelAccount);
  };

  /** The person disconnected it. A login that was made meanwhile has another token, and stays. */
  const letGo = async ({ channelAccount, credentials }: KnownAccount): Promise<void> => {
    forget(channelAccount);
    const now = credentialsIn(await ports.secrets.get(secretName(channelAccount)));
    if (now?.botToken === credentials.botToken)
      await ports.secrets.drop(secretName(channelAccount));
  };

  const refresh = async (): Promise<readonly BotAccount[]> => {
    const linked = await ports.directory.list(channelName);
    for (const gone of [...kept.values()].filter(
      (one) => !linked.some(({ channelAccount }) => channelAccount === one.channelAccount),
    ))
      await letGo(gone);
    for (const one of linked) await look(one);
    return [...kept.values()];
  };

  const report: Accounts["report"] = async (account, to) => {
    const now = kept.get(account.channelAccount);
    // Results with old credentials say nothing about the new ones.
    if (
      now === undefined ||
      now.credentials.botToken !== account.credentials.botToken ||
      now.state === to.state
    )
      return;
    kept.set(account.channelAccount, { ...now, state: to.state });
    await ports.directory.stateChanged(nameOf(account.channelAccount), to);
  };

  return {
    known: (channelAccount) => kept.get(channelAccount),
    all: () => [...kept.values()],
    refresh,
    report,
    save: async ({ channelAccount, accountId, credentials }) => {
      await ports.secrets.put(secretName(channelAccount), JSON.stringify(credentials));
      await link(ports.directory, { channelAccount, accountId });
      await refresh();
    },
    lost: async (account) => {
      const isNews = kept.get(account.channelAccount)?.state !== "needs_login";
      // Another process may have logged in meanwhile: then this token is merely old.
      await refresh();
      if (kept.get(account.channelAccount)?.credentials.botToken !== account.credentials.botToken)
        return;
      await report(account, { state: "needs_login", reason: "token_dead" });
      // A login that is confirmed at this moment must not be ended by the failure of the token
      // before it.
      await refresh();
      const now = kept.get(account.channelAccount);
      if (now !== undefined && now.credentials.botToken !== account.credentials.botToken)
        return report(now, { state: "connected" });
      if (!isNews) return;
      metrics.count("meanwhile_channel_login_lost_total", { channel: channelName });
      log.error(
        { channel: channelName, channel_account: account.channelAccount },
        "WeChat no longer accepts this login: no messages are received or sent until a new code is scanned",
      );
    },
  };
}

const nameOf = (channelAccount: string) => ({ channel: channelName, channelAccount });

/**
 * Linking says whose it is; the state is reported as well, since a link that was there before keeps
 * its old one.
 */
async function link(
  directory: ChannelDirectory,
  account: Pick<BotAccount, "channelAccount" | "accountId">,
): Promise<void> {
  const of = nameOf(account.channelAccount);
  await directory.link({ ...of, accountId: account.accountId, state: "connected", reason: null });
  await directory.stateChanged(of, { state: "connected" });
}

function credentialsIn(sealed: string | undefined): Credentials | undefined {
  return sealed === undefined ? undefined : (JSON.parse(sealed) as Credentials);
}
