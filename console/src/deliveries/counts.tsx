import { usePageWords } from "../language/use-words.tsx";
import { type Activity } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

interface CountsProps {
  readonly activity: Activity;
  readonly chosen: string | undefined;
  readonly choose: (status: string | undefined) => void;
}

/** How much is under way, and what did not arrive. A state can be chosen to see only its rows. */
export function Counts({ activity, chosen, choose }: CountsProps) {
  const words = usePageWords(all);
  return (
    <div className={styles.counts}>
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
      <div role="group" aria-label={words.filter} className={styles.filters}>
        <button type="button" className={styles.filter} aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
          {words.all}
        </button>
        {Object.entries(activity.outbox).map(([status, count]) => (
          <button
            key={status}
            type="button"
            className={styles.filter}
            aria-pressed={chosen === status}
            data-state={status}
            onClick={() => choose(status)}
          >
            {words.states[status] ?? status} <b>{count}</b>
          </button>
        ))}
      </div>
    </div>
  );
}
