import { Button } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../language/use-words.tsx";
import styles from "./pairing.module.css";

/** The code, large enough to type from one screen into another, and a button that copies it. */
export function CodeToSend({ code, title }: { code: string; title?: string }) {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  // A page on a plain http address in a home network has no clipboard; the code can still be read.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <section className={styles.choice}>
      {title === undefined ? null : <h2>{title}</h2>}
      <p>{words.pairing.app}</p>
      <div className={styles.codeLine}>
        <code className={styles.code} translate="no">
          {code}
        </code>
        {clipboard === undefined ? null : (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => void clipboard.writeText(code).then(() => setCopied(true))}
          >
            {copied ? words.pairing.copied : words.pairing.copy}
          </Button>
        )}
      </div>
    </section>
  );
}
