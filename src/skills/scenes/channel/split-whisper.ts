/** Accepts “Mira: …”, “对九娘说：…” and “九娘，…”. `said` is empty when it says nothing to anyone. */
export function splitWhisper(text: string): { readonly head: string; readonly said: string } {
  const [, head = "", said = ""] =
    /^([^:：]{1,120})[:：]\s*([\s\S]+)$/u.exec(text) ?? /^(\S+)\s+([\s\S]+)$/u.exec(text) ?? [];
  return { head: head.trim(), said: said.trim() };
}
