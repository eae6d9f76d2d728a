/** A name that every file system takes. */
export const toFileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .slice(0, 60) || "card";
