import { Button, Skeleton } from "@mantine/core";
import { type UseQueryResult } from "@tanstack/react-query";
import { type Conversation } from "../api/contract.ts";
import { PlusIcon, StageIcon } from "../frame/icons.tsx";
import { Failure } from "../frame/states.tsx";
import { UnreadDot, useUnread } from "../news/unread.tsx";
import { explain } from "../language/explain.ts";
import { plainText } from "../language/plain-text.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { go, routeAddress } from "../route.ts";
import { useChannelName } from "../channels/catalog.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./conversation-list.module.css";
import { words as all } from "./words.ts";

/** Not an id: the conversation that begins with the next message. */
export const newConversation = "new";

interface SideProps {
  readonly conversations: UseQueryResult<readonly Conversation[]>;
  readonly open: string | undefined;
  readonly onChosen: () => void;
}

export function Side(props: SideProps) {
  const words = useWords();
  const { session } = useSignedIn();
  const choose = (conversation: string): void => {
    go({ page: "talk", conversation });
    props.onChosen();
  };
  return (
    <div className={styles.side}>
      <header className={styles.brand}>{words.appName}</header>
      <Button
        className={styles.new ?? ""}
        variant="default"
        leftSection={<PlusIcon />}
        justify="flex-start"
        onClick={() => choose(newConversation)}
      >
        {words.conversations.new}
      </Button>
      <nav className={styles.list} aria-label={words.conversations.title}>
        <List {...props} />
      </nav>
      <footer className={styles.foot}>
        <span className={styles.name}>{session.account.display_name ?? words.chat.you}</span>
      </footer>
    </div>
  );
}

function List({ conversations, open, onChosen }: SideProps) {
  const words = useWords();
  if (conversations.isPending)
    return (
      <div role="status" aria-label={words.loading} className={styles.skeletons}>
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
    );
  // A list that could be read before stays useful while the server is away.
  if (conversations.data === undefined)
    return (
      <Failure
        message={`${words.conversations.failed} ${explain(conversations.error, words)}`}
        onRetry={() => void conversations.refetch()}
      />
    );
  if (conversations.data.length === 0)
    return <p className={styles.empty}>{words.conversations.empty}</p>;
  return (
    <ul className={styles.items}>
      {conversations.data.map((conversation) => (
        <li key={conversation.id}>
          <Item conversation={conversation} isOpen={conversation.id === open} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  );
}

function Item({
  conversation,
  isOpen,
  onChosen,
}: {
  conversation: Conversation;
  isOpen: boolean;
  onChosen: () => void;
}) {
  const { language, words } = useSpoken();
  const { session } = useSignedIn();
  const own = usePageWords(all);
  const nameOf = useChannelName();
  const isUnread = useUnread().has(conversation.id);
  const story = conversation.story_id;
  const channel = conversation.channel === "web" ? undefined : nameOf(conversation.channel);
  const time = shortTime(conversation.updated_at, Date.now(), {
    language,
    timeZone: session.account.default_timezone,
  });
  return (
    <a
      className={styles.item}
      href={routeAddress(
        story === null
          ? { page: "talk", conversation: conversation.id }
          : { page: "stage", part: story },
      )}
      aria-current={isOpen ? "page" : undefined}
      onClick={onChosen}
    >
      <span className={styles.line}>
        <span className={styles.itemTitle}>
          {conversation.title || conversation.last_text || words.conversations.untitled}
        </span>
        <time className={styles.time} dateTime={conversation.updated_at}>
          {time}
        </time>
      </span>
      <span className={styles.line}>
        <span className={styles.last}>
          {conversation.title && story === null ? plainText(conversation.last_text ?? "") : ""}
        </span>
        {channel === undefined ? null : <span className={styles.channel}>{channel}</span>}
        {story === null ? null : (
          <span className={styles.channel}>
            <StageIcon /> {own.story}
          </span>
        )}
        {isUnread ? <UnreadDot /> : null}
        {conversation.running ? (
          <span className={styles.running} role="img" aria-label={words.conversations.running} />
        ) : null}
      </span>
    </a>
  );
}
