import { Button } from "@mantine/core";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import { type ImportancePart, type Memory } from "../contract-known.ts";
import { shortenLine } from "../line-parts.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { words as pageWords } from "../words.ts";
import styles from "./memories.module.css";

/** Length of the memory's text in button labels, enough to identify it. */
const labelLength = 40;

export const pinButtonId = (memoryId: string): string => `pin-${memoryId}`;

interface MemoryItemProps {
  readonly memory: Memory;
  readonly initialTime: string;
  readonly onPin: () => void;
  readonly onReword: () => void;
}

export function MemoryItem({ memory, initialTime, onPin, onReword }: MemoryItemProps) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const text = plainText(memory.text);
  const from = memory.brought_from;
  const title =
    from === null
      ? undefined
      : (from.title ?? (from.host_bot_id === null ? undefined : nameOf(from.host_bot_id)));
  const marks = [
    formatStoryTime(memory.story_time, { language, offset: parseOffset(initialTime) }),
    ...(memory.scene_id === null ? [] : [words.play.scene(memory.scene_id)]),
    ...(from === null
      ? []
      : [title === undefined ? words.memories.fromGone : words.memories.from(title)]),
    ...(memory.by_hand ? [words.memories.byHand] : []),
  ];
  return (
    <li className={styles.memory} data-pinned={memory.pinned || undefined}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.marks}>
        <Importance memory={memory} />
        {marks.map((mark) => (
          <span key={mark} dir="auto">
            {mark}
          </span>
        ))}
      </p>
      <div className={styles.buttons}>
        <Button
          id={pinButtonId(memory.id)}
          size="compact-xs"
          variant={memory.pinned ? "light" : "default"}
          aria-label={(memory.pinned ? words.memories.unpinOf : words.memories.pinOf)(
            shortenLine(text, labelLength),
          )}
          onClick={onPin}
        >
          {memory.pinned ? words.memories.unpin : words.memories.pin}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={words.memories.rewordOf(shortenLine(text, labelLength))}
          onClick={onReword}
        >
          {words.memories.reword}
        </Button>
      </div>
    </li>
  );
}

const meanings: readonly ImportancePart[] = ["felt", "learnt", "first", "summary"];

/** Importance as four dots, with the reasons as text. */
function Importance({ memory: { importance, meant } }: { memory: Memory }) {
  const words = usePageWords(pageWords);
  const why = meanings.filter((each) => meant[each] > 0).map((each) => words.memories.meant[each]);
  const told = words.memories.importance(Math.round(importance * 10) / 10, why);
  return (
    <span className={styles.weight} role="img" aria-label={told} title={told}>
      {meanings.map((each, nth) => (
        <i key={each} data-full={importance > nth + 0.05 || undefined} />
      ))}
    </span>
  );
}
