import { Button } from "@mantine/core";
import { useState } from "react";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { go } from "../route.ts";
import styles from "./chat.module.css";
import { keptWords } from "./kept-words.ts";
import { MessageList } from "./message-list.tsx";
import { useStretch } from "./use-conversation.ts";

/** Messages of long ago, around the one that was looked for. */
export function Stretch({ id, at }: { id: string; at: number }) {
  const common = useWords();
  const words = usePageWords(keptWords);
  const { query, loadEarlier, loadLater } = useStretch(id, at);
  const [isLoading, setLoading] = useState(false);
  if (query.isPending) return <Loading label={common.loading} />;
  if (query.data === undefined)
    return (
      <Failure
        message={`${common.chat.failed} ${explain(query.error, common)}`}
        onRetry={() => void query.refetch()}
      />
    );
  const hit = query.data.messages.find(({ event_id: place }) => place === at);
  const toLater = (): void => {
    setLoading(true);
    void loadLater().finally(() => setLoading(false));
  };
  return (
    <>
      <MessageList
        state={query.data}
        pending={none}
        loadEarlier={loadEarlier}
        actions={undefined}
        target={hit?.id}
        after={
          query.data.hasLater ? (
            <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={toLater}>
              {words.later}
            </Button>
          ) : null
        }
      />
      <div className={styles.foot}>
        <p className={styles.notice}>
          {words.earlierMessages}{" "}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => go({ page: "talk", conversation: id })}
          >
            {words.toLatest}
          </Button>
        </p>
      </div>
    </>
  );
}

const none: readonly never[] = [];
