/** The size of a file as people read it; a small one is not "0.0 MB". */
export const sizeWords = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1_024))} kB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
