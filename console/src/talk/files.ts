/**
 * A file that is to go with a message. Its bytes stay in memory: a tab's store is too small for
 * them.
 */
export interface PickedFile {
  readonly name: string;
  readonly size: number;
  /** As base64, which is how it travels. */
  readonly data: string;
  /** The address of a picture in this tab, so that it can be seen before it is sent. */
  readonly preview?: string | undefined;
}

/** What browsers show as a picture. */
export const pictureTypes: readonly (string | null)[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
];

const mostFiles = 5;
export const mostBytes = 10_000_000;

/** Which of them can go, and the first one that is too large or has nothing in it. */
export function fitting<F extends { readonly name: string; readonly size: number }>(
  held: number,
  files: readonly F[],
): {
  readonly fit: readonly F[];
  readonly tooLarge: string | undefined;
  readonly empty: string | undefined;
  readonly tooMany: boolean;
} {
  const small = files.filter(({ size }) => size > 0 && size <= mostBytes);
  const room = Math.max(0, mostFiles - held);
  return {
    fit: small.slice(0, room),
    tooLarge: files.find(({ size }) => size > mostBytes)?.name,
    empty: files.find(({ size }) => size === 0)?.name,
    tooMany: small.length > room,
  };
}

export async function readFile(file: File): Promise<PickedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return {
    name: file.name,
    size: file.size,
    data: btoa(binary),
    preview: pictureTypes.includes(file.type) ? URL.createObjectURL(file) : undefined,
  };
}

export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
