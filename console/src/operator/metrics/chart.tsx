import { type KeyboardEvent, type PointerEvent, useId } from "react";
import { bars, outline, place } from "./figures.ts";
import styles from "./metrics.module.css";

export interface ChartLine {
  /** What it is, where there are several. */
  readonly label?: string;
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly name: string;
  readonly lines: readonly ChartLine[];
  readonly kind?: "line" | "bars";
  /** Where the axis ends. */
  readonly end: number;
  readonly format: (value: number) => string;
  /** The words of the moment of a point, as long and as short ones. */
  readonly moment: (nth: number) => string;
  readonly tick: (nth: number) => string;
  /** What is said while no point is chosen. */
  readonly summary: string;
  /** The chosen point, the same in all charts. */
  readonly chosen: number | undefined;
  readonly onChoose: (nth: number | undefined) => void;
  readonly unknown: string;
}

/** A chart with axes. The pointer or the arrow keys choose a moment, whose values are shown and read out. */
export function Chart(props: ChartProps) {
  const { name, lines, end, format, moment, chosen, onChoose, unknown } = props;
  const id = useId();
  const count = lines[0]?.values.length ?? 0;
  const describePoint = (nth: number): string =>
    lines
      .map(({ label, values }) => {
        const value = values[nth];
        const known = typeof value === "number" ? format(value) : unknown;
        return label === undefined ? known : `${label} ${known}`;
      })
      .join(" · ");
  const choose = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width === 0) return;
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    onChoose(
      props.kind === "bars"
        ? Math.min(count - 1, Math.floor(share * count))
        : Math.round(share * (count - 1)),
    );
  };
  const step = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
    if (event.key === "Escape") onChoose(undefined);
    if (to === undefined) return;
    event.preventDefault();
    onChoose(Math.min(count - 1, Math.max(0, (chosen ?? count - 1) + to)));
  };
  const shownPoint = chosen ?? count - 1;
  return (
    <li className={styles.card}>
      <span className={styles.name} id={id}>
        {name}
      </span>
      <span className={styles.now}>
        {chosen === undefined ? props.summary : `${moment(chosen)}: ${describePoint(chosen)}`}
      </span>
      <div className={styles.field}>
        <span className={styles.axis} aria-hidden>
          <span>{format(end)}</span>
          <span>{format(end / 2)}</span>
          <span>{format(0)}</span>
        </span>
        <div
          className={styles.plot}
          role="slider"
          tabIndex={0}
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={shownPoint}
          aria-valuetext={
            count === 0 ? unknown : `${moment(shownPoint)}: ${describePoint(shownPoint)}`
          }
          onPointerMove={choose}
          onPointerDown={choose}
          onPointerLeave={() => onChoose(undefined)}
          onBlur={() => onChoose(undefined)}
          onKeyDown={step}
        >
          <Drawing {...props} count={count} />
        </div>
        <span className={styles.ticks} aria-hidden>
          {count === 0
            ? null
            : [0, Math.floor((count - 1) / 2), count - 1].map((nth) => (
                <span key={nth}>{props.tick(nth)}</span>
              ))}
        </span>
      </div>
      {lines.length > 1 ? (
        <span className={styles.legend} aria-hidden>
          {lines.map(({ label }, nth) => (
            <span key={label} data-line={nth}>
              {label}
            </span>
          ))}
        </span>
      ) : null}
    </li>
  );
}

function Drawing({
  lines,
  kind,
  end,
  chosen,
  count,
}: Pick<ChartProps, "lines" | "kind" | "end" | "chosen"> & { count: number }) {
  const at =
    chosen === undefined
      ? undefined
      : kind === "bars"
        ? ((chosen + 0.5) * 100) / count
        : place(chosen, count);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <path className={styles.rules} d="M0 0H100M0 50H100M0 100H100" />
      {at === undefined ? null : <path className={styles.cross} d={`M${at} 0V100`} />}
      {kind === "bars"
        ? bars(lines[0]?.values ?? [], end).map(({ x, width, height }) => (
            <rect key={x} className={styles.bar} x={x} y={100 - height} {...{ width, height }} />
          ))
        : lines.map(({ label = "", values }, nth) => (
            <path key={label} className={styles.line} data-line={nth} d={outline(values, end)} />
          ))}
    </svg>
  );
}
