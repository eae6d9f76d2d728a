import "../mantine-extra.ts";
import { SegmentedControl, Tabs } from "@mantine/core";
import { useState } from "react";
import frame from "../frame/page.module.css";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { go, routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { useActivity, useNames, type Whose } from "./calls.ts";
import { Names } from "./cells.tsx";
import { Figures, Filters } from "./counts.tsx";
import styles from "./deliveries-page.module.css";
import { MessageLog } from "./message-log.tsx";
import { InboxTable, LanesTable, TurnsTable } from "./tables.tsx";
import { OutboxTable } from "./outbox-table.tsx";
import { TurnView } from "./turn-view.tsx";
import { words as all } from "./words.ts";

const parts = ["messages", "outbox", "turns", "inbox", "lanes"] as const;
type Part = (typeof parts)[number];

/** Inbox, lanes, turns and outbox, live. `part` is a tab, or `turn/` and an id. */
export default function DeliveriesPage({ part }: { part: string | undefined }) {
  const words = usePageWords(all);
  const { session } = useSignedIn();
  const [whose, setWhose] = useState<Whose>("mine");
  const turn = part?.startsWith("turn/") === true ? part.slice("turn/".length) : undefined;
  return (
    <main className={frame.page}>
      <header className={styles.head}>
        <div>
          <h1 className={frame.title}>{words.title}</h1>
          <p className={styles.intro}>{whose === "mine" ? words.intro : words.withoutWords}</p>
        </div>
        {session.role === "account" ? null : (
          <SegmentedControl
            aria-label={words.whose}
            value={whose}
            onChange={(next) => setWhose(next)}
            data={[
              { value: "mine", label: words.mine },
              { value: "everybody", label: words.everybody },
            ]}
          />
        )}
      </header>
      <Names value={useNames(whose)}>
        {turn === undefined ? (
          <Overview whose={whose} part={parts.find((known) => known === part) ?? usual(whose)} />
        ) : (
          <TurnView whose={whose} id={turn} />
        )}
      </Names>
    </main>
  );
}

/** Of others no words are shown, so there is nothing to read or to search in. */
const usual = (whose: Whose): Part => (whose === "mine" ? "messages" : "outbox");

/** What people ask for first, and the way to how it works inside. */
function Overview({ whose, part }: { whose: Whose; part: Part }) {
  const words = usePageWords(all);
  if (part !== "messages" || whose !== "mine")
    return <Inside whose={whose} part={part === "messages" ? "outbox" : part} />;
  return (
    <>
      <MessageLog />
      <p>
        <a href={routeAddress({ page: "deliveries", part: "outbox" })}>{words.log.inside}</a>
      </p>
    </>
  );
}

function Inside({ whose, part }: { whose: Whose; part: Part }) {
  const said = useWords();
  const words = usePageWords(all);
  const [status, setStatus] = useState<string>();
  const activity = useActivity(whose, status);
  if (activity.isPending) return <Loading label={said.loading} />;
  if (activity.data === undefined)
    return (
      <Failure
        message={`${words.failed} ${explain(activity.error, said)}`}
        onRetry={() => void activity.refetch()}
      />
    );
  const { data } = activity;
  return (
    <>
      <Figures activity={data} />
      {activity.isError ? (
        <p role="alert" className={styles.stale}>
          {explain(activity.error, said)}
        </p>
      ) : null}
      <Tabs
        value={part}
        onChange={(next) => go({ page: "deliveries", part: next ?? undefined }, "replace")}
        keepMounted={false}
      >
        <Tabs.List>
          {parts
            .filter((name) => name !== "messages" || whose === "mine")
            .map((name) => (
              <Tabs.Tab key={name} value={name}>
                {words.parts[name]}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value="outbox">
          <Filters counts={data.outbox} chosen={status} choose={setStatus} />
          <OutboxTable whose={whose} rows={data.deliveries} isFiltered={status !== undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="turns">
          <TurnsTable rows={data.turns} />
        </Tabs.Panel>
        <Tabs.Panel value="inbox">
          <InboxTable rows={data.inbox} />
        </Tabs.Panel>
        <Tabs.Panel value="lanes">
          <LanesTable rows={data.lanes} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
