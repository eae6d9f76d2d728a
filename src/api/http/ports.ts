import type { AcceptOutcome, InboundMessage } from "../../domain/message.ts";
import type { Model } from "../../domain/ports/model.ts";
import type { StopResult, StreamNotice } from "../../domain/turn.ts";
import type { DeadLetters } from "../../outbound/dead-letters.ts";

/** What HTTP needs of the spine. `main.ts` satisfies it. */
export interface Engine {
  accept(message: InboundMessage): Promise<AcceptOutcome>;
  stopTurn(question: {
    readonly conversationId: string;
    readonly accountId: string;
  }): Promise<StopResult>;
  /** Tells of one conversation until the returned function is called. */
  subscribe(conversationId: string, listener: (notice: StreamNotice) => void): () => void;
  /** Hears every wake-up of any process until the returned function is called. */
  onTopic(listener: (topic: string) => void): () => void;
  readonly outbox: DeadLetters;
  readonly modelInfo: Model["describe"];
  ready(): Promise<Readiness>;
}

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
