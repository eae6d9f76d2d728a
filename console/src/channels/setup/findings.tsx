import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import styles from "../channels-page.module.css";
import type { FormTest } from "./contract.ts";
import { words as all } from "./words.ts";

/** What the vendor said, in words. */
export function Findings({ findings }: Pick<FormTest, "findings">) {
  const say = usePageWords(all);
  const { language } = useSpoken();
  if (findings.length === 0) return <p className={styles.hint}>{say.testNothing}</p>;
  return (
    <ul className={styles.checks}>
      {findings.map(({ name, status, says, fix }) => (
        <li key={`${name} ${says.en}`} data-status={status}>
          {says[language]} {fix === null ? "" : fix[language]}
        </li>
      ))}
      {findings.every(({ status }) => status === "ok") ? (
        <li data-status="ok">{say.testGood}</li>
      ) : null}
    </ul>
  );
}
