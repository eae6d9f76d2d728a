import { Refusal } from "../../../domain/errors.ts";
import { slices } from "../../../domain/slices.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type {
  CalendarComponent,
  CalendarObject,
  ComponentFilter,
  CalendarObjects,
  ObjectChanges,
  Span,
} from "../../../domain/views/calendar-objects.ts";
import { readBusy } from "../../friends/availability/free-time.ts";
import { expandObject } from "./expand-object.ts";
import type { ObjectsDeps } from "./find-file.ts";
import { isMatch } from "./match-object.ts";
import {
  type Filed,
  type FiledRow,
  fileRows,
  type Filing,
  readAllFiled,
  readChangedIds,
  readFiled,
  readIndex,
  readIndexOf,
  readPeople,
  toNames,
} from "./object-rows.ts";
import { type SharedPeople, writeObject } from "./object-text.ts";
import { readSyncState, type SyncState } from "./sync-state.ts";
import { setProperties } from "./collection-properties.ts";
import { removeObject, writeInto } from "./write-into.ts";

/** A person's entries as the files of a calendar server: the same rows and commands as in chat. */
export function createCalendarObjects(on: ObjectsDeps): CalendarObjects {
  // What has changed so far is read before the rows, so that no change between the two is lost.
  const look = <T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T> =>
    on.decisions.read(accountId, job);
  const zones = new Map<string, readonly string[]>();
  return {
    state: (accountId, component) =>
      look(accountId, async (read) => {
        const { token } = await readSyncState(read, accountId);
        const [row] = await read.rows<{ properties: Record<string, string> }>(
          "select properties from calendar_collection where account_id = $1 and component = $2",
          [accountId, component],
        );
        return { token, properties: row?.properties ?? {} };
      }),
    list: (accountId, component) =>
      look(accountId, async (read) => {
        const { mode } = await readSyncState(read, accountId);
        const files = fileRows(await readIndex(read, accountId), mode);
        return toNames(ofKind(files, component));
      }),
    async read(accountId, component, { names, expand }) {
      const seen = await look(accountId, async (read) => {
        const { mode } = await readSyncState(read, accountId);
        const rows = await readFiled(read, accountId, names);
        return { mode, rows, people: await readPeople(read, accountId, rows) };
      });
      const wanted = new Set(names);
      const files = ofKind(fileRows(seen.rows, seen.mode), component);
      return writeAll(
        files.filter(({ whole }) => wanted.has(whole.name)),
        { ...seen, zones, expand },
      );
    },
    async query(accountId, component, { filter, expand }) {
      const seen = await look(accountId, async (read) => {
        const { mode } = await readSyncState(read, accountId);
        const rows = await readAllFiled(read, accountId);
        return { mode, rows, people: await readPeople(read, accountId, rows) };
      });
      const files = ofKind(fileRows(seen.rows, seen.mode), component);
      return writeAll(files, { ...seen, zones, expand }, filter);
    },
    changes: (accountId, component, since) =>
      look(accountId, async (read) => {
        const state = await readSyncState(read, accountId);
        if (since === null) {
          const files = fileRows(await readIndex(read, accountId), state.mode);
          const changed = toNames(ofKind(files, component));
          return { changed, gone: [], token: state.token };
        }
        const seen = state.isOurs(since);
        return seen === undefined
          ? undefined
          : changesSince({ read, accountId, state }, component, seen);
      }),
    write: (accountId, target, text) => writeInto(on, { accountId, target }, text),
    remove: (accountId, target) => removeObject(on, { accountId, target }),
    setProperties: (accountId, component, properties) =>
      setProperties(on.decisions, { accountId, component }, properties),
    busy: (accountId, span) => {
      if (!(span.to > span.from) || span.to - span.from > longestSpan)
        throw new Refusal("invalid_request", { field: "time-range" });
      return look(accountId, (read) => readBusy(read, { who: accountId, span }));
    },
  };
}

const longestSpan = 400 * 86_400_000;

const ofKind = <Row extends Filed>(
  files: ReadonlyMap<string, Filing<Row>>,
  component: CalendarComponent,
): Filing<Row>[] => [...files.values()].filter(({ whole }) => whole.component === component);

interface Seen {
  readonly mode: SyncState["mode"];
  readonly people: ReadonlyMap<string, SharedPeople>;
  /** Searching the changes of a zone's clocks takes longer than all the rest. */
  readonly zones: Map<string, readonly string[]>;
  /** Series are written out between these times. */
  readonly expand?: Span | undefined;
}

const mostZones = 500;
/** Of all files of an answer: it is in memory as a whole. */
const mostText = 64 * 1024 * 1024;

/** Written after the transaction, with pauses: there may be thousands. */
async function writeAll(
  files: readonly Filing<FiledRow>[],
  { mode, people, zones, expand }: Seen,
  filter?: ComponentFilter,
): Promise<CalendarObject[]> {
  const slice = await slices.begin();
  if (zones.size > mostZones) zones.clear();
  const written: CalendarObject[] = [];
  let size = 0;
  for (const file of files) {
    await slice.yieldIfDue();
    const { name } = file.whole;
    const options = { alarms: mode === "", people, zones };
    const plain = writeObject(file, options);
    if (filter !== undefined && !isMatch(file, plain, filter)) continue;
    const text = expand === undefined ? plain : expandObject(file, expand, options);
    size += text.length;
    if (size > mostText)
      throw new Refusal(
        "quota_reached",
        { precondition: "number-of-matches-within-limits" },
        "These are too many at once.",
      );
    written.push({ name, etag: file.etag, text });
  }
  return written;
}

interface Looking {
  readonly read: Reads;
  readonly accountId: string;
  readonly state: SyncState;
}

async function changesSince(
  { read, accountId, state }: Looking,
  component: CalendarComponent,
  since: string,
): Promise<ObjectChanges> {
  const ids = await readChangedIds(read, accountId, since);
  if (ids.length === 0) return { changed: [], gone: [], token: state.token };
  // An occurrence may have come out of the file of its series, or gone into it.
  const all = [
    ...new Set(ids.flatMap(({ id, series_id: of }) => [id, ...((of ?? "") ? [of ?? ""] : [])])),
  ];
  const rows = await readIndexOf(read, accountId, all);
  const files = fileRows(rows, state.mode);
  const changed = toNames(ofKind(files, component));
  const there = new Set(changed.map(({ name }) => name));
  const gone = [...new Set(rows.map(({ name }) => name))].filter((name) => !there.has(name));
  return { changed, gone, token: state.token };
}
