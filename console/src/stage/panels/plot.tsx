import { usePageWords } from "../../language/use-words.tsx";
import { type Curve, type Range, drawStepLine } from "../feelings.ts";
import { words as pageWords } from "../words.ts";
import styles from "./feelings.module.css";

const box = { width: 320, height: 56 };
/** Space after the last moment, so that the final value is visible. */
const tail = 12;

interface PlotProps {
  readonly curve: Curve;
  readonly moments: readonly number[];
  readonly at: number;
  readonly label: string;
  readonly range: Range;
}

/** Affinity and trust over the story's time, with a marker at the selected moment. */
export function Plot({ curve, moments, at, label, range }: PlotProps) {
  const words = usePageWords(pageWords);
  const last = curve.points.at(-1);
  const x = (at / Math.max(1, moments.length - 1)) * box.width;
  const middle = ((range.high - 50) / (range.high - range.low)) * box.height;
  const told = `${label}: ${words.feelings.affinity} ${Math.round(last?.affinity ?? 50)}, ${words.feelings.trust} ${Math.round(last?.trust ?? 50)}`;
  const drawLine = (of: "affinity" | "trust"): string => {
    const steps = drawStepLine(curve.points, of, { ...box, range, moments });
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
        <path className={styles.affinity} d={drawLine("affinity")} />
        <path className={styles.trust} d={drawLine("trust")} />
        <line className={styles.mark} x1={x} x2={x} y1="-3" y2={box.height + 3} />
      </svg>
    </div>
  );
}
