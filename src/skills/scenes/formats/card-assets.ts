import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { iso } from "../../../domain/clock.ts";
import type { EventDraft, Json, Payload } from "../../../domain/events.ts";
import type { Card } from "./card.ts";
import { isObject, looseObject, looseText } from "./loose.ts";
import { barePng, pictureType } from "./pictures.ts";
import { isPng } from "./png.ts";
import { readZip, type ZipEntry } from "./zip.ts";

/** Something that a card brought besides its words. */
export interface CardAsset {
  readonly type: string;
  readonly name: string;
  readonly ext: string;
  /** Undefined for what is no picture: it is kept and given back, but never shown. */
  readonly mediaType: string | undefined;
  readonly bytes: Uint8Array;
}

export interface CardAssets {
  readonly picture: CardAsset | undefined;
  readonly others: readonly CardAsset[];
  /** How many were too large, too many, or not there. */
  readonly leftOut: number;
}

const limits = { picture: 6 * 1024 * 1024, one: 4 * 1024 * 1024, all: 8 * 1024 * 1024, count: 64 };

/** The picture of a card and whatever else came in its file. A part that can't be had costs that part. */
export function assetsIn(bytes: Uint8Array, card: Card): CardAssets {
  if (isPng(bytes)) return { picture: pictureOf(bytes, { type: "icon", name: "main", ext: "png" }), others: [], leftOut: 0 };
  const files = bytes[0] === 0x50 && bytes[1] === 0x4b ? readZip(bytes) : undefined;
  const named = (Array.isArray(card.data["assets"]) ? (card.data["assets"] as readonly Json[]) : []).filter(isObject);
  const found = named.flatMap((asset) => {
    const part = partOf(looseText(asset["uri"]), files);
    return part === undefined ? [] : [{ asset, part }];
  });
  const isMain = ({ asset }: (typeof found)[number]): boolean => asset["type"] === "icon" && asset["name"] === "main";
  const main = found.find(isMain) ?? found.find(({ asset }) => asset["type"] === "icon");
  const picture = main === undefined ? undefined : pictureOf(main.part(limits.picture), labelOf(main.asset));
  const rest = found.filter((one) => one !== main);
  const others = within(rest.map(({ asset, part }) => ({ ...labelOf(asset), bytes: part(limits.one) })));
  const kept = others.map((one): CardAsset => ({ ...one, mediaType: pictureType(one.bytes) }));
  return { picture, others: kept, leftOut: rest.length - kept.length + (main !== undefined && picture === undefined ? 1 : 0) };
}

type Label = Pick<CardAsset, "type" | "name" | "ext">;

/** Names become parts of paths when the card leaves, so they hold nothing that a path could trip over. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_-]/gu, "").slice(0, 60);
const labelOf = (asset: Payload): Label => ({
  type: plain(looseText(asset["type"])) || "x",
  name: plain(looseText(asset["name"])) || "part",
  ext: plain(looseText(asset["ext"])).toLowerCase().slice(0, 8) || "bin",
});

/** Where an asset's bytes are, if they came with the card. What lies elsewhere is never fetched. */
function partOf(uri: string, files: ReadonlyMap<string, ZipEntry> | undefined): ((most: number) => Uint8Array | undefined) | undefined {
  const path = /^embeded:\/\/(.+)$/i.exec(uri)?.[1];
  const entry = path === undefined ? undefined : files?.get(path);
  if (entry !== undefined) return (most) => (entry.size > most ? undefined : entry.bytes());
  const data = /^data:[\w/+.-]*;base64,([A-Za-z0-9+/=\s]+)$/.exec(uri)?.[1];
  if (data === undefined) return undefined;
  return (most) => (data.length > most * 1.4 ? undefined : Buffer.from(data, "base64"));
}

function pictureOf(bytes: Uint8Array | undefined, label: Label): CardAsset | undefined {
  const mediaType = bytes === undefined ? undefined : pictureType(bytes);
  if (bytes === undefined || mediaType === undefined) return undefined;
  const bare = mediaType === "image/png" ? barePng(bytes) : bytes;
  return bare === undefined || bare.length > limits.picture ? undefined : { ...label, mediaType, bytes: bare };
}

function within(parts: readonly (Label & { readonly bytes: Uint8Array | undefined })[]): (Label & { readonly bytes: Uint8Array })[] {
  let room = limits.all;
  return parts.slice(0, limits.count).flatMap((part) => {
    if (part.bytes === undefined || part.bytes.length > Math.min(limits.one, room)) return [];
    room -= part.bytes.length;
    return [{ ...part, bytes: part.bytes }];
  });
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

/** Kept with the bot. A card that brings nothing leaves what is there. */
export function assetsFact(
  of: { readonly accountId: string; readonly botId: string; readonly now: number },
  { picture, others }: CardAssets,
): EventDraft[] {
  if (picture === undefined && others.length === 0) return [];
  const shown: Payload =
    picture === undefined
      ? {}
      : {
          picture_type: picture.mediaType,
          picture: base64(picture.bytes),
          picture_hash: createHash("sha256").update(picture.bytes).digest("hex"),
        };
  const assets = others.map(({ type, name, ext, mediaType, bytes }) => ({
    type,
    name,
    ext,
    media_type: mediaType ?? null,
    bytes: bytes.length,
    data: base64(bytes),
  }));
  return [
    {
      stream: `bot-assets:${of.accountId}:${of.botId}`,
      kind: "bot_assets_set",
      at: iso(of.now),
      accountId: of.accountId,
      payload: { bot_id: of.botId, ...shown, assets },
    },
  ];
}

/** A row as it was kept. */
export interface AssetRow {
  readonly picture_type: string | null;
  readonly picture: string | null;
  readonly picture_hash: string | null;
  readonly assets: readonly Json[];
}

export function keptAssets(row: AssetRow | undefined): Omit<CardAssets, "leftOut"> {
  const ext = (type: string): string => type.replace("image/", "").replace("jpeg", "jpg");
  const picture =
    row?.picture === undefined || row.picture === null
      ? undefined
      : {
          type: "icon",
          name: "main",
          ext: ext(row.picture_type ?? "image/png"),
          mediaType: row.picture_type ?? "image/png",
          bytes: Buffer.from(row.picture, "base64"),
        };
  const others = (row?.assets ?? []).map((value): CardAsset => {
    const asset = looseObject(value);
    const mediaType = looseText(asset["media_type"]);
    return {
      ...labelOf(asset),
      mediaType: mediaType === "" ? undefined : mediaType,
      bytes: Buffer.from(looseText(asset["data"]), "base64"),
    };
  });
  return { picture, others };
}
