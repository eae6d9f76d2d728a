import "../mantine-extra.ts";
import { type ReactNode, useEffect, useRef } from "react";
import frame from "../frame/page.module.css";
import { usePageWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { AccountsPart } from "./accounts/accounts-part.tsx";
import { AuditPart } from "./audit/audit-part.tsx";
import { BackupsPart } from "./backups/backups-part.tsx";
import { DoctorPart } from "./doctor-part.tsx";
import { FeedbackPart } from "./feedback/feedback-part.tsx";
import { MetricsPart } from "./metrics/metrics-part.tsx";
import styles from "./operator-page.module.css";
import { operatorParts, type OperatorPart } from "./parts.ts";
import { SmokePart } from "./smoke/smoke-part.tsx";
import { TokensPart } from "./tokens/tokens-part.tsx";
import { UsagePart } from "./usage/usage-part.tsx";
import { words } from "./words.ts";

/**
 * For those who run the server: who lives here, who may come in, what was done, and how it is
 * doing.
 */
export default function OperatorPage({ part }: { part: string | undefined }) {
  const say = usePageWords(words);
  const { role } = useSignedIn().session;
  const [name, ...rest] = (part ?? "").split("/");
  const current = operatorParts.find((known) => known === name) ?? "accounts";
  return (
    <main className={`${frame.page} ${styles.page}`}>
      <div className={styles.column}>
        <h1 className={frame.title}>{say.title}</h1>
        {role === "account" ? (
          <p>{say.notYours}</p>
        ) : (
          <>
            <Parts current={current} />
            {role === "auditor" ? <p className={styles.note}>{say.readOnly}</p> : null}
            <section aria-label={say.parts[current]} className={styles.part}>
              {renderPart(current, rest.join("/"))}
            </section>
          </>
        )}
      </div>
    </main>
  );
}

function Parts({ current }: { current: OperatorPart }) {
  const say = usePageWords(words);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <nav aria-label={say.parts.label}>
      <ul className={styles.tabs} ref={list}>
        {operatorParts.map((part) => (
          <li key={part}>
            <a
              className={styles.tab}
              href={routeAddress({ page: "operator", part })}
              aria-current={part === current ? "page" : undefined}
            >
              {say.parts[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const renderPart = (part: OperatorPart, rest: string): ReactNode =>
  ({
    accounts: <AccountsPart />,
    usage: <UsagePart />,
    tokens: <TokensPart />,
    audit: <AuditPart />,
    feedback: <FeedbackPart />,
    metrics: <MetricsPart />,
    backups: <BackupsPart />,
    doctor: <DoctorPart />,
    smoke: <SmokePart run={rest === "" ? undefined : rest} />,
  })[part];
