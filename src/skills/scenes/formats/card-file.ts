import { Buffer } from "node:buffer";
import { isJsonObject, type JsonObject } from "../../../domain/json.ts";
import { toV2, toV3, type Card, readCard } from "./card.ts";
import { type CardAssets, inlineBytes, findAssets } from "./card-assets.ts";
import { refuseFile } from "./file-refusal.ts";
import { toJsonBytes, parseJson, readText } from "./lenient-json.ts";
import { isPng, readChunks, findText, replaceTexts, writeChunks } from "./png.ts";
import { drawPortrait } from "./portrait.ts";
import { cutArchive, isZip, readZip } from "./zip.ts";
import { writeZip } from "./zip-write.ts";

export type CardFormat = "png" | "json" | "charx";

/** The format is detected from the first bytes, never from the name. */
export function readCardFile(bytes: Uint8Array): Card {
  if (isPng(bytes)) return readPngCard(bytes);
  if (isZip(bytes)) return readCharxCard(bytes);
  if (isJpeg(bytes)) return readCharxCard(cutArchive(bytes));
  return readCard(parseJson(bytes, "not_a_card"));
}

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/** When a picture contains both versions, the newer one is used. */
function readPngCard(bytes: Uint8Array): Card {
  const chunks = readChunks(bytes);
  const found = findText(chunks, "ccv3") ?? findText(chunks, "chara");
  // Some programs strip text chunks, which leaves a valid picture without a card.
  if (found === undefined) throw refuseFile("no_card_inside");
  if (!/^[A-Za-z0-9+/_=\s-]*$/.test(found)) throw refuseFile("damaged");
  return readCard(parseJson(Buffer.from(found, "base64"), "damaged"));
}

function readCharxCard(bytes: Uint8Array): Card {
  const card = readZip(bytes).get("card.json");
  if (card === undefined) throw refuseFile("no_card_inside");
  return readCard(parseJson(card.unpack(), "damaged"));
}

/**
 * Writes a card with the bot's picture, or a generated one. Further assets are included if the
 * format supports them.
 */
export function writeCardFile(
  card: Card,
  format: CardFormat,
  kept: Partial<Omit<CardAssets, "leftOut">> = {},
): Uint8Array {
  const name = readText(card.data["name"]);
  const inline = (asset: JsonObject): JsonObject[] => inlineBytes(asset, kept);
  if (format === "json") return toJsonBytes(toV3(replaceAssets(card, [], inline)), 2);
  if (format === "png") {
    const whole = replaceAssets(card, [], inline);
    const texts = { chara: toBase64(toV2(whole)), ccv3: toBase64(toV3(whole)) };
    const own =
      kept.picture?.mediaType === "image/png" ? readChunks(kept.picture.bytes) : drawPortrait(name);
    return writeChunks(replaceTexts(own, texts));
  }
  const drawn = { type: "icon", name: "main", ext: "png", bytes: writeChunks(drawPortrait(name)) };
  const files = [
    { ...(kept.picture ?? drawn), type: "icon", name: "main" },
    ...(kept.others ?? []),
  ].map(({ type, name: part, ext, bytes }, index) => ({
    path: `assets/${type}/${pickFolder(ext)}/${index === 0 ? part : `${index}-${part}`}.${ext}`,
    asset: { type, name: part, ext },
    bytes,
  }));
  const assets = files.map(({ path, asset }) => ({ ...asset, uri: `embeded://${path}` }));
  const packed = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return writeZip({ "card.json": toJsonBytes(toV3(replaceAssets(card, assets)), 2), ...packed });
}

/** By media kind, as the CHARX specification requires. */
function pickFolder(ext: string): string {
  if (/^(?:png|jpe?g|webp|gif|avif)$/.test(ext)) return "images";
  if (/^(?:mp3|ogg|wav|flac|m4a)$/.test(ext)) return "audio";
  return /^(?:mp4|webm|mov)$/.test(ext) ? "video" : "other";
}

const toBase64 = (value: JsonObject): string => Buffer.from(toJsonBytes(value)).toString("base64");

/** Removes assets that refer to files outside this one. */
function replaceAssets(
  card: Card,
  added: readonly JsonObject[],
  inline: (asset: JsonObject) => JsonObject[] = () => [],
): Card {
  const listed = Array.isArray(card.data["assets"])
    ? (card.data["assets"] as readonly unknown[] as readonly JsonObject[])
    : [];
  const kept = listed
    .filter(
      (asset) => isJsonObject(asset) && !/^(?:embeded|__asset):/i.test(readText(asset["uri"])),
    )
    .flatMap((asset) => (readText(asset["uri"]).startsWith("blob:") ? inline(asset) : [asset]));
  const isMain = (asset: JsonObject): boolean =>
    asset["type"] === "icon" && asset["name"] === "main";
  const standard = { type: "icon", uri: "ccdefault:", name: "main", ext: "png" };
  const own = added.length > 0 ? [...kept.filter((asset) => !isMain(asset)), ...added] : kept;
  return { ...card, data: { ...card.data, assets: own.length === 0 ? [standard] : own } };
}

/** A card file's content and assets. */
export interface WholeCard {
  readonly card: Card;
  readonly assets: CardAssets;
}

export function readWholeCard(bytes: Uint8Array): WholeCard {
  const card = readCardFile(bytes);
  return { card, assets: findAssets(isJpeg(bytes) ? cutArchive(bytes) : bytes, card) };
}
