import { usePageWords } from "../../language/use-words.tsx";
import { useMetrics } from "../calls.ts";
import page from "../operator-page.module.css";
import { Empty, Shown } from "../pieces.tsx";
import { words } from "../words.ts";
import styles from "./metrics.module.css";
import { Plot } from "./plot.tsx";

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
