import { type Difference } from "./contract-past.ts";

/** What would be so in another state of the story, for somebody who decides. */
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

const text = (row: Row | null, field: string): string =>
  typeof row?.[field] === "string" ? row[field] : "";
const number = (row: Row | null, field: string): number | undefined =>
  typeof row?.[field] === "number" ? row[field] : undefined;
const texts = (row: Row | null, field: string): string[] =>
  Array.isArray(row?.[field]) ? (row[field] as string[]) : [];

/** From how it is (`from`) to how it would be (`to`). The server tells differences of rows; a person wants to know what happens. */
export function changesOf(differences: readonly Difference[], from: "a" | "b"): Change[] {
  const turned = differences.map(({ what, key, a, b }) => ({
    what,
    key,
    is: from === "a" ? a : b,
    becomes: from === "a" ? b : a,
  }));
  const of = (what: string): Turned[] => turned.filter((one) => one.what === what);
  return [
    ...counted("lines", of("turns")),
    ...of("chat").flatMap(clockOf),
    ...of("scenes").flatMap(sceneOf),
    ...of("edges").flatMap(feelingsOf),
    ...of("edges").flatMap(factsOf),
    ...memoriesOf(of("memories")),
    ...counted("digests", of("digests")),
    ...counted("threads", of("threads")),
  ];
}

interface Turned {
  readonly what: string;
  readonly key: string;
  readonly is: Row | null;
  readonly becomes: Row | null;
}

function counted(kind: "lines" | "digests" | "threads", rows: readonly Turned[]): Change[] {
  const gone = rows.filter(({ becomes }) => becomes === null).length;
  const come = rows.filter(({ is }) => is === null).length;
  return gone + come === 0 ? [] : [{ kind, gone, come }];
}

function clockOf({ is, becomes }: Turned): Change[] {
  const [from, to] = [text(is, "clock"), text(becomes, "clock")];
  return from === to || Date.parse(from) === Date.parse(to) ? [] : [{ kind: "clock", from, to }];
}

function sceneOf({ key: scene, is, becomes }: Turned): Change[] {
  if (becomes === null) return [{ kind: "scene", scene, becomes: "gone" }];
  if (is === null) return [{ kind: "scene", scene, becomes: "new" }];
  const [was, will] = [text(is, "closed_at") !== "", text(becomes, "closed_at") !== ""];
  const state: Change[] =
    was === will ? [] : [{ kind: "scene", scene, becomes: will ? "closed" : "open" }];
  const [there, then] = [texts(is, "present"), texts(becomes, "present")];
  const moved = (who: string, isThere: boolean): Change => ({
    kind: "presence",
    scene,
    who,
    there: isThere,
  });
  return [
    ...state,
    ...then.filter((who) => !there.includes(who)).map((who) => moved(who, true)),
    ...there.filter((who) => !then.includes(who)).map((who) => moved(who, false)),
  ];
}

/** Whoever feels nothing yet is in the middle. */
const middle = 50;

function feelingsOf({ is, becomes }: Turned): Change[] {
  const row = is ?? becomes;
  const [source, target] = [text(row, "source_id"), text(row, "target_id")];
  return (["affinity", "trust"] as const).flatMap((what): Change[] => {
    const [from, to] = [number(is, what) ?? middle, number(becomes, what) ?? middle];
    return from === to ? [] : [{ kind: "feeling", source, target, what, from, to }];
  });
}

function factsOf({ is, becomes }: Turned): Change[] {
  const row = is ?? becomes;
  const [who, about] = [text(row, "source_id"), text(row, "target_id")];
  const [had, has] = [texts(is, "facts"), texts(becomes, "facts")];
  return [
    ...had
      .filter((fact) => !has.includes(fact))
      .map((fact): Change => ({ kind: "fact", who, about, fact, known: false })),
    ...has
      .filter((fact) => !had.includes(fact))
      .map((fact): Change => ({ kind: "fact", who, about, fact, known: true })),
  ];
}

function memoriesOf(rows: readonly Turned[]): Change[] {
  const owners = [...new Set(rows.map(({ is, becomes }) => text(is ?? becomes, "owner_id")))];
  return owners.map((who) => {
    const own = rows.filter(({ is, becomes }) => text(is ?? becomes, "owner_id") === who);
    const gone = own.filter(({ becomes }) => becomes === null).length;
    const come = own.filter(({ is }) => is === null).length;
    return { kind: "memories", who, gone, come, changed: own.length - gone - come };
  });
}

/** The same, with what everybody would learn or forget as a number. */
export function withoutFacts(changes: readonly Change[]): Change[] {
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
