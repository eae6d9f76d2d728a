import { Buffer } from "node:buffer";
import { Refusal } from "../../../domain/errors.ts";
import type { Json, Payload } from "../../../domain/events.ts";
import { cleanJson } from "../../../domain/text.ts";
import { badFile, type FileProblem } from "./file-refusal.ts";

/** Reading what other programs wrote: a field of the wrong kind is read as what was meant by it, or as nothing. */
export const looseText = (value: Json | undefined): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

export const looseTexts = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value ?? null])
    .map(looseText)
    .filter((text) => text.trim() !== "");

export const looseObject = (value: Json | undefined): Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Payload) : {};

export const isObject = (value: Json | undefined): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const looseNumber = (value: Json | undefined, otherwise: number): number => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : otherwise;
};

/** Fields under other names than these: nobody here reads them, and they are kept for whoever does. */
export const besides = (value: Payload, known: readonly string[]): Payload =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name)));

const decoder = new TextDecoder("utf-8", { fatal: true });

/** JSON as it comes: with or without a mark at its start, cleaned, and not larger or deeper than we keep. */
export function jsonIn(bytes: Uint8Array, otherwise: FileProblem): Json {
  try {
    return cleanJson(JSON.parse(decoder.decode(bytes)));
  } catch (error) {
    if (error instanceof Refusal)
      throw badFile(
        error.code === "body_too_large" || error.code === "body_too_deep" ? "too_large" : otherwise,
      );
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)
      throw badFile(otherwise);
    throw error;
  }
}

export const jsonBytes = (value: Json, indent?: number): Uint8Array =>
  Buffer.from(JSON.stringify(value, undefined, indent), "utf8");
