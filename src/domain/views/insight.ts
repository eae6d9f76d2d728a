import type { Language } from "../language.ts";

/** The state of this server, for operators. */

/** Recent metrics of this process, for small charts. */
export interface MetricHistory {
  read(): MetricWindow;
}

export interface MetricWindow {
  readonly step_seconds: number;
  /** Since when this process has been counting. */
  readonly since: string;
  readonly at: readonly string[];
  readonly series: readonly MetricSeries[];
}

export interface MetricSeries {
  readonly name: string;
  readonly unit: "per_minute" | "count" | "bytes" | "seconds";
  /** One for each moment; null where nothing was known. */
  readonly values: readonly (number | null)[];
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
