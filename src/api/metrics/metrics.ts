import type { Metrics } from "../../domain/ports/log.ts";
import type { Span } from "../../domain/ports/spans.ts";
import {
  Counter,
  type Metric,
  Gauge,
  Histogram,
  type Labels,
  renderMetrics,
  type Sample,
} from "./metric-page.ts";
import { secondsBuckets } from "./seconds-buckets.ts";
import { createProcessMetrics } from "./process-metrics.ts";

export interface GaugeReading {
  readonly labels?: Labels | undefined;
  readonly value: number;
}

export interface PrometheusMetrics extends Metrics {
  /** A value that is read on demand, such as the length of a queue. */
  gauge(name: string, help: string, read: () => Promise<readonly GaugeReading[]>): void;
  /** The page that Prometheus reads. */
  render(): Promise<string>;
  /** All of them with their distributions, for a collector and for the product's own charts. */
  points(): Promise<readonly MetricPoints[]>;
  readonly contentType: string;
}

export interface MetricPoints extends Pick<Metric, "name" | "help" | "type"> {
  readonly samples: readonly Sample[];
  readonly distributions: ReturnType<Histogram["distributions"]>;
}

export interface MetricsOptions {
  /**
   * Tests throw on misuse. In production a wrong label costs a metric, never the work that was
   * counted.
   */
  readonly strict?: boolean | undefined;
  /** Memory, processor and event loop of this process. */
  readonly processMetrics?: boolean | undefined;
  /** Where the steps of messages go. */
  readonly onSpan?: ((span: Span) => void) | undefined;
}

const prefix = "meanwhile_";

export function createMetrics({
  strict = false,
  processMetrics = true,
  onSpan = () => undefined,
}: MetricsOptions = {}): PrometheusMetrics {
  const registered: Metric[] = [];
  const ofProcess = processMetrics ? createProcessMetrics() : undefined;
  const refuse = createRefuse(registered, strict);
  const add = <Kind extends Metric>(metric: Kind): Kind => {
    registered.push(metric);
    return metric;
  };
  const counters = createFamily(refuse, (name) => add(new Counter(name, helpOf(name))));
  const histograms = createFamily(refuse, (name) =>
    add(new Histogram(name, helpOf(name), secondsBuckets)),
  );
  const gauges = new Map<string, GaugeSource>();
  const isUsable = (name: string, own: ReadonlyMap<string, unknown>): boolean =>
    own.has(name) ||
    (!registered.some((metric) => metric.name === name) && !gauges.has(name)) ||
    refuse(`${name} is a metric of another kind.`);
  // Gauges first: their refusals are on the same page.
  const all = async (): Promise<readonly Metric[]> => {
    const looked = await readGauges(gauges, refuse);
    return [...(ofProcess?.() ?? []), ...registered, ...looked];
  };

  return {
    count: (given, labels = {}, by = 1) => {
      const name = fullName(given);
      if (!isUsable(name, counters.members)) return;
      if (Number.isFinite(by) && by >= 0)
        counters.find(name, labels)?.add(plainLabels(labels, refuse), by);
      else refuse(`${name} can't grow by ${by}.`);
    },
    observe: (given, seconds, labels = {}) => {
      const name = fullName(given);
      if (!isUsable(name, histograms.members)) return;
      if (Number.isFinite(seconds))
        histograms.find(name, labels)?.observe(plainLabels(labels, refuse), seconds);
      else refuse(`${name} can't be ${seconds} seconds.`);
    },
    gauge: (given, help, read) => {
      const name = fullName(given);
      if (isUsable(name, new Map())) gauges.set(name, { help, read });
    },
    span: onSpan,
    render: async () => renderMetrics(await all()),
    points: async () =>
      (await all()).map((metric) => ({
        name: metric.name,
        help: metric.help,
        type: metric.type,
        samples: metric.samples(),
        distributions: metric instanceof Histogram ? metric.distributions() : [],
      })),
    contentType: "text/plain; version=0.0.4; charset=utf-8",
  };
}

/** All metrics share a prefix, so that they are grouped in a long list. */
function fullName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_]/g, "_");
  return plain.startsWith(prefix) ? plain : prefix + plain;
}

/** Throws in tests; in production it counts and returns false. */
type Refuse = (sentence: string) => false;

function createRefuse(registered: Metric[], strict: boolean): Refuse {
  const refused = new Counter(
    `${prefix}metrics_refused_total`,
    "Metrics with a wrong name, label or value, or that could not be read.",
  );
  registered.push(refused);
  refused.add({}, 0);
  return (sentence) => {
    if (strict) throw new Error(sentence);
    refused.add({}, 1);
    return false;
  };
}

interface Family<Kind> {
  readonly members: ReadonlyMap<string, unknown>;
  find(name: string, labels: Labels): Kind | undefined;
}

/** Metrics of one kind, created at their first use. The labels of that use are final. */
function createFamily<Kind>(refuse: Refuse, make: (name: string) => Kind): Family<Kind> {
  const members = new Map<string, { readonly metric: Kind; readonly labelNames: string }>();
  return {
    members,
    find: (name, labels) => {
      const labelNames = Object.keys(labels).toSorted().join();
      const member = members.get(name) ?? { metric: make(name), labelNames };
      members.set(name, member);
      if (member.labelNames === labelNames) return member.metric;
      refuse(`${name} has the labels [${member.labelNames}], not [${labelNames}].`);
      return undefined;
    },
  };
}

const helpOf = (name: string): string => `${name.slice(prefix.length).replaceAll("_", " ")}.`;

/** There are few labels and they come with every request, so each judgement is cached. */
const idJudgements = new Map<string, boolean>();
const maxJudgements = 1_000;

function looksLikeId(value: string): boolean {
  const known = idJudgements.get(value);
  if (known !== undefined) return known;
  if (idJudgements.size >= maxJudgements) idJudgements.clear();
  const verdict = hasFormOfId(value);
  idJudgements.set(value, verdict);
  return verdict;
}

/** An id or a token as a label would create one series per person and reveal who is there. */
function hasFormOfId(value: string): boolean {
  if (
    value.length > 64 ||
    /\d{7}/.test(value) ||
    /[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}/i.test(value)
  )
    return true;
  return value.split(/[^A-Za-z0-9_-]+/).some((part) => part.length >= 20 && /\d/.test(part));
}

function plainLabels(labels: Labels, refuse: Refuse): Record<string, string> {
  const plain = ([name, value]: readonly [string, string]): [string, string] => {
    if (!looksLikeId(value)) return [name, value];
    refuse(`The label ${name} must name a kind or a state; its value looks like an id.`);
    return [name, "other"];
  };
  return Object.fromEntries(Object.entries(labels).map(plain));
}

interface GaugeSource {
  readonly help: string;
  readonly read: () => Promise<readonly GaugeReading[]>;
}

/** Created again each time, so that a state that no longer occurs leaves no stale value. */
async function readGauges(
  gauges: ReadonlyMap<string, GaugeSource>,
  refuse: Refuse,
): Promise<Gauge[]> {
  const one = async ([name, { help, read }]: readonly [string, GaugeSource]): Promise<Gauge> => {
    const gauge = new Gauge(name, help);
    for (const { labels, value } of await read())
      gauge.set(plainLabels(labels ?? {}, refuse), value);
    return gauge;
  };
  const results = await Promise.allSettled(Array.from(gauges, one));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) refuse(`A gauge could not be read: ${String(failed.reason)}`);
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
