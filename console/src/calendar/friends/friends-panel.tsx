import { Button } from "@mantine/core";
import { useState } from "react";
import { explain } from "../../language/explain.ts";
import { joinSentences } from "../../language/spaced.ts";
import { useWords } from "../../language/use-words.tsx";
import { Failure, Loading } from "../../frame/states.tsx";
import { useFreeTime, useFriends } from "../calls.ts";
import { useCalendar, useNow } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Friend } from "../contract.ts";
import { clockWords, dayWords, nearDay } from "../date-words.ts";
import { type Day } from "../days.ts";
import { AddFriend } from "./add-friend.tsx";
import { AskedList } from "./asked-list.tsx";
import { BlockedList } from "./blocked-list.tsx";
import { freeOn } from "./free-windows.ts";
import { friendName } from "./friend-name.ts";
import { FriendSettings } from "./friend-settings.tsx";
import { type Sharing } from "./share-dialog.tsx";

interface FriendsPanelProps {
  readonly day: Day;
  /** The friend whose busy times are shown over the days. */
  readonly seen: string | undefined;
  readonly onSee: (friend: string | undefined) => void;
  readonly onShare: (sharing: Sharing) => void;
  /** From a friend's link that was opened here. */
  readonly offered: string | undefined;
  readonly onOfferDone: () => void;
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
}

export function FriendsPanel(given: FriendsPanelProps) {
  const { offered, onOfferDone, isAdding, onAdding, ...props } = given;
  const { words, language } = useCalendar();
  const common = useWords();
  const friends = useFriends();
  return (
    <section className={styles.panel} aria-label={words.friends.title}>
      <div className={styles.panelHead}>
        <h2>{words.friends.title}</h2>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isAdding}
          onClick={() => onAdding(!isAdding)}
        >
          {words.friends.add}
        </Button>
      </div>
      <AskedList />
      {isAdding || offered !== undefined ? (
        <AddFriend offered={offered} onOfferDone={onOfferDone} />
      ) : null}
      {friends.isPending ? <Loading label={common.loading} /> : null}
      {friends.isError ? (
        <Failure
          message={`${words.friends.failed} ${explain(friends.error, common)}`}
          onRetry={() => void friends.refetch()}
        />
      ) : null}
      {friends.data?.length === 0 ? (
        <p className={styles.hint}>
          {joinSentences([words.friends.none, words.friends.noneHint], language)}
        </p>
      ) : null}
      <ul className={styles.todos}>
        {(friends.data ?? []).map((friend) => (
          <li key={friend.account_id}>
            <FriendCard friend={friend} {...props} />
          </li>
        ))}
      </ul>
      <BlockedList />
    </section>
  );
}

type FriendCardProps = Omit<
  FriendsPanelProps,
  "offered" | "onOfferDone" | "isAdding" | "onAdding"
> & {
  readonly friend: Friend;
};

function FriendCard({ friend, day, seen, onSee, onShare }: FriendCardProps) {
  const { words } = useCalendar();
  const { account_id: id } = friend;
  const [isSetting, setSetting] = useState(false);
  const isSeen = seen === id;
  const name = friendName(friend, words.friends.noName);
  return (
    <div className={styles.friend} data-seen={isSeen ? "" : undefined}>
      <div className={styles.panelHead}>
        <strong className={styles.friendName}>{name}</strong>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isSetting}
          aria-label={words.friends.settings(name)}
          onClick={() => setSetting(!isSetting)}
        >
          ⋯
        </Button>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-pressed={isSeen}
        onClick={() => onSee(isSeen ? undefined : id)}
      >
        {isSeen ? words.friends.hide : words.friends.see}
      </Button>
      {isSeen ? (
        <>
          <p className={styles.hint}>{words.friends.seen(name)}</p>
          <FreeTimes friend={friend} day={day} onShare={onShare} />
        </>
      ) : null}
      {isSetting ? (
        <FriendSettings
          friend={friend}
          name={name}
          onGone={() => (isSeen ? onSee(undefined) : undefined)}
        />
      ) : null}
    </div>
  );
}

/** The friend's free times on the shown day. What fills the rest stays private. */
function FreeTimes({
  friend,
  day,
  onShare,
}: {
  friend: Friend;
  day: Day;
  onShare: (sharing: Sharing) => void;
}) {
  const calendar = useCalendar();
  const { words, language, zone, today } = calendar;
  const now = useNow();
  const common = useWords();
  const { account_id: id } = friend;
  const free = useFreeTime({ friends: [id], first: day, last: day, zone });
  const near = nearDay(day, today);
  if (free.isPending) return <Loading label={common.loading} />;
  if (free.isError)
    return <Failure message={explain(free.error, common)} onRetry={() => void free.refetch()} />;
  const windows = freeOn(free.data, { day, now, zone });
  const name = friendName(friend, words.friends.noName);
  if (free.data.some(({ shown }) => !shown))
    return <span className={styles.hint}>{words.friends.hidden(name)}</span>;
  const said =
    near === undefined
      ? dayWords(day, language, today)
      : language === "zh"
        ? words[near]
        : words[near].toLowerCase();
  return (
    <div className={styles.form} role="group" aria-label={words.friends.free(name, said)}>
      <span className={styles.hint}>
        {windows.length === 0 ? words.friends.noFree : words.friends.free(name, said)}
      </span>
      <div className={styles.buttons}>
        {windows.map(({ start, end }) => (
          <Button
            key={start}
            variant="light"
            size="compact-sm"
            aria-label={words.friends.planAt(
              `${clockWords(start, calendar)}–${clockWords(end, calendar)}`,
            )}
            onClick={() => onShare({ friends: [id], title: "", start, minutes: 60 })}
          >
            {clockWords(start, calendar)}–{clockWords(end, calendar)}
          </Button>
        ))}
      </div>
    </div>
  );
}
