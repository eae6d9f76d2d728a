import { type Attachment } from "../api/contract.ts";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./attachments.module.css";
import { sizeWords } from "./files.ts";
import { words as all } from "./words.ts";

const pictures: readonly (string | null)[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Files that came with a message: pictures are shown, the others can be fetched. */
export function Attachments({ messageId, files }: { messageId: string; files: readonly Attachment[] }) {
  const words = usePageWords(all);
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file, nth) => {
        const address = `/api/messages/${encodeURIComponent(messageId)}/files/${nth}`;
        const name = file.name ?? words.file;
        if (file.state !== "kept")
          return (
            <li key={nth} className={styles.file}>
              {name}: {words.missing}
            </li>
          );
        return (
          <li key={nth}>
            {pictures.includes(file.type) ? (
              <a href={address} target="_blank" rel="noopener noreferrer">
                <img className={styles.picture} src={address} alt={name} loading="lazy" />
              </a>
            ) : (
              <a className={styles.file} href={address} download={name}>
                {name} {file.bytes === null ? "" : `(${sizeWords(file.bytes)})`}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
