import { type Change, handler, type Projection } from "../../domain/events/projection.ts";

/** Who talks with each person, and since when. */
export const companionProjection: Projection = {
  tables: [
    { name: "companion", key: ["account_id"] },
    { name: "companion_period", key: ["account_id", "from_event"] },
  ],
  handlers: [
    handler("companion_chosen", {
      reads: ({ payload: { account_id } }) => [{ table: "companion", key: { account_id } }],
      evolve: ({ payload: { account_id, bot_id }, id, at }, read) => {
        const before = read("companion", { account_id });
        const row = { account_id, bot_id, since_event: id, since: at };
        return [
          { op: "put", table: "companion", row },
          ...endPeriod(before, id),
          ...(bot_id === null
            ? []
            : [
                {
                  op: "put",
                  table: "companion_period",
                  row: { account_id, from_event: id, bot_id, to_event: null },
                } as const,
              ]),
        ];
      },
    }),
  ],
};

function endPeriod(
  before: Readonly<Record<string, unknown>> | undefined,
  to_event: number,
): Change[] {
  if (before === undefined || before["bot_id"] === null) return [];
  const key = {
    account_id: String(before["account_id"]),
    from_event: Number(before["since_event"]),
  };
  return [{ op: "patch", table: "companion_period", key, set: { to_event } }];
}
