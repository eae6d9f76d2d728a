import { readFile } from "node:fs/promises";
import { CommandFailure } from "../command.ts";
import type { Received } from "../../smoke/stack.ts";

/**
 * What a connector of an instance wrote down: one line of JSON for each call, with the fields of its body. A line may say
 * `"taken": false`; without it the connector took the message. What was there before the run is left out.
 */
export async function openLedger(path: string): Promise<() => Promise<readonly Received[]>> {
  const read = async (): Promise<readonly Received[]> =>
    linesIn(await readFile(path, "utf8"), path);
  const before = (await read().catch(notReadable(path))).length;
  return async () => (await read()).slice(before);
}

const notReadable =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      `${path} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  };

function linesIn(text: string, path: string): Received[] {
  // A line that is being written is read when it is whole.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [callIn(line, `${path}:${index + 1}`)]));
}

function callIn(line: string, where: string): Received {
  const fields = fieldsIn(line);
  const [wxid, id, said] = [fields?.["wxid"], fields?.["delivery_id"], fields?.["text"]];
  if (
    fields === undefined ||
    typeof wxid !== "string" ||
    typeof id !== "string" ||
    typeof said !== "string"
  )
    throw new CommandFailure(
      `${where}: a line must be JSON with wxid, delivery_id and text, as sent to the connector.`,
    );
  return {
    wxid,
    delivery_id: id,
    text: said,
    account_id: typeof fields["account_id"] === "string" ? fields["account_id"] : "",
    context_token: typeof fields["context_token"] === "string" ? fields["context_token"] : null,
    taken: fields["taken"] !== false,
  };
}

function fieldsIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
