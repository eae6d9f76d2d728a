import { useState, type ClipboardEvent, type DragEvent } from "react";
import { usePageWords } from "../language/use-words.tsx";
import { fitting, readFile, type PickedFile } from "./files.ts";
import { words as all } from "./words.ts";

/** Files that were chosen, dropped or pasted, until they are sent or taken out again. */
export function usePickedFiles() {
  const words = usePageWords(all);
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);

  const add = (chosen: FileList | readonly File[] | null | undefined): void => {
    const list = [...(chosen ?? [])];
    if (list.length === 0) return;
    const { fit, tooLarge, tooMany } = fitting(files.length, list);
    setProblem(
      tooLarge !== undefined ? words.tooLarge(tooLarge) : tooMany ? words.tooMany : undefined,
    );
    void Promise.all(fit.map(readFile)).then((read) => setFiles((held) => [...held, ...read]));
  };
  return {
    files,
    problem,
    isOver,
    add,
    remove: (index: number) => setFiles((held) => held.filter((_, at) => at !== index)),
    clear: () => {
      setFiles([]);
      setProblem(undefined);
    },
    /** For the element that takes what is dropped or pasted. */
    target: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        add(event.dataTransfer.files);
      },
      onPaste: (event: ClipboardEvent) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        add(event.clipboardData.files);
      },
    },
  };
}
