import { Alert, Button, Modal } from "@mantine/core";
import { useState } from "react";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useTrouble } from "../trouble/use-trouble.ts";
import { useDecision, type Whose } from "./calls.ts";
import { MessageText, StateMark, When, Where } from "./cells.tsx";
import { type DeliveryRow } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

/** A person decides about parts that are not retried automatically, and about parked ones. */
const undecided: readonly string[] = ["unknown", "failed", "expired", "waiting_for_user"];

interface OutboxTableProps {
  readonly whose: Whose;
  readonly rows: readonly DeliveryRow[];
  readonly isFiltered?: boolean;
}

export function OutboxTable({ whose, rows, isFiltered = false }: OutboxTableProps) {
  const words = usePageWords(all);
  const said = useWords();
  const decide = useDecision(whose);
  const [doubtful, setDoubtful] = useState<string>();
  if (rows.length === 0)
    return <p className={styles.empty}>{isFiltered ? words.empty.filtered : words.empty.outbox}</p>;
  const giveUp = (): void => {
    if (doubtful !== undefined) decide.mutate({ id: doubtful, what: "discard" });
    setDoubtful(undefined);
  };
  return (
    <>
      <div role="status" className={styles.done}>
        {decide.isSuccess
          ? decide.variables.what === "resend"
            ? words.resent
            : words.discarded
          : null}
      </div>
      {decide.isError ? (
        <Alert color="red" role="alert">
          {explain(decide.error, said)}
        </Alert>
      ) : null}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            busy={decide.isPending}
            resend={() => decide.mutate({ id: row.id, what: "resend" })}
            discard={() => setDoubtful(row.id)}
          />
        ))}
      </ul>
      <Modal
        opened={doubtful !== undefined}
        onClose={() => setDoubtful(undefined)}
        title={words.sure.title}
        lockScroll={false}
        centered
      >
        <p>{words.sure.text}</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setDoubtful(undefined)}>
            {words.sure.no}
          </Button>
          <Button color="red" onClick={giveUp}>
            {words.sure.yes}
          </Button>
        </div>
      </Modal>
    </>
  );
}

interface RowProps {
  readonly row: DeliveryRow;
  readonly busy: boolean;
  readonly resend: () => void;
  readonly discard: () => void;
}

function Row({ row, busy, resend, discard }: RowProps) {
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
      {(undecided.includes(row.status) || row.parked) && session.role !== "auditor" ? (
        <div className={styles.acts}>
          <Button size="xs" variant="default" disabled={busy} onClick={resend}>
            {words.resend}
          </Button>
          <Button size="xs" variant="subtle" color="red" disabled={busy} onClick={discard}>
            {words.discard}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
