import type { Clock } from "../domain/ports/clock.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import type { Log } from "../domain/ports/log.ts";
import { createFileReader } from "../readers/create.ts";

const nothing = (): void => undefined;
const quiet: Pick<Log, "info" | "warn"> = { info: nothing, warn: nothing };

/**
 * Files of strangers are read by processes of their own. A command that reads one file reports the
 * outcome itself.
 */
export const openFileReader = (clock: Clock, log: Pick<Log, "info" | "warn"> = quiet): FileReader =>
  createFileReader({ clock, log });
