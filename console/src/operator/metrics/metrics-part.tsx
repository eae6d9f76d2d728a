import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { useMetrics } from "../calls.ts";
import page from "../operator-page.module.css";
import { Shown } from "../pieces.tsx";
import type { MetricRange, MetricWindow } from "../contract.ts";
import { Chart } from "./chart.tsx";
import { axisEnd, figure } from "./figures.ts";
import styles from "./metrics.module.css";
import { SpendingPart } from "./spending-part.tsx";
import { useMoments } from "./use-moments.ts";
import { words } from "./words.ts";

const ranges: readonly MetricRange[] = ["hour", "day", "week", "month", "quarter"];

export function MetricsPart() {
  const say = usePageWords(words);
  const [range, setRange] = useState<MetricRange>("hour");
  const asked = useMetrics(range);
  return (
    <>
      <p className={page.intro}>{say.intro}</p>
      <div className={styles.ranges}>
        <SegmentedControl
          aria-label={say.range}
          value={range}
          onChange={(next) => setRange(ranges.find((each) => each === next) ?? "hour")}
          data={ranges.map((value) => ({ value, label: say.ranges[value] }))}
        />
      </div>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(shown) => <Charts of={shown} range={range} />}
      </Shown>
      <SpendingPart />
    </>
  );
}

const known = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null);

function Charts({ of, range }: { of: MetricWindow; range: MetricRange }) {
  const say = usePageWords(words);
  const [chosen, setChosen] = useState<number>();
  const { moment, tick } = useMoments(of.at, range);
  const shared = { moment, tick, chosen, onChoose: setChosen, unknown: say.unknown };
  return (
    <>
      <h2 className={page.second}>{say.howLong}</h2>
      <ul className={styles.grid}>
        {of.timings.map(({ name, p50, p95, p99 }) => {
          const format = (value: number): string => figure(value, "seconds");
          const [median, high] = [known(p50), known(p99)];
          return (
            <Chart
              key={name}
              {...shared}
              name={say.timings[name] ?? name}
              lines={[
                { label: "p50", values: p50 },
                { label: "p95", values: p95 },
                { label: "p99", values: p99 },
              ]}
              end={axisEnd(Math.max(0, ...high), "seconds")}
              format={format}
              summary={
                median.length === 0
                  ? say.never
                  : say.typical(format(median.at(-1) ?? 0), format(Math.max(...high)))
              }
            />
          );
        })}
      </ul>
      <h2 className={page.second}>{say.howMuch}</h2>
      <ul className={styles.grid}>
        {of.series.map(({ name, unit, values }) => {
          const per = unit === "per_minute" ? say.perMinute : "";
          const format = (value: number): string => `${figure(value, unit)}${per}`;
          const all = known(values);
          return (
            <Chart
              key={name}
              {...shared}
              name={say.names[name] ?? name}
              lines={[{ values }]}
              end={axisEnd(Math.max(0, ...all), unit)}
              format={format}
              summary={say.now(format(all.at(-1) ?? 0), format(Math.max(0, ...all)))}
            />
          );
        })}
      </ul>
    </>
  );
}
