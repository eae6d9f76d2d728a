import type { Span } from "./spans.ts";

/** Structured log lines. No message text and no secret goes in; the sink redacts what slips through. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, sentence: string): void;
  info(fields: Readonly<Record<string, unknown>>, sentence: string): void;
  warn(fields: Readonly<Record<string, unknown>>, sentence: string): void;
  error(fields: Readonly<Record<string, unknown>>, sentence: string): void;
}

/** Counters and timings by name. Labels carry kinds and states, never ids. */
export interface Metrics {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  observe(name: string, seconds: number, labels?: Readonly<Record<string, string>>): void;
  /** A step of a message's way, where traces are collected. */
  span?(span: Span): void;
}
