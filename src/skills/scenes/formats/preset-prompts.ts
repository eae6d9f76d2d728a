import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";
import type { LeftOut } from "../../../domain/views/presets.ts";
import { keepList, readObject } from "./lenient-json.ts";

interface PresetPrompt {
  readonly id: string;
  readonly content: string;
  /** Undefined: by its place in the order; otherwise so many lines before the end. */
  readonly depth: number | undefined;
}

/**
 * The prompts that are switched on: what stands before the history are instructions, what stands
 * behind it closes the prompt, what is put into the history is the author's note.
 */
export function readPrompts(preset: JsonObject, leftOut: LeftOut[]): Record<string, unknown> {
  const prompts = new Map(
    keepList(preset["prompts"])
      .filter(isJsonObject)
      .map((prompt) => [readText(prompt["identifier"]), prompt]),
  );
  const order = readOrder(preset) ?? [...prompts.keys()];
  const history = order.indexOf("chatHistory");
  const used = order.flatMap((id, at): (PresetPrompt & { readonly isAfter: boolean })[] => {
    const prompt = prompts.get(id);
    const content = prompt?.["content"];
    if (prompt === undefined || typeof content !== "string" || content.trim() === "") return [];
    const depth =
      prompt["injection_position"] === 1 ? Number(prompt["injection_depth"]) : undefined;
    // What another program would put into the model's or the person's mouth has no place here.
    if (prompt["role"] === "assistant") leftOut.push({ field: id, reason: "not_supported" });
    return prompt["role"] === "assistant"
      ? []
      : [{ id, content: content.trim(), depth, isAfter: history !== -1 && at > history }];
  });
  const join = (of: readonly PresetPrompt[]): string =>
    of.map(({ content }) => content).join("\n\n");
  const inHistory = used.filter(({ depth }) => depth !== undefined);
  const [first] = inHistory;
  const notes = inHistory.filter(({ depth }) => depth === first?.depth);
  for (const { id } of inHistory.filter((one) => !notes.includes(one)))
    leftOut.push({ field: id, reason: "second_note" });
  const placed = used.filter(({ depth }) => depth === undefined);
  return {
    system_template: join(placed.filter(({ isAfter }) => !isAfter)),
    closing_template: join(placed.filter(({ isAfter }) => isAfter)),
    ...(first === undefined ? {} : { note: join(notes), note_depth: first.depth }),
  };
}

/** The order that the other program uses for every character: the last list of a file. */
function readOrder(preset: JsonObject): string[] | undefined {
  const lists = keepList(preset["prompt_order"]).filter(isJsonObject);
  const last = lists.at(-1);
  if (last === undefined) return undefined;
  return keepList(last["order"])
    .map(readObject)
    .filter(({ enabled }) => enabled !== false)
    .flatMap(({ identifier }) => (typeof identifier === "string" ? [identifier] : []));
}

const readText = (value: Json | undefined): string => (typeof value === "string" ? value : "");
