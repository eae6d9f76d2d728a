import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { chatKey, fetchBranches, fetchDifferences, previewSwitch, switchBranch } from "../api.ts";
import { ConfirmDialog, Dialog } from "../confirm-dialog.tsx";
import { type Stage } from "../contract.ts";
import { type Branch } from "../contract-past.ts";
import { useAct } from "../play/use-stage.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { AskPast } from "./ask-past.tsx";
import { Preview } from "./cut-dialogs.tsx";
import styles from "./panels.module.css";
import { Timeline } from "./timeline-slider.tsx";

/** The timeline with rewind and branch, and the list of branches. */
export function TimePanel({ stage, busy }: { stage: Stage; busy: boolean }) {
  return (
    <div className={styles.panel}>
      <Timeline stage={stage} busy={busy} />
      <Branches stage={stage} busy={busy} />
      <AskPast stage={stage} />
    </div>
  );
}

function Branches({ stage, busy }: { stage: Stage; busy: boolean }) {
  const explain = useExplain();
  const common = useWords();
  const words = usePageWords(pageWords);
  const { id } = stage.chat;
  const [dialog, setDialog] = useState<{
    readonly kind: "switch" | "compare";
    readonly branch: string;
  }>();
  const branches = useQuery({
    queryKey: [...chatKey(id), "branches"],
    queryFn: () => fetchBranches(id),
  });
  const close = (): void => setDialog(undefined);
  return (
    <section>
      <h3>{words.time.branches}</h3>
      {branches.isPending ? <Loading label={common.loading} /> : null}
      {branches.isError ? (
        <Failure message={explain(branches.error)} onRetry={() => void branches.refetch()} />
      ) : null}
      <ul className={styles.list}>
        {(branches.data ?? []).map((branch) => (
          <li
            key={branch.branch_id}
            className={styles.item}
            data-current={branch.active || undefined}
          >
            <span className={styles.itemText}>
              {nameOfBranch(branch, words.time.main)}
              <small>{branch.active ? words.time.active : words.time.events(branch.events)}</small>
            </span>
            {branch.active ? null : (
              <>
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => setDialog({ kind: "compare", branch: branch.branch_id })}
                >
                  {words.time.compare}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy}
                  onClick={() => setDialog({ kind: "switch", branch: branch.branch_id })}
                >
                  {words.time.switch}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {dialog?.kind === "switch" ? (
        <SwitchDialog stage={stage} branch={dialog.branch} onClose={close} />
      ) : null}
      {dialog?.kind === "compare" ? (
        <CompareDialog stage={stage} branch={dialog.branch} onClose={close} />
      ) : null}
    </section>
  );
}

const nameOfBranch = ({ branch_id }: Pick<Branch, "branch_id">, main: string): string =>
  branch_id === "main" ? main : branch_id;

interface BranchDialogProps {
  readonly stage: Stage;
  readonly branch: string;
  readonly onClose: () => void;
}

function SwitchDialog({ stage, branch, onClose }: BranchDialogProps) {
  const words = usePageWords(pageWords);
  const { id } = stage.chat;
  const act = useAct(id);
  const preview = useQuery({
    queryKey: [...chatKey(id), "switch", branch],
    queryFn: () => previewSwitch(id, branch),
  });
  return (
    <ConfirmDialog
      title={words.time.switchTo(nameOfBranch({ branch_id: branch }, words.time.main))}
      yes={words.time.switch}
      busy={act.busy}
      error={act.error}
      onClose={onClose}
      onYes={() => act.run(() => switchBranch(id, branch), onClose)}
    >
      <Preview preview={preview} stage={stage} />
    </ConfirmDialog>
  );
}

/** Shows how another branch differs, without switching to it. */
function CompareDialog({ stage, branch, onClose }: BranchDialogProps) {
  const words = usePageWords(pageWords);
  const { id, branch_id } = stage.chat;
  const preview = useQuery({
    queryKey: [...chatKey(id), "compare", branch_id, branch],
    queryFn: () => fetchDifferences(id, { branch: branch_id }, { branch }),
  });
  return (
    <Dialog
      title={words.time.compareWith(nameOfBranch({ branch_id: branch }, words.time.main))}
      onClose={onClose}
    >
      <Preview preview={preview} stage={stage} label={words.time.compareAbout} />
    </Dialog>
  );
}
