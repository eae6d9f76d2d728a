import type { ModelRequest } from "../../../domain/ports/model.ts";
import { safeReply, safeStream } from "../../../links/safe-reply.ts";
import { trimAnswer } from "./answers.ts";
import type { PlayContext } from "./play-context.ts";

export interface ShownReply {
  /** What was shown before it in the same beat. */
  readonly before: string;
  /** The speaker's name, in front. */
  readonly label: string;
  /** Ends the text where it would begin to speak for another. */
  readonly cut: (text: string) => string;
}

/** Streams the character's reply. Links in it are removed unless the person wrote them. */
export async function speak(
  { turn, recorded }: PlayContext,
  request: ModelRequest,
  { before, label, cut }: ShownReply,
): Promise<string> {
  const asked = {
    ...request,
    links: { own: turn.window.map((message) => message.text), hosts: [] },
  };
  if (before !== "") turn.show({ text: `\n\n${label}` });
  else if (label !== "") turn.show({ text: label });
  const stream = safeStream(asked, cut);
  const answer = await turn.model.stream(request, (chunk) => {
    if (chunk.kind === "restart") {
      stream.restart();
      return turn.show({ text: `${before}${label}`, replace: true });
    }
    const more = stream.more(chunk.text);
    if (more !== undefined)
      turn.show(
        more.replace === true
          ? { text: `${before}${label}${more.text}`, replace: true }
          : { text: more.text },
      );
  });
  const said = trimAnswer(answer);
  const whole = said === "" ? "" : safeReply(said, asked).text || "…";
  // A recorded line was perhaps kept before answers were cut.
  return recorded?.texts.has(whole) === true ? whole : cut(whole);
}
