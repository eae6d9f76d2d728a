import { ModelFailure } from "../domain/ports/model.ts";
import { isHandover, type Skill, type SkillResult, type TurnContext } from "../domain/skill.ts";

export interface Answered {
  readonly skill: string;
  readonly result: SkillResult;
}

/**
 * Asks the skills in their order for an answer. `onAsk` is called with the skill that has the turn
 * so far.
 */
export async function askSkills(
  skills: readonly Skill[],
  context: TurnContext,
  onAsk: (skill: Skill) => void,
): Promise<Answered> {
  let turn = context;
  for (const [index, skill] of skills.entries()) {
    onAsk(skill);
    const handled = await skill.handle(turn);
    if (handled === undefined) continue;
    if (!isHandover(handled)) return { skill: skill.name, result: handled };
    const { next, complete } = handled;
    const { window = turn.window, tools = [], withheld = [] } = next;
    turn = withhold({ ...turn, window, tools: [...turn.tools, ...tools] }, withheld);
    if (complete === undefined) continue;
    const answer = await askRest(skills.slice(index + 1), turn);
    return { skill: skill.name, result: await complete(answer) };
  }
  throw new Error("no skill takes this turn: the last one must take everything");
}

/** What was forgotten by this turn is forgotten before it commits. */
function withhold(turn: TurnContext, eventIds: readonly number[]): TurnContext {
  if (eventIds.length === 0) return turn;
  const withheld = new Set([...(turn.withheld ?? []), ...eventIds]);
  const isKept = ({ eventId }: { readonly eventId: number }): boolean => !withheld.has(eventId);
  const { history, earlierFiles } = turn;
  return {
    ...turn,
    withheld,
    history: async (limit) => (await history(limit)).filter(isKept),
    ...(earlierFiles && { earlierFiles: async () => (await earlierFiles()).filter(isKept) }),
  };
}

/** When a model fails, only its own part of the answer is lost. */
async function askRest(
  skills: readonly Skill[],
  turn: TurnContext,
): Promise<SkillResult | undefined> {
  try {
    return (await askSkills(skills, turn, () => undefined)).result;
  } catch (error) {
    if (error instanceof ModelFailure && error.code !== "aborted") return undefined;
    throw error;
  }
}
