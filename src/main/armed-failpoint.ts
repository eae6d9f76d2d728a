import type { FailpointPlan, Failpoints } from "../domain/ports/failpoints.ts";

/** For crash tests: dies or halts at the named place, after saying where. */
export function armFailpoint(plan: FailpointPlan): Failpoints {
  let hits = 0;
  return {
    hit(reached) {
      if (reached !== plan.name) return;
      hits += 1;
      if (hits !== plan.hit) return;
      process.stderr.write(`failpoint ${plan.name}\n`);
      process.kill(process.pid, plan.act === "pause" ? "SIGSTOP" : "SIGKILL");
    },
  };
}
