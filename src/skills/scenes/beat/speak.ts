import type { ModelRequest } from "../../../domain/ports/model.ts";
import { safeReply, safeStream } from "../../../links/safe-reply.ts";
import { trimAnswer } from "./answers.ts";
import type { PlayContext } from "./play-context.ts";

/** Streams the character's reply. Links in it are removed unless the person wrote them. */
export async function speak(
  { turn }: PlayContext,
  request: ModelRequest,
  label: string,
): Promise<string> {
  const asked = {
    ...request,
    links: { own: turn.window.map((message) => message.text), hosts: [] },
  };
  const stream = safeStream(asked);
  const answer = await turn.model.stream(request, (chunk) => {
    if (chunk.kind === "restart") {
      stream.restart();
      return turn.show({ text: label, replace: true });
    }
    const more = stream.more(chunk.text);
    if (more !== undefined)
      turn.show(
        more.replace === true
          ? { text: `${label}${more.text}`, replace: true }
          : { text: more.text },
      );
  });
  const spoken = trimAnswer(answer);
  return spoken === "" ? "" : safeReply(spoken, asked).text || "…";
}
