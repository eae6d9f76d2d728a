import { Refusal } from "../../../domain/errors.ts";
import { isWhisperCommand } from "./whisper-words.ts";

/** What may follow a slash in a story: a whisper, or words out of the story. */
const slashForms: readonly string[] = ["/w Ann …", "// …"];

/**
 * A line that starts with a slash is a command and no speech: an unknown one would be said aloud.
 * Only the first line can be a whisper, since a whisper is everything that follows.
 */
export function assertNoCommand(text: string, isDirection: boolean): void {
  const lines = text.split("\n");
  const unknown = lines.find(
    (line, at) => isCommandLine(line) && !(at === 0 && !isDirection && isWhisperCommand(line)),
  );
  if (unknown === undefined) return;
  const value = unknown.trim().slice(0, 60);
  throw new Refusal("unknown_command", { field: "prose", value, allowed: slashForms });
}

const isCommandLine = (line: string): boolean => /^\s*[/／]\s*[\p{L}\p{N}?？]/u.test(line);
