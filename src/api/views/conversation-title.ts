/** Of the first messages only: the edited versions of a message follow it directly. */
const mostLookedAt = 12;

/**
 * The messages that an automatic title may come from: the first of conversation `c` that count. An edited
 * message takes the place of its earlier versions, unless the person went on from one of those.
 */
export const selectTitleTexts = (sealed: string): string => `array(
  with early as (select m.id, m.event_id, m.text, m.payload -> 'versions' as versions from message m
    where m.conversation_id = c.id and m.direction = 'inbound' and m.event_id > c.hidden_through_event
      and m.event_id <> all(${sealed}::bigint[]) order by m.event_id limit ${mostLookedAt})
  select left(text, 200) from early
  where not exists (select from early later where later.versions -> 'hides' ? early.id
    and not exists (select from early back where back.event_id >= later.event_id and back.versions -> 'shows' ? early.id))
  order by event_id limit 3)`;

/** Longer titles are cut at a word. */
const longest = 48;

const greeting =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|早上好|下午好|晚上好|早|在吗|哈[喽啰]|嗨)[\s,.!?~，。！？～]*$/iu;

/**
 * A conversation's automatic title: the beginning of the first message that says more than a
 * greeting. Null without messages.
 */
export function titleOf(messages: readonly string[]): string | null {
  const texts = messages.map(toLine).filter((text) => text !== "");
  const chosen = texts.find((text) => !greeting.test(text)) ?? texts[0];
  return chosen === undefined ? null : cut(chosen);
}

/** The first line that has words, without the marks of markdown. */
function toLine(text: string): string {
  const line = text.split("\n").find((each) => /[\p{L}\p{N}]/u.test(each)) ?? "";
  return line
    .replaceAll(/^[\s>#*+-]+|[*_`]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The first sentence where it is short enough and more than a greeting; else as many whole words as fit. */
function cut(text: string): string {
  const sentence = /^.{8,}?(?:[。！？]|[.!?](?=\s))/u.exec(text)?.[0];
  const isTitle = sentence !== undefined && sentence.length <= longest && !greeting.test(sentence);
  const shown = isTitle ? sentence : text;
  const letters = Array.from(shown);
  if (letters.length <= longest) return shown.replace(/[。.，,；;：:]$/u, "");
  const head = letters.slice(0, longest).join("");
  const space = head.lastIndexOf(" ");
  return `${head.slice(0, space > longest / 2 ? space : head.length).replace(/[\s,;:.，、；：]+$/u, "")}…`;
}
