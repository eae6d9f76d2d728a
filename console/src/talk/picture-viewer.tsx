import { CloseButton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./picture-viewer.module.css";
import { words as all } from "./words.ts";

interface PictureViewerProps {
  readonly address: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A picture as large as the window. Esc, the button and the space around it close it. */
export default function PictureViewer({ address, name, onClose }: PictureViewerProps) {
  const words = usePageWords(all);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={name}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <a href={address} download={name}>
          {words.save}
        </a>
        <CloseButton aria-label={words.close} onClick={() => dialog.current?.close()} />
      </div>
      <img className={styles.picture} src={address} alt={name} />
    </dialog>
  );
}
