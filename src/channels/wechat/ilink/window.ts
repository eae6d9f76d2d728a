import { iso } from "../../../domain/ports/clock.ts";
import type { Delivery } from "../../../domain/delivery.ts";
import type { ClosedReason, Outlook, Prospect } from "../../../domain/ports/delivery-outlook.ts";
import type { IlinkSettings } from "./settings.ts";

/**
 * Why this person can't be written to now; undefined when they can. The vendor passes on what is
 * sent within a day of their last message, ten times at most, and only with the token of that
 * message. Asking it anyway costs a rate limit.
 */
export function findClosedWindow(
  { window, source }: Pick<Delivery, "window" | "source">,
  { settings, now }: { readonly settings: IlinkSettings; readonly now: number },
): ClosedReason | undefined {
  if (window.lastInboundAt === null || window.contextToken === null || window.contextToken === "")
    return "never_wrote";
  if (now - Date.parse(window.lastInboundAt) >= settings.windowMs) return "window_closed";
  // A long answer must not use up what a reminder will need.
  const usable =
    source === "reply"
      ? Math.max(1, settings.sendsPerWindow - settings.reservedSends)
      : settings.sendsPerWindow;
  return window.sendsSinceInbound >= usable ? "quota_used" : undefined;
}

/** The same rule, asked ahead of time. */
export function ilinkOutlook(settings: IlinkSettings, { window, source, at }: Prospect): Outlook {
  const reason = findClosedWindow({ window, source }, { settings, now: at });
  if (reason === undefined) return { kind: "open" };
  const wrote = window.lastInboundAt;
  return {
    kind: "closed",
    reason,
    windowEndsAt: wrote === null ? null : iso(Date.parse(wrote) + settings.windowMs),
  };
}
