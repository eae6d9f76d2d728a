import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useAudit, useChain } from "../calls.ts";
import type { AuditEntry, Role, Chain } from "../contract.ts";
import styles from "../operator-page.module.css";
import { Empty, Pill, shortId, Shown, useNameOf, useWhen, explainHere } from "../pieces.tsx";
import { words } from "../words.ts";

/** Whether the record is whole. It is checked whenever this part is opened. */
function ChainState() {
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

export function AuditPart() {
  const all = usePageWords(words);
  const say = all.audit;
  const [only, setOnly] = useState<"all" | "refused">("all");
  const asked = useAudit(only);
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      <ChainState />
      <div className={styles.bar}>
        <SegmentedControl
          aria-label={say.filter}
          value={only}
          onChange={(next) => setOnly(next === "refused" ? "refused" : "all")}
          data={[
            { value: "all", label: say.all },
            { value: "refused", label: say.refusedOnly },
          ]}
        />
      </div>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0)
            return <Empty>{only === "all" ? say.none : say.noneFound}</Empty>;
          return (
            <>
              <Entries entries={entries} />
              {asked.hasNextPage ? (
                <Button
                  className={styles.more ?? ""}
                  variant="default"
                  loading={asked.isFetchingNextPage}
                  onClick={() => void asked.fetchNextPage()}
                >
                  {all.more}
                </Button>
              ) : null}
            </>
          );
        }}
      </Shown>
    </>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const nameOf = useNameOf();
  return (
    <ol className={styles.list}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} nameOf={nameOf} />
      ))}
    </ol>
  );
}

function EntryRow({ entry, nameOf }: { entry: AuditEntry; nameOf: (id: string) => string }) {
  const say = usePageWords(words).audit;
  const when = useWhen();
  const who =
    say.actors[entry.actor] ??
    (entry.actor === "unknown"
      ? say.nobody
      : entry.actor_account_id === null
        ? say.token(shortId(entry.actor))
        : nameOf(entry.actor_account_id));
  const what = useDetails()(entry);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          {say.actions[entry.action] ?? entry.action}
          {entry.outcome === "refused" ? <Pill tone="bad">{say.refused}</Pill> : null}
        </span>
        <p className={styles.meta}>
          <time dateTime={entry.at}>{when(entry.at)}</time>
          <span>
            <bdi>{say.by(who)}</bdi>
          </span>
          {entry.account_id === null || entry.account_id === entry.actor_account_id ? null : (
            <span>
              <bdi>{say.on(nameOf(entry.account_id))}</bdi>
            </span>
          )}
          {entry.network === null ? null : <span>{say.from(entry.network)}</span>}
          {what === "" ? null : <span translate="no">{what}</span>}
          <span>{say.entry(entry.id)}</span>
        </p>
      </div>
    </li>
  );
}

/** Identified by the address, or by the role. */
const said = new Set(["method", "path", "kind"]);

/** What else is known of it: names of fields, addresses and numbers. */
function useDetails(): (entry: AuditEntry) => string {
  const { audit, tokens } = usePageWords(words);
  const when = useWhen();
  const describeValue = (name: string, value: unknown): string => {
    const texts = [value].flat().map(String);
    if (name === "role")
      return texts.map((role) => tokens.roleNames[role as Role] ?? role).join(", ");
    if (name === "scopes")
      return texts.map((scope) => tokens.scopeNames[scope] ?? scope).join(", ");
    return name.endsWith("_at") ? texts.map(when).join() : texts.join(", ");
  };
  return ({ details, subject }) => {
    const { method, path } = details;
    const call = [method, path].filter((each) => typeof each === "string").join(" ");
    const known = Object.entries(details).filter(
      ([name, value]) => value !== null && !said.has(name),
    );
    const shown = known.map(([name, value]) =>
      audit.detail(audit.details[name] ?? name, describeValue(name, value)),
    );
    return [
      ...(call === "" ? [] : [call]),
      ...shown,
      ...(subject === null ? [] : [shortId(subject)]),
    ].join(" · ");
  };
}
