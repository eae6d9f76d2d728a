export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** One metric of the page that Prometheus reads. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  samples(): readonly Sample[];
  /** Its lines, without help and type. */
  lines(): readonly string[];
}

const keyOf = (labels: Labels): string =>
  Object.keys(labels)
    .toSorted()
    .map((name) => `${name}="${escapeLabel(labels[name] ?? "")}"`)
    .join(",");

const escapeLabel = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
const line = (name: string, key: string, value: number): string =>
  `${name}${key === "" ? "" : `{${key}}`} ${formatNumber(value)}`;
const formatNumber = (value: number): string =>
  value === Infinity
    ? "+Inf"
    : value === -Infinity
      ? "-Inf"
      : Number.isNaN(value)
        ? "NaN"
        : String(value);

/** Values by their labels. */
class Values {
  readonly name: string;
  readonly help: string;
  protected readonly values = new Map<string, { readonly labels: Labels; value: number }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  protected at(labels: Labels): { value: number } {
    const key = keyOf(labels);
    const found = this.values.get(key) ?? { labels, value: 0 };
    this.values.set(key, found);
    return found;
  }

  samples(): readonly Sample[] {
    return [...this.values.values()];
  }

  lines(): readonly string[] {
    return Array.from(this.values, ([key, { value }]) => line(this.name, key, value));
  }
}

export class Counter extends Values implements Metric {
  readonly type = "counter";

  add(labels: Labels, by: number): void {
    this.at(labels).value += by;
  }
}

export class Gauge extends Values implements Metric {
  readonly type = "gauge";

  set(labels: Labels, value: number): void {
    this.at(labels).value = value;
  }
}

interface Distribution {
  readonly key: string;
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
  count: number;
}

/** How many observations were at most as large as each bound. */
export class Histogram implements Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #all = new Map<string, Distribution>();

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = keyOf(labels);
    const found = this.#all.get(key) ?? {
      key,
      labels,
      counts: this.#bounds.map(() => 0),
      sum: 0,
      count: 0,
    };
    this.#all.set(key, found);
    for (const [at, bound] of this.#bounds.entries())
      if (value <= bound) found.counts[at] = (found.counts[at] ?? 0) + 1;
    found.sum += value;
    found.count += 1;
  }

  samples(): readonly Sample[] {
    return [];
  }

  distributions(): readonly (Distribution & { readonly bounds: readonly number[] })[] {
    return Array.from(this.#all.values(), (each) => ({ ...each, bounds: this.#bounds }));
  }

  lines(): readonly string[] {
    return [...this.#all.values()].flatMap(({ key, counts, sum, count }) => {
      const bucket = (bound: number, value: number): string =>
        line(
          `${this.name}_bucket`,
          `le="${formatNumber(bound)}"${key === "" ? "" : `,${key}`}`,
          value,
        );
      return [
        ...this.#bounds.map((bound, at) => bucket(bound, counts[at] ?? 0)),
        bucket(Infinity, count),
        line(`${this.name}_sum`, key, sum),
        line(`${this.name}_count`, key, count),
      ];
    });
  }
}

/** The text format of Prometheus, version 0.0.4. */
export const renderMetrics = (metrics: readonly Metric[]): string =>
  metrics
    .map((metric) =>
      [
        `# HELP ${metric.name} ${metric.help}`,
        `# TYPE ${metric.name} ${metric.type}`,
        ...metric.lines(),
        "",
      ].join("\n"),
    )
    .join("\n");
