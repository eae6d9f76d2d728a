/** The account's language, or else the script that the person writes in. */
export function languageOf(preferred: string | null | undefined, sample: string): "zh" | "en" {
  if (preferred === "zh" || preferred === "en") return preferred;
  return /\p{Script=Han}/u.test(sample) ? "zh" : "en";
}
