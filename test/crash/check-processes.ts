import type { History } from "./history.ts";

export function processViolations(history: History): string[] {
  return [...history.processes.flatMap(badEnd), ...stuckRows(history)];
}

/** A process ends because the test killed it, at its failpoint, or after it was asked to: with 0, or at once when it was asked twice. */
function badEnd({ ended, errors }: History["processes"][number]): string[] {
  const { code, signal, expected, failpoint } = ended;
  const good =
    signal === "SIGKILL"
      ? expected || failpoint !== undefined
      : expected && (code === 0 || code === 143);
  if (!good)
    return [`I14 a process ended by itself (${signal ?? code}): ${errors.slice(-3).join(" ")}`];
  return errors
    .filter((line) => !isHarmless(line))
    .map((line) => `I14 a process complained: ${line}`);
}

/** Warnings are part of a bad day. An error line, or one that is not the product's, is a bug. */
function isHarmless(line: string): boolean {
  return /"level":"?(warn|40)\b/.test(line);
}

/** What is not finished must have a time at which a process looks at it again, or a holder. */
function stuckRows(history: History): string[] {
  return [
    ...history.deliveries
      .filter((row) => row.status === "pending" && !row.hasDueTime)
      .map(({ text }) => `I14 "${text}" is pending without a due time`),
    ...history.deliveries
      .filter((row) => row.status === "sending" && !row.leased)
      .map(({ text }) => `I14 "${text}" is being sent by nobody`),
    ...history.turns
      .filter(({ status, id, conversation }) => {
        const lane = history.conversations.find((row) => row.id === conversation);
        return status === "running" && (lane?.runningTurn !== id || lane.latest <= lane.closed);
      })
      .map(({ id }) => `I14 the turn ${id} runs, and nobody will end it`),
  ];
}
