import { ActionIcon } from "@mantine/core";
import { DownIcon } from "./icons.tsx";
import styles from "./latest-button.module.css";

/** Back to the newest line, after scrolling away from it. */
export function LatestButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div className={styles.latest}>
      <ActionIcon variant="default" radius="xl" size={40} aria-label={label} onClick={onClick}>
        <DownIcon />
      </ActionIcon>
    </div>
  );
}
