import { type CSSProperties } from "react";
import { ServerPicture } from "../api/files.tsx";
import { pictureAddress } from "./api.ts";
import styles from "./avatar.module.css";
import { useCast } from "./cast-context.tsx";
import { you } from "./contract.ts";
import { pickHue, takeFirstLetter } from "./without-picture.ts";

/**
 * The card's picture, or the first letter on a colour derived from it. It has no label, because
 * the name is shown beside it.
 */
export function Avatar({ id, size = "md" }: { id: string; size?: "sm" | "md" | "lg" }) {
  const { nameOf, findBot } = useCast();
  const who = findBot(id);
  const style = { "--hue": pickHue(nameOf(id)) } as CSSProperties;
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-you={id === you || undefined}
      style={style}
      aria-hidden="true"
    >
      {who?.has_picture === true ? (
        <ServerPicture path={pictureAddress(who)} alt="" draggable={false} />
      ) : (
        takeFirstLetter(nameOf(id))
      )}
    </span>
  );
}
