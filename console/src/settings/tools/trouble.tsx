import { Alert } from "@mantine/core";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import type { ToolServer, ToolServerOutcome } from "./contract.ts";
import { words } from "./words.ts";

interface Found {
  readonly problem: ToolServerOutcome["problem"];
  readonly server?: ToolServer | null;
}

/** What went wrong, in words. A server that is there and wants a sign-in says so itself. */
export function Trouble(of: { error: unknown; found: Found | undefined }) {
  const say = usePageWords(words);
  const common = useWords();
  const saysSo = of.found?.problem === "sign_in_needed" && of.found.server?.sign_in === "needed";
  const problem = saysSo ? null : (of.found?.problem ?? null);
  if (of.error === null && problem === null) return null;
  return (
    <Alert color="red" role="alert">
      {problem === null ? explain(of.error, common) : say.problems[problem]}
    </Alert>
  );
}
