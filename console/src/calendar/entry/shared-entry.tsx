import { Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { explain } from "../../language/explain.ts";
import { useWords } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import { Failure, Loading } from "../../frame/states.tsx";
import { editShared, isOpen } from "../acts.ts";
import { placeWords } from "../date-words.ts";
import { AskFirst } from "../ask-first.tsx";
import { actOnFriend, actOnShared, useFriends, useShared } from "../calls.ts";
import { type Done, useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Entry, type Shared, type TimedEntry } from "../contract.ts";
import { type Wall } from "../days.ts";
import { isRunning, stateWords } from "../grid/entry-words.ts";
import { friendName } from "../friends/friend-name.ts";

interface SharedEntryProps {
  readonly entry: Entry;
  readonly id: string;
  readonly onClose: () => void;
  readonly onMove: (entry: TimedEntry, to: Wall) => void;
}

/** A shared reminder. Every change here notifies the others. */
export function SharedEntry({ entry, id, onClose, onMove }: SharedEntryProps) {
  const common = useWords();
  const { today } = useCalendar();
  const shared = useShared(id);
  if (shared.isPending) return <Loading label={common.loading} />;
  if (shared.isError)
    return (
      <Failure message={explain(shared.error, common)} onRetry={() => void shared.refetch()} />
    );
  return (
    <div className={styles.form}>
      {isOpen(entry) ? (
        <SharedForm entry={entry} shared={shared.data} onClose={onClose} onMove={onMove} />
      ) : (
        <Over entry={entry} />
      )}
      <People shared={shared.data} />
      {isOpen(entry) || isRunning(entry, today) ? (
        <SharedActs entry={entry} shared={shared.data} onClose={onClose} />
      ) : null}
    </div>
  );
}

function Over({ entry }: { entry: Entry }) {
  const calendar = useCalendar();
  const when =
    entry.display_start === null
      ? ""
      : placeWords(
          { wall: entry.display_start, allDay: entry.all_day, end: entry.display_end },
          calendar,
        );
  return (
    <>
      <strong>{entry.content}</strong>
      <p className={styles.hint}>
        {[when, stateWords(entry, calendar)].filter((part) => part !== undefined).join(" · ")}
      </p>
    </>
  );
}

function SharedForm({
  entry,
  shared,
  onClose,
  onMove,
}: Omit<SharedEntryProps, "id"> & { readonly shared: Shared }) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  const start = entry.display_start;
  const [title, setTitle] = useState(shared.title);
  const shownLength = entry.all_day ? 10 : 16;
  const [when, setWhen] = useState(start?.slice(0, shownLength) ?? "");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onClose();
    const next = title.trim();
    void (async () => {
      if (
        next !== "" &&
        next !== shared.title &&
        !(await perform(() => editShared(shared.id, { title: next }, calendar)))
      )
        return;
      if (start !== null && when !== "" && when !== start.slice(0, shownLength))
        onMove({ ...entry, display_start: start }, `${when}${entry.all_day ? "T00:00:00" : ":00"}`);
    })();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={words.entry.what}
        value={title}
        maxLength={500}
        required
        data-autofocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextInput
        type={entry.all_day ? "date" : "datetime-local"}
        label={words.entry.when}
        value={when}
        onChange={(event) => setWhen(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit">{words.entry.save}</Button>
      </div>
    </form>
  );
}

function People({ shared }: { shared: Shared }) {
  const { words } = useCalendar();
  const me = useSignedIn().session.account.id;
  const friends = useFriends().data ?? [];
  const others = shared.projections.filter(({ account_id: id }) => id !== me);
  const nameOf = (id: string): string =>
    friendName(
      friends.find(({ account_id }) => account_id === id),
      words.friends.noName,
    );
  return (
    <dl className={styles.facts}>
      <dt>{words.entry.with}</dt>
      <dd>
        {others.map((part) => (
          <div key={part.account_id}>
            {nameOf(part.account_id)} ·{" "}
            {part.completion_status === "completed"
              ? words.entry.didPart
              : (words.entry.states[part.lifecycle] ?? part.lifecycle)}
            {isUnheard(part) ? ` · ${words.entry.notHeardYet}` : null}
          </div>
        ))}
        {shared.creator_account_id === me ? (
          <div className={styles.hint}>{words.entry.youMadeIt}</div>
        ) : null}
      </dd>
    </dl>
  );
}

/** A message about what the person did waits for this friend. */
const isUnheard = ({ notice, reached_at: reached }: Shared["projections"][number]): boolean =>
  notice !== null && notice !== "muted" && reached === null;

function SharedActs({
  entry,
  shared,
  onClose,
}: {
  entry: Entry;
  shared: Shared;
  onClose: () => void;
}) {
  const { words, perform } = useCalendar();
  const me = useSignedIn().session.account.id;
  const friend = useFriends().data?.find(({ account_id: id }) => id === shared.creator_account_id);
  const creator = friendName(friend, words.friends.noName);
  const act = (job: () => Promise<Done>): void => {
    onClose();
    void perform(job);
  };
  const end = (how: "cancel" | "decline") => async (): Promise<Done> => {
    await actOnShared(shared.id, how);
    return {
      text:
        how === "cancel"
          ? words.share.cancelled(entry.content)
          : words.share.declined(entry.content),
    };
  };
  const block = async (): Promise<Done> => {
    await actOnFriend(shared.creator_account_id, "block");
    return { text: words.friends.blocked(creator) };
  };
  const complete = async (): Promise<Done> => {
    await actOnShared(shared.id, "complete-own-projection");
    return { text: words.did.completed(entry.content) };
  };
  return (
    <div className={styles.buttons}>
      <Button variant="default" size="sm" onClick={() => act(complete)}>
        {words.entry.complete}
      </Button>
      {shared.creator_account_id === me ? null : (
        <>
          <AskFirst
            label={words.entry.decline}
            question={words.share.declineAsk}
            onYes={() => act(end("decline"))}
          />
          {friend === undefined ? null : (
            <AskFirst
              label={words.friends.block}
              question={words.friends.blockAsk(creator)}
              onYes={() => act(block)}
              isLast
            />
          )}
        </>
      )}
      <AskFirst
        label={words.entry.cancelShared}
        question={words.share.cancelAsk}
        onYes={() => act(end("cancel"))}
        isLast
      />
    </div>
  );
}
