import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { useAccountNames, useAudit } from "../calls.ts";
import { type AuditEntry } from "../contract.ts";
import styles from "../operator-page.module.css";
import { Empty, Pill, shortId, Shown, useWhen } from "../pieces.tsx";
import { words } from "../words.ts";
import { ChainState } from "./chain-state.tsx";

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
          if (entries.length === 0) return <Empty>{only === "all" ? say.none : say.noneFound}</Empty>;
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
  const names = useAccountNames();
  const { operator } = usePageWords(words).accounts;
  const nameOf = (id: string): string => {
    const known = names.data?.find((account) => account.id === id);
    return known?.display_name ?? (known?.is_operator === true ? operator : shortId(id));
  };
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
  const what = details(entry, { names: say.details, when });
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

/** What else is known of it: names of fields, addresses and figures. */
function details(
  { details: known, subject }: AuditEntry,
  on: { names: Readonly<Record<string, string>>; when: (at: string) => string },
): string {
  const { method, path, kind: _, ...rest } = known;
  const shown = Object.entries(rest)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${on.names[name] ?? name}: ${name.endsWith("_at") ? on.when(String(value)) : [value].flat().map(String).join(", ")}`,
    );
  const call = [method, path].filter((each) => typeof each === "string").join(" ");
  return [...(call === "" ? [] : [call]), ...shown, ...(subject === null ? [] : [shortId(subject)])].join(" · ");
}
