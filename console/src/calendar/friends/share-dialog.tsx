import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useWords } from "../../language/use-words.tsx";
import { actOnShared, share, useFriends } from "../calls.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Friend, type ShareResult } from "../contract.ts";
import { type Wall } from "../days.ts";
import { lengthChoices } from "../lengths.ts";
import { Blocked, Chosen, namesOf } from "./share-parts.tsx";
import { describeShared } from "./shared-words.ts";

/** A draft of a shared reminder. */
export interface Sharing {
  readonly friends: readonly string[];
  readonly title: string;
  readonly start: Wall;
  readonly minutes: number | null;
  /** It was tried, and one of them is busy. */
  readonly result?: ShareResult;
  /** It exists already and is only moved. */
  readonly moves?: string;
}

export function ShareDialog({
  sharing,
  onClose,
}: {
  sharing: Sharing | undefined;
  onClose: () => void;
}) {
  const { words } = useCalendar();
  const common = useWords();
  return (
    <Modal
      opened={sharing !== undefined}
      onClose={onClose}
      title={words.share.title}
      closeButtonProps={{ "aria-label": common.close }}
      lockScroll={false}
    >
      {sharing === undefined ? null : (
        <ShareForm key={`${sharing.start} ${sharing.title}`} sharing={sharing} onClose={onClose} />
      )}
    </Modal>
  );
}

function ShareForm({ sharing, onClose }: { sharing: Sharing; onClose: () => void }) {
  const { words } = useCalendar();
  const friends = useFriends().data ?? [];
  const [chosen, setChosen] = useState(sharing.friends);
  const [title, setTitle] = useState(sharing.title);
  const [when, setWhen] = useState(sharing.start.slice(0, 16));
  const [minutes, setMinutes] = useState(String(sharing.minutes ?? ""));
  const { send, result, isBusy } = useSharing({
    sharing,
    chosen,
    title,
    minutes: minutes === "" ? null : Number(minutes),
    friends,
    onClose,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void send(`${when}:00`);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {sharing.moves === undefined ? (
        <>
          <Chosen friends={friends} chosen={chosen} onChange={setChosen} />
          <TextInput
            label={words.share.what}
            value={title}
            maxLength={500}
            required
            data-autofocus
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </>
      ) : (
        <strong>{title}</strong>
      )}
      <div className={styles.pair}>
        <TextInput
          type="datetime-local"
          label={words.share.when}
          value={when}
          required
          onChange={(event) => setWhen(event.currentTarget.value)}
        />
        {sharing.moves === undefined ? (
          <NativeSelect
            label={words.share.minutes}
            value={minutes}
            data={lengthChoices(minutes, words)}
            onChange={(event) => setMinutes(event.currentTarget.value)}
          />
        ) : null}
      </div>
      {result === undefined ? null : (
        <Blocked result={result} friends={friends} onTake={(at) => void send(at)} />
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          loading={isBusy}
          disabled={chosen.length === 0 && sharing.moves === undefined}
        >
          {sharing.moves === undefined ? words.share.send : words.move.sharedYes}
        </Button>
      </div>
    </form>
  );
}

interface Sending {
  readonly sharing: Sharing;
  readonly chosen: readonly string[];
  readonly title: string;
  readonly minutes: number | null;
  readonly friends: readonly Friend[];
  readonly onClose: () => void;
}

function useSharing({ sharing, chosen, title, minutes, friends, onClose }: Sending) {
  const calendar = useCalendar();
  const { words, perform, zone } = calendar;
  const [result, setResult] = useState(sharing.result);
  const [isBusy, setBusy] = useState(false);
  const joinNames = (ids: readonly string[]): string => namesOf(ids, friends, words.friends.noName);
  const send = async (at: Wall): Promise<void> => {
    setBusy(true);
    await perform(async () => {
      const time = { local_trigger_at: at, captured_timezone: zone };
      const next =
        sharing.moves === undefined
          ? await share({
              receiver_account_ids: chosen,
              title: title.trim(),
              duration_minutes: minutes,
              ...time,
            })
          : await actOnShared(sharing.moves, "reschedule", time);
      if (next.status === "blocked") {
        setResult(next);
        return { text: "" };
      }
      onClose();
      if (next.status === "duplicate_active") return { text: words.share.duplicate };
      const id = next.shared_reminder?.id;
      if (sharing.moves !== undefined) return { text: words.share.moved(title) };
      return {
        text: describeShared(
          next,
          { title, names: joinNames(chosen), namesOf: joinNames },
          calendar,
        ),
        undo: id === undefined ? undefined : () => actOnShared(id, "cancel"),
      };
    });
    setBusy(false);
  };
  return { send, result, isBusy };
}
