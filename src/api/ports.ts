import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import type { Model } from "../domain/model.ts";
import type { DeadLetters } from "../outbound/dead-letters.ts";

/** What HTTP needs of the spine. `main.ts` satisfies it. */
export interface Engine {
  accept(message: InboundMessage): Promise<AcceptOutcome>;
  stopTurn(question: { readonly conversationId: string; readonly accountId: string }): Promise<StopResult>;
  /** Tells of one conversation until the returned function is called. Notices may be lost; the log may not. */
  subscribe(conversationId: string, listener: (notice: StreamNotice) => void): () => void;
  readonly outbox: DeadLetters;
  readonly modelInfo: Model["describe"];
  ready(): Promise<Readiness>;
}

export type StopResult = "stopped" | "nothing_to_stop" | "already_finished";

export type StreamNotice =
  /** New durable events: read the conversation's log after the last id. */
  | { readonly kind: "log" }
  /** `text` is all that the turn has shown so far; `delta` goes at offset `at` of it. */
  | { readonly kind: "text" | "delta"; readonly turnId: string; readonly attempt: number; readonly text: string; readonly at: number };

export interface Readiness {
  readonly ok: boolean;
  /** Name of a check → `ok` or a word that says what is wrong. No ids. */
  readonly checks: Readonly<Record<string, string>>;
}

/** What Prometheus reads. */
export interface MetricsPage {
  render(): Promise<string>;
}

export interface ApiSettings {
  readonly host: string;
  readonly port: number;
  /** Host names answered besides loopback names. */
  readonly allowedHosts: readonly string[];
  /** Addresses or ranges whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly bodyLimitBytes: number;
  readonly requestTimeoutMs: number;
  readonly limits: RateSettings;
}

export interface RateSettings {
  readonly perIpPerMinute: number;
  readonly perCredentialPerMinute: number;
  readonly perAccountPerMinute: number;
  readonly webhooksPerIpPerMinute: number;
  readonly signInFailuresPer15Minutes: number;
}
