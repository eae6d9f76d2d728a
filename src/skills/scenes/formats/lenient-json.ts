import { Buffer } from "node:buffer";
import { Refusal } from "../../../domain/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";
import { cleanJson } from "../../../domain/text.ts";
import { refuseFile, type FileProblem } from "./file-refusal.ts";

/**
 * Lenient readers for files of other programs: a value of the wrong type is converted or treated as
 * missing.
 */
export const readText = (value: Json | undefined): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

export const readTexts = (value: Json | undefined): string[] =>
  (isList(value) ? value : [value ?? null]).map(readText).filter((text) => text.trim() !== "");

/** Only text: nothing is converted. */
export const keepText = (value: Json | undefined): string =>
  typeof value === "string" ? value : "";

export const keepTexts = (value: Json | undefined): string[] =>
  keepList(value).filter((item) => typeof item === "string");

export const keepList = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const readObject = (value: Json | undefined): JsonObject =>
  isJsonObject(value) ? value : {};

export const readNumber = (value: Json | undefined, otherwise: number): number => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : otherwise;
};

/** All other fields, which are preserved for export. */
export const omitFields = (value: JsonObject, known: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Parses JSON with or without a byte order mark, cleaned and limited in size and depth. */
export function parseJson(bytes: Uint8Array, otherwise: FileProblem): Json {
  try {
    return cleanJson(JSON.parse(decoder.decode(bytes)));
  } catch (error) {
    if (error instanceof Refusal)
      throw refuseFile(
        error.code === "body_too_large" || error.code === "body_too_deep" ? "too_large" : otherwise,
      );
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)
      throw refuseFile(otherwise);
    throw error;
  }
}

export const toJsonBytes = (value: Json, indent?: number): Uint8Array =>
  Buffer.from(JSON.stringify(value, undefined, indent), "utf8");
