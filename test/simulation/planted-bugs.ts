import { mutations } from "../laws/mutations.ts";

/** One mistake in the engine: the text that it takes the place of is there once. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Its code runs when the bundled database is opened, before there is a spine. */
const beforeTheSpine = new Set(["a start does not call for it"]);

/** The mistakes that the parts' own tests must see, too. */
const ofParts: readonly PlantedBug[] = mutations
  .filter(({ mistake }) => !beforeTheSpine.has(mistake))
  .map(({ mistake, file, from, to }) => ({ name: mistake, file, from, to }));

const ofTheWhole: readonly PlantedBug[] = [
  {
    name: "a turn that lost its lane commits",
    file: "src/turn/write-ends.ts",
    from: `own: {
      table: "conversation",
      claims: ends.map(({ lane: { id, fence }, throughSeq }) => ({ id, fence, seen: throughSeq })),
      counter: "latest_inbound_seq",
    },`,
    to: "",
  },
  {
    name: "of turns that end together one may have lost its lane",
    file: "src/store/log/own-rows.ts",
    from: "isHeld: `(select count(*) from own) = ${",
    to: "isHeld: `(select count(*) from own) <= ${",
  },
  {
    name: "a stop leaves the fence as it is",
    file: "src/turn/stop.ts",
    from: "update conversation set fence = fence + 1, lease_until = null",
    to: "update conversation set lease_until = null",
  },
  {
    name: "a decision is not checked against what moved meanwhile",
    file: "src/turn/commit.ts",
    from: "    expected,\n    draftedBy",
    to: "    draftedBy",
  },
  {
    name: "a lane is claimed although another process holds it",
    file: "src/store/work/claim.ts",
    from: "(t.lease_until is null or t.lease_until < now())",
    to: "(t.lease_until is null or t.lease_until > now())",
  },
  {
    name: "parts go in no order",
    file: "src/outbound/waiting-parts.ts",
    from: " and ${firstInLine} ",
    to: " ",
  },
  {
    name: "a part whose sender died counts as never sent",
    file: "src/outbound/settle-lost.ts",
    from: `{ kind: "unknown", code: "interrupted" }`,
    to: `{ kind: "not_sent", code: "connect" }`,
  },
  {
    name: "an unknown outcome is sent again everywhere",
    file: "src/outbound/verdict.ts",
    from: `if (channel?.unknownSends === "resend")`,
    to: `if (channel !== undefined)`,
  },
  {
    name: "a timer that has fired stays",
    file: "src/timers/fire.ts",
    from: "...(over.length === 0 ? [] : [end]),",
    to: "",
  },
  {
    name: "every message of a batch is answered like its first",
    file: "src/store/log/group-commit.ts",
    from: "waiting.done(outcomes[index] as O)",
    to: "waiting.done(outcomes[index * 0] as O)",
  },
  {
    name: "nobody looks for work whose wake-up was lost",
    file: "src/store/work/work-loop.ts",
    from: "Math.min(due ?? source.sweepMs, source.sweepMs)",
    to: "due ?? 86_400_000",
  },
];

/** Each is found within a thousand runs. */
export const plantedBugs: readonly PlantedBug[] = [...ofParts, ...ofTheWhole];
