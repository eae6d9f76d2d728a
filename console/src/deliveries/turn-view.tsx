import { type ReactNode } from "react";
import { ApiFailure } from "../api/request.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useTurn, type Whose } from "./calls.ts";
import { Said, StateMark, When, Where } from "./cells.tsx";
import { type TurnReport } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { OutboxTable } from "./outbox-table.tsx";
import { Cost, Skill, Took } from "./tables.tsx";
import { words as all } from "./words.ts";

/** One turn: what it read, did, asked and sent. */
export function TurnView({ whose, id }: { whose: Whose; id: string }) {
  const said = useWords();
  const words = usePageWords(all);
  const turn = useTurn(whose, id);
  return (
    <article className={styles.turn}>
      <a href={routeAddress({ page: "deliveries", part: "turns" })}>{words.back}</a>
      {turn.isPending ? <Loading label={said.loading} /> : null}
      {turn.isError && turn.data === undefined ? (
        <Failure
          message={turn.error instanceof ApiFailure && turn.error.status === 404 ? words.gone : explain(turn.error, said)}
          onRetry={() => void turn.refetch()}
        />
      ) : null}
      {turn.data === undefined ? null : <Report report={turn.data} whose={whose} />}
    </article>
  );
}

function Report({ report, whose }: { report: TurnReport; whose: Whose }) {
  const words = usePageWords(all);
  const { turn } = report;
  return (
    <>
      <header className={styles.turnHead}>
        <h2>
          {words.turn}: <Skill row={turn} />
        </h2>
        <StateMark state={turn.status} label={words.turnStates[turn.status] ?? turn.status} />
        <span className={styles.facts}>
          <Where channel={turn.channel} /> · <When at={turn.started_at} /> · <Took row={turn} /> · <Cost row={turn} />
          {turn.disposition === null ? "" : ` · ${words.dispositions[turn.disposition] ?? turn.disposition}`}
          {turn.reason === null || turn.reason === "reply_ready" ? "" : ` (${turn.reason})`}
        </span>
      </header>
      <Part title={words.input} note={windowOf(report, words.window)} isEmpty={report.input.length === 0} empty={words.noInput}>
        <ul className={styles.plain}>
          {report.input.map((message) => (
            <li key={message.id}>
              <When at={message.created_at} /> <Said text={message.text} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.commands} isEmpty={report.commands.length === 0} empty={words.noCommands}>
        <ul className={styles.plain}>
          {report.commands.map((command) => (
            <li key={command.id}>
              <code>
                {command.domain}.{command.operation}
              </code>{" "}
              <span className={styles.quiet}>{words.commandStates[command.status] ?? command.status}</span>
              {command.payload === null ? null : <pre className={styles.payload}>{JSON.stringify(command.payload, null, 2)}</pre>}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.calls} isEmpty={report.model_calls.length === 0} empty={words.noCalls}>
        <Calls calls={report.model_calls} />
      </Part>
      <Part title={words.arrivals} isEmpty={report.deliveries.length === 0} empty={words.noArrivals}>
        <OutboxTable whose={whose} rows={report.deliveries} />
      </Part>
      <Part title={words.events} isEmpty={false} empty="">
        <ol className={styles.plain}>
          {report.events.map((event) => (
            <li key={event.id}>
              <span className={styles.quiet}>{event.id}</span> <code>{event.kind}</code> <When at={event.at} />
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}

function Calls({ calls }: { calls: TurnReport["model_calls"] }) {
  const words = usePageWords(all);
  return (
    <ul className={styles.plain}>
      {calls.map((call) => (
        <li key={call.id}>
          <strong>{words.purposes[call.purpose] ?? call.purpose}</strong> · {call.model} ·{" "}
          {[
            call.error_code ?? call.outcome ?? "…",
            words.tokens(String(call.input_tokens ?? 0), String(call.output_tokens ?? 0)),
            ...(call.first_token_ms === null ? [] : [words.firstToken(call.first_token_ms)]),
            ...(call.total_ms === null ? [] : [words.total(call.total_ms)]),
            words.knew(call.sources),
          ].join(" · ")}
        </li>
      ))}
    </ul>
  );
}

function windowOf(report: TurnReport, window: (from: number, to: number) => string): string {
  const { input_from_seq: from, input_to_seq: to } = report;
  return from === null || to === null ? "" : window(from, to);
}

interface PartProps {
  readonly title: string;
  readonly note?: string;
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly children: ReactNode;
}

function Part({ title, note, isEmpty, empty, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h3>
        {title} {note === undefined || note === "" ? null : <span className={styles.quiet}>{note}</span>}
      </h3>
      {isEmpty ? <p className={styles.empty}>{empty}</p> : children}
    </section>
  );
}
