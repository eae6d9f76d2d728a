import { type ReactNode } from "react";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useTrouble } from "../trouble/use-trouble.ts";
import { type Whose } from "./calls.ts";
import { MessageText, StateMark, When, Where } from "./cells.tsx";
import { type DeliveryRow } from "./contract.ts";
import { useDecisions } from "./decisions.tsx";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

interface OutboxTableProps {
  readonly whose: Whose;
  readonly rows: readonly DeliveryRow[];
  readonly isFiltered?: boolean;
}

export function OutboxTable({ whose, rows, isFiltered = false }: OutboxTableProps) {
  const words = usePageWords(all);
  const { elements, acts } = useDecisions(whose);
  if (rows.length === 0)
    return <p className={styles.empty}>{isFiltered ? words.empty.filtered : words.empty.outbox}</p>;
  return (
    <>
      {elements}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            acts={acts({ id: row.id, state: row.status, isParked: row.parked })}
          />
        ))}
      </ul>
    </>
  );
}

function Row({ row, acts }: { row: DeliveryRow; acts: ReactNode }) {
  const words = usePageWords(all);
  const { language } = useSpoken();
  const { session } = useSignedIn();
  const trouble = useTrouble();
  const zone = { language, timeZone: session.account.default_timezone };
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <MessageText text={row.text} />
        <span className={styles.facts}>
          {words.sources[row.source] ?? row.source} · <Where row={row} /> ·{" "}
          <When at={row.updated_at} />
          {row.attempts > 1 ? ` · ${words.tries(row.attempts)}` : ""}
          {row.status === "pending" && row.next_attempt_at !== null && row.attempts > 0
            ? ` · ${words.retryAt(shortTime(row.next_attempt_at, Date.now(), zone))}`
            : ""}
          {row.parked ? ` · ${words.parked}` : ""}
        </span>
        {row.error_code === null ? null : (
          <span className={styles.trouble}>{trouble(row.channel, row.error_code)}</span>
        )}
      </div>
      <StateMark state={row.status} label={words.states[row.status] ?? row.status} />
      {acts}
    </li>
  );
}
