import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useCast } from "../cast-book.tsx";
import { type Change, changesOf, withoutFacts } from "../changes.ts";
import { type Stage } from "../contract.ts";
import { type Difference } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { clipped } from "../line-parts.ts";
import { offsetOf, storyTime } from "../story-clock.ts";
import { type StageWords, words as pageWords } from "../words.ts";

interface ChangeListProps {
  readonly stage: Stage;
  readonly differences: readonly Difference[];
}

/** What would happen, a sentence each. */
export function ChangeList({ stage, differences }: ChangeListProps) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  // What somebody learned in a scene under seal is not told here either: then it is counted.
  const isSealed = stage.digests.some(({ sealed }) => sealed);
  const changes = isSealed
    ? withoutFacts(changesOf(differences, "a"))
    : changesOf(differences, "a");
  if (changes.length === 0) return <p>{words.change.nothing}</p>;
  const told = (time: string): string =>
    storyTime(time, { language, offset: offsetOf(stage.chat.initial_time) });
  return (
    <ul className={dialogStyles.changes} aria-label={words.change.label} tabIndex={0}>
      {changes.map((change, index) => (
        <li key={index}>{sentenceOf(change, { words, nameOf, told })}</li>
      ))}
    </ul>
  );
}

interface Telling {
  readonly words: StageWords;
  readonly nameOf: (id: string) => string;
  readonly told: (time: string) => string;
}

function sentenceOf(change: Change, { words: { change: words }, nameOf, told }: Telling): string {
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
        ? words.learns(nameOf(change.who), clipped(change.fact))
        : words.forgets(nameOf(change.who), clipped(change.fact));
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
