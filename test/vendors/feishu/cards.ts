import { elementsOf } from "./checks.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Cards that can be changed: each change has a higher number than the one before. */
export interface FeishuCards {
  readonly made: ReadonlyMap<string, { card: Fields; sequence: number }>;
  readonly violations: readonly string[];
  /** Codes for the next calls, in order. */
  readonly refusals: number[];
  /** Undefined for a call that is not about cards. */
  answer(call: {
    readonly method: string;
    readonly path: string;
    readonly fields: Fields;
  }): { readonly code: number; readonly data?: object } | undefined;
}

export function createCards(): FeishuCards {
  const made = new Map<string, { card: Fields; sequence: number }>();
  const violations: string[] = [];
  const refusals: number[] = [];
  const parse = (text: unknown): Fields => JSON.parse(String(text)) as Fields;
  return {
    made,
    violations,
    refusals,
    answer({ method, path, fields }) {
      const [, id, element] =
        /^\/cardkit\/v1\/cards(?:\/([\w-]+))?(?:\/elements\/(\w+)\/content)?$/.exec(path) ?? [];
      if (!path.startsWith("/cardkit/")) return undefined;
      const refused = refusals.shift();
      if (refused !== undefined) return { code: refused };
      if (id === undefined && method === "POST") {
        if (fields["type"] !== "card_json") violations.push("a card of an unknown type");
        const card = `card-${made.size + 1}`;
        made.set(card, { card: parse(fields["data"]), sequence: 0 });
        return { code: 0, data: { card_id: card } };
      }
      const known = made.get(id ?? "");
      if (known === undefined || method !== "PUT") return { code: 300_000 };
      const sequence = Number(fields["sequence"]);
      if (!(sequence > known.sequence && sequence <= 2_147_483_647)) return { code: 300_317 };
      known.sequence = sequence;
      if (element === undefined) known.card = parse((fields["card"] as Fields)["data"]);
      else {
        const isLive = (known.card["config"] as Fields)["streaming_mode"] === true;
        if (!isLive) return { code: 300_309 };
        const elements = elementsOf(known.card).map((each) =>
          each["element_id"] === element ? { ...each, content: fields["content"] } : each,
        );
        known.card = { ...known.card, body: { elements } };
      }
      return { code: 0 };
    },
  };
}
