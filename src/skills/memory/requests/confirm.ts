import { pattern } from "./pattern.ts";

/** An answer to a question of ours about forgetting: yes, no, or places in the list; -1 is its end. */
export interface Confirmation {
  readonly isYes: boolean;
  readonly isNo: boolean;
  readonly places: readonly number[] | "all" | null;
}

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  最后一: -1,
};
const place = "(?:\\d{1,2}|first|second|third|fourth|fifth|last|[一二三四五]|最后一)";
const several = `${place}(?:st|nd|rd|th)?(?:(?:,| and|,? and|、|和|跟)\\s*(?:the |number |第)?${place}(?:st|nd|rd|th)?)*`;
const choices = pattern(
  `(?:forget |delete |忘掉|删掉)?(?:the |number |no\\.? ?|#|第)?(?<places>${several})(?: ones?| one please)?(?:[条个])?(?:吧|忘掉|删掉)?`,
);
const politely =
  "(?:,? (?:please|thanks|thank you|do it|do that|go ahead|forget (?:it|them|that)|delete (?:it|them)|i'm sure|i am sure|really))*";
const yes = pattern(
  `(?:(?:yes|yep|yeah|yup|sure|ok|okay|right|correct|exactly|certainly|absolutely|definitely|of course|please|do it|do that|go ahead|go on|confirm(?:ed)?|i'm sure|i am sure|that one|forget (?:it|them))${politely})(?:,? ?(?:yes|sure|do it|go ahead))*|(?:(?:对|是|是的|嗯+|好|好的|好吧|行|可以|确定|确认|没错|当然|就是(?:这|它)[条个]?|忘吧|忘了吧|忘掉吧?|删吧|删掉吧?|来吧)[，,。 ]*)+(?:吧|啊|的|呀)*`,
);
const all = pattern(
  "(?:yes,? )?(?:forget |delete )?(?:both|all|everything|all of (?:it|them|these|those)|both of (?:them|these)|all (?:two|three|four|five|six)|every one|them all)(?: of them)?(?: please)?|(?:这|那)?(?:些|[几两三四五]条|俩)?(?:全部|全都|全|都|两条都|两个都)(?:要)?(?:忘掉|忘了|删掉|删了|忘|是)?(?:吧|了)?",
);
const no = pattern(
  "(?:no|nope|nah|don't|do not|stop|cancel|never ?mind|neither|none|not (?:that|now|really|sure|any of them)|wait|keep (?:it|them|that|all|everything))(?: of (?:it|them|these|those))?(?:,? (?:no|thanks|thank you|please|don't|keep (?:it|them|that|all|everything)(?: please)?|forget nothing|leave (?:it|them)|i changed my mind|never ?mind))*|(?:(?:不|不了|不用了?|不要了?|不是|别|别了|算了|取消|先不了?|都不是|都不|一条都不|留着吧?|还是留着吧?|等等)[，,。 ]*)+(?:吧|啊|忘|删)*",
);

export function readConfirmation(text: string): Confirmation | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (no.test(said)) return { isYes: false, isNo: true, places: null };
  if (all.test(said) || yes.test(said)) return { isYes: true, isNo: false, places: "all" };
  const places = choices.exec(said)?.groups?.["places"];
  if (places === undefined) return undefined;
  return { isYes: false, isNo: false, places: readPlaces(places) };
}

const readPlaces = (places: string): readonly number[] =>
  (places.match(new RegExp(place, "giu")) ?? []).map(
    (each) => ordinals[each.toLowerCase()] ?? Number(each),
  );
