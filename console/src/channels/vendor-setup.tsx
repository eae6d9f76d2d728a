import { Alert, Button } from "@mantine/core";
import { type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { useDoctor } from "./calls.ts";
import { type DoctorReport, type Setup } from "./contract.ts";
import styles from "./channels-page.module.css";
import { words as all } from "./words.ts";

interface VendorSetupProps {
  /** Addresses of this vendor begin with one of these. */
  readonly paths: readonly string[];
  readonly steps: readonly string[];
  readonly setup: UseQueryResult<Setup>;
  /** The doctor's checks whose name begins with one of these. */
  readonly checks: readonly string[];
  readonly hint: string;
  /** Another way, for a server that cannot be reached from outside. */
  readonly otherwise?: string | undefined;
}

const isBeginning = (text: string, ways: readonly string[]): boolean =>
  ways.some((way) => text.startsWith(way));

/** Whether this vendor calls us at all. */
export const isSwitchedOn = (setup: Setup | undefined, paths: readonly string[]): boolean =>
  setup?.webhooks.some(({ path }) => isBeginning(path, paths)) ?? false;

/** What the operator enters at the vendor, and whether it works. */
export function VendorSetup({ paths, steps, setup, checks, hint, otherwise }: VendorSetupProps) {
  const words = usePageWords(all);
  const said = useWords();
  if (setup.isPending) return <Loading label={said.loading} />;
  if (setup.data === undefined)
    return (
      <Failure
        message={`${words.failed} ${explain(setup.error, said)}`}
        onRetry={() => void setup.refetch()}
      />
    );
  const { webhooks, switched_off: switchedOff, is_public: isPublic } = setup.data;
  const own = webhooks.filter(({ path }) => isBeginning(path, paths));
  const later = own.length > 0 ? [] : switchedOff.filter(({ path }) => isBeginning(path, paths));
  return (
    <div className={styles.setup}>
      <h3>{words.address}</h3>
      {own.length === 0 ? (
        <p className={styles.hint}>{later.length > 0 ? words.addressLater : words.noAddress}</p>
      ) : null}
      {[...own, ...later].map(({ url }) => (
        <Address key={url} url={url} />
      ))}
      {!isPublic && own.length + later.length > 0 ? (
        <p className={styles.warning}>{[words.notPublic, otherwise].join(" ")}</p>
      ) : null}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Check names={checks} hint={hint} />
    </div>
  );
}

function Address({ url }: { url: string }) {
  const words = usePageWords(all);
  const [copied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <div className={styles.line}>
      <code className={styles.address} translate="no">
        {url}
      </code>
      {clipboard === undefined ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void clipboard.writeText(url).then(() => setCopied(true))}
        >
          {copied ? words.copied : words.copy}
        </Button>
      )}
    </div>
  );
}

function Check({ names, hint }: { names: readonly string[]; hint: string }) {
  const words = usePageWords(all);
  const said = useWords();
  const doctor = useDoctor();
  return (
    <div className={styles.check}>
      <Button
        size="xs"
        variant="default"
        loading={doctor.isPending}
        onClick={() => doctor.mutate()}
      >
        {words.check}
      </Button>
      <span className={styles.hint}>{hint}</span>
      {doctor.isError ? (
        <Alert color="red" role="alert">
          {explain(doctor.error, said)}
        </Alert>
      ) : null}
      <div role="status">
        {doctor.data === undefined ? null : <Checked report={doctor.data} names={names} />}
      </div>
    </div>
  );
}

function Checked({ report, names }: { report: DoctorReport; names: readonly string[] }) {
  const words = usePageWords(all);
  const { language } = useSpoken();
  const found = report.checks.filter(({ name }) => isBeginning(name, names));
  if (found.length === 0) return <p className={styles.hint}>{words.noAddress}</p>;
  return (
    <ul className={styles.checks}>
      {found.map((check) => (
        <li key={check.name} data-status={check.status}>
          <b translate="no">{check.name.split(" ").slice(1).join(" ")}</b> {check.says[language]}{" "}
          {check.fix === null ? "" : check.fix[language]}
        </li>
      ))}
      {found.every(({ status }) => status === "ok") ? (
        <li data-status="ok">{words.allGood}</li>
      ) : null}
    </ul>
  );
}
