import type { Plan } from "./plan.ts";

/** Leaves out faults, messages and processes one by one, for as long as the plan still fails. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of listSmaller(smallest)) {
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function listSmaller(plan: Plan): Plan[] {
  const without = <T>(list: readonly T[], index: number): T[] =>
    list.filter((_, at) => at !== index);
  return [
    ...plan.faults.map((_, index) => ({ ...plan, faults: without(plan.faults, index) })),
    ...plan.messages.map((_, index) => ({ ...plan, messages: without(plan.messages, index) })),
    ...(plan.processes > 1 ? [{ ...plan, processes: plan.processes - 1 }] : []),
  ];
}
