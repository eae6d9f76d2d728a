import {
  isHandover,
  type Skill,
  type SkillResult,
  type TurnContext,
} from "../../src/domain/skill.ts";

/** A skill that answers every window by the test's own function. */
export function createDirectedSkill(
  run: (turn: TurnContext) => Promise<SkillResult | string>,
): Skill {
  return {
    name: "directed",
    async handle(turn) {
      const result = await run(turn);
      return typeof result === "string"
        ? { reply: [result], disposition: "replied", reason: "reply_ready" }
        : result;
    },
  };
}

/** The skill, with something that happens between its answer and the commit. */
export function pauseSkill(skill: Skill, between: () => Promise<void> | undefined): Skill {
  return {
    ...skill,
    async handle(turn) {
      const handled = await skill.handle(turn);
      if (handled === undefined) return undefined;
      if (isHandover(handled)) {
        const { next, complete } = handled;
        if (complete === undefined) return handled;
        return {
          next,
          async complete(answer) {
            const result = await complete(answer);
            await between();
            return result;
          },
        };
      }
      await between();
      return handled;
    },
  };
}
