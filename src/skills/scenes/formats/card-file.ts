import { Buffer } from "node:buffer";
import type { Payload } from "../../../domain/events.ts";
import { asV2, asV3, type Card, readCard } from "./card.ts";
import { type CardAssets, withBytesInline } from "./card-assets.ts";
import { badFile } from "./file-refusal.ts";
import { jsonBytes, jsonIn, looseText, isObject } from "./loose.ts";
import { isPng, readChunks, textIn, withTexts, writeChunks } from "./png.ts";
import { portraitOf } from "./portrait.ts";
import { readZip } from "./zip.ts";
import { writeZip } from "./zip-write.ts";

export type CardFormat = "png" | "json" | "charx";

/** Told by its first bytes, never by its name. */
export function readCardFile(bytes: Uint8Array): Card {
  if (isPng(bytes)) return fromPng(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return fromCharx(bytes);
  return readCard(jsonIn(bytes, "not_a_card"));
}

/** Where both versions are in a picture, the newer one counts. */
function fromPng(bytes: Uint8Array): Card {
  const chunks = readChunks(bytes);
  const found = textIn(chunks, "ccv3") ?? textIn(chunks, "chara");
  // A picture that went through a program which strips its texts looks whole and says nothing.
  if (found === undefined) throw badFile("no_card_inside");
  if (!/^[A-Za-z0-9+/_=\s-]*$/.test(found)) throw badFile("damaged");
  return readCard(jsonIn(Buffer.from(found, "base64"), "damaged"));
}

function fromCharx(bytes: Uint8Array): Card {
  const card = readZip(bytes).get("card.json");
  if (card === undefined) throw badFile("no_card_inside");
  return readCard(jsonIn(card.bytes(), "damaged"));
}

/** With the picture that the bot has, or one that is drawn for it; what else it brought goes into the form that has room for it. */
export function writeCardFile(
  card: Card,
  format: CardFormat,
  kept: Partial<Omit<CardAssets, "leftOut">> = {},
): Uint8Array {
  const name = looseText(card.data["name"]);
  const inline = (asset: Payload): Payload[] => withBytesInline(asset, kept);
  if (format === "json") return jsonBytes(asV3(withAssets(card, [], inline)), 2);
  if (format === "png") {
    const whole = withAssets(card, [], inline);
    const texts = { chara: base64(asV2(whole)), ccv3: base64(asV3(whole)) };
    const own =
      kept.picture?.mediaType === "image/png" ? readChunks(kept.picture.bytes) : portraitOf(name);
    return writeChunks(withTexts(own, texts));
  }
  const drawn = { type: "icon", name: "main", ext: "png", bytes: writeChunks(portraitOf(name)) };
  const files = [
    { ...(kept.picture ?? drawn), type: "icon", name: "main" },
    ...(kept.others ?? []),
  ].map(({ type, name: part, ext, bytes }, index) => ({
    path: `assets/${type}/${folderOf(ext)}/${index === 0 ? part : `${index}-${part}`}.${ext}`,
    asset: { type, name: part, ext },
    bytes,
  }));
  const assets = files.map(({ path, asset }) => ({ ...asset, uri: `embeded://${path}` }));
  const packed = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return writeZip({ "card.json": jsonBytes(asV3(withAssets(card, assets)), 2), ...packed });
}

/** By kind, as the specification asks. */
function folderOf(ext: string): string {
  if (/^(?:png|jpe?g|webp|gif|avif)$/.test(ext)) return "images";
  if (/^(?:mp3|ogg|wav|flac|m4a)$/.test(ext)) return "audio";
  return /^(?:mp4|webm|mov)$/.test(ext) ? "video" : "other";
}

const base64 = (value: Payload): string => Buffer.from(jsonBytes(value)).toString("base64");

/** An asset that points into a file which is not this one would point nowhere. */
function withAssets(
  card: Card,
  added: readonly Payload[],
  inline: (asset: Payload) => Payload[] = () => [],
): Card {
  const listed = Array.isArray(card.data["assets"])
    ? (card.data["assets"] as readonly unknown[] as readonly Payload[])
    : [];
  const kept = listed
    .filter((asset) => isObject(asset) && !/^(?:embeded|__asset):/i.test(looseText(asset["uri"])))
    .flatMap((asset) => (looseText(asset["uri"]).startsWith("blob:") ? inline(asset) : [asset]));
  const isMain = (asset: Payload): boolean => asset["type"] === "icon" && asset["name"] === "main";
  const standard = { type: "icon", uri: "ccdefault:", name: "main", ext: "png" };
  const own = added.length > 0 ? [...kept.filter((asset) => !isMain(asset)), ...added] : kept;
  return { ...card, data: { ...card.data, assets: own.length === 0 ? [standard] : own } };
}
