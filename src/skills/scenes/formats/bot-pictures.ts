import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { SceneFiles } from "../../../domain/views/scene-files.ts";
import { listGreetings } from "../beat/greetings.ts";
import { type AssetRow, listBlobHashes, type CardAssets, toCardAssets } from "./card-assets.ts";
import type { BotFields } from "./card-bot.ts";
import { writeChunks } from "./png.ts";
import { drawPortrait } from "./portrait.ts";

type BotRow = BotFields & {
  readonly account_id: string;
  readonly event_id: number;
  readonly created_at: string;
  readonly updated_at: string;
};

/** Another account's bot and a missing bot get the same answer. */
export async function requireBot(read: Reads, accountId: string, botId: string): Promise<BotRow> {
  const [row] = await read.rows<BotRow>("select * from bots where account_id = $1 and id = $2", [
    accountId,
    botId,
  ]);
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

interface BotRef {
  readonly accountId: string;
  readonly botId: string;
}

async function readAssetRow(
  read: Reads,
  { accountId, botId }: BotRef,
): Promise<AssetRow | undefined> {
  const sql =
    "select picture_type, picture, picture_hash, assets from bot_assets where account_id = $1 and bot_id = $2";
  return (await read.rows<AssetRow>(sql, [accountId, botId]))[0];
}

/** The picture and further assets of a card, with their bytes. */
export async function readAssets(read: Reads, which: BotRef): Promise<Omit<CardAssets, "leftOut">> {
  return loadBytes(read, which.accountId, await readAssetRow(read, which));
}

async function loadBytes(
  read: Reads,
  accountId: string,
  row: AssetRow | undefined,
): Promise<Omit<CardAssets, "leftOut">> {
  const hashes = row === undefined ? [] : listBlobHashes(row);
  const sql = "select hash, bytes from blob where account_id = $1 and hash = any($2)";
  const blobs =
    hashes.length === 0
      ? []
      : await read.rows<{ hash: string; bytes: Uint8Array }>(sql, [accountId, hashes]);
  return toCardAssets(row, new Map(blobs.map(({ hash, bytes }) => [hash, bytes])));
}

interface ReadAccess {
  readAs<T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T>;
}

/** The API for a bot's picture, card assets and greetings. */
export function createBotPictures(
  on: ReadAccess,
): Pick<SceneFiles, "readPicture" | "listAssets" | "readAsset" | "listGreetings"> {
  return {
    readPicture: (accountId, botId) =>
      on.readAs(accountId, async (read) => {
        const bot = await requireBot(read, accountId, botId);
        const row = await readAssetRow(read, { accountId, botId });
        const { picture } = await loadBytes(read, accountId, row && { ...row, assets: [] });
        const { name } = bot;
        if (picture === undefined)
          return {
            bytes: writeChunks(drawPortrait(name)),
            type: "image/png",
            name,
            etag: `drawn-${botId}-${name}`,
          };
        return {
          bytes: picture.bytes,
          type: picture.mediaType ?? "image/png",
          name,
          etag: row?.picture_hash ?? botId,
        };
      }),
    listAssets: (accountId, botId) =>
      on.readAs(accountId, async (read) => {
        await requireBot(read, accountId, botId);
        const { others } = await readAssets(read, { accountId, botId });
        return others.map(({ type, name, ext, mediaType, bytes }, index) => ({
          index,
          type,
          name,
          ext,
          media_type: mediaType ?? null,
          bytes: bytes.length,
        }));
      }),
    readAsset: (accountId, { botId, index }) =>
      on.readAs(accountId, async (read) => {
        await requireBot(read, accountId, botId);
        const found = (await readAssets(read, { accountId, botId })).others[index];
        if (found === undefined) throw new Refusal("not_found");
        return {
          bytes: found.bytes,
          type: found.mediaType ?? "application/octet-stream",
          name: `${found.name}.${found.ext}`,
        };
      }),
    listGreetings: (accountId, botId) =>
      on.readAs(accountId, async (read) => {
        const all = await listGreetings(read, { accountId, botId });
        if (all === undefined) throw new Refusal("not_found");
        return all;
      }),
  };
}
