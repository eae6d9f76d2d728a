import { useSpoken } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import type { MetricRange } from "../contract.ts";

interface Moments {
  readonly moment: (nth: number) => string;
  readonly tick: (nth: number) => string;
}

const clock: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hour12: false };
const date: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** Words for the points of an axis of time, in the zone of the person who looks. */
export function useMoments(at: readonly string[], range: MetricRange | "days"): Moments {
  const locale = useSpoken().language === "zh" ? "zh-CN" : "en-GB";
  const { default_timezone: ownZone } = useSignedIn().session.account;
  // Days come as dates, which no zone may move.
  const timeZone = range === "days" ? "UTC" : (ownZone ?? undefined);
  const write =
    (options: Intl.DateTimeFormatOptions) =>
    (nth: number): string =>
      at[nth] === undefined
        ? ""
        : new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(at[nth]));
  const isLong = range === "week" || range === "month" || range === "quarter" || range === "days";
  return {
    tick: write(isLong ? date : clock),
    moment: write(
      range === "hour"
        ? clock
        : range === "quarter" || range === "days"
          ? { ...date, weekday: "short" }
          : { ...date, ...clock },
    ),
  };
}
