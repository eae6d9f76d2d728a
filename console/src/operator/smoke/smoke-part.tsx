import { usePageWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import { useSmokeRuns } from "../calls.ts";
import { type SmokeRun } from "../contract.ts";
import styles from "../operator-page.module.css";
import { Empty, Pill, Shown, useWhen } from "../pieces.tsx";
import { words } from "../words.ts";
import { SmokeOne } from "./smoke-one.tsx";

export function SmokePart({ run }: { run: string | undefined }) {
  return run === undefined ? <SmokeRuns /> : <SmokeOne run={run} />;
}

function SmokeRuns() {
  const say = usePageWords(words).smoke;
  const asked = useSmokeRuns();
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(runs) =>
          runs.length === 0 ? (
            <Empty>
              <p>{say.none}</p>
              <code className={styles.code} translate="no">
                {say.command}
              </code>
            </Empty>
          ) : (
            <ul className={styles.list}>
              {runs.map((each) => (
                <RunRow key={each.run} run={each} />
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

function RunRow({ run }: { run: SmokeRun }) {
  const say = usePageWords(words).smoke;
  const when = useWhen();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          <a
            href={routeAddress({ page: "operator", part: `smoke/${run.run}` })}
            aria-label={say.open(run.run)}
          >
            {say.run(run.run)}
          </a>
          <Pill tone={run.failed > 0 ? "bad" : "good"}>
            {run.failed > 0 ? say.status.failed : say.status.passed}
          </Pill>
        </span>
        <p className={styles.meta}>
          <time dateTime={run.started_at}>{when(run.started_at)}</time>
          <span>{say.sum(run.passed, run.failed, run.skipped)}</span>
          <span>{run.stack}</span>
        </p>
      </div>
    </li>
  );
}
