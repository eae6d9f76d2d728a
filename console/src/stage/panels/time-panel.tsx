import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useSpoken, useWords } from "../../language/use-words.tsx";
import { chatKey, fetchBranches, fetchDifferences, previewSwitch, switchTo } from "../api.ts";
import { AskFirst, Dialog } from "../ask-first.tsx";
import { type Beat, beatsOf } from "../beats.ts";
import { useCast } from "../cast-book.tsx";
import { type Stage, type Turn } from "../contract.ts";
import { type Branch } from "../contract-past.ts";
import { useAct } from "../play/use-stage.ts";
import { offsetOf, storyTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { AskPast } from "./ask-past.tsx";
import { BranchDialog, Preview, RewindDialog } from "./cut-dialogs.tsx";
import styles from "./panels.module.css";

/** A slider over what was played: back to a beat, or another way from it; and the ways there are. */
export function TimePanel({ stage, busy }: { stage: Stage; busy: boolean }) {
  const words = usePageWords(pageWords);
  const beats = useMemo(() => beatsOf(stage.turns), [stage.turns]);
  return (
    <div className={styles.panel}>
      {beats.length === 0 ? <p className={styles.hint}>{words.time.empty}</p> : <Timeline stage={stage} beats={beats} busy={busy} />}
      <Branches stage={stage} busy={busy} />
      <AskPast stage={stage} />
    </div>
  );
}

function Timeline({ stage, beats, busy }: { stage: Stage; beats: readonly Beat[]; busy: boolean }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  // Whatever was played or taken back since then, the slider begins at its end again.
  const [place, setPlace] = useState<number>();
  const now = `${stage.chat.branch_id}:${beats.length}`;
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    setPlace(undefined);
  }
  const [dialog, setDialog] = useState<{ readonly kind: "rewind" | "branch"; readonly turn: Turn }>();
  const last = beats.length - 1;
  const at = Math.min(place ?? last, last);
  const line = beats[at]?.lines.at(-1);
  if (line === undefined) return null;
  const when = storyTime(line.story_time, { language, offset: offsetOf(stage.chat.initial_time) });
  const close = (): void => setDialog(undefined);
  return (
    <section>
      <h3>{words.time.title}</h3>
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        aria-label={words.time.slider}
        aria-valuetext={words.time.at(at + 1, beats.length, `${when} ${nameOf(line.speaker_id)}`)}
        onChange={(event) => setPlace(Number(event.currentTarget.value))}
      />
      <div className={styles.preview}>
        <p className={styles.hint}>{words.time.at(at + 1, beats.length, when)}</p>
        <p className={styles.clamp} dir="auto">
          <strong>{nameOf(line.speaker_id)}</strong>: {line.text.replaceAll("*", "")}
        </p>
        <p className={styles.hint}>
          {at === last ? words.time.now : words.time.after(stage.turns.filter(({ event_id }) => event_id > line.event_id).length)}
        </p>
        <div className={styles.row}>
          <Button size="xs" variant="default" disabled={at === last || busy} onClick={() => setDialog({ kind: "rewind", turn: line })}>
            {words.time.rewind}
          </Button>
          <Button size="xs" variant="default" disabled={busy} onClick={() => setDialog({ kind: "branch", turn: line })}>
            {words.time.branch}
          </Button>
        </div>
      </div>
      {dialog?.kind === "rewind" ? <RewindDialog stage={stage} turn={dialog.turn} onClose={close} /> : null}
      {dialog?.kind === "branch" ? <BranchDialog stage={stage} turn={dialog.turn} onClose={close} /> : null}
    </section>
  );
}

function Branches({ stage, busy }: { stage: Stage; busy: boolean }) {
  const explain = useExplain();
  const common = useWords();
  const words = usePageWords(pageWords);
  const { id } = stage.chat;
  const [dialog, setDialog] = useState<{ readonly kind: "switch" | "compare"; readonly branch: string }>();
  const branches = useQuery({ queryKey: [...chatKey(id), "branches"], queryFn: () => fetchBranches(id) });
  const close = (): void => setDialog(undefined);
  return (
    <section>
      <h3>{words.time.branches}</h3>
      {branches.isPending ? <Loading label={common.loading} /> : null}
      {branches.isError ? <Failure message={explain(branches.error)} onRetry={() => void branches.refetch()} /> : null}
      <ul className={styles.list}>
        {(branches.data ?? []).map((branch) => (
          <li key={branch.branch_id} className={styles.item} data-current={branch.active || undefined}>
            <span className={styles.itemText}>
              {nameOfBranch(branch, words.time.main)}
              <small>{branch.active ? words.time.active : words.time.events(branch.events)}</small>
            </span>
            {branch.active ? null : (
              <>
                <Button size="xs" variant="subtle" onClick={() => setDialog({ kind: "compare", branch: branch.branch_id })}>
                  {words.time.compare}
                </Button>
                <Button size="xs" variant="default" disabled={busy} onClick={() => setDialog({ kind: "switch", branch: branch.branch_id })}>
                  {words.time.switch}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {dialog?.kind === "switch" ? <SwitchDialog stage={stage} branch={dialog.branch} onClose={close} /> : null}
      {dialog?.kind === "compare" ? <CompareDialog stage={stage} branch={dialog.branch} onClose={close} /> : null}
    </section>
  );
}

const nameOfBranch = ({ branch_id }: Pick<Branch, "branch_id">, main: string): string => (branch_id === "main" ? main : branch_id);

interface BranchDialogProps {
  readonly stage: Stage;
  readonly branch: string;
  readonly onClose: () => void;
}

function SwitchDialog({ stage, branch, onClose }: BranchDialogProps) {
  const words = usePageWords(pageWords);
  const { id } = stage.chat;
  const act = useAct(id);
  const preview = useQuery({ queryKey: [...chatKey(id), "switch", branch], queryFn: () => previewSwitch(id, branch) });
  return (
    <AskFirst
      title={words.time.switchTo(nameOfBranch({ branch_id: branch }, words.time.main))}
      yes={words.time.switch}
      busy={act.busy}
      error={act.error}
      onClose={onClose}
      onYes={() => act.run(() => switchTo(id, branch), onClose)}
    >
      <Preview preview={preview} stage={stage} />
    </AskFirst>
  );
}

/** What is so here and not there, without going there. */
function CompareDialog({ stage, branch, onClose }: BranchDialogProps) {
  const words = usePageWords(pageWords);
  const { id, branch_id } = stage.chat;
  const preview = useQuery({
    queryKey: [...chatKey(id), "compare", branch_id, branch],
    queryFn: () => fetchDifferences(id, { branch: branch_id }, { branch }),
  });
  return (
    <Dialog title={words.time.compareWith(nameOfBranch({ branch_id: branch }, words.time.main))} onClose={onClose}>
      <Preview preview={preview} stage={stage} label={words.time.compareAbout} />
    </Dialog>
  );
}
