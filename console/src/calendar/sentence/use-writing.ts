import { useState } from "react";
import { actOnReminder, actOnShared, type Said, share, writeSentence, writeToDo } from "../calls.ts";
import { type Calendar, type Done, useCalendar } from "../calendar-context.tsx";
import { type Reading, type WriteResult } from "../contract.ts";
import { type Sharing } from "../friends/share-dialog.tsx";
import { momentWords } from "../acts.ts";
import { type useSentence } from "./use-sentence.ts";

interface How {
  /** Chosen by hand; else the sentence decides. */
  readonly withFriends: boolean | undefined;
  readonly onShare: (sharing: Sharing) => void;
}

/** Enter: the sentence is written, or what is missing is asked for. */
export function useWriting(sentence: ReturnType<typeof useSentence>, { withFriends, onShare }: How) {
  const calendar = useCalendar();
  const { words, perform, tell } = calendar;
  const [isBusy, setBusy] = useState(false);

  const shared = async (reading: Reading): Promise<Done | undefined> => {
    const [item] = reading.items;
    if (item === undefined || reading.people.length === 0) return undefined;
    const sharing = {
      friends: reading.people.map(({ account_id }) => account_id),
      title: item.title === "" ? words.sentence.untitled : item.title,
      start: item.start,
      minutes: item.duration_minutes,
    };
    const result = await share({
      receiver_account_ids: sharing.friends,
      title: sharing.title,
      local_trigger_at: item.start,
      captured_timezone: calendar.zone,
      duration_minutes: item.duration_minutes,
    });
    const { shared_reminder: made } = result;
    if (result.status !== "created" || made === null) {
      onShare({ ...sharing, result });
      return { text: result.status === "duplicate_active" ? words.share.duplicate : words.did.nothingMoved };
    }
    sentence.clear();
    const names = reading.people.map(({ name }) => name).join(", ");
    return { text: words.share.created(sharing.title, names), undo: () => actOnShared(made.id, "cancel") };
  };

  const alone = async (said: Said): Promise<Done | undefined> => {
    const { reading, results } = await writeSentence(said);
    if (results.length > 0) {
      if (results.some(({ state }) => state === "succeeded")) sentence.clear();
      return told(reading, results, calendar);
    }
    if (reading.question !== null) sentence.ask(reading, said);
    return reading.question === null ? { text: reading.intent === "none" ? words.sentence.notRead : words.sentence.notHere } : undefined;
  };

  const write = async (): Promise<void> => {
    if (sentence.draft.trim() === "" || isBusy) return;
    setBusy(true);
    const { reading, said } = sentence;
    const isShared = reading !== undefined && (withFriends ?? reading.intent === "create_shared");
    await perform(async () => (await (isShared ? shared(reading) : alone(said))) ?? { text: "" });
    setBusy(false);
  };

  const keepUntimed = async (): Promise<void> => {
    const content = sentence.said.text.replace(/^\s*(?:please\s+)?(?:remind me(?:\s+to)?|请?提醒我)\s*/i, "").trim();
    await perform(async () => {
      const made = await writeToDo(content);
      if (made?.state !== "succeeded") return { text: reasonWords(made?.reason ?? "", calendar) };
      sentence.clear();
      return { text: words.sentence.addedToDo(content), undo: () => actOnReminder(made.reminder_id ?? "", "delete") };
    });
  };

  return { write, keepUntimed, isBusy, tell };
}

const reasonWords = (reason: string, { words }: Calendar): string =>
  reason === "duplicate_reminder" ? words.sentence.duplicate : words.sentence.refused(reason);

function told(reading: Reading, results: readonly WriteResult[], calendar: Calendar): Done {
  const { words } = calendar;
  const made = results.flatMap(({ state, reminder_id }) => (state === "succeeded" && reminder_id !== null ? [reminder_id] : []));
  const titles = reading.items
    .filter((_, index) => results[index]?.state === "succeeded")
    .map(({ title, start }) => `${title || words.sentence.untitled}, ${momentWords(start, calendar)}`);
  const overlaps = results.flatMap(({ fact }) => (fact.overlaps === undefined ? [] : [words.sentence.overlap(fact.overlaps.content)]));
  const refused = results.flatMap(({ reason }) => (reason === null ? [] : [reasonWords(reason, calendar)]));
  const text = [...(titles.length === 0 ? [] : [words.sentence.added(titles.join("; "))]), ...overlaps, ...new Set(refused)].join(" ");
  return { text, undo: made.length === 0 ? undefined : () => Promise.all(made.map((id) => actOnReminder(id, "delete"))) };
}
