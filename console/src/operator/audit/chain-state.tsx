import { Button } from "@mantine/core";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useChain } from "../calls.ts";
import { type Chain } from "../contract.ts";
import styles from "../operator-page.module.css";
import { explainHere } from "../pieces.tsx";
import { words } from "../words.ts";

/** Whether the record is whole. It is checked whenever this part is opened. */
export function ChainState() {
  const common = useWords();
  const say = usePageWords(words).audit;
  const asked = useChain();
  const tone =
    asked.isFetching || asked.data === undefined ? "note" : asked.data.ok ? "good" : "bad";
  return (
    <div className={styles.status} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <span className={styles.grow}>
        {asked.isFetching
          ? say.checking
          : asked.data === undefined
            ? `${say.chainFailed} ${explainHere(asked.error, common)}`
            : sentence(asked.data, say)}
        {asked.data === undefined || asked.isFetching ? null : (
          <span className={styles.meta}>
            <span translate="no">{say.lastHash(`${asked.data.last_hash.slice(0, 16)}…`)}</span>
          </span>
        )}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        disabled={asked.isFetching}
        onClick={() => void asked.refetch()}
      >
        {say.check}
      </Button>
    </div>
  );
}

function sentence(
  { ok, entries, broken_at: at, problem }: Chain,
  say: typeof words.en.audit,
): string {
  if (ok) return say.intact(entries);
  return `${say.broken(at ?? 0)} ${problem === null ? "" : say.problems[problem]}`;
}
