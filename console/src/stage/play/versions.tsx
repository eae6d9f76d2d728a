import { ActionIcon } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { chooseVersion } from "../api.ts";
import { type Turn } from "../contract.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lines.module.css";
import { useAct } from "./use-stage.ts";

/** ‹ 2/3 ›: the active version of a reply. Only the last reply can be switched. */
export function Versions({
  chatId,
  turn,
  isLast,
}: {
  chatId: string;
  turn: Turn;
  isLast: boolean;
}) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const act = useAct(chatId);
  const { versions = [] } = turn;
  if (versions.length < 2) return null;
  const at = versions.findIndex(({ id }) => id === turn.id);
  const renderStep = (label: string, sign: string, to: number) => {
    const version = versions[to]?.version;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        title={label}
        disabled={version === undefined || act.busy}
        onClick={() =>
          version !== undefined && act.run(() => chooseVersion(chatId, { turn: turn.id, version }))
        }
      >
        {sign}
      </ActionIcon>
    );
  };
  return (
    <span className={styles.versions} role="group" aria-label={words.line.versions}>
      {isLast ? renderStep(words.line.versionBefore, "‹", at - 1) : null}
      <span aria-label={words.line.version(at + 1, versions.length)} role="status">
        {at + 1}/{versions.length}
      </span>
      {isLast ? renderStep(words.line.versionAfter, "›", at + 1) : null}
      {act.error === null || act.error === undefined ? null : (
        <span role="alert">{explain(act.error)}</span>
      )}
    </span>
  );
}
