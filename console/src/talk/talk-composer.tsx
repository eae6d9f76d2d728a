import { ActionIcon } from "@mantine/core";
import { useRef } from "react";
import { Composer } from "../frame/composer.tsx";
import { ClipIcon } from "../frame/icons.tsx";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { type Draft } from "./draft.ts";
import { type PickedFile } from "./files.ts";
import { PickedFiles } from "./picked-files.tsx";
import styles from "./talk-composer.module.css";
import { usePickedFiles } from "./use-picked-files.ts";
import { words as all } from "./words.ts";

interface TalkComposerProps {
  readonly draft: Draft;
  readonly sending?: boolean;
  readonly onSend: (files: readonly PickedFile[]) => void;
  /** Present while an answer is being written. */
  readonly onStop?: (() => void) | undefined;
  readonly stopping?: boolean;
}

/** The composer with files: chosen, dropped or pasted. */
export function TalkComposer({
  draft,
  sending = false,
  onSend,
  onStop,
  stopping = false,
}: TalkComposerProps) {
  const words = useWords();
  const picked = usePickedFiles();
  return (
    <div {...picked.target}>
      <PickedFiles picked={picked} />
      <Composer
        words={words.composer}
        text={draft.text}
        onText={draft.set}
        canSend={(draft.text.trim() !== "" || picked.files.length > 0) && !sending}
        onSend={() => {
          onSend(picked.files);
          picked.clear();
        }}
        onStop={onStop}
        isStopping={stopping}
        stopsOnEscape
        takesFocus
        isDropTarget={picked.isOver}
        before={<AttachButton onFiles={picked.add} />}
      />
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  const words = usePageWords(all);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        className={styles.chooser}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={words.attached}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
      <ActionIcon
        size={40}
        radius="xl"
        variant="subtle"
        color="gray"
        aria-label={words.attach}
        title={words.attach}
        onClick={() => chooser.current?.click()}
      >
        <ClipIcon />
      </ActionIcon>
    </>
  );
}
