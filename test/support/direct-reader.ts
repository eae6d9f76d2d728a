import type { FileReader } from "../../src/domain/ports/file-reader.ts";
import { kinds } from "../../src/readers/kinds.ts";

/** Reads files in the test's own process: for tests of what a file becomes, not of who reads it. */
export const directReader: FileReader = {
  read: ({ kind, bytes, options = {} }) => kinds[kind](bytes, options),
};
