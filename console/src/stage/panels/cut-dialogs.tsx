import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords } from "../../language/use-words.tsx";
import { branchOff, chatKey, type Cut, fetchBranches, previewBranch, previewRewind, rewind } from "../api.ts";
import { AskFirst } from "../ask-first.tsx";
import { beatIndexOf, beatsOf } from "../beats.ts";
import { useCast } from "../cast-book.tsx";
import { type Stage, type Turn } from "../contract.ts";
import { type Difference } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { useAct } from "../play/use-stage.ts";
import { offsetOf } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { ChangeList } from "./change-list.tsx";
import { type LineDialogProps } from "./line-dialogs.tsx";

/** Up to and with this line. */
function cutAfter(stage: Stage, turn: Turn): Cut {
  const beats = beatsOf(stage.turns);
  const until = beats[beatIndexOf(beats, turn.id)]?.until;
  return until === undefined ? {} : { event_id: until };
}

/** Everything after a line goes. What that is, is told before. */
export function RewindDialog({ stage, turn, onClose }: LineDialogProps) {
  const words = usePageWords(pageWords);
  const { chat } = stage;
  const act = useAct(chat.id);
  const cut = cutAfter(stage, turn);
  const preview = useQuery({ queryKey: [...chatKey(chat.id), "rewind", cut.event_id], queryFn: () => previewRewind(chat.id, cut) });
  return (
    <AskFirst
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
      <LineQuote turn={turn} />
      <Preview preview={preview} stage={stage} />
    </AskFirst>
  );
}

/** Another way from a line on. The way so far stays as it is. */
export function BranchDialog({ stage, turn, onClose }: LineDialogProps) {
  const words = usePageWords(pageWords);
  const { chat } = stage;
  const act = useAct(chat.id);
  const cut = cutAfter(stage, turn);
  const [name, setName] = useState("");
  const preview = useQuery({ queryKey: [...chatKey(chat.id), "branch", cut.event_id], queryFn: () => previewBranch(chat.id, cut) });
  const branches = useQuery({ queryKey: [...chatKey(chat.id), "branches"], queryFn: () => fetchBranches(chat.id) });
  const proposed = `way-${(branches.data?.length ?? 1) + 1}`;
  const isName = name === "" || /^[A-Za-z0-9][A-Za-z0-9_.-]{0,60}$/.test(name);
  return (
    <AskFirst
      title={words.cut.branch}
      yes={words.cut.branchYes}
      busy={act.busy}
      disabled={preview.data === undefined || !isName}
      error={act.error}
      onClose={onClose}
      onYes={() => act.run(() => branchOff(chat.id, { ...cut, name: name === "" ? proposed : name }), onClose)}
    >
      <p>{words.cut.branchAsk}</p>
      <LineQuote turn={turn} />
      <TextInput
        label={words.cut.name}
        placeholder={proposed}
        value={name}
        error={isName ? undefined : words.cut.nameRule}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Preview preview={preview} stage={stage} />
    </AskFirst>
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
  if (preview.data === undefined) return <Failure message={explain(preview.error)} onRetry={() => void preview.refetch()} />;
  return (
    <div>
      <p className={dialogStyles.hint}>{label ?? own.change.label}</p>
      <ChangeList differences={preview.data} offset={offsetOf(stage.chat.initial_time)} />
    </div>
  );
}

export function LineQuote({ turn }: { turn: Turn }) {
  const { nameOf } = useCast();
  return (
    <blockquote className={dialogStyles.quote} dir="auto" tabIndex={0}>
      <strong>{nameOf(turn.speaker_id)}</strong>: {plainText(turn.text)}
    </blockquote>
  );
}
