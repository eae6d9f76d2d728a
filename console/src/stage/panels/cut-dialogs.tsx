import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords } from "../../language/use-words.tsx";
import {
  createBranch,
  chatKey,
  type Cut,
  fetchBranches,
  previewBranch,
  previewRewind,
  rewind,
} from "../api.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { findBeatIndex, groupBeats } from "../beats.ts";
import { useCast } from "../cast-context.tsx";
import type { Stage, Turn } from "../contract.ts";
import { type Difference } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { readLineText } from "../line-parts.ts";
import { useAct } from "../play/use-stage.ts";
import { isHidden } from "../timeline.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { ChangeList } from "./change-list.tsx";

export interface LineDialogProps {
  readonly stage: Stage;
  readonly turn: Turn;
  readonly onClose: () => void;
}

/** The cut after the beat of a line that is shown. */
export function cutAfter(stage: Stage, turn: Turn): Cut {
  const beats = groupBeats(stage.turns);
  const until = beats[findBeatIndex(beats, turn.id)]?.until;
  return until === undefined ? {} : { event_id: until };
}

interface CutDialogProps extends LineDialogProps {
  readonly cut: Cut;
}

/** Removes everything after a line, after a preview. */
export function RewindDialog({ stage, turn, cut, onClose }: CutDialogProps) {
  const words = usePageWords(pageWords);
  const { chat } = stage;
  const act = useAct(chat.id);
  const preview = useQuery({
    queryKey: [...chatKey(chat.id), "rewind", cut.event_id],
    queryFn: () => previewRewind(chat.id, cut),
    // After the rewind this line is the last one, so there is nothing to preview until the dialog
    // closes.
    enabled: cut.event_id !== undefined,
  });
  return (
    <ConfirmDialog
      title={words.cut.rewind}
      yes={words.cut.rewindYes}
      danger
      busy={act.busy}
      disabled={preview.data === undefined}
      error={act.error}
      onClose={onClose}
      onYes={() => act.run(() => rewind(chat.id, cut), onClose)}
    >
      <p>{words.cut.rewindAsk}</p>
      <LineQuote stage={stage} turn={turn} />
      <Preview preview={preview} stage={stage} />
    </ConfirmDialog>
  );
}

/** Starts a branch after a line. The current branch is unchanged. */
export function BranchDialog({ stage, turn, cut, onClose }: CutDialogProps) {
  const words = usePageWords(pageWords);
  const { chat } = stage;
  const act = useAct(chat.id);
  const [name, setName] = useState("");
  const preview = useQuery({
    queryKey: [...chatKey(chat.id), "branch", cut.event_id],
    queryFn: () => previewBranch(chat.id, cut),
  });
  const branches = useQuery({
    queryKey: [...chatKey(chat.id), "branches"],
    queryFn: () => fetchBranches(chat.id),
  });
  const proposed = `way-${(branches.data?.length ?? 1) + 1}`;
  const isName = name === "" || /^[A-Za-z0-9][A-Za-z0-9_.-]{0,60}$/.test(name);
  return (
    <ConfirmDialog
      title={words.cut.branch}
      yes={words.cut.branchYes}
      busy={act.busy}
      disabled={preview.data === undefined || !isName}
      error={act.error}
      onClose={onClose}
      onYes={() =>
        act.run(
          () => createBranch(chat.id, { ...cut, name: name === "" ? proposed : name }),
          onClose,
        )
      }
    >
      <p>{words.cut.branchAsk}</p>
      <LineQuote stage={stage} turn={turn} />
      <TextInput
        label={words.cut.name}
        placeholder={proposed}
        value={name}
        error={isName ? undefined : words.cut.nameRule}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Preview preview={preview} stage={stage} />
    </ConfirmDialog>
  );
}

interface PreviewProps {
  readonly preview: {
    readonly data: readonly Difference[] | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    refetch(): unknown;
  };
  readonly stage: Stage;
  readonly label?: string;
}

export function Preview({ preview, stage, label }: PreviewProps) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  if (preview.isPending) return <Loading label={own.change.looking} />;
  if (preview.data === undefined)
    return <Failure message={explain(preview.error)} onRetry={() => void preview.refetch()} />;
  return (
    <div>
      <p className={dialogStyles.hint}>{label ?? own.change.label}</p>
      <ChangeList stage={stage} differences={preview.data} />
    </div>
  );
}

export function LineQuote({ stage, turn }: { stage: Stage; turn: Turn }) {
  return (
    <blockquote className={dialogStyles.quote} dir="auto" tabIndex={0}>
      <QuotedLine stage={stage} turn={turn} />
    </blockquote>
  );
}

/** A quoted line; the content of unseen lines is omitted. */
export function QuotedLine({ stage, turn }: { stage: Stage; turn: Turn }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const scene = stage.scenes.find(({ id }) => id === turn.scene_id);
  if (scene !== undefined && isHidden(stage, scene, unwatched)) return <em>{words.time.unseen}</em>;
  return (
    <>
      <strong>{nameOf(turn.speaker_id)}</strong>: {plainText(readLineText(turn))}
    </>
  );
}

const unwatched = { watched: new Set<number>() };
