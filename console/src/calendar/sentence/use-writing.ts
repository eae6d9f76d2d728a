import { joinSentences } from "../../language/spaced.ts";
import { placeWords } from "../date-words.ts";
import { useState } from "react";
import { describeReason } from "../acts.ts";
import {
  actOnReminder,
  actOnShared,
  share,
  undoSentence,
  writeSentence,
  writeToDo,
} from "../calls.ts";
import { dayOf } from "../days.ts";
import { type Calendar, type Done, useCalendar } from "../calendar-context.tsx";
import { type Reading, type Spoken, type TypedSentence, type WriteResult } from "../contract.ts";
import { type Sharing } from "../friends/share-dialog.tsx";
import { describeShared } from "../friends/shared-words.ts";
import { forecastWords } from "../forecast-words.ts";
import { isNoAnswer, isToDo } from "./open-questions.ts";
import { readAnswerOrNew, type useSentence } from "./use-sentence.ts";

interface How {
  /** Chosen by hand; else the sentence decides. */
  readonly withFriends: boolean | undefined;
  readonly onShare: (sharing: Sharing) => void;
}

/** Enter: the sentence is written, or what is missing is asked for. */
export function useWriting(
  sentence: ReturnType<typeof useSentence>,
  { withFriends, onShare }: How,
) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  const [isBusy, setBusy] = useState(false);

  const together = async (reading: Reading, said: TypedSentence): Promise<Done> => {
    const { done, isMade } = await writeShared(reading, calendar, onShare);
    if (isMade) sentence.settle(said);
    return done;
  };
  const alone = async (said: TypedSentence): Promise<Done> => {
    const { reading, results, spoken } = await writeSentence(said);
    if (spoken !== null) {
      if (spoken.refused === null) sentence.settle(said);
      return describeSpoken(spoken, calendar);
    }
    // What does not answer stays in the field, beside the ways to keep it.
    if (isNoAnswer(said, reading)) return { text: "" };
    if (said.answers.length === 0 && isToDo(reading))
      return keep(said.text, () => sentence.settle(said));
    if (results.some(({ state }) => state === "succeeded")) sentence.settle(said);
    if (results.length > 0) return describeResults(reading, results, calendar);
    // Submitted before the reading arrived: a sentence for several people is still shared.
    if (reading.intent === "create_shared" && reading.people.length > 0)
      return together(reading, said);
    if (reading.question === null)
      return { text: reading.intent === "none" ? words.sentence.notRead : words.sentence.notHere };
    sentence.ask(reading, said);
    return { text: "" };
  };
  const write = async (): Promise<void> => {
    if (sentence.draft.trim() === "" || isBusy) return;
    setBusy(true);
    const { reading } = sentence;
    const isShared = reading !== undefined && (withFriends ?? reading.intent === "create_shared");
    await perform(async () => {
      const meant = sentence.meant ?? (await readAnswerOrNew(sentence.said)).meant;
      return isShared ? together(reading, meant) : alone(meant);
    });
    setBusy(false);
  };
  /** As a to-do: a sentence, or what was said before an open question. */
  const keep = async (text: string, onKept: () => void): Promise<Done> => {
    const content = text
      .replace(/^\s*(?:please\s+)?(?:remind me(?:\s+to)?|请?提醒我)\s*/i, "")
      .trim();
    const made = await writeToDo(content);
    if (made?.state !== "succeeded")
      return { text: describeReason(made?.reason ?? "", words), isBad: true };
    onKept();
    return {
      text: words.sentence.addedToDo(content),
      undo: () => actOnReminder(made.reminder_id ?? "", "delete"),
    };
  };
  return {
    write,
    isBusy,
    keepUntimed: () =>
      perform(() => keep(sentence.said.text, () => sentence.settle(sentence.said))),
    /** The sentence of the open question; what is in the field stays there. */
    keepAsked: () => perform(() => keep(sentence.said.text, sentence.giveUp)),
    /** What is in the field; the question stays open. */
    keepDraft: () => {
      const alone = { text: sentence.draft, answers: [] };
      return perform(() => keep(sentence.draft, () => sentence.settle(alone)));
    },
  };
}

/** A change goes through the rules of the chat, which say what they did. */
const describeSpoken = ({ lines, refused }: Spoken, { words }: Calendar): Done =>
  refused === null
    ? { text: lines.join(" "), undo: undoSentence }
    : { text: words.sentence.refusedChange, isBad: true };

/** With friends. When one of them is busy, nothing is written and the dialog offers other times. */
async function writeShared(
  reading: Reading,
  calendar: Calendar,
  onShare: How["onShare"],
): Promise<{ done: Done; isMade: boolean }> {
  const { words, zone } = calendar;
  const [item] = reading.items;
  if (item === undefined || reading.people.length === 0)
    return { done: { text: words.sentence.notRead }, isMade: false };
  const { start, duration_minutes: minutes } = item;
  const title = item.title === "" ? words.sentence.untitled : item.title;
  const friends = reading.people.map(({ account_id }) => account_id);
  const time = { local_trigger_at: start, captured_timezone: zone, duration_minutes: minutes };
  const result = await share({ receiver_account_ids: friends, title, ...time });
  const made = result.shared_reminder;
  if (result.status === "duplicate_active")
    return { done: { text: words.share.duplicate }, isMade: false };
  if (result.status !== "created" || made === null) {
    onShare({ friends, title, start, minutes, result });
    return { done: { text: "" }, isMade: false };
  }
  const people = new Map(reading.people.map(({ account_id, name }) => [account_id, name]));
  const namesOf = (ids: readonly string[]): string =>
    words.sentence.names(ids.flatMap((id) => people.get(id) ?? []));
  const text = describeShared(
    result,
    { title, names: namesOf([...people.keys()]), namesOf },
    calendar,
  );
  return { done: { text, undo: () => actOnShared(made.id, "cancel") }, isMade: true };
}

function describeResults(
  reading: Reading,
  results: readonly WriteResult[],
  calendar: Calendar,
): Done {
  const { words } = calendar;
  const made = results.flatMap(({ state, reminder_id }) =>
    state === "succeeded" && reminder_id !== null ? [reminder_id] : [],
  );
  const titles = reading.items
    .filter((_, index) => results[index]?.state === "succeeded")
    .map(({ title, start, all_day: allDay }) =>
      words.sentence.at(
        title || words.sentence.untitled,
        placeWords({ wall: start, allDay }, calendar),
      ),
    );
  const overlaps = results.flatMap(({ fact }) =>
    fact.overlaps === undefined ? [] : [words.sentence.overlap(fact.overlaps.content)],
  );
  const refused = results.flatMap(({ reason }) =>
    reason === null ? [] : [describeReason(reason, words)],
  );
  // Of several the same reason is said once.
  const forecasts = results.flatMap(({ delivery }) => forecastWords(delivery, calendar) ?? []);
  const said = [
    ...(titles.length === 0 ? [] : [words.sentence.added(words.sentence.several(titles))]),
    ...overlaps,
    ...new Set(forecasts),
    ...new Set(refused),
  ];
  const first = reading.items[0]?.start;
  return {
    text: joinSentences(said, calendar.language),
    day: made.length === 0 || first === undefined ? undefined : dayOf(first),
    undo:
      made.length === 0
        ? undefined
        : () => Promise.all(made.map((id) => actOnReminder(id, "delete"))),
  };
}
