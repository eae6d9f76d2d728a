import { Button } from "@mantine/core";
import { useState } from "react";
import { useAccountChange } from "../api/session.ts";
import { readLocal, writeLocal } from "../browser-storage.ts";
import { explain } from "../language/explain.ts";
import { useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useIsNew } from "../talk/first-steps-shown.ts";
import styles from "./zone-note.module.css";

const storageKey = "zone-left";

/**
 * A clock that shows another time than the page would make every reminder come at a wrong hour: it
 * is said, once for each place.
 */
export default function ZoneNote() {
  const words = useWords();
  const { account } = useSignedIn().session;
  const change = useAccountChange();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [left, setLeft] = useState(() => readLocal(storageKey));
  // The welcome asks for the zone itself.
  const isAsked = useIsNew(account);
  if (
    isAsked ||
    account.default_timezone === null ||
    left === own ||
    hourIn(own) === hourIn(account.default_timezone)
  )
    return null;
  const leave = (): void => {
    writeLocal(storageKey, own);
    setLeft(own);
  };
  return (
    <div role="status" className={styles.note}>
      <span>{words.zone.differs(own, account.default_timezone)}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ default_timezone: own })}
      >
        {words.zone.take(own)}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={leave}>
        {words.zone.keep}
      </Button>
      {change.isError ? <span role="alert">{explain(change.error, words)}</span> : null}
    </div>
  );
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
