import styles from "./writing-dots.module.css";

/** Somebody is about to say something. Whoever shows them says who. */
export function WritingDots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
