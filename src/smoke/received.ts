import { type Evidence, type Finding, must } from "./finding.ts";
import { hasArrived, type DeliveryRow } from "./snapshot.ts";
import type { Received } from "./stack.ts";

/**
 * The rows against what the connector got: `sent` without a call is a lie, and so is a call that no row tells of. Nothing to
 * compare where the connector's side can't be seen.
 */
export function judgeReceived(on: Evidence): Finding[] {
  const { calls } = on.after;
  if (calls === undefined) return [];
  const wasThere = new Set(on.before.deliveries.filter(hasArrived).map(({ id }) => id));
  const rows = on.after.deliveries.filter((row) => hasArrived(row) && !wasThere.has(row.id));
  const fresh = calls.slice(on.before.calls?.length ?? 0).filter(({ taken }) => taken);
  const known = new Set(on.after.deliveries.filter(hasArrived).map(({ id }) => id));
  const strays = fresh.filter(({ delivery_id: id }) => !known.has(id));
  return [
    ...rows
      .filter(({ merged_into: host }) => host === null)
      .flatMap((row) => judgeCall(on, row, calls)),
    ...must(
      "parts that travel in another one that was not sent",
      "",
      rows
        .filter(({ merged_into: host }) => host !== null && !known.has(host))
        .map(({ text }) => short(text))
        .join("; "),
    ),
    ...must(
      "calls to the connector that no row tells of",
      "",
      strays.map(({ text }) => short(text)).join("; "),
    ),
    ...must("the order in which the connector got them", "as queued", orderOf(rows, fresh)),
  ];
}

/** One call for one part: to this person, with these words, in the newest context that they gave. */
function judgeCall(on: Evidence, row: DeliveryRow, calls: readonly Received[]): Finding[] {
  const about = (what: string): string => `“${short(row.text)}” is ${row.status}: ${what}`;
  const its = calls.filter(({ delivery_id: id, taken }) => taken && id === row.id);
  const [call] = its;
  const owner = on.people.find(({ accountId }) => accountId === row.account_id);
  if (call === undefined || owner === undefined)
    return must(about("calls that the connector got"), 1, its.length);
  const token = on.after.newestTokens.find(({ account_id: id }) => id === row.account_id)?.token;
  return [
    ...must(about("calls that the connector got"), 1, its.length),
    ...must(about("to whom it went"), owner.wxid, call.wxid),
    ...must(about("for which account"), owner.accountId.replaceAll("-", ""), call.account_id),
    // A mark in front of it says that it comes late or again.
    ...(call.text.endsWith(row.text)
      ? []
      : must(about("the words that went out"), row.text, call.text)),
    ...(token === undefined ? [] : must(about("its context"), token, call.context_token ?? "none")),
  ];
}

function orderOf(rows: readonly DeliveryRow[], fresh: readonly Received[]): string {
  const placeOf = new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
  const isInOrder = [...Map.groupBy(fresh, ({ wxid }) => wxid).values()].every((theirs) => {
    const places = theirs.flatMap(({ delivery_id: id }) => placeOf.get(id) ?? []);
    return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
  });
  return isInOrder ? "as queued" : "another one";
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
};
