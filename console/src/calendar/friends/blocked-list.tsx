import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { usePageWords } from "../../language/use-words.tsx";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Blocked } from "../contract.ts";
import { words as blockedWords } from "./blocked-words.ts";

/** Blocked people, with unblock. Renders nothing if empty. */
export function BlockedList() {
  const { perform } = useCalendar();
  const words = usePageWords(blockedWords);
  const { data: blocked = [] } = useQuery({
    queryKey: ["calendar", "blocked"],
    queryFn: async () => (await call("GET /api/friends/blocked")).blocked,
  });
  if (blocked.length === 0) return null;
  const unblock = ({ account_id: id, name }: Blocked): void =>
    void perform(async () => {
      await call("POST /api/friends/{friend}/unblock", { params: { friend: id }, body: {} });
      return { text: words.unblocked(name) };
    });
  return (
    <section aria-label={words.title}>
      <h3 className={styles.hint}>{words.title}</h3>
      <ul className={styles.todos}>
        {blocked.map((each) => (
          <li key={each.account_id} className={styles.panelHead}>
            <span className={styles.friendName}>{each.name}</span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.unblockOne(each.name)}
              onClick={() => unblock(each)}
            >
              {words.unblock}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
