import { useEffect, useRef, useState, type ClipboardEvent } from "react";
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
    const { fit, tooLarge, tooMany, empty } = fitting(files.length, list);
    setProblem(
      tooLarge !== undefined
        ? words.tooLarge(tooLarge)
        : empty !== undefined
          ? words.emptyFile(empty)
          : tooMany
            ? words.tooMany
            : undefined,
    );
    void Promise.all(fit.map(readFile)).then((read) => setFiles((held) => [...held, ...read]));
  };
  useDroppedFiles(add, setOver);
  return {
    files,
    problem,
    isOver,
    add,
    remove: (index: number) => {
      forgetPreviews(files.slice(index, index + 1));
      setFiles((held) => held.filter((_, at) => at !== index));
    },
    clear: () => {
      forgetPreviews(files);
      setFiles([]);
      setProblem(undefined);
    },
    /** For the element that takes what is pasted. */
    target: {
      onPaste: (event: ClipboardEvent) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        add(event.clipboardData.files);
      },
    },
  };
}

function forgetPreviews(files: readonly PickedFile[]): void {
  for (const { preview } of files) if (preview !== undefined) URL.revokeObjectURL(preview);
}

/** The whole window takes a dropped file: one that misses the field must not replace the page. */
function useDroppedFiles(add: (files: FileList) => void, setOver: (isOver: boolean) => void): void {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      const files = event.dataTransfer?.files;
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [setOver]);
}
