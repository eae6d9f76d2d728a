import { usePageWords } from "../../language/use-words.tsx";
import { type Curve, type Range, stepLine } from "../feelings.ts";
import { words as pageWords } from "../words.ts";
import styles from "./feelings.module.css";

const box = { width: 320, height: 56 };
/** Room behind the last moment, so that what it came to is seen. */
const tail = 12;

interface PlotProps {
  readonly curve: Curve;
  readonly moments: readonly number[];
  readonly at: number;
  readonly label: string;
  readonly range: Range;
}

/** Two lines over the story's time, and a mark at the moment that is looked at. */
export function Plot({ curve, moments, at, label, range }: PlotProps) {
  const words = usePageWords(pageWords);
  const last = curve.points.at(-1);
  const x = (at / Math.max(1, moments.length - 1)) * box.width;
  const middle = ((range.high - 50) / (range.high - range.low)) * box.height;
  const told = `${label}: ${words.feelings.affinity} ${Math.round(last?.affinity ?? 50)}, ${words.feelings.trust} ${Math.round(last?.trust ?? 50)}`;
  const line = (of: "affinity" | "trust"): string => {
    const steps = stepLine(curve.points, of, { ...box, range, moments });
    return steps === "" ? "" : `${steps}H${box.width + tail}`;
  };
  return (
    <div className={styles.plotFrame}>
      <span aria-hidden="true">{range.high}</span>
      <span aria-hidden="true">{range.low}</span>
      <svg
        className={styles.plot}
        viewBox={`0 -3 ${box.width + tail} ${box.height + 6}`}
        role="img"
        aria-label={told}
        preserveAspectRatio="none"
      >
        <line className={styles.middle} x1="0" x2={box.width + tail} y1={middle} y2={middle} />
        <path className={styles.affinity} d={line("affinity")} />
        <path className={styles.trust} d={line("trust")} />
        <line className={styles.mark} x1={x} x2={x} y1="-3" y2={box.height + 3} />
      </svg>
    </div>
  );
}
