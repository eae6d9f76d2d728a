export const spaces = /\s/g;
export const twoLetters = /\p{L}{2}/u;
export const hanCharacter = /[\u3400-\u9fff]/;
export const anyEnd = /$/;
export const spaceRuns = /\s+/g;
export const latinWords = /[a-z][a-z'.-]*/g;
export const latinCharacters = /[a-z\s-]/gi;
export const latinLetter = /[a-z]/i;
export const sentenceEnds = /(?<=[.!?。！？])(?=\s|$|\p{Script=Han})|(?<=[!?。！？;；\n])/u;
export const letterOrDigit = /[\p{L}\p{N}]/u;
export const endsWithQuestionMark = /[?？]\s*$/u;
export const markedWords = /₣|[\p{L}\p{N}]+(?:[.:'-][\p{L}\p{N}]+)*/gu;
export const hanOrLatin = /[a-z][a-z']*|[^\s]/gu;
export const tokenCharacter = /[\p{L}\p{N}:.₣-]/u;
export const latinStart = /^[a-z]/u;
export const onlyComma = /^[,，\s]+$/;
export const paragraphEnd = /\n\s*\n/;
export const contentPairs = /[\u4e00-\u9fff]{2}|[a-z]{4,}/g;
export const endInside = /[。！!\n;；,，.]\s*\S/;
export const charactersAndWords = /[a-z][a-z']*|\S/gu;
export const wordsWithMarks = /[\p{L}\p{N}]+(?:[.:'-][\p{L}\p{N}]+)*/gu;
export const zoneMarks = /[/_]/gu;
export const hanCharacters = /\p{Script=Han}/gu;
export const digitRuns = /(\d+)/g;
export const hanRuns = /\p{Script=Han}+/gu;
export const letterRuns = /[\p{L}\p{N}]+/gu;
export const hanScript = /\p{Script=Han}/u;
export const spacesAndMarks = /[\s\p{P}]/gu;
export const leadingZero = /^0(?=\d)/;
export const latinEnd = /[A-Za-z]$/;
export const latinHead = /^[A-Za-z'-]*/;
export const notWords = /[^\p{L}\p{N}']+/gu;
export const anyDigit = /\d/;
export const wordRun = /\S+/;
export const bareNumber = /^\s*(\d{1,2})\s*$/;
export const leadingSpaces = /^\s+/;
export const notWordsOrSpaces = /[^\p{L}\p{N}\s]/gu;
export const maskedRuns = /\ue000+/g;
export const quotes = /[“”"「」『』《》]/g;
export const smallLatinLetter = /[a-z]/;
export const notWord = /[^\p{L}\p{N}]/gu;

export const escapePattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A Chinese name, also with spaces between its characters. */
export const patternOfName = (name: string): RegExp =>
  new RegExp(Array.from(name, escapePattern).join(String.raw`\s?`), "g");

/** A name in Latin letters as a word of its own, also in the genitive. */
export const patternOfLatinName = (name: string): RegExp => {
  const words = name
    .split(spaceRuns)
    .map(escapePattern)
    .join(String.raw`\s*`);
  return new RegExp(String.raw`(?<![a-z])${words}(?:'s)?(?![a-z])`, "g");
};

/** Stands for the names of people in a text. */
export const nameMask = "\ue001";

export const outerMarks = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;
/** Commas, and spaces beside a Chinese character. */
export const hanSpaces = /(?<=\p{Script=Han}) | (?=\p{Script=Han})|[，,]/gu;

export const curlyQuotes = /[’‘]/g;

export const notWordRuns = /[^\p{L}\p{N}]+/u;

/** A Latin word, or two Chinese characters. */
export const wordOrPair = /[a-z]{3,}|\p{Script=Han}{2}/gu;

export const anyQuestionMark = /[?？]/u;
export const notWordsAtAll = /[^\p{L}\p{N}]+/gu;
export const notHanRuns = /[^\p{Script=Han}]+/gu;
export const spacesOrHan = /[\s\p{Script=Han}]+/u;
/** A zone by the name that programs give it: "Asia/Tokyo". */
export const zoneInText = /[A-Za-z]+(?:\/[A-Za-z_+-]+)+|\bUTC\b/;
export const zoneAlone = /^[A-Za-z_/+-]{4,}$/;
