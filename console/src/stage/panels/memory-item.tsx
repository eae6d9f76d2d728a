import { Button } from "@mantine/core";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useCast } from "../cast-book.tsx";
import { type Meaning, type Memory } from "../contract-known.ts";
import { clipped } from "../line-parts.ts";
import { offsetOf, storyTime } from "../story-clock.ts";
import { words as pageWords } from "../words.ts";
import styles from "./memories.module.css";

/** Of a memory so much is said with a button that it is known which one. */
const named = 40;

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
    storyTime(memory.story_time, { language, offset: offsetOf(initialTime) }),
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
        <Weight memory={memory} />
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
            clipped(text, named),
          )}
          onClick={onPin}
        >
          {memory.pinned ? words.memories.unpin : words.memories.pin}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={words.memories.rewordOf(clipped(text, named))}
          onClick={onReword}
        >
          {words.memories.reword}
        </Button>
      </div>
    </li>
  );
}

const meanings: readonly Meaning[] = ["felt", "learnt", "first", "summary"];

/** Four dots, so many of them full; and in words what filled them. */
function Weight({ memory: { importance, meant } }: { memory: Memory }) {
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
