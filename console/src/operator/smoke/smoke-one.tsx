import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { ApiFailure } from "../../api/request.ts";
import { usePageWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import { useSmokeReport } from "../calls.ts";
import { type SmokeCase } from "../contract.ts";
import styles from "../operator-page.module.css";
import { Empty, Pill, Shown, useWhen } from "../pieces.tsx";
import { words } from "../words.ts";

const tones = { passed: "good", failed: "bad", skipped: "note" } as const;

export function SmokeOne({ run }: { run: string }) {
  const say = usePageWords(words).smoke;
  const when = useWhen();
  const asked = useSmokeReport(run);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const isGone =
    asked.error instanceof ApiFailure && (asked.error.status === 404 || asked.error.status === 400);
  return (
    <>
      <a href={routeAddress({ page: "operator", part: "smoke" })}>{say.back}</a>
      {isGone ? (
        <Empty>{say.gone}</Empty>
      ) : (
        <Shown asked={asked} loading={say.loadingOne} failed={say.failedOne}>
          {(report) => {
            const cases = report.cases.filter(({ status }) => !onlyFailed || status === "failed");
            return (
              <>
                <div className={styles.status} data-tone={report.failed > 0 ? "bad" : "good"}>
                  <strong>{say.run(report.run)}</strong>
                  <span className={styles.grow}>
                    {say.sum(report.passed, report.failed, report.skipped)} ·{" "}
                    {when(report.started_at)} · {report.stack}
                  </span>
                </div>
                <Checkbox
                  label={say.onlyFailed}
                  checked={onlyFailed}
                  onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
                />
                {cases.length === 0 ? (
                  <Empty>{say.allPassed}</Empty>
                ) : (
                  <ul className={styles.list}>
                    {cases.map((each) => (
                      <CaseRow key={each.case} one={each} />
                    ))}
                  </ul>
                )}
              </>
            );
          }}
        </Shown>
      )}
    </>
  );
}

/** Closed, unless something is wrong: then it is open to be read. */
function CaseRow({ one }: { one: SmokeCase }) {
  const say = usePageWords(words).smoke;
  return (
    <li className={styles.row}>
      <details className={styles.what} open={one.status === "failed"}>
        <summary className={styles.case}>
          <span translate="no">{one.case}</span>{" "}
          <Pill tone={tones[one.status]}>{say.status[one.status]}</Pill>{" "}
          <span className={styles.took}>{say.took(one.took_ms)}</span>
        </summary>
        {one.gist === null ? null : <p className={styles.meta}>{one.gist}</p>}
        {one.reason === null ? null : <p>{one.reason}</p>}
        {one.steps.map((step, nth) => (
          <dl key={nth} className={styles.step}>
            <dt>{say.said}</dt>
            <dd>{step.said}</dd>
            <dt>{say.replied}</dt>
            <dd>{step.replies.join("\n")}</dd>
            {step.findings.map(({ what, expected, found }, at) => (
              <dd key={at} className={styles.finding}>
                {say.finding(what, expected, found)}
              </dd>
            ))}
          </dl>
        ))}
      </details>
    </li>
  );
}
