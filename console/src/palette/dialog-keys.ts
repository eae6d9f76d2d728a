/** For a dialog's `ref`. It is the same function at every render, so a dialog that was just closed is not opened again. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}

/** Keys in a field are written there. A dialog that was just closed keeps the focus for a moment, and takes none. */
export function isTypedInto(target: EventTarget | null, fields: string): boolean {
  if (!(target instanceof Element) || target.closest("dialog:not([open])") !== null) return false;
  return target.closest(fields) !== null;
}
