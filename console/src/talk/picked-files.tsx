import { CloseButton } from "@mantine/core";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./attachments.module.css";
import { sizeWords } from "./files.ts";
import { type usePickedFiles } from "./use-picked-files.ts";
import { words as all } from "./words.ts";

/** What will go with the message, and why something will not. */
export function PickedFiles({ picked }: { picked: ReturnType<typeof usePickedFiles> }) {
  const words = usePageWords(all);
  return (
    <>
      {picked.problem === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {picked.problem}
        </p>
      )}
      {picked.files.length === 0 ? null : (
        <ul className={styles.picked} aria-label={words.attached}>
          {picked.files.map((file, index) => (
            <li key={`${index}-${file.name}`} className={styles.chip}>
              {file.preview === undefined ? null : (
                <img className={styles.preview} src={file.preview} alt="" />
              )}
              {file.name} ({sizeWords(file.size)})
              <CloseButton
                size="sm"
                aria-label={words.remove(file.name)}
                onClick={() => picked.remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
