import { UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useWords } from "../language/use-words.tsx";

/** Copies a text. A page on a plain http address has no clipboard, but the older way works there. */
async function copyText(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard !== undefined)
    return clipboard.writeText(text).then(
      () => true,
      () => isCopiedBySelection(text),
    );
  return isCopiedBySelection(text);
}

function isCopiedBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  // Deprecated, and the only way without a secure address.
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

const shownForMs = 2_000;

/** A small button beside a text. Its words say for a moment that it is done. */
export function CopyButton({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string | undefined;
}) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <UnstyledButton
      className={className ?? ""}
      aria-live="polite"
      onClick={() => void copyText(text).then(setCopied)}
    >
      {isCopied ? words.pairing.copied : label}
    </UnstyledButton>
  );
}
