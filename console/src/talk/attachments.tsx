import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { FileLink, openDocument, useFileAddress } from "../api/files.tsx";
import { type Attachment } from "../api/contract.ts";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./attachments.module.css";
import { pictureTypes, sizeWords } from "./files.ts";
import { words as all } from "./words.ts";

const PictureViewer = lazy(() => import("./picture-viewer.tsx"));

/** Files that came with a message: pictures are shown, documents are opened, the others can be fetched. */
export function Attachments({
  messageId,
  files,
}: {
  messageId: string;
  files: readonly Attachment[];
}) {
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
            {pictureTypes.includes(file.type) ? (
              <Picture path={address} name={name} />
            ) : (
              <>
                <FileLink className={styles.file} path={address} name={name}>
                  {name} {file.bytes === null ? "" : `(${sizeWords(file.bytes)})`}
                </FileLink>
                {file.type === "application/pdf" ? <Look path={address} name={name} /> : null}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A PDF in the browser's own viewer, in a tab beside this one. */
function Look({ path, name }: { path: string; name: string }) {
  const words = usePageWords(all);
  return (
    <UnstyledButton
      className={styles.look}
      aria-label={words.lookAt(name)}
      onClick={() => void openDocument(path)}
    >
      {words.look}
    </UnstyledButton>
  );
}

function Picture({ path, name }: { path: string; name: string }) {
  const address = useFileAddress(path);
  const [isOpen, setIsOpen] = useState(false);
  // The name holds the place until the picture is there.
  if (address === undefined) return <span className={styles.file}>{name}</span>;
  return (
    <>
      <UnstyledButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <img className={styles.picture} src={address} alt={name} />
      </UnstyledButton>
      {isOpen ? (
        <Suspense>
          <PictureViewer address={address} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
