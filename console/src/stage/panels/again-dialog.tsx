import { usePageWords } from "../../language/use-words.tsx";
import { AskFirst } from "../ask-first.tsx";
import { words as pageWords } from "../words.ts";
import { LineQuote } from "./cut-dialogs.tsx";
import { type LineDialogProps } from "./line-dialogs.tsx";

/** The newest beat once more by the same words. What was said first goes, so it is asked. */
export function AgainDialog({ stage, turn, onAgain, onClose }: LineDialogProps & { readonly onAgain: () => void }) {
  const words = usePageWords(pageWords);
  const begin = (): void => {
    onAgain();
    onClose();
  };
  return (
    <AskFirst title={words.line.again} yes={words.line.again} danger onClose={onClose} onYes={begin}>
      <p>{words.line.againAsk}</p>
      <LineQuote stage={stage} turn={turn} />
    </AskFirst>
  );
}
