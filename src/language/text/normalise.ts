import { isolateManners } from "./manners.ts";
import { foldDialects } from "./dialects.ts";
import { type Edited, edit, withoutEdits } from "./edits.ts";
import { spellNumbers } from "./number-words.ts";
import { foldLearnerForms } from "../lexicon/en/learner-forms.ts";
import { correctSpelling } from "../lexicon/en/spelling.ts";
import { languageOf } from "./prepare.ts";
import { simplifyCharacter } from "./traditional.ts";

/** A message in the one form that the grammar is written for, and where each character of it stood. */
export type Normalised = Edited;

/**
 * The ways of writing one thing become one: width, runs of spaces, spaces between scripts, numbers
 * as words, dots in "p.m.", greetings and thanks around the request. Everything after it reads one
 * form; titles are given back as they were written.
 */
export const normalise = (raw: string, language = languageOf(raw)): Normalised =>
  steps.reduce((text, step) => (unfit[language].has(step) ? text : step(text)), withoutEdits(raw));

const steps: readonly ((text: Edited) => Edited)[] = [
  narrowWidth,
  (text) => edit(text, /[\u200b\u2060\ufeff]+/g, () => ""),
  // A picture in front says nothing of what follows, and what begins a message begins it still.
  (text) => edit(text, /^[\s\p{Extended_Pictographic}\ufe0f\u200d]+(?=[\p{L}\p{N}])/gu, () => ""),
  (text) => edit(text, /(?<=[ \t\u00a0\u3000])[ \t\u00a0\u3000]+/g, () => ""),
  (text) => edit(text, /[\u4e00-\u9fff]+/g, ([run]) => Array.from(run, simplifyCharacter).join("")),
  foldDialects,
  // Western marks between Chinese words.
  (text) => edit(text, /(?<=[\u3400-\u9fff])\.(?=\s*(?:[\u3400-\u9fff]|$))/g, () => "。"),
  (text) => edit(text, /(?<=[,;!?:。] ?)(?<=[\u3400-\u9fff]. ?) (?=[\u3400-\u9fff\d])/g, () => ""),
  joinSingleCharacters,
  joinScripts,
  pauseAtSpaces,
  // "Mrs. Patel" ends no sentence, and "Mon–Fri" is one.
  (text) => edit(text, /(?<=\b(?:mr|mrs|ms|dr|prof|appt))\.(?=\s)/gi, () => ""),
  (text) => edit(text, /(?<=[\w])[–—](?=\w)/g, () => "-"),
  correctSpelling,
  spellNumbers,
  foldLearnerForms,
  isolateManners,
];

/** An English sentence has spaces around a Chinese name as around any other word. */
const unfit: Readonly<Record<"zh" | "en", ReadonlySet<unknown>>> = {
  en: new Set([joinScripts, pauseAtSpaces]),
  zh: new Set([correctSpelling, foldLearnerForms]),
};

const wide = /[\uff01-\uff5e]/g;

function narrowWidth(text: Edited): Edited {
  return edit(text, wide, ([character = ""]) =>
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}

/** Characters that were typed one at a time: "20 分 钟 后". */
function joinSingleCharacters(text: Edited): Edited {
  const typed = /(?<=^|[\s\d])[\u4e00-\u9fff](?: [\u4e00-\u9fff](?=\s|$)){2,}/g;
  const runs = Array.from(text.text.matchAll(typed), ({ index, 0: run }) => ({
    at: index,
    end: index + run.length,
  }));
  return edit(text, / /g, ({ index }) =>
    runs.some(({ at, end }) => index >= at && index < end) ? "" : " ",
  );
}

const touching = {
  digits: /[\u3400-\u9fff]\d|\d[\u3400-\u9fff]/,
  letters: /[\u3400-\u9fff][A-Za-z]|[A-Za-z][\u3400-\u9fff]/,
} as const;

/** A number that stands behind one of these belongs to it: "下午 3点", "提醒我 8点", "12月 25号". */
const leadsToNumber =
  /[天午上早晚晨夜中号日月年周末每到至点我和与、在于从约是第各前后一二三四五六]$/;

/**
 * Between scripts a space is a habit of typing: "和 Tom 开会", "12 月 25 日". Only a writer who does
 * not have it, which the rest of the message shows, means a pause by it: "8点吃药 9点出门".
 */
function joinScripts(text: Edited): Edited {
  const pausesAtDigits = touching.digits.test(text.text);
  const pausesAtLetters = touching.letters.test(text.text);
  return edit(
    text,
    /(?<=[\u3400-\u9fff]) (?=[A-Za-z0-9])|(?<=[A-Za-z0-9%]) (?=[\u3400-\u9fff])/g,
    ({ index, input }) => {
      const [before, behind] = [input.charAt(index - 1), input.charAt(index + 1)];
      if (/[\d%]/.test(before)) return "";
      if (/\d/.test(behind))
        return pausesAtDigits && !leadsToNumber.test(input.slice(0, index)) ? " " : "";
      return pausesAtLetters ? " " : "";
    },
  );
}

const betweenTimes =
  /(?<=[天日号月年午晚早晨夜末底点半]|[早晚]上|周[一二三四五六]) (?=每|早|晚|上午|下午|中午|凌晨|傍晚|周|星期|[一二两三四五六七八九十]+点)/g;
const betweenWords = /(?<=[\u3400-\u9fff]{2}) (?=[\u3400-\u9fff]{2}|\d+[^\s\d])/g;

/** Between two Chinese words a space is a comma; between two words of time it is nothing. */
function pauseAtSpaces(text: Edited): Edited {
  return edit(
    edit(text, betweenTimes, () => ""),
    betweenWords,
    () => ",",
  );
}
