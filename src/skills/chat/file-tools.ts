import { type Attachment, attachmentLabel } from "../../domain/attachment.ts";
import { fileName } from "../../domain/file-name.ts";
import { Refusal } from "../../domain/errors.ts";
import type { LinkPolicy } from "../../links/link-policy.ts";
import type { ModelTool } from "../../domain/ports/model.ts";
import type { OutgoingFile, TurnContext } from "../../domain/skill.ts";
import { safeReply } from "../../links/safe-reply.ts";
import { cleanText } from "../../domain/text.ts";

const mostFiles = 5;
const mostChars = 200_000;

interface FileTools {
  readonly tools: readonly ModelTool[];
  chosen(): readonly OutgoingFile[];
  /** The answer starts over. */
  forget(): void;
}

/**
 * Files for the reply: a text that the model writes, or one that came with this turn's messages, by
 * its number. No path, no address.
 */
export function fileTools(turn: TurnContext, links: "all" | LinkPolicy): FileTools {
  const files: OutgoingFile[] = [];
  const rest = { chosen: () => [...files], forget: () => void files.splice(0) };
  if (!turn.channel.carriesFiles) return { tools: [], ...rest };
  const came = turn.window.flatMap(({ attachments = [], quote }) => [
    ...attachments,
    ...(quote?.attachments ?? []),
  ]);
  const kept = came.filter(({ mediaId }) => mediaId !== null);
  const add: Add = (file) => {
    if (files.length >= mostFiles)
      throw new Refusal(
        "invalid_request",
        undefined,
        `A reply carries at most ${mostFiles} files.`,
      );
    files.push(file);
    return { sent_with_reply: true };
  };
  const resend = sendBack(kept, add);
  return {
    tools: kept.length === 0 ? [writeFile(add, links)] : [writeFile(add, links), resend],
    ...rest,
  };
}

type Add = (file: OutgoingFile) => { readonly sent_with_reply: true };

function writeFile(add: Add, links: "all" | LinkPolicy): ModelTool {
  return {
    name: "send_text_file",
    description:
      "Send a text file with your reply, such as a list, a table as CSV or a note in Markdown. Only when the person asks for a file.",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", description: "such as list.csv" },
        text: { type: "string" },
      },
      required: ["name", "text"],
      additionalProperties: false,
    },
    run: async (given) => {
      const { name, text } = given as { name?: unknown; text?: unknown };
      if (typeof name !== "string" || typeof text !== "string" || text.trim() === "")
        throw new Refusal("invalid_request", undefined, "A file needs a name and some text.");
      const { text: safe } = safeReply(cleanText(text, mostChars), { messages: [], links });
      return add({ bytes: new TextEncoder().encode(safe), name: safeName(name) });
    },
  };
}

function sendBack(kept: readonly Attachment[], add: Add): ModelTool {
  return {
    name: "send_file_back",
    description: `Send one of the files of this message back with your reply: ${kept.map((file, at) => `${at + 1} ${attachmentLabel(file)}`).join(", ")}`,
    parameters: {
      type: "object",
      properties: { number: { type: "integer", minimum: 1 } },
      required: ["number"],
      additionalProperties: false,
    },
    run: async (given) => {
      const mediaId = kept[Number((given as { number?: unknown }).number) - 1]?.mediaId;
      if (typeof mediaId !== "string")
        throw new Refusal("invalid_request", undefined, "There is no file with this number.");
      return add({ mediaId });
    },
  };
}

/**
 * For people to read, never a path. A file that opens as a page or a program gets another ending.
 */
function safeName(name: string): string {
  const plain = fileName(cleanText(name, 80))
    .replace(/[\\/:*?"<>|]/g, "_")
    .trim();
  return /\.(txt|md|csv|json|ics|ya?ml)$/i.test(plain)
    ? plain
    : `${plain === "" ? "file" : plain}.txt`;
}
