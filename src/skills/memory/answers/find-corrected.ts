import { zoneNamed } from "../../../language/calendar/zones.ts";
import { readDate, readStatements } from "../statements.ts";
import type { Form } from "../kinds/attributes.ts";
import { kindsOf } from "../kinds/kind.ts";
import { number } from "../people-words-en.ts";
import type { CorrectRequest } from "../requests/correct.ts";
import type { MemoryRow } from "../witness.ts";

type Fit = "sure" | "perhaps" | "no";

/**
 * The memories that a correction can mean; one of them, where it is certain. What was spoken of last
 * is meant unless the correction does not fit it: a name is not a place, and a word is not a number.
 */
export function findCorrected(
  request: CorrectRequest,
  spokenOf: readonly MemoryRow[],
  all: readonly MemoryRow[],
): readonly MemoryRow[] {
  const facts = all.filter(({ form }) => form === "fact");
  const having = (fit: Fit, among: readonly MemoryRow[]): readonly MemoryRow[] =>
    among.filter((memory) => fitOf(request, memory) === fit);
  const sure = having("sure", spokenOf);
  if (sure.length > 0) return sure;
  const perhaps = having("perhaps", spokenOf);
  const others = facts.filter(
    (memory) =>
      !spokenOf.includes(memory) &&
      fitOf(request, memory) === "sure" &&
      (request.insteadOf !== null || formsOf(memory).some((form) => form !== "text")),
  );
  return [...perhaps, ...others];
}

const formsOf = ({ words }: MemoryRow): readonly Form[] => kindsOf(words).map(({ form }) => form);

function fitOf(request: CorrectRequest, memory: MemoryRow): Fit {
  const { words: instead, insteadOf, isNaming, ofOther } = request;
  if (insteadOf !== null) return memory.words.includes(insteadOf) ? "sure" : "no";
  const kinds = kindsOf(memory.words);
  const [whole] = readStatements(instead);
  if (whole !== undefined) return fitWhole(whole.words, memory);
  if (kinds.length === 0) return "perhaps";
  if (isNaming && !kinds.some(({ form }) => form === "name")) return "no";
  if (ofOther && !kinds.some(({ subject }) => subject !== "self")) return "no";
  const fits = kinds.map(({ form }) => fitForm(instead, form));
  return fits.find((fit) => fit === "sure") ?? fits.find((fit) => fit === "perhaps") ?? "no";
}

/** A sentence of one's own replaces what is of its kind. */
function fitWhole(words: string, memory: MemoryRow): Fit {
  const own = kindsOf(words);
  const there = kindsOf(memory.words);
  if (own.length === 0 || there.length === 0) return "perhaps";
  const isShared = own.some((kind) =>
    there.some(
      ({ attribute, subject }) => attribute === kind.attribute && subject === kind.subject,
    ),
  );
  return isShared ? "sure" : "no";
}

const properName = /^(?-i:\p{Lu})[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}$|^[\p{Script=Han}]{1,4}$/u;
const fewWords = /^[\p{L}'’. -]{1,40}$/u;
const hasNumber = new RegExp(String.raw`\d|[一二三四五六七八九十百]|\b${number}\b`, "iu");
const asPlace = /^(?:in|at|near|on|by) |[省市县区镇村路街州国]$/iu;
const notPlace = /^[\d\s]+$|@/u;

const toFit = (isSure: boolean, otherwise: Fit): Fit => (isSure ? "sure" : otherwise);

function fitForm(instead: string, form: Form): Fit {
  const isPlace = asPlace.test(instead) || zoneNamed(instead) !== undefined;
  switch (form) {
    case "number":
      return toFit(hasNumber.test(instead), "no");
    case "date":
      return toFit(hasNumber.test(instead) || readDate(instead, 0).said !== null, "no");
    case "place":
      return toFit(isPlace, notPlace.test(instead) ? "no" : "perhaps");
    case "name":
      return isName(instead) ? toFit(!isPlace, "perhaps") : "no";
    case "text":
      return toFit(!properName.test(instead), "perhaps");
    default:
      return form satisfies never;
  }
}

const isName = (words: string): boolean => fewWords.test(words) && words.split(" ").length <= 4;
