import { createHash } from "node:crypto";
import type { KeptMedia, MediaStore } from "../../domain/ports/media.ts";
import { type Frame, streamReply } from "./frames.ts";

/** The most that a stream shows at its end, and how large one may be. */
export const mostPictures = 10;
const pictureBytes = 10 * 1024 ** 2;

export const isPicture = ({ type, bytes }: KeptMedia, most = pictureBytes): boolean =>
  /^image\/(png|jpeg)$/.test(type) && bytes.byteLength <= most;

export const pictureBody = ({
  bytes,
}: KeptMedia): { readonly base64: string; readonly md5: string } => ({
  base64: Buffer.from(bytes).toString("base64"),
  md5: createHash("md5").update(bytes).digest("hex"),
});

/**
 * A frame as WeCom takes it. Only the last one brings pictures: WeCom takes them with nothing else.
 */
export async function frameReply(
  media: Pick<MediaStore, "get"> | undefined,
  of: { readonly id: string; readonly frame: Frame; readonly more?: object },
): Promise<object> {
  const { id, frame, more = {} } = of;
  const items: object[] = [];
  for (const mediaId of frame.finish ? (frame.pictures ?? []).slice(0, mostPictures) : []) {
    const file = await media?.get(mediaId);
    if (file !== undefined && isPicture(file))
      items.push({ msgtype: "image", image: pictureBody(file) });
  }
  return streamReply(id, frame, items.length === 0 ? more : { ...more, msg_item: items });
}
