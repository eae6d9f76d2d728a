import { Alert, Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useBackupLink, useBackups, useMakeBackup } from "../calls.ts";
import type { Backup } from "../contract.ts";
import styles from "../operator-page.module.css";
import { Empty, explainHere, Shown, useMayChange, useWhen } from "../pieces.tsx";
import { words } from "./words.ts";

/** Backups: made now, listed, and fetched as a file. */
export function BackupsPart() {
  const say = usePageWords(words);
  const common = useWords();
  const asked = useBackups();
  const make = useMakeBackup();
  const mayChange = useMayChange();
  const isRunning = typeof asked.data?.running_since === "string";
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      {asked.data?.nightly === false ? <p className={styles.note}>{say.notNightly}</p> : null}
      {make.isError ? (
        <Alert color="red" role="alert">
          {explainHere(make.error, common)}
        </Alert>
      ) : null}
      {typeof asked.data?.failed === "string" ? (
        <Alert color="red" role="alert">
          {say.failedMade(asked.data.failed)}
        </Alert>
      ) : null}
      {mayChange ? (
        <Button
          variant="default"
          className={styles.alone}
          loading={make.isPending || isRunning}
          onClick={() => make.mutate()}
        >
          {say.make}
        </Button>
      ) : null}
      <Progress isRunning={isRunning} hasFailed={typeof asked.data?.failed === "string"} />
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {({ backups }) =>
          backups.length === 0 ? (
            <Empty>{say.none}</Empty>
          ) : (
            <ul className={styles.list} aria-label={say.list}>
              {backups.map((backup) => (
                <BackupRow key={backup.name} backup={backup} mayFetch={mayChange} />
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

/** Says that it goes on, and that it is done. */
function Progress({ isRunning, hasFailed }: { isRunning: boolean; hasFailed: boolean }) {
  const say = usePageWords(words);
  const wasRunning = useRef(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (isRunning) setDone(false);
    else if (wasRunning.current) setDone(!hasFailed);
    wasRunning.current = isRunning;
  }, [isRunning, hasFailed]);
  return <p role="status">{isRunning ? say.running : isDone ? say.made : null}</p>;
}

function BackupRow({ backup, mayFetch }: { backup: Backup; mayFetch: boolean }) {
  const say = usePageWords(words);
  const common = useWords();
  const when = useWhen();
  const link = useBackupLink(backup.name);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>{when(backup.at)}</span>
        <p className={styles.meta}>
          <span>{say.size(backup.bytes)}</span>
          <span translate="no">{backup.name}</span>
        </p>
        {link.isError ? (
          <Alert color="red" role="alert">
            {explainHere(link.error, common)}
          </Alert>
        ) : null}
      </div>
      {mayFetch ? (
        <Button
          variant="default"
          size="sm"
          loading={link.isPending}
          aria-label={say.fetchOf(when(backup.at))}
          onClick={() =>
            link.mutate(undefined, { onSuccess: ({ url }) => globalThis.location.assign(url) })
          }
        >
          {say.download}
        </Button>
      ) : null}
    </li>
  );
}
