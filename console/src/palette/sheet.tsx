import { CloseButton } from "@mantine/core";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { openDialog } from "./dialog-keys.ts";
import styles from "./palette.module.css";
import { words as all } from "./words.ts";

type Name = keyof typeof all.en.keys;

const keys: readonly (readonly [name: Name, keys: readonly string[]])[] = [
  ["palette", ["Ctrl", "K"]],
  ["sheet", ["?"]],
  ["send", ["Enter"]],
  ["line", ["Shift", "Enter"]],
  ["stop", ["Esc"]],
  ["today", ["T"]],
  ["views", ["D", "W", "M", "A"]],
  ["turn", ["J", "K"]],
  ["newEntry", ["N"]],
  ["search", ["/"]],
  ["moveEntry", ["M"]],
  ["lengthen", ["Shift", "↑", "↓"]],
];

/** Every shortcut of the page. */
export default function Sheet({ onClose }: { onClose: () => void }) {
  const common = useWords();
  const words = usePageWords(all);
  return (
    <dialog
      ref={openDialog}
      className={styles.dialog}
      aria-label={words.actions.shortcuts}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{words.actions.shortcuts}</h2>
        <CloseButton aria-label={common.close} onClick={onClose} />
      </div>
      <dl className={styles.keys}>
        {keys.map(([name, pressed]) => (
          <div key={name} className={styles.key}>
            <dt>
              {pressed.map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{words.keys[name]}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
