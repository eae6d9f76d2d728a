import { Alert, Button } from "@mantine/core";
import { ReachNote } from "../../invitation/reach-note.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { QrCode } from "../../pairing/qr-code.tsx";
import { useInvite } from "../calls.ts";
import type { AccountInvitation } from "../contract.ts";
import styles from "../operator-page.module.css";
import { CopyLine, explainHere, useWhen } from "../pieces.tsx";
import { words } from "../words.ts";

/** A person's way in, to be sent or scanned. It is shown only now. */
export function InviteLink({ invitation }: { invitation: AccountInvitation }) {
  const say = usePageWords(words).accounts;
  const when = useWhen();
  return (
    <div className={styles.form}>
      <p>{say.linkHint(when(invitation.expires_at))}</p>
      <ReachNote reach={invitation.reach} />
      <QrCode text={invitation.url} label={say.linkQr} />
      <CopyLine label={say.link} text={invitation.url} />
    </div>
  );
}

/** For a person who has an account and no way in, or lost it. */
export function NewLink({ accountId }: { accountId: string }) {
  const say = usePageWords(words).accounts;
  const common = useWords();
  const invite = useInvite(accountId);
  return (
    <div className={styles.field}>
      <h3>{say.link}</h3>
      {invite.isError ? (
        <Alert color="red" role="alert">
          {explainHere(invite.error, common)}
        </Alert>
      ) : null}
      {invite.data === undefined ? (
        <>
          <p>{say.linkNew}</p>
          <div className={styles.buttons}>
            <Button
              size="sm"
              variant="default"
              loading={invite.isPending}
              onClick={() => invite.mutate()}
            >
              {say.linkMake}
            </Button>
          </div>
        </>
      ) : (
        <InviteLink invitation={invite.data} />
      )}
    </div>
  );
}
