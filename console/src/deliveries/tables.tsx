import { plainText } from "../language/plain-text.ts";
import { costOf } from "../language/money.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { MessageText, StateMark, When, Where } from "./cells.tsx";
import { type InboxRow, type LaneRow, type TurnRow } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

const turnAddress = (id: string): string =>
  routeAddress({ page: "deliveries", part: `turn/${id}` });

export function TurnsTable({ rows }: { rows: readonly TurnRow[] }) {
  const words = usePageWords(all);
  if (rows.length === 0) return <p className={styles.empty}>{words.empty.turns}</p>;
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <a
            className={styles.main}
            href={turnAddress(row.id)}
            aria-label={words.open(plainText(row.text ?? row.id))}
          >
            {row.text === null ? (
              <span className={styles.said}>
                <Skill row={row} />
              </span>
            ) : (
              <MessageText text={row.text} />
            )}
            <span className={styles.facts}>
              {row.text === null ? null : (
                <>
                  <Skill row={row} /> ·{" "}
                </>
              )}
              <Where row={row} /> · <When at={row.started_at} /> · <Took row={row} /> ·{" "}
              <Cost row={row} />
            </span>
          </a>
          <StateMark state={row.status} label={words.turnStates[row.status] ?? row.status} />
        </li>
      ))}
    </ul>
  );
}

export function Skill({ row }: { row: TurnRow }) {
  const { skills } = useWords();
  const name = row.skill ?? row.trigger;
  return <>{skills[name] ?? name}</>;
}

export function Took({ row }: { row: TurnRow }) {
  const words = usePageWords(all);
  if (row.completed_at === null) return <>…</>;
  return <>{words.ms(Math.max(0, Date.parse(row.completed_at) - Date.parse(row.started_at)))}</>;
}

export function Cost({ row }: { row: TurnRow }) {
  const words = usePageWords(all);
  if (row.model_calls === 0 || row.input_tokens + row.output_tokens === 0)
    return <>{words.noModel}</>;
  const tokens = words.tokens(
    row.input_tokens.toLocaleString(),
    row.output_tokens.toLocaleString(),
  );
  if (row.cost_micros === null) return <>{tokens}</>;
  return (
    <>
      {tokens} · {costOf(row.cost_micros, row.currency)}
    </>
  );
}

export function InboxTable({ rows }: { rows: readonly InboxRow[] }) {
  const words = usePageWords(all);
  if (rows.length === 0) return <p className={styles.empty}>{words.empty.inbox}</p>;
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <div className={styles.main}>
            <MessageText text={row.text} />
            <span className={styles.facts}>
              <Where row={row} /> · <When at={row.created_at} />
            </span>
          </div>
          <StateMark
            state={row.end ?? "pending"}
            label={row.end === null ? words.waits : (words.ends[row.end] ?? row.end)}
          />
        </li>
      ))}
    </ul>
  );
}

export function LanesTable({ rows }: { rows: readonly LaneRow[] }) {
  const words = usePageWords(all);
  if (rows.length === 0) return <p className={styles.empty}>{words.empty.lanes}</p>;
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.conversation_id} className={styles.row}>
          <div className={styles.main}>
            <span className={styles.said}>
              {words.waitingMessages}: {row.waiting}
            </span>
            <span className={styles.facts}>
              <Where row={row} />
              {row.waiting_since === null ? null : (
                <>
                  {" · "}
                  <When at={row.waiting_since} />
                </>
              )}
              {row.failures > 0 ? ` · ${words.tries(row.failures)}` : ""}
              {row.holder === null ? "" : ` · ${row.holder}`}
            </span>
          </div>
          {row.running_turn_id === null ? (
            <StateMark state="pending" label={words.columns.waiting} />
          ) : (
            <a href={turnAddress(row.running_turn_id)}>
              <StateMark state="running" label={words.columns.running} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
