import { ActionIcon, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState, type ReactNode } from "react";
import { type Conversation } from "../api/contract.ts";
import { useConversationRow, useConversations } from "../api/conversations.ts";
import { MenuIcon, PlusIcon } from "../frame/icons.tsx";
import { useWords } from "../language/use-words.tsx";
import { go } from "../route.ts";
import { Chat } from "./chat.tsx";
import { newConversation, Side } from "./conversation-list.tsx";
import { NewChat } from "./new-chat.tsx";
import styles from "./talk-page.module.css";

/** Conversations on the left (behind a button on a phone), the open one on the right. */
export function TalkPage({
  conversation,
  at,
}: {
  conversation: string | undefined;
  at: number | undefined;
}) {
  const words = useWords();
  const conversations = useConversations();
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const [listOpen, setListOpen] = useState(false);
  const current = useCurrent(conversations.data, conversation);
  const latest = useLatest(conversations.data, conversation);
  const isNew =
    conversation === newConversation ||
    (conversation === undefined && !conversations.isPending && latest === undefined);
  const title = isNew ? words.conversations.untitled : current?.title || words.conversations.one;

  return (
    <div className={styles.page}>
      <SideFrame narrow={narrow} open={listOpen} onClose={() => setListOpen(false)}>
        <Side
          conversations={conversations}
          open={isNew ? newConversation : conversation}
          onChosen={() => setListOpen(false)}
        />
      </SideFrame>
      <main className={styles.main}>
        <Head narrow={narrow} isNew={isNew} title={title} onList={() => setListOpen(true)} />
        {isNew ? (
          <NewChat />
        ) : conversation === undefined ? null : (
          <Chat
            key={`${conversation} ${at ?? ""}`}
            id={conversation}
            at={at}
            channel={current?.channel ?? "web"}
            story={current?.story_id ?? null}
          />
        )}
      </main>
    </div>
  );
}

/** In the list, or asked for alone where the list has not come so far. */
function useCurrent(
  conversations: ReturnType<typeof useConversations>["data"],
  id: string | undefined,
): Conversation | undefined {
  const listed = conversations?.find((candidate) => candidate.id === id);
  const isUnlisted = conversations !== undefined && listed === undefined && id !== newConversation;
  const asked = useConversationRow(isUnlisted ? id : undefined);
  return listed ?? asked.data;
}

/** Without a choice the latest one opens. */
function useLatest(
  conversations: ReturnType<typeof useConversations>["data"],
  chosen: string | undefined,
): string | undefined {
  const latest = conversations?.find(({ story_id: story }) => story === null)?.id;
  useEffect(() => {
    if (chosen === undefined && latest !== undefined)
      go({ page: "talk", conversation: latest }, "replace");
  }, [chosen, latest]);
  return latest;
}

interface HeadProps {
  readonly narrow: boolean;
  readonly isNew: boolean;
  readonly title: string;
  readonly onList: () => void;
}

/** On a phone the list and a new conversation are behind buttons. */
function Head({ narrow, isNew, title, onList }: HeadProps) {
  const words = useWords();
  return (
    <div className={styles.head}>
      {narrow ? (
        <HeadButton label={words.conversations.open} icon={<MenuIcon />} onClick={onList} />
      ) : null}
      <h1 className={styles.title}>{title}</h1>
      {narrow && !isNew ? (
        <HeadButton
          label={words.conversations.new}
          icon={<PlusIcon />}
          onClick={() => go({ page: "talk", conversation: newConversation })}
        />
      ) : null}
    </div>
  );
}

interface SideFrameProps {
  readonly narrow: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function SideFrame({ narrow, open, onClose, children }: SideFrameProps) {
  const words = useWords();
  if (!narrow) return <div className={styles.side}>{children}</div>;
  return (
    <Drawer
      opened={open}
      onClose={onClose}
      size="min(20rem, 85vw)"
      padding={0}
      withCloseButton={false}
      title={words.conversations.title}
      classNames={{
        header: styles.hidden ?? "",
        body: styles.drawerBody ?? "",
        content: styles.drawer ?? "",
      }}
    >
      {children}
    </Drawer>
  );
}

function HeadButton({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
