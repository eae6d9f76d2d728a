import temml from "temml";
import styles from "./markdown.module.css";

/** Builds MathML elements in a place that nothing else writes to. Throws where the formula cannot be read. */
export function drawFormula(
  place: HTMLElement,
  { tex, isBlock }: { readonly tex: string; readonly isBlock: boolean },
): void {
  try {
    temml.render(tex, place, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: 100,
      maxSize: [20, 2_000],
    });
    for (const letter of place.querySelectorAll("mi:not([mathvariant])"))
      if (Array.from(letter.textContent ?? "").length === 1)
        letter.classList.add(styles["letter"] ?? "");
  } catch (error) {
    place.replaceChildren();
    throw error;
  }
}
