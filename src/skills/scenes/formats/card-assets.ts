import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Blob } from "../../../domain/blob.ts";
import { iso } from "../../../domain/ports/clock.ts";
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
  /** Its entry in the card, where the bytes stood in the entry itself. */
  readonly inline?: Json | undefined;
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
  const itself = isPng(bytes)
    ? pictureOf(bytes, { type: "icon", name: "main", ext: "png" })
    : undefined;
  const files = bytes[0] === 0x50 && bytes[1] === 0x4b ? readZip(bytes) : undefined;
  const named = (
    Array.isArray(card.data["assets"]) ? (card.data["assets"] as readonly Json[]) : []
  ).filter(isObject);
  const found = named.flatMap((asset) => {
    const part = partOf(looseText(asset["uri"]), files);
    return part === undefined ? [] : [{ asset, part }];
  });
  const isMain = ({ asset }: (typeof found)[number]): boolean =>
    asset["type"] === "icon" && asset["name"] === "main";
  const main =
    found.find(isMain) ??
    (isPng(bytes) ? undefined : found.find(({ asset }) => asset["type"] === "icon"));
  const inside =
    main === undefined ? undefined : pictureOf(main.part(limits.picture), labelOf(main.asset));
  const inlineOf = (asset: Payload): Pick<CardAsset, "inline"> =>
    isInline(asset) ? { inline: asset } : {};
  const rest = found.filter((one) => one !== main);
  const others = within(
    rest.map(({ asset, part }) => ({
      ...labelOf(asset),
      ...inlineOf(asset),
      bytes: part(limits.one),
    })),
  );
  const kept = others.map((one): CardAsset => ({ ...one, mediaType: pictureType(one.bytes) }));
  // A card that is a picture shows itself.
  const picture = isPng(bytes) ? itself : inside && main && { ...inside, ...inlineOf(main.asset) };
  const lacksPicture = !isPng(bytes) && main !== undefined && inside === undefined;
  return { picture, others: kept, leftOut: rest.length - kept.length + (lacksPicture ? 1 : 0) };
}

type Label = Pick<CardAsset, "type" | "name" | "ext" | "inline">;

const isInline = (asset: Json): boolean => /^data:/i.test(looseText(looseObject(asset)["uri"]));

/** The card without the bytes that stood in it: its entries name the kept ones by their hash. What was left out is not named any more. */
export function withoutBytes({ data, ...card }: Card, { picture, others }: CardAssets): Card {
  const listed = Array.isArray(data["assets"]) ? (data["assets"] as readonly Json[]) : [];
  if (!listed.some(isInline)) return { ...card, data };
  const kept = [...(picture === undefined ? [] : [picture]), ...others];
  const assets = listed.flatMap((asset): Json[] => {
    const found = kept.find(({ inline }) => inline === asset);
    if (!isInline(asset)) return [asset];
    return found === undefined
      ? []
      : [{ ...looseObject(asset), uri: `blob:${hashOf(found.bytes)}` }];
  });
  return { ...card, data: { ...data, assets } };
}

/** The entry of a card with its bytes in it again. */
export function withBytesInline(
  asset: Payload,
  { picture, others = [] }: Partial<Omit<CardAssets, "leftOut">>,
): Payload[] {
  const hash = looseText(asset["uri"]).slice("blob:".length);
  const found = [...(picture === undefined ? [] : [picture]), ...others].find(
    ({ bytes }) => hashOf(bytes) === hash,
  );
  if (found === undefined) return [];
  const type = found.mediaType ?? "application/octet-stream";
  return [{ ...asset, uri: `data:${type};base64,${Buffer.from(found.bytes).toString("base64")}` }];
}

/** Names become parts of paths when the card leaves, so they hold nothing that a path could trip over. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_-]/gu, "").slice(0, 60);
const labelOf = (asset: Payload): Label => ({
  type: plain(looseText(asset["type"])) || "x",
  name: plain(looseText(asset["name"])) || "part",
  ext: plain(looseText(asset["ext"])).toLowerCase().slice(0, 8) || "bin",
});

/** Where an asset's bytes are, if they came with the card. What lies elsewhere is never fetched. */
function partOf(
  uri: string,
  files: ReadonlyMap<string, ZipEntry> | undefined,
): ((most: number) => Uint8Array | undefined) | undefined {
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
  return bare === undefined || bare.length > limits.picture
    ? undefined
    : { ...label, mediaType, bytes: bare };
}

function within(
  parts: readonly (Label & { readonly bytes: Uint8Array | undefined })[],
): (Label & { readonly bytes: Uint8Array })[] {
  let room = limits.all;
  return parts.slice(0, limits.count).flatMap((part) => {
    if (part.bytes === undefined || part.bytes.length > Math.min(limits.one, room)) return [];
    room -= part.bytes.length;
    return [{ ...part, bytes: part.bytes }];
  });
}

/** What a card brought: the fact that names its bytes by their hashes, and the bytes. */
export interface BroughtAssets {
  readonly events: readonly EventDraft[];
  readonly blobs: readonly Blob[];
}

/** Kept with the bot. A card that brings nothing leaves what is there. */
export function assetsBrought(
  of: { readonly accountId: string; readonly botId: string; readonly now: number },
  { picture, others }: CardAssets,
): BroughtAssets {
  if (picture === undefined && others.length === 0) return { events: [], blobs: [] };
  const blobs = [...(picture === undefined ? [] : [picture]), ...others].map(({ bytes }): Blob => ({
    hash: hashOf(bytes),
    bytes,
  }));
  const shown: Payload =
    picture === undefined
      ? {}
      : { picture_type: picture.mediaType, picture_hash: hashOf(picture.bytes) };
  const assets = others.map(({ type, name, ext, mediaType, bytes }) => ({
    type,
    name,
    ext,
    media_type: mediaType ?? null,
    bytes: bytes.length,
    blob: hashOf(bytes),
  }));
  const payload = { bot_id: of.botId, ...shown, assets };
  const stream = `bot-assets:${of.accountId}:${of.botId}`;
  return {
    events: [{ stream, kind: "bot_assets_set", at: iso(of.now), accountId: of.accountId, payload }],
    blobs,
  };
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A row as it was kept. Cards that came with earlier versions have their bytes in it, as base64. */
export interface AssetRow {
  readonly picture_type: string | null;
  readonly picture: string | null;
  readonly picture_hash: string | null;
  readonly assets: readonly Json[];
}

/** The hashes by which the bytes of a row are kept. */
export const blobsNamed = ({ picture, picture_hash: hash, assets }: AssetRow): string[] => [
  ...(typeof picture !== "string" && typeof hash === "string" ? [hash] : []),
  ...assets.map((asset) => looseText(looseObject(asset)["blob"])).filter((blob) => blob !== ""),
];

/** What a row names, with its bytes. What has none any more is left out. */
export function keptAssets(
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
    const asset = looseObject(value);
    const mediaType = looseText(asset["media_type"]);
    const data = looseText(asset["data"]);
    const bytes = data === "" ? blobs.get(looseText(asset["blob"])) : Buffer.from(data, "base64");
    return bytes === undefined
      ? []
      : [{ ...labelOf(asset), mediaType: mediaType === "" ? undefined : mediaType, bytes }];
  });
  return { picture, others };
}
