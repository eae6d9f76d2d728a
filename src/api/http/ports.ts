import type { AcceptOutcome, InboundMessage } from "../../domain/message.ts";
import type { Model } from "../../domain/ports/model.ts";
import type { StopResult, StreamNotice } from "../../domain/turn.ts";
import type { DeadLetters } from "../../outbound/dead-letters.ts";

/** The HTTP API's view of the spine; `main.ts` provides it. */
export interface Engine {
  accept(message: InboundMessage): Promise<AcceptOutcome>;
  stopTurn(question: {
    readonly conversationId: string;
    readonly accountId: string;
  }): Promise<StopResult>;
  /** Notifies about one conversation until the returned function is called. */
  subscribe(conversationId: string, listener: (notice: StreamNotice) => void): () => void;
  /** Receives every wake-up from any process until the returned function is called. */
  onTopic(listener: (topic: string) => void): () => void;
  readonly outbox: DeadLetters;
  readonly modelInfo: Model["describe"];
  ready(): Promise<Readiness>;
}

export interface Readiness {
  readonly ok: boolean;
  /** Name of a check → `ok` or a word for the problem. No ids. */
  readonly checks: Readonly<Record<string, string>>;
}

/** The metrics page that Prometheus reads. */
export interface MetricsPage {
  render(): Promise<string>;
}

export interface ApiSettings {
  readonly host: string;
  readonly port: number;
  /** Host names to answer to, in addition to loopback names. */
  readonly allowedHosts: readonly string[];
  /** Addresses or ranges whose `X-Forwarded-*` headers are trusted. */
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
