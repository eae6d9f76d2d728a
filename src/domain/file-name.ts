// oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
const invisible = /[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * A file name fit to be shown: without control characters, and without those that reverse the
 * writing direction and make `annexe[U+202E]fdp.exe` look like a PDF.
 */
export const fileName = (name: string): string => name.replaceAll(invisible, "").trim();
