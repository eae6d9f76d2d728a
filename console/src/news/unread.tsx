import { CloseButton } from "@mantine/core";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { type Conversation } from "../api/contract.ts";
import { useFollowedConversations } from "../api/conversations.ts";
import { plainText } from "../language/plain-text.ts";
import { useWords } from "../language/use-words.tsx";
import { routeAddress, useRoute } from "../route.ts";
import { look, nothingKnown } from "./arrivals.ts";
import styles from "./unread.module.css";

const Unread = createContext<ReadonlySet<string>>(new Set());

/** The conversations in which something was said to the person that they have not seen. */
export const useUnread = (): ReadonlySet<string> => use(Unread);

/** Tells of what arrives in conversations that are not open, on whatever page the person is. */
export function News({
  className,
  children,
}: {
  className: string | undefined;
  children: ReactNode;
}) {
  const words = useWords();
  const route = useRoute();
  const open = route.page === "talk" ? route.conversation : undefined;
  // An open conversation has a stream of its own, and a browser allows few.
  const conversations = useFollowedConversations({ hasStream: route.page !== "talk" });
  const [known, setKnown] = useState(nothingKnown);
  const [closed, setClosed] = useState<Conversation>();
  useEffect(() => {
    if (conversations !== undefined) setKnown((before) => look(before, conversations, open));
  }, [conversations, open]);
  const { unread, latest } = known;
  useEffect(() => {
    document.title = unread.size === 0 ? words.appName : `(${unread.size}) ${words.appName}`;
  }, [unread, words]);
  return (
    <Unread value={unread}>
      <div className={className}>{children}</div>
      {/* The region stays while it is empty: a screen reader only tells of changes in one that it knows. */}
      <div aria-live="polite" className={styles.place}>
        {latest === undefined || latest === closed ? null : (
          <Toast of={latest} onClose={setClosed} />
        )}
      </div>
    </Unread>
  );
}

const shownForMs = 8_000;

function Toast({ of, onClose }: { of: Conversation; onClose: (of: Conversation) => void }) {
  const words = useWords();
  // The dot stays: nothing is lost with the toast.
  useEffect(() => {
    const timer = setTimeout(() => onClose(of), shownForMs);
    return () => clearTimeout(timer);
  }, [of, onClose]);
  return (
    <div className={styles.toast}>
      <a className={styles.words} href={routeAddress({ page: "talk", conversation: of.id })}>
        <strong>{words.news.label}</strong>
        <span className={styles.text}>{plainText(of.last_text ?? "")}</span>
      </a>
      <CloseButton aria-label={words.close} onClick={() => onClose(of)} />
    </div>
  );
}

export function UnreadDot({ isOnIcon = false }: { isOnIcon?: boolean }) {
  return (
    <span
      className={isOnIcon ? `${styles.dot} ${styles.onIcon}` : styles.dot}
      role="img"
      aria-label={useWords().news.unread}
    />
  );
}
