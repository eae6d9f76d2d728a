import { Fragment, type ReactNode, useMemo } from "react";
import { highlight } from "./highlight.ts";
import styles from "./markdown.module.css";

/** Code in the colours of its language. */
export default function ColouredCode(code: { text: string; language: string }): ReactNode {
  const { text, language } = code;
  const pieces = useMemo(() => highlight(text, language), [text, language]);
  // The pieces of a text never change places, so their number is a good key.
  return pieces.map(({ kind, text: piece }, nth) =>
    kind === "plain" ? (
      <Fragment key={nth}>{piece}</Fragment>
    ) : (
      <span key={nth} className={styles[kind]}>
        {piece}
      </span>
    ),
  );
}
