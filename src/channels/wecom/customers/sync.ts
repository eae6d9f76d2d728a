import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import { type Fields, objectsOf, textOf } from "../../kit/json-fields.ts";
import { isStranger, type StrangerReplies, type Taken } from "../../kit/strangers.ts";
import type { WecomAppApi } from "../app/api.ts";
import { type ReadDeps, readEntry, type ReadEntry } from "./read.ts";
import { wecomServiceChannel } from "./settings.ts";
import { failureOf } from "./verdict.ts";

export interface SyncDeps extends ReadDeps {
  readonly api: WecomAppApi;
  readonly ports: Pick<ChannelPorts, "inbox" | "marks" | "receipts">;
  readonly reports?: Pick<ChannelReports, "rejected"> | undefined;
  readonly strangers: Pick<StrangerReplies, "answer">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Neither waits nor fails. */
  welcome(code: string): void;
}

const pageSize = 1_000;
/** However much waits: the rest comes with the next call. */
const mostPages = 20;
/** WeCom accepts a welcome for twenty seconds. */
const welcomeMs = 20_000;

/** Messages of an account could not be fetched or stored. The cursor stays, so none is lost. */
class SyncFailure extends Error {
  override readonly name = "SyncFailure";
}

/**
 * Fetches what an account has for us, page by page. A page's cursor is stored in the transaction of
 * its messages. `token` comes with a callback; without one WeCom allows few calls.
 */
export async function syncAccount(
  on: SyncDeps,
  account: string,
  token: string | undefined,
): Promise<void> {
  const mark = { channel: wecomServiceChannel, channelAccount: account, key: "cursor" };
  let cursor = await on.ports.marks.read(mark);
  for (let page = 0; page < mostPages; page += 1) {
    const said = await on.api.call(on.settings.app, {
      method: "POST",
      path: "/kf/sync_msg",
      json: {
        open_kfid: account,
        limit: pageSize,
        voice_format: 0,
        ...(cursor === undefined ? {} : { cursor }),
        ...(token === undefined ? {} : { token }),
      },
    });
    if (said.kind !== "ok")
      throw new SyncFailure(said.kind === "error" ? `code ${said.code}` : said.failure.code);
    const next = textOf(said.result["next_cursor"]);
    const marks = next === undefined || next === cursor ? [] : [{ ...mark, value: next }];
    await takePage(on, account, { entries: objectsOf(said.result["msg_list"]), marks });
    if (next === undefined || said.result["has_more"] !== 1) return;
    cursor = next;
  }
}

async function takePage(
  on: SyncDeps,
  account: string,
  {
    entries,
    marks,
  }: {
    readonly entries: readonly Fields[];
    readonly marks: NonNullable<Parameters<ChannelPorts["inbox"]["take"]>[0]["marks"]>;
  },
): Promise<void> {
  const read: ReadEntry[] = [];
  for (const entry of entries) read.push(...[(await readEntry(on, account, entry)) ?? []].flat());
  // Before the cursor: a report that is read twice changes nothing.
  for (const entry of read)
    if (entry.kind === "failed")
      await on.ports.receipts.report({
        channel: wecomServiceChannel,
        channelAccount: account,
        providerMessageId: entry.msgId,
        ...failureOf(entry.type),
      });
  const messages = read.flatMap((entry) => (entry.kind === "message" ? [entry.message] : []));
  if (messages.length > 0 || marks.length > 0) {
    const outcomes = await on.ports.inbox.take({ messages, marks });
    await reportTaken(
      on,
      messages.map((message, at) => ({ message, outcome: outcomes[at] })),
    );
  }
  for (const entry of read)
    if (entry.kind === "entered" && on.clock.now() - entry.at < welcomeMs) on.welcome(entry.code);
}

async function reportTaken(on: SyncDeps, taken: readonly Taken[]): Promise<void> {
  on.strangers.answer(taken);
  for (const one of taken) {
    const kind = one.outcome?.kind ?? "rejected";
    on.metrics.count("meanwhile_webhook_items_total", { channel: wecomServiceChannel, kind });
    if (one.outcome?.kind === "refused" && !isStranger(one))
      await on.reports?.rejected({
        channel: wecomServiceChannel,
        channelAccount: one.message.route.channelAccount,
        vendorId: one.message.vendorId,
        code: one.outcome.code,
      });
  }
}
