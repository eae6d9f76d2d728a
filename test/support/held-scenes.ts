import type { Skill } from "../../src/domain/skill.ts";
import { openChatStates } from "../../src/main/scenes.ts";
import { createScenesSkill } from "../../src/skills/scenes/skill.ts";

/** Stories as the product plays them; a turn that begins with `hold` shows its first words and then waits. */
export function createHeldScenes(hold: (signal: AbortSignal) => Promise<void>): Skill {
  const scenes = createScenesSkill({ states: openChatStates() });
  return {
    ...scenes,
    handle: (turn) =>
      scenes.handle({
        ...turn,
        model: {
          ...turn.model,
          async stream(request, onChunk) {
            if (turn.window.some(({ text }) => text.startsWith("hold"))) {
              onChunk({ kind: "text", text: "A breath is drawn. " });
              await hold(request.signal);
            }
            return turn.model.stream(request, onChunk);
          },
        },
      }),
  };
}
