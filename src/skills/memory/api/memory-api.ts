import { Refusal } from "../../../domain/errors.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { MemoryApi, MemoryView, RememberingTalk } from "../../../domain/views/memory.ts";
import { cleanText } from "../../../domain/text.ts";
import { createRecallIndex } from "../../../recall/recall-index.ts";
import { forgetMemories } from "../forget.ts";
import { placeInMemory } from "../memory-events.ts";
import { stateMemories } from "../state-memory.ts";

const mostWords = 500;

const columns = `id, form, words, topic, value, said_at, date_said, date_meant, origin, conversation_id, audience, pinned, superseded_by,
  sources as source_ids, coalesce((select jsonb_agg(jsonb_build_object('event_id', s.event_id, 'text', s.text, 'said_at', s.created_at) order by s.event_id)
    from message s where s.account_id = m.account_id and s.conversation_id = m.conversation_id and m.sources @> to_jsonb(s.event_id)), '[]') as sources`;

type Row = Omit<MemoryView, "is_shared"> & {
  readonly audience: string;
  readonly topic: string | null;
  readonly value: string | null;
  readonly source_ids: readonly number[];
};

const toView = ({
  audience,
  topic: _topic,
  value: _value,
  source_ids: _ids,
  ...row
}: Row): MemoryView => ({
  ...row,
  is_shared: audience !== "private",
});

/** What a person may see and do with what is remembered of them, outside of a talk. */
export function createMemoryApi({ decisions }: { readonly decisions: Decisions }): MemoryApi {
  return {
    list: (accountId, { q }) =>
      decisions.read(accountId, async (read) => {
        const rows = await readRows(read, accountId);
        return (q === undefined || q.trim() === "" ? rows : search(rows, q)).map(toView);
      }),
    // A story remembers in its own way.
    talks: (accountId) =>
      decisions.read(accountId, (read) =>
        read.rows<RememberingTalk>(
          `select c.id as conversation_id, c.title, c.provider_type as channel, coalesce(o.is_on, true) as is_on
           from conversation c left join conversation_memory o on o.account_id = $1 and o.conversation_id = c.id
           where c.account_id = $1 and c.scope not like 'chat:%' order by c.updated_at desc, c.id`,
          [accountId],
        ),
      ),
    edit: (accountId, id, words) =>
      decisions.run(accountId, async (at) => {
        const row = await findRow(at.read, accountId, id);
        const cleaned = cleanText(words, mostWords).trim();
        if (cleaned === "") throw new Refusal("invalid_request", { field: "words" });
        if (row.superseded_by !== null) throw new Refusal("version_conflict");
        const viewer = { accountId, conversationId: row.conversation_id, audience: row.audience };
        // The same messages stay its sources: the person says what they meant by them.
        const stated = await stateMemories(at, viewer, [
          {
            words: cleaned,
            topic: row.topic,
            value: null,
            origin: "person",
            sources: row.source_ids,
            saidAt: row.said_at,
            form: row.form,
          },
        ]);
        const made = stated.find((event) => event.kind === "memory_stated");
        if (made?.kind !== "memory_stated") return { events: [], result: toView(row) };
        const isReplaced = stated.some(({ kind }) => kind === "memory_superseded");
        const payload = { id, account_id: accountId, by: made.payload.id };
        const result = {
          ...toView(row),
          id: made.payload.id,
          words: cleaned,
          origin: "person",
        } as const;
        return {
          events: isReplaced
            ? stated
            : [...stated, placeInMemory(at.now, { kind: "memory_superseded", payload })],
          result,
        };
      }),
    pin: (accountId, id, pinned) =>
      decisions.run(accountId, async ({ read, now }) => {
        const row = await findRow(read, accountId, id);
        const payload = { id, account_id: accountId, pinned };
        return {
          events: [placeInMemory(now, { kind: "memory_pinned", payload })],
          result: { ...toView(row), pinned },
        };
      }),
    forget: (accountId, id) =>
      decisions.run(accountId, async ({ read, now }) => {
        const row = await findRow(read, accountId, id);
        const events = await forgetMemories({ read, now, accountId }, [
          { ...row, sources: row.source_ids },
        ]);
        return { events, result: { forgotten: events.length } };
      }),
    switchTalk: (accountId, conversationId, isOn) =>
      decisions.run(accountId, async ({ read, now }) => {
        const [talk] = await read.rows(
          "select id from conversation where id = $1 and account_id = $2",
          [conversationId, accountId],
        );
        if (talk === undefined) throw new Refusal("not_found");
        const payload = { account_id: accountId, conversation_id: conversationId, is_on: isOn };
        return {
          events: [placeInMemory(now, { kind: "memory_switched", payload })],
          result: undefined,
        };
      }),
  };
}

const readRows = (read: Reads, accountId: string): Promise<Row[]> =>
  read.rows<Row>(
    `select ${columns} from person_memory m where account_id = $1 order by pinned desc, event_id desc`,
    [accountId],
  );

async function findRow(read: Reads, accountId: string, id: string): Promise<Row> {
  const [row] = await read.rows<Row>(
    `select ${columns} from person_memory m where account_id = $1 and id = $2`,
    [accountId, id],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

/** Best first, by the words of the memory and of the messages it rests on. */
function search(rows: readonly Row[], q: string): Row[] {
  const index = createRecallIndex();
  for (const { id, words, sources } of rows)
    index.add({ text: [words, ...sources.map(({ text }) => text)].join("\n"), thread: id });
  return index.search({ text: q, most: 100 }).flatMap(({ place }) => rows[place] ?? []);
}
