import { type Stage, type Turn } from "../contract.ts";
import { AmendDialog } from "./amend-dialogs.tsx";
import { BranchDialog, cutAfter, RewindDialog } from "./cut-dialogs.tsx";
import { WhyDialog } from "./why-dialog.tsx";

/** The dialog that is open for a line. */
export interface LineDialog {
  readonly kind: "why" | "edit" | "presence" | "rewind" | "branch";
  readonly turn: Turn;
}

interface LineDialogsProps {
  readonly stage: Stage;
  readonly dialog: LineDialog;
  readonly onClose: () => void;
}

export function LineDialogs({ stage, dialog, onClose }: LineDialogsProps) {
  const props = { stage, turn: dialog.turn, onClose };
  switch (dialog.kind) {
    case "why":
      return <WhyDialog {...props} />;
    case "rewind":
      return <RewindDialog {...props} cut={cutAfter(stage, dialog.turn)} />;
    case "branch":
      return <BranchDialog {...props} cut={cutAfter(stage, dialog.turn)} />;
    case "edit":
    case "presence":
    default:
      return <AmendDialog {...props} what={dialog.kind} />;
  }
}
