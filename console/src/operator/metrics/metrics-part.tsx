import { usePageWords } from "../../language/use-words.tsx";
import { useMetrics } from "../calls.ts";
import page from "../operator-page.module.css";
import { Empty, Shown } from "../pieces.tsx";
import { words } from "../words.ts";
import styles from "./metrics.module.css";
import type { Series } from "../contract.ts";
import { figure, outline } from "./figures.ts";

export function MetricsPart() {
  const say = usePageWords(words).metrics;
  const asked = useMetrics();
  return (
    <Shown asked={asked} loading={say.loading} failed={say.failed}>
      {({ at, series, step_seconds: step }) => (
        <>
          <p className={page.intro}>{say.intro(Math.round((at.length * step) / 60))}</p>
          {at.length === 0 ? (
            <Empty>{say.none}</Empty>
          ) : (
            <ul className={styles.grid}>
              {series.map((each) => (
                <Plot key={each.name} series={each} />
              ))}
            </ul>
          )}
        </>
      )}
    </Shown>
  );
}

/** One figure over the last while: what it is now, how high it was, and the way between. */
function Plot({ series }: { series: Series }) {
  const say = usePageWords(words).metrics;
  const name = say.names[series.name] ?? series.name;
  const known = series.values.filter((value) => value !== null);
  const unit = series.unit === "per_minute" ? say.perMinute : "";
  const now = `${figure(known.at(-1) ?? 0, series.unit)}${unit}`;
  const highest = `${figure(Math.max(0, ...known), series.unit)}${unit}`;
  const { line, area } = outline(series.values);
  return (
    <li className={styles.card}>
      <span className={styles.name}>{name}</span>
      <span className={styles.now}>{now}</span>
      <svg
        className={styles.plot}
        viewBox="0 0 100 30"
        preserveAspectRatio="none"
        role="img"
        aria-label={say.spoken(name, now, highest)}
      >
        <path className={styles.area} d={area} />
        <path className={styles.line} d={line} />
      </svg>
      <span className={styles.highest}>{say.highest(highest)}</span>
    </li>
  );
}
