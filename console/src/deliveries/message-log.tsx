import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { useChannelNames } from "../channels/catalog.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { useTrouble } from "../trouble/use-trouble.ts";
import { type LogFilter, useMessageLog } from "./calls.ts";
import { MessageText, StateMark, When, Where } from "./cells.tsx";
import type { LogRow } from "./contract.ts";
import { useDecisions } from "./decisions.tsx";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

const typingMs = 250;
const noFilter: LogFilter = { q: "", channel: "", state: "any", from: "", to: "" };

/** What was said, in both directions and in every app, and whether it arrived. */
export function MessageLog() {
  const words = usePageWords(all);
  const common = useWords();
  const [filter, setFilter] = useState(noFilter);
  const [q] = useDebouncedValue(filter.q.trim(), typingMs);
  const { default_timezone: zone } = useSignedIn().session.account;
  const log = useMessageLog({ ...filter, q }, zone ?? "UTC");
  const rows = log.data ?? [];
  const { elements, acts } = useDecisions("mine");
  const isFiltered = Object.entries(filter).some(
    ([name, value]) => value !== noFilter[name as keyof LogFilter],
  );
  return (
    <>
      <LogFilters filter={filter} onChange={setFilter} />
      {log.isPending ? <Loading label={common.loading} /> : null}
      {log.isError ? (
        <Failure
          message={`${words.failed} ${explain(log.error, common)}`}
          onRetry={() => void log.refetch()}
        />
      ) : null}
      <p role="status" className={styles.empty}>
        {log.isSuccess && rows.length === 0
          ? isFiltered
            ? words.log.noneFound
            : words.empty.outbox
          : ""}
      </p>
      {elements}
      <ul className={styles.rows} aria-label={words.parts.messages}>
        {rows.map((row) => (
          <Row
            key={`${row.direction} ${row.id}`}
            row={row}
            acts={
              row.direction === "outbound" ? acts({ id: row.id, state: row.state ?? "" }) : null
            }
          />
        ))}
      </ul>
      {log.hasNextPage ? (
        <Button
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {words.log.more}
        </Button>
      ) : null}
    </>
  );
}

interface LogFiltersProps {
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
}

function LogFilters({ filter, onChange }: LogFiltersProps) {
  const words = usePageWords(all);
  const names = useChannelNames();
  const field = (name: keyof LogFilter) => ({
    value: filter[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: event.currentTarget.value }),
  });
  const apps = Object.entries(names).map(([value, label]) => ({ value, label }));
  const states = (["any", "waiting", "trouble"] as const).map((value) => ({
    value,
    label: words.log.states[value],
  }));
  return (
    <form role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
      <TextInput type="search" label={words.log.words} maxLength={200} {...field("q")} />
      <NativeSelect
        label={words.log.app}
        data={[{ value: "", label: words.log.everyApp }, ...apps]}
        {...field("channel")}
      />
      <NativeSelect label={words.columns.state} data={states} {...field("state")} />
      <TextInput type="date" label={words.log.from} {...field("from")} />
      <TextInput type="date" label={words.log.to} {...field("to")} />
    </form>
  );
}

function Row({ row, acts }: { row: LogRow; acts: ReactNode }) {
  const words = usePageWords(all);
  const trouble = useTrouble();
  const state = row.state ?? "pending";
  const label =
    row.state === null
      ? words.waits
      : (words.ends[row.state] ?? words.states[row.state] ?? row.state);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <MessageText text={row.text} />
        <span className={styles.facts}>
          {row.direction === "inbound"
            ? words.log.fromYou
            : (words.sources[row.source ?? ""] ?? words.log.toYou)}{" "}
          · <Where row={row} /> · <When at={row.at} />
          {row.turn_id === null || row.direction === "inbound" ? null : (
            <>
              {" "}
              ·{" "}
              <a href={routeAddress({ page: "deliveries", part: `turn/${row.turn_id}` })}>
                {words.details}
              </a>
            </>
          )}
        </span>
        {row.error_code === null ? null : (
          <span className={styles.trouble}>{trouble(row.channel, row.error_code)}</span>
        )}
      </div>
      <StateMark state={state} label={label} />
      {acts}
    </li>
  );
}
