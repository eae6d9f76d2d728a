import { Buffer } from "node:buffer";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { isJsonObject, type JsonObject } from "../../../domain/json.ts";
import { refuseFile } from "../formats/file-refusal.ts";
import { keepList, parseJson, readNumber, readObject, readText } from "../formats/lenient-json.ts";
import {
  type BodyLine,
  type ParsedStory,
  type StoryCharacter,
  storyFileVersion,
} from "./story-lines.ts";

const mostBytes = 64 * 1024 * 1024;
const mostSealedBytes = 4 * 1024 * 1024;
const mostLines = 300_000;
const mostCharacters = 100;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Whether this is a whole story, rather than a chat of another program. */
export const isStoryFile = (bytes: Uint8Array): boolean =>
  isGzip(bytes) ||
  Buffer.from(bytes.subarray(0, 200)).toString("utf8").includes('"meanwhile_story"');

/** Reads a story's lines. What they say is checked when they become events. */
export function readStory(bytes: Uint8Array): ParsedStory {
  const lines = splitLines(bytes);
  const head = readObject(parseJson(lines[0] ?? new Uint8Array(), "not_a_story"));
  const version = readNumber(head["meanwhile_story"], 0);
  if (version === 0) throw refuseFile("not_a_story");
  if (version > storyFileVersion) throw refuseFile("unsupported", { version });
  let you: ParsedStory["you"];
  const characters: StoryCharacter[] = [];
  const body: BodyLine[] = [];
  for (const [nth, bare] of lines.slice(1).entries()) {
    const line = unseal(readObject(parseJson(bare, "not_a_story")), nth + 2);
    if (isJsonObject(line["you"])) you = readPersona(line["you"]);
    else if (isJsonObject(line["bot"])) characters.push(readCharacter(line, nth + 2));
    else body.push(readBodyLine(line, nth + 2));
  }
  if (characters.length > mostCharacters)
    throw refuseFile("too_many_parts", { limit: mostCharacters });
  return {
    head: {
      meanwhile_story: version,
      title: readText(head["title"]).slice(0, 400),
      active: readNumber(head["active"], 0),
    },
    you,
    characters,
    body,
  };
}

/** Lines as bytes: together they may be longer than a text can be. */
function splitLines(bytes: Uint8Array): Uint8Array[] {
  const all = isGzip(bytes)
    ? unpack(() => gunzipSync(bytes, { maxOutputLength: mostBytes }))
    : bytes;
  const lines: Uint8Array[] = [];
  for (let at = 0; at < all.length;) {
    const end = all.indexOf(0x0a, at);
    const line = all.subarray(at, end === -1 ? all.length : end);
    if (line.some((byte) => byte > 0x20)) lines.push(line);
    at = end === -1 ? all.length : end + 1;
    if (lines.length > mostLines) throw refuseFile("too_many_parts", { limit: mostLines });
  }
  return lines;
}

function unpack(work: () => Uint8Array): Uint8Array {
  try {
    return work();
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
    throw refuseFile(isLarge ? "too_large" : "damaged");
  }
}

function unseal(line: JsonObject, nth: number): JsonObject {
  const { sealed } = line;
  if (sealed === undefined) return line;
  if (typeof sealed !== "string") throw refuseFile("not_a_story", { line: nth });
  const inner = unpack(() =>
    inflateRawSync(Buffer.from(sealed, "base64"), { maxOutputLength: mostSealedBytes }),
  );
  return readObject(parseJson(inner, "not_a_story"));
}

const readPersona = (you: JsonObject): ParsedStory["you"] => ({
  name: readText(you["name"]),
  pronouns: readText(you["pronouns"]),
  persona: readText(you["persona"]),
});

function readCharacter(line: JsonObject, nth: number): StoryCharacter {
  const bot = readObject(line["bot"]);
  const id = readText(bot["id"]);
  if (id === "") throw refuseFile("not_a_story", { line: nth, field: "id" });
  const picture = readObject(line["picture"]);
  const data = readText(picture["data"]);
  return {
    bot: { ...bot, id },
    ...(data === "" ? {} : { picture: { type: readText(picture["type"]), data } }),
    assets: keepList(line["assets"])
      .filter(isJsonObject)
      .map((asset) => ({ ...asset, data: readText(asset["data"]) })),
  };
}

function readBodyLine(line: JsonObject, nth: number): BodyLine {
  const count = (name: string): number => {
    const value = line[name];
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    throw refuseFile("not_a_story", { line: nth, field: name });
  };
  if ("branch" in line) return { branch: count("branch"), of: count("of"), from: count("from") };
  const kind = readText(line["kind"]);
  if (kind === "" || !isJsonObject(line["payload"]))
    throw refuseFile("not_a_story", { line: nth, field: "kind" });
  return {
    n: count("n"),
    kind,
    payload: line["payload"],
    ...("turn" in line ? { turn: count("turn") } : {}),
    ...("aside" in line ? { aside: count("aside") } : {}),
    sources: keepList(line["sources"]).filter((id) => typeof id === "number"),
  };
}
