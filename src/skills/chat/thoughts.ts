import type { LinkPolicy } from "../../links/link-policy.ts";
import { safePieces } from "../../links/safe-reply.ts";
import type { TurnContext } from "../../domain/skill.ts";

const mostChars = 4_000;

/**
 * Shows what the model thinks before it answers, apart from the answer, where a channel can. The
 * reply has none of it.
 */
export function thoughtsOf(turn: Pick<TurnContext, "show" | "channel">, links: "all" | LinkPolicy) {
  let left = mostChars;
  let isOpen = false;
  let safe = safePieces(links);
  const show = (piece: string): void => {
    if (piece === "") return;
    turn.show({ text: isOpen ? piece : `<think>${piece}` });
    isOpen = true;
  };
  return {
    onThought: !turn.channel.showsThoughts
      ? undefined
      : (text: string): void => {
          // What looks like the end of a thought inside of it is none.
          const piece = text
            .slice(0, left)
            .replaceAll(/<(\/?think)>/gi, "‹$1›")
            .toWellFormed();
          left -= piece.length;
          show(safe.more(piece));
        },
    /** The answer begins. */
    end(): void {
      show(safe.end());
      if (isOpen) turn.show({ text: "</think>\n" });
      isOpen = false;
    },
    forget(): void {
      left = mostChars;
      isOpen = false;
      safe = safePieces(links);
    },
  };
}
