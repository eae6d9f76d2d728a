import { type Difference } from "./contract-past.ts";

/** One effect of a change of the story, as the person is shown it. */
export type Change =
  | { readonly kind: "clock"; readonly from: string; readonly to: string }
  | { readonly kind: "lines"; readonly gone: number; readonly come: number }
  | {
      readonly kind: "feeling";
      readonly source: string;
      readonly target: string;
      readonly what: "affinity" | "trust";
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: "fact";
      readonly who: string;
      readonly about: string;
      readonly fact: string;
      readonly known: boolean;
    }
  | { readonly kind: "facts"; readonly who: string; readonly gone: number; readonly come: number }
  | {
      readonly kind: "memories";
      readonly who: string;
      readonly gone: number;
      readonly come: number;
      readonly changed: number;
    }
  | {
      readonly kind: "presence";
      readonly scene: string;
      readonly who: string;
      readonly there: boolean;
    }
  | {
      readonly kind: "scene";
      readonly scene: string;
      readonly becomes: "gone" | "new" | "open" | "closed";
    }
  | { readonly kind: "digests"; readonly gone: number; readonly come: number }
  | { readonly kind: "threads"; readonly gone: number; readonly come: number };

type Row = Readonly<Record<string, unknown>>;

const readText = (row: Row | null, field: string): string =>
  typeof row?.[field] === "string" ? row[field] : "";
const readNumber = (row: Row | null, field: string): number | undefined =>
  typeof row?.[field] === "number" ? row[field] : undefined;
const readTexts = (row: Row | null, field: string): string[] =>
  Array.isArray(row?.[field]) ? (row[field] as string[]) : [];

/** Converts row differences to effects, in the given direction. */
export function toChanges(differences: readonly Difference[], from: "a" | "b"): Change[] {
  const directed = differences.map(({ what, key, a, b }) => ({
    what,
    key,
    is: from === "a" ? a : b,
    becomes: from === "a" ? b : a,
  }));
  const select = (what: string): DirectedDifference[] =>
    directed.filter((one) => one.what === what);
  return [
    ...countRows("lines", select("turns")),
    ...select("chat").flatMap(toClockChange),
    ...select("scenes").flatMap(toSceneChanges),
    ...select("edges").flatMap(toFeelingChanges),
    ...select("edges").flatMap(toFactChanges),
    ...toMemoryChanges(select("memories")),
    ...countRows("digests", select("digests")),
    ...countRows("threads", select("threads")),
  ];
}

interface DirectedDifference {
  readonly what: string;
  readonly key: string;
  readonly is: Row | null;
  readonly becomes: Row | null;
}

function countRows(
  kind: "lines" | "digests" | "threads",
  rows: readonly DirectedDifference[],
): Change[] {
  const gone = rows.filter(({ becomes }) => becomes === null).length;
  const come = rows.filter(({ is }) => is === null).length;
  return gone + come === 0 ? [] : [{ kind, gone, come }];
}

function toClockChange({ is, becomes }: DirectedDifference): Change[] {
  const [from, to] = [readText(is, "clock"), readText(becomes, "clock")];
  return from === to || Date.parse(from) === Date.parse(to) ? [] : [{ kind: "clock", from, to }];
}

function toSceneChanges({ key: scene, is, becomes }: DirectedDifference): Change[] {
  if (becomes === null) return [{ kind: "scene", scene, becomes: "gone" }];
  if (is === null) return [{ kind: "scene", scene, becomes: "new" }];
  const [was, will] = [readText(is, "closed_at") !== "", readText(becomes, "closed_at") !== ""];
  const state: Change[] =
    was === will ? [] : [{ kind: "scene", scene, becomes: will ? "closed" : "open" }];
  const [there, then] = [readTexts(is, "present"), readTexts(becomes, "present")];
  const toPresenceChange = (who: string, isThere: boolean): Change => ({
    kind: "presence",
    scene,
    who,
    there: isThere,
  });
  return [
    ...state,
    ...then.filter((who) => !there.includes(who)).map((who) => toPresenceChange(who, true)),
    ...there.filter((who) => !then.includes(who)).map((who) => toPresenceChange(who, false)),
  ];
}

/** The initial value of a feeling. */
const middle = 50;

function toFeelingChanges({ is, becomes }: DirectedDifference): Change[] {
  const row = is ?? becomes;
  const [source, target] = [readText(row, "source_id"), readText(row, "target_id")];
  return (["affinity", "trust"] as const).flatMap((what): Change[] => {
    const [from, to] = [readNumber(is, what) ?? middle, readNumber(becomes, what) ?? middle];
    return from === to ? [] : [{ kind: "feeling", source, target, what, from, to }];
  });
}

function toFactChanges({ is, becomes }: DirectedDifference): Change[] {
  const row = is ?? becomes;
  const [who, about] = [readText(row, "source_id"), readText(row, "target_id")];
  const [had, has] = [readTexts(is, "facts"), readTexts(becomes, "facts")];
  return [
    ...had
      .filter((fact) => !has.includes(fact))
      .map((fact): Change => ({ kind: "fact", who, about, fact, known: false })),
    ...has
      .filter((fact) => !had.includes(fact))
      .map((fact): Change => ({ kind: "fact", who, about, fact, known: true })),
  ];
}

function toMemoryChanges(rows: readonly DirectedDifference[]): Change[] {
  const owners = [...new Set(rows.map(({ is, becomes }) => readText(is ?? becomes, "owner_id")))];
  return owners.map((who) => {
    const own = rows.filter(({ is, becomes }) => readText(is ?? becomes, "owner_id") === who);
    const gone = own.filter(({ becomes }) => becomes === null).length;
    const come = own.filter(({ is }) => is === null).length;
    return { kind: "memories", who, gone, come, changed: own.length - gone - come };
  });
}

/** The same list with learned and forgotten facts counted instead of quoted. */
export function countFacts(changes: readonly Change[]): Change[] {
  const facts = changes.filter((change) => change.kind === "fact");
  const counts = [...new Set(facts.map(({ who }) => who))].map((who): Change => {
    const own = facts.filter((fact) => fact.who === who);
    return {
      kind: "facts",
      who,
      gone: own.filter(({ known }) => !known).length,
      come: own.filter(({ known }) => known).length,
    };
  });
  const at = changes.findIndex(({ kind }) => kind === "fact");
  return at === -1
    ? [...changes]
    : changes.flatMap((change, index) =>
        index === at ? counts : change.kind === "fact" ? [] : [change],
      );
}
