import { momentWords } from "../date-words.ts";
import { Button } from "@mantine/core";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type Friend, type ShareResult } from "../contract.ts";
import { type Wall } from "../days.ts";
import { wallAtInstant } from "../zone-time.ts";
import { friendName } from "./friend-name.ts";

export const namesOf = (
  ids: readonly string[],
  friends: readonly Friend[],
  otherwise: string,
): string =>
  ids
    .map((id) =>
      friendName(
        friends.find(({ account_id }) => account_id === id),
        otherwise,
      ),
    )
    .join(", ");

interface ChosenProps {
  readonly friends: readonly Friend[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** With whom. */
export function Chosen({ friends, chosen, onChange }: ChosenProps) {
  const { words } = useCalendar();
  return (
    <fieldset className={styles.chosen}>
      <legend>{words.share.with}</legend>
      {friends.map((friend) => {
        const { account_id: id } = friend;
        const isIn = chosen.includes(id);
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={isIn}
              onChange={() =>
                onChange(isIn ? chosen.filter((each) => each !== id) : [...chosen, id])
              }
            />
            {friendName(friend, words.friends.noName)}
          </label>
        );
      })}
    </fieldset>
  );
}

/** People who are busy, and times at which everyone is free. */
export function Blocked({
  result,
  friends,
  onTake,
}: {
  result: ShareResult;
  friends: readonly Friend[];
  onTake: (at: Wall) => void;
}) {
  const calendar = useCalendar();
  const { words, zone } = calendar;
  const { conflicting, refusing } = result.breakdown;
  const joinNames = (ids: readonly string[]): string => namesOf(ids, friends, words.friends.noName);
  return (
    <div role="alert" className={styles.blocked}>
      {conflicting.length === 0 ? null : <p>{words.share.blocked(joinNames(conflicting))}</p>}
      {refusing.length === 0 ? null : <p>{words.share.refusing(joinNames(refusing))}</p>}
      <p>
        {result.suggested_times.length === 0 ? words.share.noSuggestion : words.share.suggested}
      </p>
      <div className={styles.buttons}>
        {result.suggested_times.map((moment) => {
          const at = wallAtInstant(Date.parse(moment), zone);
          return (
            <Button key={moment} variant="default" size="sm" onClick={() => onTake(at)}>
              {momentWords(at, calendar)}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
