import type { Delivery } from "../../../domain/delivery.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { ClosedReason, Outlook, Prospect } from "../../../domain/ports/delivery-outlook.ts";

/** WeCom passes on five messages within 48 hours of the person's last one. */
const windowMs = 48 * 3_600_000;
const mostSends = 5;
/** A long answer must not use up what a reminder will need. */
const reserved = 1;

export function findClosedWindow(
  { window, source }: Pick<Delivery, "window" | "source">,
  now: number,
): ClosedReason | undefined {
  if (window.lastInboundAt === null) return "never_wrote";
  if (now - Date.parse(window.lastInboundAt) >= windowMs) return "window_closed";
  const usable = source === "reply" ? mostSends - reserved : mostSends;
  return window.sendsSinceInbound >= usable ? "quota_used" : undefined;
}

/** The same rule, asked ahead of time. */
export function serviceOutlook({ window, source, at }: Prospect): Outlook {
  const reason = findClosedWindow({ window, source }, at);
  if (reason === undefined) return { kind: "open" };
  const wrote = window.lastInboundAt;
  return {
    kind: "closed",
    reason,
    windowEndsAt: wrote === null ? null : iso(Date.parse(wrote) + windowMs),
  };
}
