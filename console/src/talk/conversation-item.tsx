import { useState, type KeyboardEvent } from "react";
import { type Conversation } from "../api/contract.ts";
import { useChannelName } from "../channels/catalog.ts";
import { PinIcon, StageIcon } from "../frame/icons.tsx";
import { MenuButton, type MenuItem } from "../frame/menu-button.tsx";
import { plainText } from "../language/plain-text.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { UnreadDot, useUnread } from "../news/unread.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./conversation-list.module.css";
import { keptWords } from "./kept-words.ts";
import { type KeptAct } from "./use-kept.ts";
import { words as all } from "./words.ts";

interface ItemProps {
  readonly conversation: Conversation;
  readonly isOpen: boolean;
  readonly onChosen: () => void;
  readonly onAct: (act: KeptAct) => void;
}

/** One conversation in the list, with its menu. */
export function ConversationItem({ conversation, isOpen, onChosen, onAct }: ItemProps) {
  const words = usePageWords(keptWords);
  const title = useTitle(conversation);
  const [isRenamed, setRenamed] = useState(false);
  const rename = (next: string | undefined): void => {
    setRenamed(false);
    if (next !== undefined && next.trim() !== title)
      onAct({ kind: "change", title: next.trim() === "" ? null : next.trim() });
  };
  const items = useItems(conversation, onAct, () => setRenamed(true));
  return (
    <div className={styles.entry}>
      {isRenamed ? (
        <TitleField title={title} onDone={rename} />
      ) : (
        <Link conversation={conversation} title={title} isOpen={isOpen} onChosen={onChosen} />
      )}
      <MenuButton className={styles.menu} label={words.menu(title)} items={items} />
    </div>
  );
}

function useTitle(conversation: Conversation): string {
  const words = useWords();
  return conversation.title || conversation.last_text || words.conversations.untitled;
}

function useItems(
  { pinned, archived, story_id: story }: Conversation,
  onAct: (act: KeptAct) => void,
  onRename: () => void,
): readonly MenuItem[] {
  const words = usePageWords(keptWords);
  const change = (
    label: string,
    wanted: { pinned: boolean } | { archived: boolean },
  ): MenuItem => ({
    label,
    onClick: () => onAct({ kind: "change", ...wanted }),
  });
  return [
    // A story has its name and its end on the Stage.
    ...(story === null ? [{ label: words.rename, onClick: onRename }] : []),
    change(pinned ? words.unpin : words.pin, { pinned: !pinned }),
    change(archived ? words.unarchive : words.archive, { archived: !archived }),
    ...(story === null
      ? [
          {
            label: words.delete,
            tone: "danger" as const,
            onClick: () => onAct({ kind: "delete" }),
          },
        ]
      : []),
  ];
}

/** Enter and leaving the field keep the title, Esc leaves it as it was. */
function TitleField({
  title,
  onDone,
}: {
  title: string;
  onDone: (title: string | undefined) => void;
}) {
  const words = usePageWords(keptWords);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onDone(event.currentTarget.value);
    if (event.key === "Escape") onDone(undefined);
  };
  return (
    <input
      ref={(field) => field?.select()}
      className={styles.titleField}
      aria-label={words.newTitle}
      defaultValue={title}
      maxLength={80}
      dir="auto"
      onKeyDown={onKeyDown}
      onBlur={(event) => onDone(event.currentTarget.value)}
    />
  );
}

function Link({
  conversation,
  title,
  isOpen,
  onChosen,
}: Pick<ItemProps, "conversation" | "isOpen" | "onChosen"> & { readonly title: string }) {
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
        {conversation.pinned ? <PinIcon /> : null}
        <span className={styles.itemTitle}>{title}</span>
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
