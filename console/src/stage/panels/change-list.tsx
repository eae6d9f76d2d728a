import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import { type Change, toChanges, countFacts } from "../changes.ts";
import { type Stage } from "../contract.ts";
import { type Difference } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { shortenLine } from "../line-parts.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { type StageWords, words as pageWords } from "../words.ts";

interface ChangeListProps {
  readonly stage: Stage;
  readonly differences: readonly Difference[];
}

/** The effects of a change, one sentence each. */
export function ChangeList({ stage, differences }: ChangeListProps) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  // Facts learned in a sealed scene are counted instead of quoted.
  const isSealed = stage.digests.some(({ sealed }) => sealed);
  const changes = isSealed ? countFacts(toChanges(differences, "a")) : toChanges(differences, "a");
  if (changes.length === 0) return <p>{words.change.nothing}</p>;
  const formatTime = (time: string): string =>
    formatStoryTime(time, { language, offset: parseOffset(stage.chat.initial_time) });
  return (
    <ul className={dialogStyles.changes} aria-label={words.change.label} tabIndex={0}>
      {changes.map((change, index) => (
        <li key={index}>{toSentence(change, { words, nameOf, told: formatTime })}</li>
      ))}
    </ul>
  );
}

interface SentenceContext {
  readonly words: StageWords;
  readonly nameOf: (id: string) => string;
  readonly told: (time: string) => string;
}

function toSentence(
  change: Change,
  { words: { change: words }, nameOf, told }: SentenceContext,
): string {
  switch (change.kind) {
    case "lines":
      return words.lines(change.gone, change.come);
    case "clock":
      return words.clock(told(change.from), told(change.to));
    case "feeling":
      return words.feeling[change.what](
        [nameOf(change.source), nameOf(change.target)],
        Math.round(change.from),
        Math.round(change.to),
      );
    case "fact":
      return change.known
        ? words.learns(nameOf(change.who), shortenLine(change.fact))
        : words.forgets(nameOf(change.who), shortenLine(change.fact));
    case "facts":
      return words.facts(nameOf(change.who), change);
    case "memories":
      return words.memories(nameOf(change.who), change);
    case "presence":
      return change.there
        ? words.isThere(nameOf(change.who), change.scene)
        : words.isNotThere(nameOf(change.who), change.scene);
    case "scene":
      return words.scene[change.becomes](change.scene);
    case "digests":
      return words.digests(change.gone, change.come);
    case "threads":
    default:
      return words.threads(change.gone, change.come);
  }
}
