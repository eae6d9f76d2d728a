import { Button, Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { ApiFailure } from "../api/request.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { type Words } from "../language/en.ts";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useAccountNames } from "./calls.ts";
import styles from "./operator-page.module.css";
import { words } from "./words.ts";

/** The server says these itself, in the page's language, better than a general sentence would. */
const told = new Set([
  "confirmation_mismatch",
  "account_busy",
  "operator_account_kept",
  "account_disabled",
]);

export const explainHere = (error: unknown, common: Words): string =>
  error instanceof ApiFailure && told.has(error.code) ? error.message : explain(error, common);

interface Asked<T> {
  readonly isPending: boolean;
  readonly data: T | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

interface ShownProps<T> {
  readonly asked: Asked<T>;
  readonly loading: string;
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * The data, or a loading state, or the error with a retry. Existing data stays while it is fetched
 * again.
 */
export function Shown<T>({ asked, loading, failed, children }: ShownProps<T>) {
  const common = useWords();
  if (asked.data !== undefined) return children(asked.data);
  if (asked.isPending) return <Loading label={loading} />;
  return (
    <Failure
      message={`${failed} ${explainHere(asked.error, common)}`}
      onRetry={() => void asked.refetch()}
    />
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}

export function Pill({ tone, children }: { tone?: "good" | "note" | "bad"; children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {children}
    </span>
  );
}

/** The end of a long id tells it from its neighbours better than its beginning, which is a time. */
export const shortId = (id: string): string => (id.length > 16 ? `…${id.slice(-12)}` : id);

/**
 * What an account is called, as far as it is known; the operator's own by that, where it has no
 * name.
 */
export function useNameOf(): (id: string) => string {
  const names = useAccountNames();
  const { operator } = usePageWords(words).accounts;
  return (id) => {
    const known = names.data?.find((account) => account.id === id);
    return known?.display_name ?? (known?.is_operator === true ? operator : shortId(id));
  };
}

/**
 * A dialog over the whole of a phone, and in the middle of anything larger. Without a scroll lock,
 * which would need a style element.
 */
export function Dialog({
  children,
  ...rest
}: Pick<ModalProps, "title" | "onClose" | "children" | "size" | "closeOnClickOutside">) {
  const say = usePageWords(words);
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      {...rest}
      opened
      fullScreen={isPhone}
      lockScroll={false}
      closeButtonProps={{ "aria-label": say.close }}
    >
      <div className={styles.dialog}>{children}</div>
    </Modal>
  );
}

/** Times in the viewer's zone. */
export function useWhen(): (at: string) => string {
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  return (at) => shortTime(at, Date.now(), { language, timeZone });
}

export const useMayChange = (): boolean => useSignedIn().session.role === "operator";

/**
 * A page on a plain http address in a home network has no clipboard; the text can still be read and
 * marked.
 */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const say = usePageWords(words);
  const [isCopied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <div className={styles.copy}>
      <code className={styles.code} translate="no" aria-label={label}>
        {text}
      </code>
      {clipboard === undefined ? null : (
        <Button
          variant="default"
          size="sm"
          onClick={() => void clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? say.copied : say.copy}
        </Button>
      )}
    </div>
  );
}

interface AskFirstProps {
  readonly label: string;
  /** Where several buttons say the same. */
  readonly name?: string;
  readonly question: string;
  readonly yes: string;
  readonly busy: boolean;
  readonly onYes: () => void;
}

/** A button whose deed can't be taken back asks in its own place, and says what follows. */
export function AskFirst({ label, name, question, yes, busy, onYes }: AskFirstProps) {
  const say = usePageWords(words);
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button
        variant="default"
        size="sm"
        onClick={() => setAsking(true)}
        {...(name === undefined ? {} : { "aria-label": name })}
      >
        {label}
      </Button>
    );
  return (
    <div className={styles.buttons} role="group" aria-label={name ?? label}>
      <span role="alert">{question}</span>
      <Button size="sm" color="red" autoFocus loading={busy} onClick={onYes}>
        {yes}
      </Button>
      <Button size="sm" variant="default" disabled={busy} onClick={() => setAsking(false)}>
        {say.cancel}
      </Button>
    </div>
  );
}
