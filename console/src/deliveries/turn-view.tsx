import { type ReactNode } from "react";
import { ApiFailure } from "../api/request.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { costOf } from "../language/money.ts";
import { plainText } from "../language/plain-text.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useTurn, type Whose } from "./calls.ts";
import { MessageText, StateMark, When, Where } from "./cells.tsx";
import { type TurnReport } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { OutboxTable } from "./outbox-table.tsx";
import { Cost, Skill, Took } from "./tables.tsx";
import { turnWords } from "./words-turn.ts";
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
          message={
            turn.error instanceof ApiFailure && turn.error.status === 404
              ? words.gone
              : explain(turn.error, said)
          }
          onRetry={() => void turn.refetch()}
        />
      ) : null}
      {turn.data === undefined ? null : <Report report={turn.data} whose={whose} />}
    </article>
  );
}

function Report({ report, whose }: { report: TurnReport; whose: Whose }) {
  const words = usePageWords(all);
  const named = usePageWords(turnWords);
  const { turn } = report;
  return (
    <>
      <header className={styles.turnHead}>
        <h2>
          {words.turn}: <Skill row={turn} />
        </h2>
        <StateMark state={turn.status} label={words.turnStates[turn.status] ?? turn.status} />
        <span className={styles.facts}>
          <Where row={turn} /> · <When at={turn.started_at} /> · <Took row={turn} /> ·{" "}
          <Cost row={turn} />
          {turn.disposition === null
            ? ""
            : ` · ${named.dispositions[turn.disposition] ?? turn.disposition}`}
          <Reason code={turn.reason} />
        </span>
      </header>
      <Part
        title={words.input}
        note={windowOf(report, words.window)}
        isEmpty={report.input.length === 0}
        empty={words.noInput}
      >
        <ul className={styles.plain}>
          {report.input.map((message) => (
            <li key={message.id}>
              <When at={message.created_at} /> <MessageText text={message.text} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.commands} isEmpty={report.commands.length === 0} empty={words.noCommands}>
        <ul className={styles.plain}>
          {report.commands.map((command) => (
            <li key={command.id}>
              {named.operations[command.operation] ?? command.operation}
              {gistOf(command.payload)}{" "}
              <span className={styles.quiet}>
                {words.commandStates[command.status] ?? command.status}
              </span>{" "}
              <Raw>
                {command.domain}.{command.operation}
              </Raw>
              {command.payload === null ? null : (
                <details className={styles.details}>
                  <summary>{words.details}</summary>
                  <pre className={styles.payload}>{JSON.stringify(command.payload, null, 2)}</pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.calls} isEmpty={report.model_calls.length === 0} empty={words.noCalls}>
        <Calls calls={report.model_calls} />
      </Part>
      {report.tool_calls.length === 0 ? null : (
        <Part title={words.toolCalls} isEmpty={false} empty="">
          <ToolCalls calls={report.tool_calls} />
        </Part>
      )}
      <Part
        title={words.arrivals}
        isEmpty={report.deliveries.length === 0}
        empty={words.noArrivals}
      >
        <OutboxTable whose={whose} rows={report.deliveries} />
      </Part>
      <Part title={words.events} isEmpty={false} empty="">
        <ol className={styles.plain}>
          {report.events.map((event) => (
            <li key={event.id}>
              <When at={event.at} /> {named.events[event.kind] ?? event.kind}{" "}
              <Raw>{event.kind}</Raw>
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}

/** What it is about, where that is a word of the person's. */
function gistOf(payload: TurnReport["commands"][number]["payload"]): ReactNode {
  const items = Array.isArray(payload?.["items"])
    ? (payload["items"] as Readonly<Record<string, unknown>>[])
    : [payload ?? {}];
  const names = items
    .map((item) => item["content"] ?? item["title"] ?? item["display_name"])
    .filter((name) => typeof name === "string");
  return names.length === 0 ? null : (
    <strong className={styles.gist}>{plainText(names.join(" · "))}</strong>
  );
}

/** What it is called in the program, to look it up in the source. */
function Raw({ children }: { children: ReactNode }) {
  return (
    <code className={styles.raw} translate="no">
      {children}
    </code>
  );
}

function Reason({ code }: { code: string | null }) {
  const { reasons } = usePageWords(turnWords);
  const said = code === null ? "" : (reasons[code] ?? code);
  return said === "" ? null : ` (${said})`;
}

function outcomeOf(
  { error_code: code, outcome }: TurnReport["model_calls"][number],
  named: typeof turnWords.en,
): string {
  if (code !== null) return named.reasons[code] ?? code;
  return outcome === null ? "…" : (named.outcomes[outcome] ?? outcome);
}

function Calls({ calls }: { calls: TurnReport["model_calls"] }) {
  const words = usePageWords(all);
  const named = usePageWords(turnWords);
  return (
    <ul className={styles.plain}>
      {calls.map((call) => (
        <li key={call.id}>
          <strong>{words.purposes[call.purpose] ?? call.purpose}</strong> · {call.model} ·{" "}
          {[
            outcomeOf(call, named),
            words.tokens(String(call.input_tokens ?? 0), String(call.output_tokens ?? 0)),
            ...(call.cost_micros === null ? [] : [costOf(call.cost_micros, call.currency)]),
            ...(call.first_token_ms === null ? [] : [words.firstToken(call.first_token_ms)]),
            ...(call.total_ms === null ? [] : [words.total(call.total_ms)]),
            words.knew(call.sources),
          ].join(" · ")}
        </li>
      ))}
    </ul>
  );
}

/** What was sent to other programs' servers, and how that ended. */
function ToolCalls({ calls }: { calls: TurnReport["tool_calls"] }) {
  const words = usePageWords(all);
  return (
    <ul className={styles.plain}>
      {calls.map((call) => (
        <li key={call.id}>
          <strong>
            {call.server} · {call.tool}
          </strong>{" "}
          {[
            call.error_code ?? call.outcome ?? "…",
            ...(call.total_ms === null ? [] : [words.total(call.total_ms)]),
          ].join(" · ")}
          {call.arguments === null ? null : (
            <details className={styles.details}>
              <summary>{words.details}</summary>
              <pre className={styles.payload}>{JSON.stringify(call.arguments, null, 2)}</pre>
            </details>
          )}
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
        {title}{" "}
        {note === undefined || note === "" ? null : <span className={styles.quiet}>{note}</span>}
      </h3>
      {isEmpty ? <p className={styles.empty}>{empty}</p> : children}
    </section>
  );
}
