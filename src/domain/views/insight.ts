import type { Language } from "../language.ts";

/** The state of this server, for operators. */

/** What the processes of this server counted, for charts. */
export interface MetricHistory {
  read(range: MetricRange): Promise<MetricWindow>;
}

export const metricRanges = ["hour", "day", "week", "month", "quarter"] as const;
export type MetricRange = (typeof metricRanges)[number];

export interface MetricWindow {
  readonly step_seconds: number;
  /** When each point begins. */
  readonly at: readonly string[];
  readonly series: readonly MetricSeries[];
  readonly timings: readonly MetricTimings[];
}

export interface MetricSeries {
  readonly name: string;
  readonly unit: "per_minute" | "count" | "bytes" | "seconds";
  /** One for each point; null while no process ran. */
  readonly values: readonly (number | null)[];
}

/** How many seconds something took; null where it did not happen. */
export interface MetricTimings {
  readonly name: string;
  readonly p50: readonly (number | null)[];
  readonly p95: readonly (number | null)[];
  readonly p99: readonly (number | null)[];
}

/** What the language model was used for, by day and by account. */
export type Spending = (of: {
  readonly days: number;
  readonly accountId?: string | undefined;
}) => Promise<SpendingReport>;

export interface SpendingReport {
  /** The oldest first; of one account if one was named. */
  readonly days: readonly (Spent & { readonly day: string })[];
  /** Those with the most tokens first. */
  readonly accounts: readonly (Spent & {
    readonly account_id: string;
    readonly display_name: string | null;
  })[];
  readonly more_accounts: number;
}

export interface Spent {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** By currency; empty where no prices are known. */
  readonly costs: readonly SpentCost[];
}

export interface SpentCost {
  readonly currency: string | null;
  readonly micros: number;
}

export interface DoctorReport {
  readonly ok: boolean;
  readonly at: string;
  readonly checks: readonly DoctorCheck[];
}

export interface DoctorCheck {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly says: Readonly<Record<Language, string>>;
  readonly fix: Readonly<Record<Language, string>> | null;
}

/** Looks at the whole installation, now. */
export type Doctor = (language: Language) => Promise<DoctorReport>;

/** Runs of the smoke test that were kept in the data directory. */
export interface SmokeReports {
  /** The newest first. */
  list(): Promise<readonly SmokeRun[]>;
  read(run: string): Promise<SmokeReport | undefined>;
}

export interface SmokeRun {
  readonly run: string;
  readonly stack: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface SmokeReport extends SmokeRun {
  readonly cases: readonly SmokeCaseReport[];
}

export interface SmokeCaseReport {
  readonly case: string;
  readonly group: string;
  readonly gist: string | null;
  readonly status: "passed" | "failed" | "skipped";
  readonly reason: string | null;
  readonly took_ms: number;
  readonly steps: readonly {
    readonly said: string;
    readonly replies: readonly string[];
    readonly findings: readonly SmokeFinding[];
  }[];
}

export interface SmokeFinding {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}
