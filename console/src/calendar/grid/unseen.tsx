import { type ReactNode } from "react";
import styles from "./unseen.module.css";

/**
 * Text for screen readers only. Seen words stay part of a name, so that it can be called by them.
 */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}> {children} </span>;
}
