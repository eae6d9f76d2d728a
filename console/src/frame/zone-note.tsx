import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useAccountChange } from "../api/session.ts";
import { readLocal, writeLocal } from "../browser-storage.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useAccountSave } from "./account-save.tsx";
import styles from "./zone-note.module.css";
import { words as all } from "./zone-words.ts";

const storageKey = "zone-left";

const zoneOfDevice = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * A clock that shows another time than the page would make every reminder come at a wrong hour: it
 * is said, once for each place.
 */
export default function ZoneNote() {
  const say = usePageWords(all);
  const words = useWords();
  const { account } = useSignedIn().session;
  const isSettled = useIsSettled();
  const { save, isSaving, error, question } = useAccountSave();
  const own = zoneOfDevice();
  const [left, setLeft] = useState(() => readLocal(storageKey));
  if (!isSettled || left === own || hourIn(own) === hourIn(account.default_timezone)) return null;
  const leave = (): void => {
    writeLocal(storageKey, own);
    setLeft(own);
  };
  return (
    <div className={styles.note}>
      <span role="status">{say.differs(own, account.default_timezone)}</span>
      {question ?? (
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={isSaving}
            onClick={() => save({ default_timezone: own })}
          >
            {say.take(own)}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={leave}>
            {say.leave}
          </Button>
        </>
      )}
      {error === null ? null : <span role="alert">{explain(error, words)}</span>}
    </div>
  );
}

/**
 * A person whose zone was not chosen gets their device's, as long as no reminder depends on it. Gives
 * whether that is settled.
 */
function useIsSettled(): boolean {
  const { account, role } = useSignedIn().session;
  const { mutate, isSuccess, isError } = useAccountChange();
  const isKnown = account.zone_source === "chosen" || role === "auditor";
  useEffect(() => {
    if (!isKnown) mutate({ device_timezone: zoneOfDevice() });
  }, [isKnown, mutate]);
  return isKnown || isSuccess || isError;
}

/** What the clocks show there now; of a zone that this browser does not know, nothing. */
function hourIn(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", {
      timeZone,
      dateStyle: "short",
      timeStyle: "short",
    }).format(Date.now());
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
