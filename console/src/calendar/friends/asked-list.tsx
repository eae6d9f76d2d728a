import { placeWords } from "../date-words.ts";
import { Button } from "@mantine/core";
import { useSignedIn } from "../../session/signed-in.tsx";
import { AskFirst } from "../ask-first.tsx";
import { actOnFriend, actOnShared, useAllShared, useFriends } from "../calls.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Shared } from "../contract.ts";
import { friendName } from "./friend-name.ts";

/** Friends' offers, for people who want to be asked first. */
export function AskedList() {
  const { words } = useCalendar();
  const me = useSignedIn().session.account.id;
  const asked = (useAllShared().data ?? [])
    .filter(
      ({ status, projections }) =>
        status === "active" &&
        projections.some((part) => part.account_id === me && part.lifecycle === "asked"),
    )
    .toSorted((one, other) => (one.local_trigger_at < other.local_trigger_at ? -1 : 1));
  if (asked.length === 0) return null;
  return (
    <div role="group" aria-label={words.friends.asked} className={styles.form}>
      <h3 className={styles.hint}>{words.friends.asked}</h3>
      <ul className={styles.todos}>
        {asked.map((shared) => (
          <li key={shared.id}>
            <AskedOne shared={shared} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AskedOne({ shared }: { shared: Shared }) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  const friend = useFriends().data?.find(({ account_id: id }) => id === shared.creator_account_id);
  const name = friendName(friend, words.friends.noName);
  const answer = (how: "accept" | "decline"): void =>
    void perform(async () => {
      await actOnShared(shared.id, how);
      return {
        text:
          how === "accept"
            ? words.friends.accepted(shared.title)
            : words.share.declined(shared.title),
      };
    });
  const block = (): void =>
    void perform(async () => {
      await actOnFriend(shared.creator_account_id, "block");
      return { text: words.friends.blocked(name) };
    });
  return (
    <div className={styles.friend}>
      <strong dir="auto">{shared.title}</strong>
      <p className={styles.hint}>
        {words.friends.askedBy(
          name,
          placeWords({ wall: shared.local_trigger_at, allDay: shared.all_day }, calendar),
        )}
      </p>
      <div className={styles.buttons}>
        <Button size="compact-sm" onClick={() => answer("accept")}>
          {words.friends.accept}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => answer("decline")}>
          {words.friends.decline}
        </Button>
        <AskFirst
          label={words.friends.block}
          question={words.friends.blockAsk(name)}
          onYes={block}
          isLast
        />
      </div>
    </div>
  );
}
