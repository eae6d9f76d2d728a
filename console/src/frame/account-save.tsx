import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { call, type AnswerOf } from "../api/call.ts";
import type { AccountChange } from "../api/contract.ts";
import { useAccountChange } from "../api/session.ts";
import { usePageWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { words as all } from "./zone-words.ts";
import styles from "./zone-note.module.css";

interface Asked {
  readonly change: AccountChange;
  readonly reminders: number;
  readonly first: NonNullable<AnswerOf<"GET /api/account/zone-change">["first"]>;
  readonly onSaved: (() => void) | undefined;
}

interface AccountSave {
  readonly save: (change: AccountChange, onSaved?: () => void) => void;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: Error | null;
  /** What becomes of the reminders that are set by the old zone's clock; nothing if there are none. */
  readonly question: ReactNode;
}

/** Saves an account's own settings. With another time zone it asks first what its reminders shall do. */
export function useAccountSave(): AccountSave {
  const { account } = useSignedIn().session;
  const change = useAccountChange();
  const [asked, setAsked] = useState<Asked>();
  const look = useMutation({
    mutationFn: ({ zone }: { zone: string; change: AccountChange; onSaved?: () => void }) =>
      call("GET /api/account/zone-change", { query: { to: zone } }),
    onSuccess: ({ reminders, first }, { change: wanted, onSaved }) => {
      if (first === null) send(wanted, onSaved);
      else setAsked({ change: wanted, reminders, first, onSaved });
    },
  });
  const send = (wanted: AccountChange, onSaved?: () => void): void => {
    setAsked(undefined);
    change.mutate(wanted, { onSuccess: () => onSaved?.() });
  };
  return {
    save: (wanted, onSaved) => {
      const { default_timezone: zone } = wanted;
      if (zone === undefined || zone === account.default_timezone) send(wanted, onSaved);
      else look.mutate({ zone, change: wanted, ...(onSaved === undefined ? {} : { onSaved }) });
    },
    isSaving: change.isPending || look.isPending,
    isSaved: change.isSuccess && asked === undefined,
    error: look.error ?? change.error,
    question:
      asked === undefined ? null : (
        <ZoneQuestion
          asked={asked}
          onKeep={(keep) => send({ ...asked.change, keep }, asked.onSaved)}
          onCancel={() => setAsked(undefined)}
        />
      ),
  };
}

interface ZoneQuestionProps {
  readonly asked: Pick<Asked, "reminders" | "first">;
  readonly onKeep: (keep: "hour" | "moment") => void;
  readonly onCancel: () => void;
}

function ZoneQuestion({ asked: { reminders, first }, onKeep, onCancel }: ZoneQuestionProps) {
  const say = usePageWords(all);
  const isOne = reminders === 1;
  const [hour, there] = [first.at, first.at_there].map((wall) => wall.slice(11, 16)) as [
    string,
    string,
  ];
  return (
    <div role="group" aria-label={say.question} className={styles.question}>
      <span role="status">
        {isOne ? say.one(first.content, hour) : say.several(reminders, first.content, hour)}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => onKeep("hour")}>
        {isOne ? say.keepHour(hour) : say.keepHours}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onKeep("moment")}>
        {isOne ? say.keepMoment(there) : say.keepMoments(there)}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onCancel}>
        {say.cancel}
      </Button>
    </div>
  );
}
