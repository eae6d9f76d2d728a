import { type CSSProperties } from "react";
import { ServerPicture } from "../api/files.tsx";
import { pictureOf } from "./api.ts";
import styles from "./avatar.module.css";
import { hueOf, useCast } from "./cast-book.tsx";
import { you } from "./contract.ts";

/** A face: the card's picture, or the first letter on a colour of one's own. The name stands beside it, so it has none itself. */
export function Avatar({ id, size = "md" }: { id: string; size?: "sm" | "md" | "lg" }) {
  const { nameOf, bot } = useCast();
  const who = bot(id);
  const style = { "--hue": hueOf(id) } as CSSProperties;
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-you={id === you || undefined}
      style={style}
      aria-hidden="true"
    >
      {who?.has_picture === true ? (
        <ServerPicture path={pictureOf(who)} alt="" draggable={false} />
      ) : (
        firstLetter(nameOf(id))
      )}
    </span>
  );
}

/** One letter as it is written, whatever it is put together from. */
export const firstLetter = (name: string): string =>
  name
    .trim()
    .match(/\p{L}\p{M}*|\p{N}|./u)?.[0]
    .toUpperCase() ?? "?";
