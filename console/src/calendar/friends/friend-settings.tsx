import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { AskFirst } from "../ask-first.tsx";
import { actOnFriend } from "../calls.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Friend } from "../contract.ts";

/** A friend's name and settings, and unfriending. */
export function FriendSettings({
  friend,
  name,
  onGone,
}: {
  friend: Friend;
  name: string;
  onGone: () => void;
}) {
  const { words, perform } = useCalendar();
  const { account_id: id, shared_reminders: takes } = friend;
  const [nickname, setNickname] = useState(friend.nickname ?? "");
  const rename = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (nickname.trim() !== "")
      void perform(async () => {
        await actOnFriend(id, "nickname", { name: nickname.trim() });
        return { text: words.did.saved };
      });
  };
  const take = (next: Friend["shared_reminders"]): void =>
    void perform(async () => {
      await actOnFriend(id, "setting", { shared_reminders: next });
      return {
        text: words.did.saved,
        undo: () => actOnFriend(id, "setting", { shared_reminders: takes }),
      };
    });
  const showBusy = (isShown: boolean): void =>
    void perform(async () => {
      await actOnFriend(id, "busy", { shows_busy: isShown });
      return {
        text: words.did.saved,
        undo: () => actOnFriend(id, "busy", { shows_busy: !isShown }),
      };
    });
  const end = (how: "remove" | "block"): void =>
    void perform(async () => {
      await actOnFriend(id, how);
      onGone();
      return { text: how === "remove" ? words.friends.removed(name) : words.friends.blocked(name) };
    });
  return (
    <div className={styles.form}>
      <form className={styles.form} onSubmit={rename}>
        <TextInput
          label={words.friends.nickname}
          value={nickname}
          maxLength={60}
          onChange={(event) => setNickname(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" size="compact-sm" variant="default">
            {words.entry.save}
          </Button>
        </div>
      </form>
      <NativeSelect
        label={words.friends.take}
        value={takes}
        data={(["take", "ask", "mute", "refuse"] as const).map((value) => ({
          value,
          label: words.friends.takes[value],
        }))}
        onChange={(event) => take(event.currentTarget.value as Friend["shared_reminders"])}
      />
      <NativeSelect
        label={words.friends.busy}
        value={friend.shows_busy ? "show" : "hide"}
        data={(["show", "hide"] as const).map((value) => ({
          value,
          label: words.friends.busyChoices[value],
        }))}
        onChange={(event) => showBusy(event.currentTarget.value === "show")}
      />
      <div className={styles.buttons}>
        <AskFirst
          label={words.friends.remove}
          question={words.friends.removeAsk(name)}
          onYes={() => end("remove")}
          isLast
        />
        <AskFirst
          label={words.friends.block}
          question={words.friends.blockAsk(name)}
          onYes={() => end("block")}
          isLast
        />
      </div>
    </div>
  );
}
