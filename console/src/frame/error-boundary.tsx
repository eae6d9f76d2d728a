import { Component, type ReactNode } from "react";
import { readTab, writeTab } from "../browser-storage.ts";
import { useWords } from "../language/use-words.tsx";
import { Failure } from "./states.tsx";
import { useServerBack } from "./use-server-back.ts";

/**
 * A page that breaks, or whose file could not be fetched, says so instead of leaving a blank
 * screen.
 */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: unknown }
> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? "nothing" };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return isFileMissing(error) ? <FileMissing /> : <Broken />;
  }
}

/** What Chromium, Firefox, Safari and Vite say of a part of the page that did not come. */
const missing = /dynamically imported module|module script failed|unable to preload/i;
export const isFileMissing = (error: unknown): boolean =>
  error instanceof Error && missing.test(error.message);

const reload = (): void => location.reload();

function Broken() {
  const words = useWords();
  return <Failure message={words.pageFailed} retry={words.reload} onRetry={reload} />;
}

const name = "reloaded-at";
/** A file that is missing for good must not load the page over and over. */
const restMs = 20_000;

/** The server is away, or has another version by now: the page is loaded again when it answers. */
function FileMissing() {
  const words = useWords();
  const isFresh = Date.now() - readTab<number>(name, 0) > restMs;
  useServerBack(isFresh, () => {
    writeTab(name, Date.now());
    reload();
  });
  return isFresh ? (
    <Failure message={words.failures.unreachable} retry={words.reload} onRetry={reload} />
  ) : (
    <Broken />
  );
}
