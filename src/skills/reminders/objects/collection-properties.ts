import { iso } from "../../../domain/ports/clock.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { CalendarComponent } from "../../../domain/views/calendar-objects.ts";

/** Properties that programs may set on a collection, such as its colour. */
export function setProperties(
  decisions: Decisions,
  of: { readonly accountId: string; readonly component: CalendarComponent },
  asked: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { accountId, component } = of;
  return decisions.run(accountId, async ({ read, now }) => {
    const [row] = await read.rows<{ properties: Record<string, string> }>(
      "select properties from calendar_collection where account_id = $1 and component = $2",
      [accountId, component],
    );
    const properties = Object.fromEntries(
      Object.entries({ ...row?.properties, ...asked }).filter(([, value]) => value !== null),
    ) as Record<string, string>;
    return {
      events: [
        {
          stream: `calendar:${accountId}`,
          kind: "calendar_collection_changed",
          at: iso(now),
          accountId,
          payload: { account_id: accountId, component, properties },
        },
      ],
      result: undefined,
    };
  });
}
