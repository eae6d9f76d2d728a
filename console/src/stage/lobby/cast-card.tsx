import { Button } from "@mantine/core";
import { type CSSProperties } from "react";
import { ServerPicture } from "../../api/files.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { pictureAddress } from "../api.ts";
import { pickHue, takeFirstLetter } from "../without-picture.ts";
import { type Bot } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";

interface CastCardProps {
  readonly bot: Bot;
  readonly onShow: () => void;
  readonly onBegin: () => void;
}

export function CastCard({ bot, onShow, onBegin }: CastCardProps) {
  const words = usePageWords(pageWords);
  const marks = [...bot.traits, ...bot.tags].slice(0, 4);
  return (
    <article className={styles.card} aria-label={bot.name}>
      <div
        className={styles.portrait}
        style={{ "--hue": pickHue(bot.name) } as CSSProperties}
        aria-hidden="true"
      >
        {bot.has_picture ? (
          <ServerPicture path={pictureAddress(bot)} alt="" />
        ) : (
          <span>{takeFirstLetter(bot.name)}</span>
        )}
      </div>
      <div className={styles.cardBody}>
        <h3 dir="auto">{bot.name}</h3>
        <p className={styles.persona} dir="auto">
          {bot.persona === "" ? words.cast.noPersona : bot.persona}
        </p>
        {marks.length === 0 ? null : (
          <ul className={styles.marks} aria-label={words.cast.traits}>
            {marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
        <div className={styles.cardButtons}>
          <Button
            size="xs"
            variant="light"
            onClick={onBegin}
            aria-label={words.cast.beginWith(bot.name)}
          >
            {words.cast.begin}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={onShow}
            aria-label={words.cast.showOf(bot.name)}
          >
            {words.cast.show}
          </Button>
        </div>
      </div>
    </article>
  );
}
