import { type CSSProperties } from "react";
import { ServerPicture } from "../api/files.tsx";
import { pictureAddress } from "../stage/api.ts";
import avatar from "../stage/avatar.module.css";
import { pickHue, takeFirstLetter } from "../stage/without-picture.ts";
import styles from "./companion.module.css";
import type { Character } from "./use-companion.ts";

/** The picture and the name of the character that speaks. */
export function Face({ character }: { character: Character }) {
  return (
    <span className={styles.face}>
      <span
        className={avatar.avatar}
        data-size="sm"
        style={{ "--hue": pickHue(character.name) } as CSSProperties}
        aria-hidden="true"
      >
        {character.has_picture ? (
          <ServerPicture path={pictureAddress(character)} alt="" draggable={false} />
        ) : (
          takeFirstLetter(character.name)
        )}
      </span>
      <span dir="auto">{character.name}</span>
    </span>
  );
}
