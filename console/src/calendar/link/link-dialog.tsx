import { Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { explain } from "../../language/explain.ts";
import { useWords } from "../../language/use-words.tsx";
import { AskFirst } from "../ask-first.tsx";
import { calendarLink } from "../calls.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { CopyLine } from "../copy-line.tsx";
import { ImportFile } from "./import-file.tsx";

/** The calendar in other programs, and theirs here. */
export function LinkDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { words } = useCalendar();
  const common = useWords();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={words.ical.title}
      closeButtonProps={{ "aria-label": common.close }}
      lockScroll={false}
      size="lg"
    >
      <div className={styles.form}>
        <Address />
        <hr className={styles.rule} />
        <ImportFile />
      </div>
    </Modal>
  );
}

function Address() {
  const { words } = useCalendar();
  const common = useWords();
  const link = useMutation({ mutationFn: (ask: "make" | "reset" | "revoke") => calendarLink(ask) });
  const url = link.data?.url;
  return (
    <section className={styles.form}>
      <strong>{words.ical.linkTitle}</strong>
      <p className={styles.hint}>{words.ical.linkHint}</p>
      {link.isError ? <p role="alert">{explain(link.error, common)}</p> : null}
      {url === null ? <p role="status">{words.ical.revoked}</p> : null}
      {url === undefined || url === null ? (
        <div className={styles.buttons}>
          <Button
            variant="default"
            size="sm"
            loading={link.isPending}
            onClick={() => link.mutate("make")}
          >
            {words.ical.show}
          </Button>
        </div>
      ) : (
        <>
          <CopyLine label={words.ical.address} text={url} />
          <div className={styles.buttons}>
            <AskFirst
              label={words.ical.renew}
              question={words.ical.renewAsk}
              onYes={() => link.mutate("reset")}
            />
            <AskFirst
              label={words.ical.revoke}
              question={words.ical.revokeAsk}
              onYes={() => link.mutate("revoke")}
              isLast
            />
          </div>
        </>
      )}
    </section>
  );
}
