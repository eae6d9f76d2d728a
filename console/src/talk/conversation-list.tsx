import { Button, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { type Conversation, type ConversationShow } from "../api/contract.ts";
import { type useConversations } from "../api/conversations.ts";
import { PlusIcon } from "../frame/icons.tsx";
import { Failure } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { go } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { groupByDay } from "./conversation-groups.ts";
import { ConversationItem } from "./conversation-item.tsx";
import styles from "./conversation-list.module.css";
import { keptWords } from "./kept-words.ts";
import { Older } from "./older-conversations.tsx";
import { UndoNotice, type Undoable } from "./undo-notice.tsx";
import { type KeptAct, undoOf, useKept } from "./use-kept.ts";

const SearchResults = lazy(() => import("./search-results.tsx"));
const OtherList = lazy(() => import("./other-list.tsx"));

/** Not an id: the conversation that begins with the next message. */
export const newConversation = "new";

interface ListProps {
  readonly conversations: ReturnType<typeof useConversations>;
  readonly open: string | undefined;
  readonly onChosen: () => void;
}

const typingMs = 200;

/** All conversations, those found by a search, or the archived or deleted ones. */
export function Side(props: ListProps) {
  const words = useWords();
  const own = usePageWords(keptWords);
  const { session } = useSignedIn();
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), typingMs);
  const [show, setShow] = useState<ConversationShow>("open");
  const begin = (): void => {
    go({ page: "talk", conversation: newConversation });
    props.onChosen();
  };
  return (
    <aside className={styles.side} aria-label={words.appName}>
      <div className={styles.brand}>{words.appName}</div>
      <Button
        className={styles.new ?? ""}
        variant="default"
        leftSection={<PlusIcon />}
        justify="flex-start"
        onClick={begin}
      >
        {words.conversations.new}
      </Button>
      <search className={styles.search}>
        <TextInput
          id="search-messages"
          type="search"
          aria-label={own.search}
          placeholder={own.search}
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setSearch("");
          }}
        />
      </search>
      <nav className={styles.list} aria-label={words.conversations.title}>
        <Suspense fallback={<Skeletons />}>
          {search.trim() !== "" ? (
            <SearchResults words={wanted} onChosen={props.onChosen} />
          ) : show === "open" ? (
            <List {...props} />
          ) : (
            <OtherList
              show={show}
              open={props.open}
              onChosen={props.onChosen}
              onBack={() => setShow("open")}
            />
          )}
        </Suspense>
      </nav>
      <footer className={styles.foot}>
        <span className={styles.name}>{session.account.display_name ?? words.chat.you}</span>
        {(["archived", "deleted"] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={styles.footLink}
            aria-pressed={show === each}
            onClick={() => setShow(show === each ? "open" : each)}
          >
            {own.lists[each]}
          </button>
        ))}
      </footer>
    </aside>
  );
}

function Skeletons() {
  return (
    <div role="status" aria-label={useWords().loading} className={styles.skeletons}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </div>
  );
}

function List({ conversations, open, onChosen }: ListProps) {
  const words = useWords();
  const [undoable, setUndoable] = useState<Undoable>();
  const kept = useKept(({ conversation, act }) => {
    setUndoable(undoOf(act) === undefined ? undefined : { conversation, act });
    if (act.kind === "delete" && conversation.id === open)
      go({ page: "talk", conversation: newConversation }, "replace");
  });
  if (conversations.isPending) return <Skeletons />;
  // A list that could be read before stays useful while the server is away.
  if (conversations.data === undefined)
    return (
      <Failure
        message={`${words.conversations.failed} ${explain(conversations.error, words)}`}
        onRetry={() => void conversations.refetch()}
      />
    );
  const act = (conversation: Conversation) => (wanted: KeptAct) =>
    kept.mutate({ conversation, act: wanted });
  return (
    <>
      {kept.isError ? (
        <p role="alert" className={styles.problem}>
          {explain(kept.error, words)}
        </p>
      ) : null}
      {conversations.data.length === 0 ? (
        <p className={styles.empty}>{words.conversations.empty}</p>
      ) : null}
      <Groups conversations={conversations.data} open={open} onChosen={onChosen} act={act} />
      <Older conversations={conversations} />
      {undoable === undefined ? null : (
        <UndoNotice
          of={undoable}
          onUndo={() => {
            const back = undoOf(undoable.act);
            if (back !== undefined) kept.mutate({ conversation: undoable.conversation, act: back });
            setUndoable(undefined);
          }}
          onClose={() => setUndoable(undefined)}
        />
      )}
    </>
  );
}

interface GroupsProps {
  readonly conversations: readonly Conversation[];
  readonly open: string | undefined;
  readonly onChosen: () => void;
  readonly act: (conversation: Conversation) => (wanted: KeptAct) => void;
}

function Groups({ conversations, open, onChosen, act }: GroupsProps) {
  const words = usePageWords(keptWords);
  const { default_timezone: zone } = useSignedIn().session.account;
  return groupByDay(conversations, Date.now(), zone).map((group) => (
    <section key={group.name} aria-label={words.days[group.name]}>
      <h2 className={styles.day}>{words.days[group.name]}</h2>
      <ul className={styles.items}>
        {group.conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationItem
              conversation={conversation}
              isOpen={conversation.id === open}
              onChosen={onChosen}
              onAct={act(conversation)}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}
