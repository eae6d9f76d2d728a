import type { ChannelDirectory } from "../../domain/ports/channel-ports.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import { selectStandaloneHosts } from "../../domain/listed-hosts.ts";
import type { AccountHealth, Condition } from "./account-health.ts";
import { accountReason } from "./judge.ts";

/** How a connection ended, or why there was none. */
export type LineEnd =
  /** The vendor refuses us; a person has to fix that, or time does. */
  | { readonly refused: string; readonly againMs?: number | undefined }
  /** The line broke, or could not be opened. */
  | { readonly broken: string }
  /** The vendor asked for a new connection. */
  | { readonly renewed: true };

export interface KeepLineDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly directory: Pick<ChannelDirectory, "stateChanged">;
  readonly health: Pick<AccountHealth, "became">;
}

export interface LinePlan {
  readonly channel: string;
  readonly channelAccount: string;
  /** One connection, until it ends. An `OutboundFailure` counts as a broken line. */
  connect(on: { readonly signal: AbortSignal; ready(): Promise<void> }): Promise<LineEnd>;
}

const minuteMs = 60_000;
/** So many failures in a row are shown to people. */
const patience = 3;

/** Stays connected until the signal aborts, however often the line breaks. */
export async function keepLine(
  on: KeepLineDeps,
  plan: LinePlan,
  signal: AbortSignal,
): Promise<void> {
  const { channel, channelAccount } = plan;
  let failures = 0;
  const report = (to: Condition): Promise<void> =>
    on.directory
      .stateChanged({ channel, channelAccount }, to)
      .catch((error: unknown) =>
        on.log.warn({ error, channel }, "the state of a connection could not be recorded"),
      );
  const ready = async (): Promise<void> => {
    failures = 0;
    await on.health.became(channelAccount, { state: "connected" });
    await report({ state: "connected" });
  };
  while (!signal.aborted) {
    const end = await connectOnce(plan, { signal, ready });
    if (signal.aborted) return;
    if ("renewed" in end) continue;
    failures += 1;
    const about = { channel, account: channelAccount, end };
    if ("refused" in end) {
      on.log.error(about, "the vendor refuses the connection; trying again later");
      if (end.refused === accountReason)
        await on.health.became(channelAccount, { state: "needs_login", reason: accountReason });
      else await report({ state: "failed", reason: end.refused });
    } else {
      on.log.warn(about, "the connection is down; reconnecting");
      if (failures >= patience) await report({ state: "failed", reason: "unreachable" });
    }
    await on.clock.wait(pauseAfter(on, end, failures), signal);
  }
}

const connectOnce = (plan: LinePlan, how: Parameters<LinePlan["connect"]>[0]): Promise<LineEnd> =>
  plan.connect(how).catch((error: unknown) => {
    if (error instanceof OutboundFailure) return { broken: error.code };
    throw error;
  });

/** Twice as long each time, and never for all accounts at the same moment. */
function pauseAfter(
  { chance }: Pick<KeepLineDeps, "chance">,
  end: LineEnd,
  failures: number,
): number {
  const [firstMs, mostMs] = "refused" in end ? [30_000, 10 * minuteMs] : [1_000, minuteMs];
  const grown = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
  const againMs = "refused" in end ? (end.againMs ?? 0) : 0;
  return Math.max(againMs, grown * (0.5 + chance.random() / 2));
}

/**
 * Where a connection may go. Vendors name the address in an answer, so only names below their own
 * count, and those of the settings. Undefined for any other.
 */
export function lineHosts(
  address: string,
  { own, allowedHosts }: { readonly own: RegExp; readonly allowedHosts: readonly string[] },
): readonly string[] | undefined {
  if (!/^wss?:\/\//.test(address) || !URL.canParse(address)) return undefined;
  const { hostname, host, origin } = new URL(address.replace(/^ws/, "http"));
  const isListedHost = allowedHosts.some((name) => name === hostname || name === host);
  if (isListedHost) return [origin, ...selectStandaloneHosts(allowedHosts)];
  return address.startsWith("wss:") && own.test(hostname) ? [host] : undefined;
}
