import { Button } from "@mantine/core";
import { useState } from "react";
import { pageWords, usePageWords } from "../language/use-words.tsx";
import styles from "./settings-page.module.css";

const words = pageWords({ copy: "Copy", copied: "Copied" }, { copy: "复制", copied: "已复制" });

/** A page on a plain http address in a home network has no clipboard; the text can still be read. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const say = usePageWords(words);
  const [isCopied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <div className={styles.row}>
      <code translate="no" aria-label={label}>
        {text}
      </code>
      {clipboard === undefined ? null : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? say.copied : say.copy}
        </Button>
      )}
    </div>
  );
}
