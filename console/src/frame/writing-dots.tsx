import styles from "./writing-dots.module.css";

/** The typing indicator. Its parent names the writer. */
export function WritingDots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
