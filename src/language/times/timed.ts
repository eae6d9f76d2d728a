import type { Phrase } from "./phrase.ts";

export const isInterval = ({ rule }: Phrase): boolean =>
  rule?.freq === "HOURLY" || rule?.freq === "MINUTELY";

export const isTimed = (phrase: Phrase): boolean =>
  phrase.clock !== undefined || phrase.after !== undefined || isInterval(phrase);

export const isIdle = ({
  day,
  rule,
  period,
  weekend,
  count,
  untilDay,
  fromDay,
  untilClock,
}: Phrase): boolean =>
  [day, rule, period, weekend, count, untilDay, fromDay, untilClock].some(
    (part) => part !== undefined,
  );
