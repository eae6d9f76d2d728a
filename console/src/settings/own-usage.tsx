import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";

import { UsageBars } from "../usage/usage-bars.tsx";
import { words as usageWords } from "../usage/words.ts";
import { type OwnUsage as UsageAnswer } from "./contract.ts";
import styles from "./settings-page.module.css";

/** What the person keeps here, and how much more they may. */
export function OwnUsage() {
  const words = usePageWords(usageWords);
  const common = useWords();
  const asked = useQuery({
    queryKey: ["settings", "usage"],
    queryFn: () => request<UsageAnswer>("/api/account/usage"),
  });
  return (
    <section className={styles.field} aria-labelledby="settings-usage">
      <span id="settings-usage">{words.title}</span>
      <span className={styles.hint}>{words.hint}</span>
      {asked.isPending ? <Loading label={words.loading} /> : null}
      {asked.isError ? (
        <Failure
          message={`${words.failed} ${explain(asked.error, common)}`}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {asked.data === undefined ? null : <UsageBars figures={asked.data.usage} of="account" />}
    </section>
  );
}
