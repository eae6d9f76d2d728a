import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import { type Accounts, channelName, placeOf } from "./accounts.ts";
import { textOf } from "./lossless-json.ts";
import type { Wire } from "./wire.ts";

export interface TypingDeps {
  readonly wire: Wire;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

export interface Typist {
  readonly channelAccount: string;
  readonly peer: string;
  readonly contextToken?: string | undefined;
}

export interface Typing {
  /** Shows "typing" until ended. It never fails: failing to show it must not stop the turn. */
  begin(to: Typist): { end(): Promise<void> };
}

interface Ticket {
  /** Undefined after a failure: no further request before `until`. */
  readonly ticket: string | undefined;
  readonly until: number;
  readonly failures: number;
}

const repeatMs = 5_000;
const callMs = 10_000;
const ticketLifeMs = 24 * 3_600_000;
const longestPauseMs = 3_600_000;

export function createTyping(on: TypingDeps): Typing {
  const tickets = new Map<string, Ticket>();

  async function ticketFor(to: Typist): Promise<string | undefined> {
    const key = `${to.channelAccount} ${to.peer}`;
    const kept = tickets.get(key);
    if (kept !== undefined && on.clock.now() < kept.until) return kept.ticket;
    const account = on.accounts.known(to.channelAccount);
    if (account === undefined) return undefined;
    const body = {
      ilink_user_id: to.peer,
      ...(to.contextToken === undefined ? {} : { context_token: to.contextToken }),
    };
    const said = await on.wire.post(placeOf(account), {
      endpoint: "getconfig",
      body,
      timeoutMs: callMs,
    });
    const ticket = said.kind === "ok" ? textOf(said.fields["typing_ticket"]) : undefined;
    const failures = ticket === undefined ? (kept?.failures ?? 0) + 1 : 0;
    // Renewed at a time of its own, so that not all tickets end together.
    const lifeMs =
      ticket === undefined
        ? Math.min(1_000 * 2 ** failures, longestPauseMs)
        : ticketLifeMs * on.chance.random();
    tickets.set(key, { ticket, until: on.clock.now() + lifeMs, failures });
    return ticket;
  }

  async function show(to: Typist, status: 1 | 2): Promise<boolean> {
    const account = on.accounts.known(to.channelAccount);
    const ticket =
      account === undefined || account.state === "needs_login" ? undefined : await ticketFor(to);
    if (account === undefined || ticket === undefined) return false;
    const body = { ilink_user_id: to.peer, typing_ticket: ticket, status };
    const said = await on.wire.post(placeOf(account), {
      endpoint: "sendtyping",
      body,
      timeoutMs: callMs,
    });
    return said.kind === "ok";
  }

  async function keepShowing(to: Typist, ended: AbortSignal): Promise<void> {
    let shown = false;
    while (!ended.aborted) {
      shown = (await show(to, 1)) || shown;
      await on.clock.wait(repeatMs, ended);
    }
    if (shown) await show(to, 2);
  }

  return {
    begin: (to) => {
      const ended = new AbortController();
      // It may fail after its caller has gone, and an unhandled rejection would end the process.
      const showing = keepShowing(to, ended.signal).catch((error: unknown) =>
        on.log.warn({ channel: channelName, error }, "the typing indicator could not be shown"),
      );
      return {
        end: () => {
          ended.abort();
          return showing;
        },
      };
    },
  };
}
