import { Refusal } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { SceneFiles } from "../../../domain/views/scene-files.ts";
import { greetingsOf } from "../beat/greetings.ts";
import { text } from "../state/payload.ts";
import { type AssetRow, blobsNamed, type CardAssets, keptAssets } from "./card-assets.ts";
import { writeChunks } from "./png.ts";
import { portraitOf } from "./portrait.ts";

/** "Not yours" and "not there" are the same answer. */
export async function theBot(read: Reads, accountId: string, botId: string): Promise<Payload> {
  const [row] = await read.rows<Payload>("select * from bots where account_id = $1 and id = $2", [
    accountId,
    botId,
  ]);
  if (row === undefined) throw new Refusal("not_found", "");
  return row;
}

interface WhichBot {
  readonly accountId: string;
  readonly botId: string;
}

async function assetRow(
  read: Reads,
  { accountId, botId }: WhichBot,
): Promise<AssetRow | undefined> {
  const sql =
    "select picture_type, picture, picture_hash, assets from bot_assets where account_id = $1 and bot_id = $2";
  return (await read.rows<AssetRow>(sql, [accountId, botId]))[0];
}

/** The picture and all else that a card brought, with their bytes. */
export async function assetsOf(read: Reads, which: WhichBot): Promise<Omit<CardAssets, "leftOut">> {
  return withBytes(read, which.accountId, await assetRow(read, which));
}

async function withBytes(
  read: Reads,
  accountId: string,
  row: AssetRow | undefined,
): Promise<Omit<CardAssets, "leftOut">> {
  const hashes = row === undefined ? [] : blobsNamed(row);
  const sql = "select hash, bytes from blob where account_id = $1 and hash = any($2)";
  const blobs =
    hashes.length === 0
      ? []
      : await read.rows<{ hash: string; bytes: Uint8Array }>(sql, [accountId, hashes]);
  return keptAssets(row, new Map(blobs.map(({ hash, bytes }) => [hash, bytes])));
}

interface Looking {
  look<T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T>;
}

/** What a bot looks like, what its card brought, and how it may open a chat. */
export function botPictures(
  on: Looking,
): Pick<SceneFiles, "picture" | "assets" | "asset" | "greetings"> {
  return {
    picture: (accountId, botId) =>
      on.look(accountId, async (read) => {
        const bot = await theBot(read, accountId, botId);
        const row = await assetRow(read, { accountId, botId });
        const { picture } = await withBytes(read, accountId, row && { ...row, assets: [] });
        const name = text(bot, "name");
        if (picture === undefined)
          return {
            bytes: writeChunks(portraitOf(name)),
            type: "image/png",
            name,
            mark: `drawn-${botId}-${name}`,
          };
        return {
          bytes: picture.bytes,
          type: picture.mediaType ?? "image/png",
          name,
          mark: row?.picture_hash ?? botId,
        };
      }),
    assets: (accountId, botId) =>
      on.look(accountId, async (read) => {
        await theBot(read, accountId, botId);
        const { others } = await assetsOf(read, { accountId, botId });
        return others.map(({ type, name, ext, mediaType, bytes }, index) => ({
          index,
          type,
          name,
          ext,
          media_type: mediaType ?? null,
          bytes: bytes.length,
        }));
      }),
    asset: (accountId, { botId, index }) =>
      on.look(accountId, async (read) => {
        await theBot(read, accountId, botId);
        const found = (await assetsOf(read, { accountId, botId })).others[index];
        if (found === undefined) throw new Refusal("not_found", "");
        return {
          bytes: found.bytes,
          type: found.mediaType ?? "application/octet-stream",
          name: `${found.name}.${found.ext}`,
        };
      }),
    greetings: (accountId, botId) =>
      on.look(accountId, async (read) => {
        const all = await greetingsOf(read, { accountId, botId });
        if (all === undefined) throw new Refusal("not_found", "");
        return all;
      }),
  };
}
