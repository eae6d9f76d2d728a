import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Blob } from "../../../domain/ports/decisions.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";
import type { Card } from "./card.ts";
import { keepList, readObject, readText } from "./lenient-json.ts";
import { stripPng, detectPictureType } from "./pictures.ts";
import { isPng } from "./png.ts";
import { isZip, readZip, type ZipEntry } from "./zip.ts";

/** A binary part of a card. */
export interface CardAsset {
  readonly type: string;
  readonly name: string;
  readonly ext: string;
  /** Undefined for anything but a picture; such parts are kept and exported, but never shown. */
  readonly mediaType: string | undefined;
  readonly bytes: Uint8Array;
  /** The card's entry, when it contained the bytes inline. */
  readonly inline?: Json | undefined;
}

export interface CardAssets {
  readonly picture: CardAsset | undefined;
  readonly others: readonly CardAsset[];
  /** The number of parts that were too large, too many or missing. */
  readonly leftOut: number;
}

const limits = { picture: 6 * 1024 * 1024, one: 4 * 1024 * 1024, all: 8 * 1024 * 1024, count: 64 };

/** The picture of a card and all other parts of its file. An unreadable part is skipped. */
export function findAssets(bytes: Uint8Array, card: Card): CardAssets {
  const itself = isPng(bytes)
    ? toPicture(bytes, { type: "icon", name: "main", ext: "png" })
    : undefined;
  const files = isZip(bytes) ? readZip(bytes) : undefined;
  const named = keepList(card.data["assets"]).filter(isJsonObject);
  const found = named.flatMap((asset) => {
    const part = findPart(readText(asset["uri"]), files);
    return part === undefined ? [] : [{ asset, part }];
  });
  const isMain = ({ asset }: (typeof found)[number]): boolean =>
    asset["type"] === "icon" && asset["name"] === "main";
  const main =
    found.find(isMain) ??
    (isPng(bytes) ? undefined : found.find(({ asset }) => asset["type"] === "icon"));
  const inside =
    main === undefined ? undefined : toPicture(main.part(limits.picture), toLabel(main.asset));
  const toInline = (asset: JsonObject): Pick<CardAsset, "inline"> =>
    isInline(asset) ? { inline: asset } : {};
  const rest = found.filter((one) => one !== main);
  const others = fitLimits(
    rest.map(({ asset, part }) => ({
      ...toLabel(asset),
      ...toInline(asset),
      bytes: part(limits.one),
    })),
  );
  const kept = others.map((one): CardAsset => ({
    ...one,
    mediaType: detectPictureType(one.bytes),
  }));
  // A PNG card is its own picture.
  const picture = isPng(bytes) ? itself : inside && main && { ...inside, ...toInline(main.asset) };
  const lacksPicture = !isPng(bytes) && main !== undefined && inside === undefined;
  return { picture, others: kept, leftOut: rest.length - kept.length + (lacksPicture ? 1 : 0) };
}

type Label = Pick<CardAsset, "type" | "name" | "ext" | "inline">;

const isInline = (asset: Json): boolean => /^data:/i.test(readText(readObject(asset)["uri"]));

/**
 * The card without inline bytes: entries refer to stored parts by hash, and skipped parts are
 * removed.
 */
export function removeInlineBytes({ data, ...card }: Card, { picture, others }: CardAssets): Card {
  const listed = keepList(data["assets"]);
  if (!listed.some(isInline)) return { ...card, data };
  const kept = [...(picture === undefined ? [] : [picture]), ...others];
  const assets = listed.flatMap((asset): Json[] => {
    const found = kept.find(({ inline }) => inline === asset);
    if (!isInline(asset)) return [asset];
    return found === undefined
      ? []
      : [{ ...readObject(asset), uri: `blob:${hashBytes(found.bytes)}` }];
  });
  return { ...card, data: { ...data, assets } };
}

/** The card's entry with its bytes inline again. */
export function inlineBytes(
  asset: JsonObject,
  { picture, others = [] }: Partial<Omit<CardAssets, "leftOut">>,
): JsonObject[] {
  const hash = readText(asset["uri"]).slice("blob:".length);
  const found = [...(picture === undefined ? [] : [picture]), ...others].find(
    ({ bytes }) => hashBytes(bytes) === hash,
  );
  if (found === undefined) return [];
  const type = found.mediaType ?? "application/octet-stream";
  return [{ ...asset, uri: `data:${type};base64,${Buffer.from(found.bytes).toString("base64")}` }];
}

/** Names become parts of paths on export, so all special characters are removed. */
const stripName = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_-]/gu, "").slice(0, 60);
const toLabel = (asset: JsonObject): Label => ({
  type: stripName(readText(asset["type"])) || "x",
  name: stripName(readText(asset["name"])) || "part",
  ext: stripName(readText(asset["ext"])).toLowerCase().slice(0, 8) || "bin",
});

