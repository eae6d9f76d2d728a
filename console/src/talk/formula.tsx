import { useEffect, useRef, useState } from "react";
import type { FormulaToken } from "./read-formula.ts";
import styles from "./markdown.module.css";

/** As it was written until it is drawn, and if it cannot be. The program that draws comes with the first formula. */
export function Formula({ formula: { tex, raw, isBlock } }: { formula: FormulaToken }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isWanted = true;
    import("./draw-formula.ts")
      .then(({ drawFormula }) => {
        if (!isWanted || place.current === null) return;
        drawFormula(place.current, { tex, isBlock });
        setDrawn(true);
      })
      // It cannot be read, or the chunk is gone after an update: the text says it too.
      .catch(() => setDrawn(false));
    return () => {
      isWanted = false;
    };
  }, [tex, isBlock]);
  return (
    <span className={isBlock ? styles.formulaBlock : undefined}>
      <span ref={place} hidden={!isDrawn} />
      {isDrawn ? null : raw}
    </span>
  );
}
