import type { CalendarPart } from "../events/reminder.ts";

/** A person's entries as the files of a calendar server: one file for each entry or series. */
export type CalendarComponent = NonNullable<CalendarPart["component"]>;

export interface ObjectName {
  readonly name: string;
  /** With its quotes. The same tag means the same bytes. */
  readonly etag: string;
}

export interface CalendarObject extends ObjectName {
  readonly text: string;
}

/** Half-open, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A filter of a query (RFC 4791, 9.7), as data. */
export interface ComponentFilter {
  readonly name: string;
  readonly isAbsent: boolean;
  readonly span: Span | undefined;
  readonly properties: readonly PropertyFilter[];
  readonly components: readonly ComponentFilter[];
}

export interface PropertyFilter {
  readonly name: string;
  readonly isAbsent: boolean;
  readonly span: Span | undefined;
  readonly text: TextMatch | undefined;
  readonly params: readonly ParamFilter[];
}

export interface ParamFilter {
  readonly name: string;
  readonly isAbsent: boolean;
  readonly text: TextMatch | undefined;
}

export interface TextMatch {
  readonly text: string;
  readonly isNegated: boolean;
  /** `i;octet`: exactly so. Any other collation ignores the case of letters. */
  readonly isExact: boolean;
}

export interface CollectionState {
  /** Stands for everything that has changed so far. */
  readonly token: string;
  readonly properties: Readonly<Record<string, string>>;
}

export interface ObjectChanges {
  readonly changed: readonly ObjectName[];
  /** Names of files that are no longer there. */
  readonly gone: readonly string[];
  readonly token: string;
}

/** Which file is meant, and under which conditions. */
export interface ObjectTarget {
  readonly component: CalendarComponent;
  readonly name: string;
  /** Tags of `If-Match`; `*` stands for any. */
  readonly ifMatch: readonly string[] | undefined;
  /** Tags of `If-None-Match`; with `*` it must not be there yet. */
  readonly ifNoneMatch: readonly string[] | undefined;
}

export interface CalendarObjects {
  state(accountId: string, component: CalendarComponent): Promise<CollectionState>;
  list(accountId: string, component: CalendarComponent): Promise<readonly ObjectName[]>;
  /** Names that are not there are left out. */
  read(
    accountId: string,
    component: CalendarComponent,
    of: { readonly names: readonly string[]; readonly expand?: Span | undefined },
  ): Promise<readonly CalendarObject[]>;
  query(
    accountId: string,
    component: CalendarComponent,
    of: {
      readonly filter: ComponentFilter;
      /** Series are written out between these times. */
      readonly expand?: Span | undefined;
    },
  ): Promise<readonly CalendarObject[]>;
  /** Undefined for a token that is not one of this server. Null asks for everything. */
  changes(
    accountId: string,
    component: CalendarComponent,
    since: string | null,
  ): Promise<ObjectChanges | undefined>;
  write(accountId: string, target: ObjectTarget, text: string): Promise<"created" | "changed">;
  remove(accountId: string, target: ObjectTarget): Promise<void>;
  /** Null removes a property. */
  setProperties(
    accountId: string,
    component: CalendarComponent,
    properties: Readonly<Record<string, string | null>>,
  ): Promise<void>;
  busy(accountId: string, span: Span): Promise<readonly Span[]>;
}