/** The bytes of an asset, if the card contains them. External URLs are never fetched. */
function findPart(
  uri: string,
  files: ReadonlyMap<string, ZipEntry> | undefined,
): ((most: number) => Uint8Array | undefined) | undefined {
  const path = /^embeded:\/\/(.+)$/i.exec(uri)?.[1];
  const entry = path === undefined ? undefined : files?.get(path);
  if (entry !== undefined) return (most) => (entry.size > most ? undefined : entry.unpack());
  const data = /^data:[\w/+.-]*;base64,([A-Za-z0-9+/=\s]+)$/.exec(uri)?.[1];
  if (data === undefined) return undefined;
  return (most) => (data.length > most * 1.4 ? undefined : Buffer.from(data, "base64"));
}

/** A picture on its own as the main one of a card; undefined for anything that can't be shown. */
export const toPortrait = (bytes: Uint8Array): CardAsset | undefined =>
  toPicture(bytes, { type: "icon", name: "main", ext: "png" });

function toPicture(bytes: Uint8Array | undefined, label: Label): CardAsset | undefined {
  const mediaType = bytes === undefined ? undefined : detectPictureType(bytes);
  if (bytes === undefined || mediaType === undefined) return undefined;
  const bare = mediaType === "image/png" ? stripPng(bytes) : bytes;
  return bare === undefined || bare.length > limits.picture
    ? undefined
    : { ...label, mediaType, bytes: bare };
}

function fitLimits(
  parts: readonly (Label & { readonly bytes: Uint8Array | undefined })[],
): (Label & { readonly bytes: Uint8Array })[] {
  let room = limits.all;
  return parts.slice(0, limits.count).flatMap((part) => {
    if (part.bytes === undefined || part.bytes.length > Math.min(limits.one, room)) return [];
    room -= part.bytes.length;
    return [{ ...part, bytes: part.bytes }];
  });
}

/** The event that refers to the assets by hash, and their bytes. */
export interface StoredAssets {
  readonly events: readonly EventDraft<"bot_assets_set">[];
  readonly blobs: readonly Blob[];
}

/** Assets are stored with the bot. A card without assets leaves the stored ones unchanged. */
export function draftAssets(
  of: { readonly accountId: string; readonly botId: string; readonly now: number },
  { picture, others }: CardAssets,
): StoredAssets {
  if (picture === undefined && others.length === 0) return { events: [], blobs: [] };
  const blobs = [...(picture === undefined ? [] : [picture]), ...others].map(({ bytes }): Blob => ({
    hash: hashBytes(bytes),
    bytes,
  }));
  const shown =
    picture === undefined
      ? {}
      : {
          ...(picture.mediaType === undefined ? {} : { picture_type: picture.mediaType }),
          picture_hash: hashBytes(picture.bytes),
        };
  const assets = others.map(({ type, name, ext, mediaType, bytes }) => ({
    type,
    name,
    ext,
    media_type: mediaType ?? null,
    bytes: bytes.length,
    blob: hashBytes(bytes),
  }));
  const payload = { bot_id: of.botId, ...shown, assets };
  const stream = `bot-assets:${of.accountId}:${of.botId}`;
  return {
    events: [{ stream, kind: "bot_assets_set", at: iso(of.now), accountId: of.accountId, payload }],
    blobs,
  };
}

const hashBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A stored row. Rows of earlier versions contain the bytes as base64. */
export interface AssetRow {
  readonly picture_type: string | null;
  readonly picture: string | null;
  readonly picture_hash: string | null;
  readonly assets: readonly Json[];
}

/** The hashes of a row's bytes. */
export const listBlobHashes = ({ picture, picture_hash: hash, assets }: AssetRow): string[] => [
  ...(typeof picture !== "string" && typeof hash === "string" ? [hash] : []),
  ...assets.map((asset) => readText(readObject(asset)["blob"])).filter((blob) => blob !== ""),
];

/** The assets of a row with their bytes. Assets without bytes are omitted. */
export function toCardAssets(
  row: AssetRow | undefined,
  blobs: ReadonlyMap<string, Uint8Array>,
): Omit<CardAssets, "leftOut"> {
  if (row === undefined) return { picture: undefined, others: [] };
  const type = row.picture_type ?? "image/png";
  const shown =
    typeof row.picture === "string"
      ? Buffer.from(row.picture, "base64")
      : blobs.get(row.picture_hash ?? "");
  const ext = type.replace("image/", "").replace("jpeg", "jpg");
  const picture = shown && { type: "icon", name: "main", ext, mediaType: type, bytes: shown };
  const others = row.assets.flatMap((value): CardAsset[] => {
    const asset = readObject(value);
    const mediaType = readText(asset["media_type"]);
    const data = readText(asset["data"]);
    const bytes = data === "" ? blobs.get(readText(asset["blob"])) : Buffer.from(data, "base64");
    return bytes === undefined
      ? []
      : [{ ...toLabel(asset), mediaType: mediaType === "" ? undefined : mediaType, bytes }];
  });
  return { picture, others };
}
