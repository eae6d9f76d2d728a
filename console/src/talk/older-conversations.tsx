import { Button } from "@mantine/core";
import { type useConversations } from "../api/conversations.ts";
import { useSeen } from "../frame/use-seen.ts";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./conversation-list.module.css";
import { keptWords } from "./kept-words.ts";

/** The next page comes when the end of the list is seen, or by the button. */
export function Older({
  conversations,
}: {
  readonly conversations: ReturnType<typeof useConversations>;
}) {
  const words = usePageWords(keptWords);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = conversations;
  const load = (): void => void fetchNextPage();
  const mark = useSeen(hasNextPage && !isFetchingNextPage, load);
  if (!hasNextPage) return null;
  return (
    <div ref={mark} className={styles.older}>
      <Button variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={load}>
        {words.older}
      </Button>
    </div>
  );
}
