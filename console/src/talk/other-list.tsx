import { Button } from "@mantine/core";
import { useState } from "react";
import { type Conversation, type ConversationShow } from "../api/contract.ts";
import { useConversations } from "../api/conversations.ts";
import { BackIcon } from "../frame/icons.tsx";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { ConversationItem } from "./conversation-item.tsx";
import styles from "./conversation-list.module.css";
import { keptWords } from "./kept-words.ts";
import { Older } from "./older-conversations.tsx";
import { useKept } from "./use-kept.ts";

interface OtherListProps {
  readonly show: ConversationShow;
  readonly open: string | undefined;
  readonly onChosen: () => void;
  readonly onBack: () => void;
}

/** The archived or the deleted conversations. */
export default function OtherList({ show, open, onChosen, onBack }: OtherListProps) {
  const common = useWords();
  const words = usePageWords(keptWords);
  const conversations = useConversations(show);
  const kept = useKept();
  const which = show === "deleted" ? "deleted" : "archived";
  return (
    <section aria-label={words.lists[which]}>
      <Button variant="subtle" size="compact-sm" leftSection={<BackIcon />} onClick={onBack}>
        {words.back}
      </Button>
      <h2 className={styles.day}>{words.lists[which]}</h2>
      {which === "deleted" ? <p className={styles.empty}>{words.deletedHint}</p> : null}
      {conversations.isPending ? <Loading label={common.loading} /> : null}
      {conversations.isError || kept.isError ? (
        <Failure
          message={explain(conversations.error ?? kept.error, common)}
          onRetry={() => void conversations.refetch()}
        />
      ) : null}
      {conversations.data?.length === 0 ? (
        <p className={styles.empty}>{words.emptyLists[which]}</p>
      ) : null}
      <ul className={styles.items}>
        {conversations.data?.map((conversation) => (
          <li key={conversation.id}>
            {which === "deleted" ? (
              <DeletedItem
                conversation={conversation}
                onAct={(kind) => kept.mutate({ conversation, act: { kind } })}
              />
            ) : (
              <ConversationItem
                conversation={conversation}
                isOpen={conversation.id === open}
                onChosen={onChosen}
                onAct={(act) => kept.mutate({ conversation, act })}
              />
            )}
          </li>
        ))}
      </ul>
      <Older conversations={conversations} />
    </section>
  );
}

function DeletedItem({
  conversation,
  onAct,
}: {
  conversation: Conversation;
  onAct: (kind: "restore" | "erase") => void;
}) {
  const common = useWords();
  const words = usePageWords(keptWords);
  const [isAsked, setAsked] = useState(false);
  return (
    <article className={styles.deleted}>
      <span className={styles.itemTitle}>
        {conversation.title ?? common.conversations.untitled}
      </span>
      {isAsked ? <span role="alert">{words.sure}</span> : null}
      <span className={styles.line}>
        <Button variant="default" size="compact-sm" onClick={() => onAct("restore")}>
          {words.restore}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => (isAsked ? onAct("erase") : setAsked(true))}
        >
          {words.erase}
        </Button>
      </span>
    </article>
  );
}
