import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readMemoryRequest } from "../../src/skills/memory/requests/read-request.ts";
import { readStatements } from "../../src/skills/memory/statements.ts";

/**
 * Sentences as people say them, written before the rules were changed for them: facts about oneself
 * and one's family, questions about the memory, corrections, forgetting, and what is none of it. At
 * first contact the rules read 73 of 145, 75 of 142, 41 of 76, 41 of 73, 22 of 94, 21 of 94, 115 of 160
 * and 119 of 165.
 */
const least = {
  en: 142,
  zh: 141,
  "en-2": 75,
  "zh-2": 72,
  "en-3": 41,
  "zh-3": 41,
  "en-4": 158,
  "zh-4": 164,
};

const readKind = (said: string): string =>
  readMemoryRequest(said)?.kind ?? (readStatements(said).length > 0 ? "fact" : "none");

it.each(Object.entries(least))(
  "statements and requests about the memory are told apart from other talk: %s",
  (name, count) => {
    const file = new URL(`phrasings/${name}.txt`, import.meta.url);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const misread = lines.filter((line) => {
      const [kind = "", said = ""] = line.split(" | ");
      return readKind(said) !== kind;
    });
    expect(lines.length - misread.length, misread.join("\n")).toBeGreaterThanOrEqual(count);
  },
);

/**
 * Requests about the memory in many words, from switching it off to correcting it. The last 139 and 119
 * lines were written before the pieces were put together; of those they read 131 and 111 at first contact.
 */
const leastRequests = { en: 324, zh: 289 };

/** A request that names something is left to others where no memory is about it. */
function readRequestKind(said: string): string {
  const request = readMemoryRequest(said);
  if (request === undefined) return "none";
  if (request.kind === "switch") return request.isOn ? "switch_on" : "switch_off";
  const isAbout = (request.kind === "list" || request.kind === "source") && request.about !== null;
  return isAbout ? `${request.kind}_about` : request.kind;
}

const isLeft = (said: string): boolean => {
  const request = readMemoryRequest(said);
  return (
    (request?.kind === "forget" && !request.isPlain) ||
    (request?.kind === "list" && request.about !== null)
  );
};

it.each(Object.entries(leastRequests))(
  "requests about the memory are put together from their pieces: %s",
  (language, count) => {
    const file = new URL(`phrasings/requests-${language}.txt`, import.meta.url);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const misread = lines.filter((line) => {
      const [kind = "", said = ""] = line.split(" | ");
      return readRequestKind(said) !== kind && !(kind === "none" && isLeft(said));
    });
    expect(lines.length - misread.length, misread.join("\n")).toBeGreaterThanOrEqual(count);
  },
);
