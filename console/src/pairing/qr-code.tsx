import { qrSquares } from "./qr-squares.ts";
import styles from "./pairing.module.css";

/** Dark on light in every colour scheme: many readers see nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = qrSquares(text);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
