import { Button } from "@mantine/core";
import { useState } from "react";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";

/**
 * A text to copy. A page on a plain http address in a home network has no clipboard; the text can
 * still be read.
 */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const { words } = useCalendar();
  const [isCopied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <div className={styles.copy}>
      <code className={styles.code} translate="no" aria-label={label}>
        {text}
      </code>
      {clipboard === undefined ? null : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? words.ical.copied : words.ical.copy}
        </Button>
      )}
    </div>
  );
}
