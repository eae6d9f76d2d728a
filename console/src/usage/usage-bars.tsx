import { usePageWords } from "../language/use-words.tsx";
import { amount, shareOf, type UsageFigure } from "./contract.ts";
import styles from "./usage-bars.module.css";
import { words } from "./words.ts";

interface UsageBarsProps {
  readonly figures: readonly UsageFigure[];
  readonly of: "account" | "server";
}

/** Each figure in words and as a bar. The bar says nothing that the words do not. */
export function UsageBars({ figures, of }: UsageBarsProps) {
  const say = usePageWords(words);
  const names = of === "server" ? say.serverNames : say.names;
  return (
    <ul className={styles.bars}>
      {figures.map((figure) => {
        const name = names[figure.what] ?? figure.what;
        const [used, most] = [amount(figure.used, figure.unit), amount(figure.most, figure.unit)];
        const share = shareOf(figure);
        return (
          <li key={figure.what} className={styles.bar}>
            <span className={styles.name}>{name}</span>
            <span className={styles.figure}>{say.of(used, most)}</span>
            <svg
              className={styles.track}
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              role="img"
              aria-label={say.spoken(name, used, most)}
              data-full={share >= 0.9 ? "" : undefined}
            >
              <rect
                className={styles.fill}
                x="0"
                y="0"
                height="1"
                width={figure.used > 0 ? Math.max(0.5, share * 100) : 0}
              />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
