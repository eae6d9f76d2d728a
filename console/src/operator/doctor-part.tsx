import { Button } from "@mantine/core";
import { useCatalog } from "../channels/catalog.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useDoctor } from "./calls.ts";
import { type DoctorReport } from "./contract.ts";
import styles from "./operator-page.module.css";
import { Pill, Shown, useWhen } from "./pieces.tsx";
import { words } from "./words.ts";

const tones = { ok: "good", warn: "note", fail: "bad" } as const;

export function DoctorPart() {
  const say = usePageWords(words).doctor;
  const when = useWhen();
  const asked = useDoctor();
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(report) => {
          const worst = worstOf(report);
          return (
            <>
              <div className={styles.status} data-tone={tones[worst]} role="status">
                <span className={styles.grow}>
                  {asked.isFetching
                    ? say.loading
                    : `${{ ok: say.fine, warn: say.notes, fail: say.wrong }[worst]} ${say.at(when(report.at))}`}
                </span>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={asked.isFetching}
                  onClick={() => void asked.refetch()}
                >
                  {say.again}
                </Button>
              </div>
              <Checks report={report} />
            </>
          );
        }}
      </Shown>
    </>
  );
}

function worstOf({ checks }: DoctorReport): "ok" | "warn" | "fail" {
  if (checks.some(({ status }) => status === "fail")) return "fail";
  return checks.some(({ status }) => status === "warn") ? "warn" : "ok";
}

/** What is wrong stands where it is seen first. */
const byNeed = (checks: DoctorReport["checks"]): DoctorReport["checks"] => {
  const order = ["fail", "warn", "ok"];
  return checks.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
};

/**
 * The name of a check. One of a channel is called by the app; one of an account there, by the app
 * and the account.
 */
function useCheckName(): (name: string) => string {
  const { language } = useSpoken();
  const say = usePageWords(words).doctor;
  const known = useCatalog().data?.channels ?? [];
  const appOf = (name: string): string | undefined =>
    known.find(({ section, channel }) => section === name || channel === name)?.full_name[language];
  return (name) => {
    const [first = "", ...rest] = name.split(" ");
    const about = rest.join(" ");
    if (say.names[name] !== undefined || about === "") return say.names[name] ?? name;
    if (first === "channel") return appOf(about) ?? name;
    const app = appOf(first) ?? first;
    return about === "logins" ? say.logins(app) : `${app}: ${about}`;
  };
}

function Checks({ report }: { report: DoctorReport }) {
  const say = usePageWords(words).doctor;
  const { language } = useSpoken();
  const nameOf = useCheckName();
  return (
    <ul className={styles.list}>
      {byNeed(report.checks).map(({ name, status, says, fix }, nth) => (
        <li key={`${name} ${nth}`} className={styles.row}>
          <div className={styles.what}>
            <span className={styles.name}>
              <span>{nameOf(name)}</span>
              <Pill tone={tones[status]}>{say.status[status]}</Pill>
            </span>
            <p className={styles.meta}>
              <span>{says[language]}</span>
            </p>
            {fix === null ? null : <span>{say.fix(fix[language])}</span>}
          </div>
        </li>
      ))}
    </ul>
  );
}
