/** The parts of “Let A and B talk for 6 beats, stop if …”. Names are resolved by the caller. */
export interface TalkRequest {
  /** Everything before the conditions. */
  readonly head: string;
  readonly beats: number | undefined;
  readonly everySeconds: number | undefined;
  readonly stopIf: readonly string[];
}

const digits: Readonly<Record<string, number>> = {
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};
const maxBeats = 200;

export function parseTalkRequest(raw: string): TalkRequest {
  const text = raw.normalize("NFKC").trim();
  const at = text.search(
    /[,;。.，；]?\s*(?:\b(?:and\s+)?(?:stop|end)\s+(?:if|when|once|as soon as)\b|\buntil\b|如果|要是|一旦|直到|到(?=\s*\d{1,2}:))/iu,
  );
  const head = at === -1 ? text : text.slice(0, at);
  const counted =
    /(\d{1,3}|[一两二三四五六七八九十])\s*(?:beats?|turns?|rounds?|lines?|轮|拍|句|个?回合)/iu.exec(
      head,
    );
  const every = /(?:every|每隔?)\s*(\d{1,5})\s*(seconds?|s|minutes?|m|秒|分钟)/iu.exec(head);
  return {
    head,
    beats:
      counted === null ? undefined : Math.min(maxBeats, Math.max(1, parseCount(counted[1] ?? ""))),
    everySeconds:
      every === null ? undefined : Number(every[1]) * (/^(?:m|分)/iu.test(every[2] ?? "") ? 60 : 1),
    stopIf: at === -1 ? [] : splitConditions(text.slice(at)),
  };
}

const parseCount = (written: string): number => digits[written] ?? Number(written);

/** A comma within brackets does not separate conditions. */
function splitConditions(text: string): string[] {
  return text
    .replaceAll(
      /\b(?:and\s+)?(?:stop|end)\s+(?:if|when|once|as soon as)\b|如果|要是|一旦|直到(?!\s*\d)|(?:的时候)?就?(?:停下来|停下|停止|停|结束)(?=[,;。，；]|$)/giu,
      ";",
    )
    .replaceAll(/\((.*?)\)/gu, (inside) => inside.replaceAll(",", "\u0001"))
    .split(/[;；,，。]|\s+or\s+|或者?/iu)
    .map((part) =>
      part
        .replaceAll("\u0001", ",")
        .trim()
        .replace(/就$/u, "")
        .replace(/^[.\s]+/u, "")
        .trim(),
    )
    .filter((part) => part !== "");
}

/** A time of the story: `21:00`, `in 2 hours`, `2小时后`, or a full timestamp. */
export type StoryTimeSpec =
  | { readonly kind: "wall"; readonly hour: number; readonly minute: number }
  | { readonly kind: "after"; readonly minutes: number }
  | { readonly kind: "moment"; readonly at: string };

export function parseStoryTime(
  raw: string,
): { readonly when: StoryTimeSpec; readonly rest: string } | undefined {
  const text = raw.normalize("NFKC").trim();
  const dropPrefix = (found: RegExpExecArray): string =>
    text.slice(found[0].length).replace(/^[\s,:，：]+/u, "");
  const moment = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)/iu.exec(
    text,
  );
  if (moment !== null && !Number.isNaN(Date.parse(moment[1] ?? "")))
    return {
      when: { kind: "moment", at: (moment[1] ?? "").replace(" ", "T") },
      rest: dropPrefix(moment),
    };
  const wall = /^(?:until|till|to|at|到|直到)?\s*(\d{1,2}):(\d{2})(?!\d)/iu.exec(text);
  if (wall !== null && Number(wall[1]) < 24 && Number(wall[2]) < 60)
    return {
      when: { kind: "wall", hour: Number(wall[1]), minute: Number(wall[2]) },
      rest: dropPrefix(wall),
    };
  const after =
    /^(?:in|after|by|\+)?\s*(\d{1,4}|[一两二三四五六七八九十]|half an?|an?)\s*(minutes?|mins?|m|hours?|h|days?|d|分钟|个?小时|天)(?:后|之后)?(?![a-z])/iu.exec(
      text,
    );
  if (after === null) return undefined;
  const unit = after[2] ?? "";
  const size = /^(?:h|个?小时)/iu.test(unit) ? 60 : /^(?:d|天)/iu.test(unit) ? 1_440 : 1;
  const written = (after[1] ?? "").toLowerCase();
  const count = written.startsWith("half") ? 0.5 : /^an?$/.test(written) ? 1 : parseCount(written);
  return { when: { kind: "after", minutes: Math.round(count * size) }, rest: dropPrefix(after) };
}
