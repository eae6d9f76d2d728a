import { lazy, Suspense, useEffect, type ComponentType } from "react";
import { isTypedInto } from "./dialog-keys.ts";

interface Closable {
  readonly onClose: () => void;
}

// One whose chunk is gone after an update must not leave the page empty.
const nothing = { default: () => null };
const Palette = lazy<ComponentType<Closable & { readonly onSheet: () => void }>>(() =>
  import("./palette.tsx").catch(() => nothing),
);
const Sheet = lazy<ComponentType<Closable>>(() => import("./sheet.tsx").catch(() => nothing));

export type Shown = "palette" | "sheet" | undefined;

/** Ctrl-K or Cmd-K opens the palette, ? the sheet of shortcuts, wherever the person is. */
export function Shortcuts({ shown, onShow }: { shown: Shown; onShow: (shown: Shown) => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const wanted = readWish(event);
      if (wanted === undefined) return;
      event.preventDefault();
      onShow(wanted);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onShow]);
  const close = (): void => onShow(undefined);
  return (
    <Suspense>
      {shown === "palette" ? <Palette onClose={close} onSheet={() => onShow("sheet")} /> : null}
      {shown === "sheet" ? <Sheet onClose={close} /> : null}
    </Suspense>
  );
}

function readWish({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Shown {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return "palette";
  const isWritten = isTypedInto(target, "input, textarea, select");
  return key === "?" && !ctrlKey && !metaKey && !isWritten ? "sheet" : undefined;
}
