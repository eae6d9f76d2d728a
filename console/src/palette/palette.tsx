import { CloseButton } from "@mantine/core";
import { useId, useState, type KeyboardEvent } from "react";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { openDialog } from "./dialog-keys.ts";
import { pickItems, type Item } from "./items.ts";
import styles from "./palette.module.css";
import { useFixed } from "./use-fixed.ts";
import { useFound } from "./use-found.ts";
import { words as all } from "./words.ts";

/** One field that goes anywhere. */
export default function Palette({
  onClose,
  onSheet,
}: {
  onClose: () => void;
  onSheet: () => void;
}) {
  const words = usePageWords(all);
  const { close } = useWords();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const fixed = useFixed(onSheet);
  const { known, found, isSearching, hasFailed } = useFound(query.trim());
  const items = pickItems([...fixed, ...known], { query: query.trim(), found });
  const said = hasFailed ? words.failed : isSearching ? words.searching : words.nothing;
  const at = Math.min(chosen, Math.max(items.length - 1, 0));
  const run = (item: Item | undefined): void => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen((at + step + items.length) % items.length);
    } else if (event.key === "Enter") run(items[at]);
  };
  return (
    <dialog
      ref={openDialog}
      className={styles.dialog}
      aria-label={words.title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.top}>
        <input
          className={styles.field}
          role="combobox"
          aria-label={words.field}
          aria-expanded
          aria-controls={list}
          aria-activedescendant={items.length === 0 ? undefined : `${list}-${at}`}
          placeholder={words.field}
          value={query}
          maxLength={200}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton size="lg" aria-label={close} onClick={onClose} />
      </div>
      <div id={list} role="listbox" aria-label={words.results} className={styles.list}>
        {items.map((item, nth) => (
          <div
            key={item.id}
            id={`${list}-${nth}`}
            role="option"
            aria-selected={nth === at}
            className={styles.item}
            ref={(row) => {
              if (nth === at) row?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(item)}
          >
            <span className={styles.label} dir="auto">
              {item.label}
            </span>
            <span className={styles.kind}>
              {words.kinds[item.kind]}
              {item.detail === undefined ? "" : ` · ${item.detail}`}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.nothing}>
        {items.length === 0 || hasFailed ? said : ""}
      </p>
    </dialog>
  );
}
