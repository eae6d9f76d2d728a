import { Alert } from "@mantine/core";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import type { ToolServerOutcome } from "./contract.ts";
import { words } from "./words.ts";

/** What went wrong, in words. */
export function Trouble(of: { error: unknown; found: ToolServerOutcome | undefined }) {
  const say = usePageWords(words);
  const common = useWords();
  const problem = of.found?.problem ?? null;
  if (of.error === null && problem === null) return null;
  return (
    <Alert color="red" role="alert">
      {problem === null ? explain(of.error, common) : say.problems[problem]}
    </Alert>
  );
}
