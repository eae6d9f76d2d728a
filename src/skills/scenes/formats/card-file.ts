import { Buffer } from "node:buffer";
import type { Payload } from "../../../domain/events.ts";
import { asV2, asV3, type Card, readCard } from "./card.ts";
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

export function writeCardFile(card: Card, format: CardFormat): Uint8Array {
  const name = looseText(card.data["name"]);
  if (format === "json") return jsonBytes(asV3(withAssets(card, [])), 2);
  if (format === "png") {
    const whole = withAssets(card, []);
    const texts = { chara: base64(asV2(whole)), ccv3: base64(asV3(whole)) };
    return writeChunks(withTexts(portraitOf(name), texts));
  }
  const picture = "assets/icon/images/main.png";
  const icon = { type: "icon", uri: `embeded://${picture}`, name: "main", ext: "png" };
  return writeZip({ "card.json": jsonBytes(asV3(withAssets(card, [icon])), 2), [picture]: writeChunks(portraitOf(name)) });
}

const base64 = (value: Payload): string => Buffer.from(jsonBytes(value)).toString("base64");

/** An asset that points into a file which is not this one would point nowhere. */
function withAssets(card: Card, added: readonly Payload[]): Card {
  const listed = Array.isArray(card.data["assets"]) ? (card.data["assets"] as readonly unknown[] as readonly Payload[]) : [];
  const kept = listed.filter((asset) => isObject(asset) && !/^(?:embeded|__asset):/i.test(looseText(asset["uri"])));
  const isMain = (asset: Payload): boolean => asset["type"] === "icon" && asset["name"] === "main";
  const standard = { type: "icon", uri: "ccdefault:", name: "main", ext: "png" };
  const own = added.length > 0 ? [...kept.filter((asset) => !isMain(asset)), ...added] : kept;
  return { ...card, data: { ...card.data, assets: own.length === 0 ? [standard] : own } };
}
