import type { FailpointPlan, Failpoints } from "../domain/ports/failpoints.ts";

/** For crash tests: prints the failpoint's name, then kills or pauses the process. */
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
