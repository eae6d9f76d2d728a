import { clauseAt } from "../text/clauses.ts";
import { type State, stateOf } from "./moved.ts";
import type { Reading } from "../reading.ts";
import type { Target } from "../dialogue/targets.ts";
import { type Span, titleIn } from "../text/titles.ts";
import { wallOf } from "../calendar/wall.ts";
import { refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "../times/phrase.ts";
import * as en from "../lexicon/en/change.ts";
import * as zh from "../lexicon/zh/change.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** What stands behind "改成" when it is not a time. */
export function newTitle({ prepared, live, phrases }: Reading, cue: Span): Span | undefined {
  const word = prepared.text.slice(cue.at, cue.end);
  const clause = clauseAt(live, cue.at);
  if (clause === undefined) return undefined;
  if (prepared.language === "zh") {
    const verb = lexicon.zh.namesAnew.exec(word);
    const tail = titleIn(prepared, { at: cue.end, end: clause.end }, []);
    return verb === null || !isNewTitle(tail, phrases, { at: cue.end, end: clause.end })
      ? undefined
      : { at: cue.end, end: clause.end };
  }
  const to = lexicon.en.toNewTitle.exec(prepared.text.slice(cue.end, clause.end));
  if (!lexicon.en.mayRename.test(word) || to === null) return undefined;
  if (lexicon.en.partOfEntry.test(prepared.text.slice(cue.end, cue.end + to.index)))
    return undefined;
  const at = cue.end + to.index + to[0].length;
  const name = prepared.text.slice(at, clause.end);
  return lexicon.en.anotherTitle.test(name) || lexicon.en.onlyNumbers.test(name)
    ? undefined
    : { at, end: clause.end };
}

/** "改成晚上" and "改成饭后" say when, not what. */
const isNewTitle = (tail: string, phrases: readonly Phrase[], span: Span): boolean =>
  tail !== "" &&
  !lexicon.zh.timeNotTitle.test(tail) &&
  !phrases.some(({ at, end }) => at >= span.at && end <= span.end);

export function rename({ prepared }: Reading, target: Target, span: Span): State | Refused {
  const title = titleIn(prepared, span, []);
  const { start } = target.reminder;
  if (start === null) return refuse("no_time");
  return title === target.reminder.title
    ? refuse("no_change")
    : { item: stateOf(target, { start: wallOf(start) }, title), notes: [] };
}
