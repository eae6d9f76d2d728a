/**
 * A conversation as a product person writes it down:
 *
 *   ## title                                a scene with a person of its own
 *   @ 2026-06-10 11:30 Asia/Shanghai        the clock on the person's wall (the zone only once)
 *   @ 2026-06-10 11:30 America/New_York US  the same, where the zone is a guess by the country of their number
 *   A> …                                    what the person says; several lines in a row come as one window
 *   B> …                                    the whole reply, line by line
 *   $ reminder.create                       what the turn staged
 *   | 开会 · timed · 2026-06-11 15:00        every reminder of the person, as its row has it
 *   ! …                                     what goes off, now that the clock has got there; or nothing
 *   x …                                     what goes off and does not arrive
 *   & 张三 Asia/Shanghai                     a friend of the person
 *   % 张三 2026-06-11 15:00 60              a reminder of the friend's own, with its length
 *   F> 张三: …                               what a friend says; the reply follows as above
 *   ~ 张三: …                                what others are sent because of it, line by line
 */
interface Scene {
  readonly title: string;
  readonly steps: readonly Step[];
}

export type Step =
  | {
      readonly kind: "clock";
      readonly wall: string;
      readonly zone: string | undefined;
      readonly country: string | undefined;
    }
  | { readonly kind: "friend"; readonly name: string; readonly zone: string }
  | {
      readonly kind: "busy";
      readonly name: string;
      readonly wall: string;
      readonly minutes: number;
    }
  | {
      readonly kind: "turn";
      readonly said: readonly string[];
      readonly by?: string | undefined;
      readonly expected: Seen;
    }
  | { readonly kind: "fire"; readonly arrives: boolean; readonly expected: Seen };

/** What can be seen after a step. Rows only where the transcript writes them down. */
export interface Seen {
  readonly reply: readonly string[];
  readonly staged: readonly string[];
  readonly rows: readonly string[] | undefined;
  /** What others are sent. */
  readonly told: readonly string[];
}

export function scenesIn(text: string): Scene[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return {
        title: title.trim(),
        steps: stepsIn(lines.filter((line) => line.trim() !== "" && !line.startsWith("#"))),
      };
    });
}

function stepsIn(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < lines.length;) {
    const take = (mark: string): string[] => {
      const taken: string[] = [];
      for (; lines[at]?.startsWith(mark) === true; at += 1)
        taken.push((lines[at] ?? "").slice(mark.length).trim());
      return taken;
    };
    const line = lines[at] ?? "";
    if (line.startsWith("@")) {
      const [, day, time, zone, country] =
        /^@ (\S+) (\S+)(?: (\S+))?(?: ([A-Z]{2}))?/.exec(line) ?? [];
      steps.push({ kind: "clock", wall: `${day}T${time}`, zone, country });
      at += 1;
    } else if (line.startsWith("A>")) {
      const said = take("A>");
      steps.push({
        kind: "turn",
        said,
        expected: toSeen({
          reply: take("B>"),
          staged: take("$"),
          told: take("~"),
          rows: take("|"),
        }),
      });
    } else if (line.startsWith("F>")) {
      const [, by = "", text = ""] = /^F> (\S+): (.*)$/.exec(line) ?? [];
      at += 1;
      const expected = toSeen({
        reply: take("B>"),
        staged: take("$"),
        told: take("~"),
        rows: take("|"),
      });
      steps.push({ kind: "turn", said: [text], by, expected });
    } else if (line.startsWith("&") || line.startsWith("%")) {
      steps.push(friendStep(line));
      at += 1;
    } else if (line.startsWith("!") || line.startsWith("x"))
      steps.push({
        kind: "fire",
        arrives: line.startsWith("!"),
        expected: toSeen({
          reply: take(line.slice(0, 1)).filter((line) => line !== "nothing"),
          staged: [],
          told: [],
          rows: take("|"),
        }),
      });
    else throw new Error(`a transcript has a line that means nothing: ${line}`);
  }
  return steps;
}

function friendStep(line: string): Step {
  const [mark, name = "", zoneOrDay = "", time = "", minutes = ""] = line.split(/\s+/);
  return mark === "&"
    ? { kind: "friend", name, zone: zoneOrDay }
    : { kind: "busy", name, wall: `${zoneOrDay}T${time}:00`, minutes: Number(minutes) };
}

const toSeen = (of: {
  reply: string[];
  staged: string[];
  told: string[];
  rows: string[];
}): Seen => ({
  ...of,
  rows: of.rows.length === 0 ? undefined : of.rows.filter((row) => row !== "nothing"),
});

/**
 * The same transcript with what was really seen, scene by scene and step by step. Rows stand only
 * where they stood before.
 */
export function rewriteScenes(text: string, seenIn: readonly (readonly Seen[])[]): string {
  const [head = "", ...parts] = text.split(/^## /m);
  const written = parts.map((part, index) => rewriteScene(part, seenIn[index] ?? []));
  return [head, ...written].join("## ");
}

const outcome = /^(?:B>|\$|~|\|)/;

function rewriteScene(part: string, seenSteps: readonly Seen[]): string {
  const lines = part.split("\n");
  const left = [...seenSteps];
  const written: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const isFire = /^[!x](?: |$)/.test(line);
    if (!isFire) written.push(line);
    const isSaid =
      /^[AF]>/.test(line) && !(line.startsWith("A>") && lines[at + 1]?.startsWith("A>"));
    if (!isFire && !isSaid) continue;
    const end = lines.findIndex(
      (each, nth) =>
        nth > at && !outcome.test(each) && !(isFire && each.startsWith(line.slice(0, 1))),
    );
    const hasRows = lines.slice(at, end).some((each) => each.startsWith("|"));
    const step = left.shift();
    if (step !== undefined)
      written.push(...linesOf(step, { mark: isFire ? line.slice(0, 1) : "B>", hasRows }));
    at = end - 1;
  }
  return written.join("\n");
}

function linesOf(
  { reply, staged, told, rows = [] }: Seen,
  { mark, hasRows }: { mark: string; hasRows: boolean },
): string[] {
  const isFire = mark !== "B>";
  return [
    ...(isFire && reply.length === 0
      ? [`${mark} nothing`]
      : reply.map((line) => `${mark} ${line}`)),
    ...staged.map((line) => `$ ${line}`),
    ...told.map((line) => `~ ${line}`),
    ...(!hasRows ? [] : rows.length === 0 ? ["| nothing"] : rows.map((row) => `| ${row}`)),
  ];
}
