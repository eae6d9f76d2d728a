import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import type { Language } from "../domain/language.ts";
import { openMediaPlaces } from "../main/media.ts";
import { type Moved, moveMedia } from "../store/media/move.ts";
import type { MediaPlace } from "../store/media/place.ts";
import {
  type Both,
  type Call,
  type Command,
  CommandFailure,
  printError,
  printLine,
  UsageError,
} from "./command.ts";
import { chance, keyringOf } from "./keyring.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";

export const media: Command = {
  options: { json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile media [--json]",
      "npx meanwhile media move [--json]",
      "",
      "Shows where files of messages are kept, and how many are in each place. `move` takes all of them to the place that",
      "media.storage names: from the folder into the storage of media.s3, or back. Each file is deleted at its old place only after it",
      "was read back at the new one with the same SHA-256. Works while Meanwhile runs, and can be started again when it was cut off.",
      "Set media.storage and restart Meanwhile first, so that new files go to the new place.",
    ].join("\n"),
    zh: [
      "npx meanwhile media [--json]",
      "npx meanwhile media move [--json]",
      "",
      "显示消息里的文件存放在哪里、各有多少。move 把所有文件移到 media.storage 指定的位置：从文件夹移到 media.s3 的存储，或移回来。",
      "每个文件在新位置读回、SHA-256 一致之后，才从原位置删除。运行时也能用；中断后再运行一次即可继续。",
      "请先设置 media.storage 并重启 Meanwhile，这样新文件会直接放到新位置。",
    ].join("\n"),
  },
  async run(call) {
    const [word, ...more] = call.words;
    if ((word !== undefined && word !== "move") || more.length > 0)
      throw new UsageError(words.usage[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    if (!existsSync(config.data_dir))
      throw new CommandFailure(words.noData(config.data_dir)[language]);
    const keys = () => keyringOf(config, { make: true, language });
    const places = await openMediaPlaces({ config, keys, clock: systemClock, chance });
    if (word === undefined) return show(call, { config, places, language });
    const [to, from] = places;
    if (from === undefined) throw new CommandFailure(words.onePlace[language]);
    return move(call, { to, from, language });
  },
};

interface Shown {
  readonly config: Config;
  readonly places: readonly MediaPlace[];
  readonly language: Language;
}

async function show(call: Call, { config, places, language }: Shown): Promise<number> {
  const found = await Promise.all(
    places.map(async (place, nth) => {
      const files = await place.list();
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      return { place: place.name, new_files: nth === 0, files: files.length, bytes };
    }),
  );
  if (call.values["json"] === true) printLine(call, JSON.stringify(found));
  else
    for (const { place, files, bytes, new_files: isFirst } of found) {
      const where = nameOf(place, config)[language];
      const line = words.place(where, files, megabytes(bytes))[language];
      printLine(call, isFirst ? `${line} ${words.newFiles[language]}` : line);
    }
  return 0;
}

const nameOf = (place: MediaPlace["name"], { media: { s3 } }: Config): Both =>
  place === "folder"
    ? words.folder
    : { en: `s3 (${s3.bucket}/${s3.prefix})`, zh: `s3（${s3.bucket}/${s3.prefix}）` };

interface Move {
  readonly from: MediaPlace;
  readonly to: MediaPlace;
  readonly language: Language;
}

const sayEvery = 100;

async function move(call: Call, { from, to, language }: Move): Promise<number> {
  let done: Pick<Moved, "files" | "bytes"> = { files: 0, bytes: 0 };
  const onMoved = (moved: typeof done): void => {
    done = moved;
    if (moved.files % sayEvery === 0) printError(call, words.soFar(moved)[language]);
  };
  try {
    const moved = await moveMedia({ from, to, onMoved });
    if (call.values["json"] === true) printLine(call, JSON.stringify({ to: to.name, ...moved }));
    else printLine(call, words.moved(moved, from, to)[language]);
    for (const id of moved.damaged) printError(call, words.damaged(id)[language]);
    return moved.damaged.length === 0 ? 0 : 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(words.cutOff(done, why)[language]);
  }
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

const words = {
  usage: { en: "media takes the word move, or none.", zh: "media 后面只能写 move，或什么都不写。" },
  noData: (directory: string) => ({
    en: `There is nothing in ${directory}: name the data directory with --data.`,
    zh: `${directory} 不存在：请用 --data 指明数据目录。`,
  }),
  onePlace: {
    en: "Files are kept in the folder, and no storage is set to move them to: see media.s3 in meanwhile.example.yaml.",
    zh: "文件都在文件夹里，没有设置可以移往的存储：见 meanwhile.example.yaml 里的 media.s3。",
  },
  folder: { en: "folder", zh: "文件夹" },
  place: (where: string, files: number, size: string) => ({
    en: `${where}: ${files} files, ${size} MB.`,
    zh: `${where}：${files} 个文件，${size} MB。`,
  }),
  newFiles: { en: "New files go here.", zh: "新文件放在这里。" },
  soFar: ({ files, bytes }: Pick<Moved, "files" | "bytes">) => ({
    en: `${files} files (${megabytes(bytes)} MB) so far …`,
    zh: `已移动 ${files} 个文件（${megabytes(bytes)} MB）…`,
  }),
  moved: ({ files, bytes, gone }: Moved, from: MediaPlace, to: MediaPlace) => ({
    en: `Moved ${files} files (${megabytes(bytes)} MB) from ${from.name} to ${to.name}, each compared by its SHA-256.${gone === 0 ? "" : ` ${gone} were deleted meanwhile or never finished.`}`,
    zh: `已把 ${files} 个文件（${megabytes(bytes)} MB）从 ${from.name} 移到 ${to.name}，逐个核对了 SHA-256。${gone === 0 ? "" : `另有 ${gone} 个期间被删除或没有写完。`}`,
  }),
  damaged: (id: string) => ({
    en: `The file ${id} is damaged: its bytes are not those that were stored. It stays where it is.`,
    zh: `文件 ${id} 已损坏：内容和存入时不一致。它留在原处。`,
  }),
  cutOff: ({ files }: Pick<Moved, "files">, why: string) => ({
    en: `Stopped after ${files} files: ${why} Nothing is lost: the rest is still where it was. Run it again to go on.`,
    zh: `移动 ${files} 个文件后停下了：${why} 没有丢失任何内容，其余文件仍在原处。再运行一次即可继续。`,
  }),
};
