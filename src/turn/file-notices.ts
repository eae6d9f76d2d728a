import type { Language } from "../domain/language.ts";
import type { Attachment } from "../domain/attachment.ts";
import { type FileTrouble, fileTrouble } from "../domain/file-trouble.ts";

type Words = (file: string, limitMb: number | null) => string;

/**
 * Sentences for a file's problem and its remedy. Sending it again is advised only where that can
 * help.
 */
const sentences: Readonly<Record<FileTrouble, { readonly zh: Words; readonly en: Words }>> = {
  too_large: {
    zh: (file, limit) =>
      `${file}太大了${limit === null ? "" : `，我最多收 ${limit} MB 的文件`}。请发小一点的，或分成几份。`,
    en: (file, limit) =>
      `${file} is too large${limit === null ? "" : `: I take files up to ${limit} MB`}. Please send a smaller one, or split it.`,
  },
  damaged: {
    zh: (file) => `${file}已损坏，打不开。请检查原文件，另存一份再发。`,
    en: (file) =>
      `${file} is damaged and can't be opened. Please check the original and save it again before you send it.`,
  },
  expired: {
    zh: (file) => `${file}的下载地址已失效，我没能收到。请重新发一次。`,
    en: (file) => `The address of ${file} expired before I could fetch it. Please send it again.`,
  },
  picture_format: {
    zh: (file) =>
      `${file}是 HEIC、AVIF 或 TIFF 图片。里面的拍摄地点等信息我去不掉，所以没有收。请转成 JPEG 或 PNG 再发。`,
    en: (file) =>
      `${file} is a HEIC, AVIF or TIFF picture. I can't remove the place and other details hidden in it, so I did not keep it. Please send it as JPEG or PNG.`,
  },
  not_taken: {
    zh: (file) => `${file}我在这里收不了。可以把文字直接发给我，或在网页上发文件。`,
    en: (file) =>
      `I can't accept ${file} here. You can paste its text, or send it on the web page.`,
  },
  account_full: {
    zh: (file, limit) =>
      `你的文件空间${limit === null ? "" : `（${limit} MB）`}已满，${file}没有收下。旧文件过几天会自动清理，之后请再发一次。`,
    en: (file, limit) =>
      `Your space for files${limit === null ? "" : ` (${limit} MB)`} is full, so ${file} was not kept. Older files are deleted automatically after some days; please send it again then.`,
  },
  no_room: {
    zh: (file) => `服务器的文件空间已满，${file}没有收下。请联系服务器管理员。`,
    en: (file) =>
      `There is no room left for files on this server, so ${file} was not kept. The operator of the server has to free some space.`,
  },
  unreachable: {
    zh: (file) => `${file}暂时没能取到。请过一会儿再发一次。`,
    en: (file) => `I could not fetch ${file} just now. Please send it again in a while.`,
  },
  unknown_kind: {
    zh: (file) =>
      `我认不出${file}是什么文件，读不了。我能读文字、PDF、Word、Excel、PowerPoint 和图片（JPEG、PNG、GIF、WebP）。`,
    en: (file) =>
      `I don't recognise what kind of file ${file} is and can't read it. I can read text, PDF, Word, Excel, PowerPoint and pictures (JPEG, PNG, GIF, WebP).`,
  },
};

const kinds: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  image: ["这张图片", "the picture"],
  sticker: ["这个表情", "the sticker"],
  voice: ["这段语音", "the voice message"],
  audio: ["这段音频", "the audio file"],
  video: ["这段视频", "the video"],
};

/** One sentence for each file with a problem. */
export function fileNotices(files: readonly Attachment[], language: Language): string[] {
  const lines = files.flatMap((file) => {
    const trouble = fileTrouble(file);
    return trouble === undefined
      ? []
      : [sentences[trouble][language](nameFile(file, language), file.limitMb)];
  });
  return [...new Set(lines)].map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

function nameFile({ name, kind }: Attachment, language: Language): string {
  if (name !== null) return `“${name}”`;
  return (kinds[kind] ?? ["这个文件", "the file"])[language === "zh" ? 0 : 1];
}
