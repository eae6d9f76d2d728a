import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { InboundMessage } from "../../../domain/message.ts";
import { type Accounts, type BotAccount, channelName, placeOf } from "./accounts.ts";
import { type InboundDeps, personal, readMessage, unreadable, vendorIdOf } from "./inbound.ts";
import { type Fields, listOf, numberOf, textOf } from "./lossless-json.ts";
import type { WireAnswer, Wire } from "./wire.ts";

export interface PollDeps extends InboundDeps {
  readonly ports: Pick<ChannelPorts, "inbox" | "marks">;
  readonly reports?: Pick<ChannelReports, "rejected"> | undefined;
  readonly accounts: Accounts;
  readonly wire: Wire;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const firstPollMs = 35_000;
const shortPauseMs = 2_000;
const longPauseMs = 30_000;
const patience = 3;
/**
 * The vendor holds a poll open until there is news. Polls that return at once would make the loop
 * spin.
 */
const restMs = 1_000;
const rememberedIds = 1_000;

/**
 * Where the account's inbox stands. The cursor belongs to one bot: a new bot starts from the
 * beginning.
 */
interface PollState {
  readonly account: BotAccount;
  readonly key: string;
  /** Messages that this process accepted recently, so that a replayed batch is not read twice. */
  readonly taken: Set<string>;
  /** Read but not accepted yet, because the database was away. */
  readonly read: Map<string, InboundMessage>;
  /** How often reading a message has failed: the reason may pass, or be the message itself. */
  readonly unread: Map<string, number>;
  cursor: string;
  timeoutMs: number;
}

/**
 * Reads one bot account until the signal aborts or the login is lost. A batch and the cursor behind
 * it are one transaction; then the next poll begins at once, without waiting for the turns that
 * were started.
 */
export async function pollAccount(
  on: PollDeps,
  account: BotAccount,
  signal: AbortSignal,
): Promise<void> {
  const key = `cursor:${account.credentials.botId}`;
  const cursor =
    (await on.ports.marks.read({
      channel: channelName,
      channelAccount: account.channelAccount,
      key,
    })) ?? "";
  const standing: PollState = {
    account,
    key,
    taken: new Set(),
    read: new Map(),
    unread: new Map(),
    cursor,
    timeoutMs: firstPollMs,
  };
  await notify(on, account, "msg/notifystart");
  let failures = 0;
  while (!signal.aborted) {
    const began = on.clock.now();
    const outcome = await pollOnce(on, standing, signal);
    if (outcome === "lost" || signal.aborted) break;
    failures = outcome === "failed" ? failures + 1 : 0;
    if (failures === patience)
      await on.accounts.report(account, { state: "failed", reason: "unreachable" });
    if (failures > 0) await on.clock.wait(failures < patience ? shortPauseMs : longPauseMs, signal);
    else if (outcome === "no_news" && on.clock.now() - began < restMs)
      await on.clock.wait(restMs, signal);
  }
  if (signal.aborted) await notify(on, account, "msg/notifystop");
}

async function pollOnce(
  on: PollDeps,
  standing: PollState,
  signal: AbortSignal,
): Promise<"ok" | "no_news" | "failed" | "lost"> {
  const { account } = standing;
  const said = await on.wire.post(placeOf(account), {
    endpoint: "getupdates",
    body: { get_updates_buf: standing.cursor },
    timeoutMs: standing.timeoutMs,
    signal,
  });
  const outcome = outcomeOf(said);
  on.metrics.count("meanwhile_ilink_polls_total", { outcome });
  if (outcome === "lost") {
    await on.accounts.lost(account);
    return "lost";
  }
  if (said.kind !== "ok") {
    if (outcome === "failed" && !signal.aborted)
      on.log.warn(
        { channel: channelName, channel_account: account.channelAccount, said },
        "a poll failed",
      );
    return outcome === "failed" ? "failed" : "no_news";
  }
  try {
    const moved = await takeBatch(on, standing, said.fields);
    await on.accounts.report(account, { state: "connected" });
    return moved ? "ok" : "no_news";
  } catch (error) {
    // The cursor has not moved: the vendor gives the same messages again.
    on.log.error(
      { channel: channelName, channel_account: account.channelAccount, error },
      "a batch of messages could not be accepted",
    );
    return "failed";
  }
}

/** The vendor holds a poll open until there is news. A timeout is the usual case, not a failure. */
function outcomeOf(said: WireAnswer): "ok" | "empty" | "failed" | "lost" {
  if (said.kind === "ok") return "ok";
  if (said.kind === "login_lost") return "lost";
  return said.kind === "silence" &&
    said.failure.code === "timeout" &&
    said.failure.phase === "after"
    ? "empty"
    : "failed";
}

/** True when it brought something: messages, or a cursor that moved on. */
async function takeBatch(on: PollDeps, standing: PollState, fields: Fields): Promise<boolean> {
  const { account, taken } = standing;
  const { channelAccount } = account;
  const suggested = numberOf(fields["longpolling_timeout_ms"]);
  if (suggested !== undefined) standing.timeoutMs = Math.min(Math.max(suggested, 5_000), 120_000);
  const fresh = new Map<string, Fields>();
  for (const value of listOf(fields["msgs"])) {
    const message = personal(value);
    if (message !== undefined && !taken.has(vendorIdOf(message)))
      fresh.set(vendorIdOf(message), message);
  }
  const cursor = textOf(fields["get_updates_buf"]) ?? standing.cursor;
  if (fresh.size === 0 && cursor === standing.cursor) return false;
  const messages = await Promise.all(
    [...fresh].map(([id, message]) => readOnce(on, standing, { id, message })),
  );
  const marks = [{ channel: channelName, channelAccount, key: standing.key, value: cursor }];
  const outcomes = await on.ports.inbox.take({ messages, marks });
  standing.cursor = cursor;
  standing.read.clear();
  standing.unread.clear();
  for (const id of fresh.keys()) taken.add(id);
  for (const id of [...taken].slice(0, Math.max(0, taken.size - rememberedIds))) taken.delete(id);
  for (const [at, outcome] of outcomes.entries()) {
    on.metrics.count("meanwhile_ilink_messages_total", { outcome: outcome.kind });
    const { vendorId = null } = messages[at] ?? {};
    if (outcome.kind === "refused")
      await on.reports?.rejected({
        channel: channelName,
        channelAccount,
        vendorId,
        code: outcome.code,
      });
  }
  return true;
}

/**
 * A message that can't be read even the third time must not hold up the others, or the cursor would
 * never pass it.
 */
async function readOnce(
  on: PollDeps,
  { account, read, unread }: PollState,
  { id, message }: { id: string; message: Fields },
): Promise<InboundMessage> {
  const before = read.get(id);
  if (before !== undefined) return before;
  try {
    const done = await readMessage(on, message, account);
    read.set(id, done);
    return done;
  } catch (error) {
    const times = (unread.get(id) ?? 0) + 1;
    unread.set(id, times);
    if (times < patience) throw error;
    on.log.error(
      { channel: channelName, channel_account: account.channelAccount, error },
      "a message could not be read",
    );
    return unreadable(on, message, account);
  }
}

/**
 * Optional: the vendor shows the bot as present or away. At the end the run's own signal has
 * already fired.
 */
async function notify(on: PollDeps, account: BotAccount, endpoint: string): Promise<void> {
  const said = await on.wire.post(placeOf(account), { endpoint, timeoutMs: 3_000 });
  if (said.kind !== "ok")
    on.log.debug(
      { channel: channelName, endpoint, kind: said.kind },
      "the vendor did not accept the notice",
    );
}
