import { usePageWords } from "../language/use-words.tsx";
import { type Activity } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

/** How much is under way. */
export function Figures({ activity }: { activity: Activity }) {
  const words = usePageWords(all);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{words.waitingMessages}</dt>
        <dd>{activity.waiting_messages}</dd>
      </div>
      <div>
        <dt>{words.runningTurns}</dt>
        <dd>{activity.running_turns}</dd>
      </div>
    </dl>
  );
}

interface FiltersProps {
  readonly counts: Activity["outbox"];
  readonly chosen: string | undefined;
  readonly choose: (status: string | undefined) => void;
}

/** What is not over yet or did not arrive, by state. One can be chosen to see only its rows. */
export function Filters({ counts, chosen, choose }: FiltersProps) {
  const words = usePageWords(all);
  return (
    <div role="group" aria-label={words.filter} className={styles.filters}>
      <button
        type="button"
        className={styles.filter}
        aria-pressed={chosen === undefined}
        onClick={() => choose(undefined)}
      >
        {words.all}
      </button>
      {Object.entries(counts).map(([status, count]) => (
        <button
          key={status}
          type="button"
          className={styles.filter}
          aria-pressed={chosen === status}
          data-none={count === 0 ? "" : undefined}
          onClick={() => choose(status)}
        >
          {words.states[status] ?? status} <b>{count}</b>
        </button>
      ))}
    </div>
  );
}
