import type { ModelRequest } from "../../../domain/ports/model.ts";
import { safeReply, safeStream } from "../../../links/safe-reply.ts";
import { spokenText } from "./answers.ts";
import type { Playing } from "./playing.ts";

/** The beat's own words, shown while they are made. No link in them leads out of the story, except one that the person wrote. */
export async function speak(
  { turn }: Playing,
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
  const spoken = spokenText(answer);
  return spoken === "" ? "" : safeReply(spoken, asked).text || "…";
}
