import type { ChannelField, FieldProblem } from "../domain/views/channel-settings.ts";
import { isKept, type SectionValues, valueAt } from "./section-values.ts";

/** Fields that say which server is called. */
const isAddress = ({ path, kind }: ChannelField): boolean =>
  kind === "text" && /(?:^|[._])(?:url|host)$/.test(path);

const again = {
  en: "Enter it again: it was saved for another address.",
  zh: "请重新填写：之前保存的属于另一个地址。",
} as const;

/**
 * Secrets that would go to another server than the one they were saved for. Only a person who knows
 * a secret may send it elsewhere, so it has to be typed again.
 */
export function findMovedSecrets(
  fields: readonly ChannelField[],
  on: { readonly now: unknown; readonly next: unknown; readonly set: SectionValues },
): readonly FieldProblem[] {
  const hasMoved = fields.some(
    (each) => isAddress(each) && valueAt(on.now, each.path) !== valueAt(on.next, each.path),
  );
  return fields.flatMap((field) =>
    field.kind === "records"
      ? findInEntries(field, { ...on, hasMoved })
      : hasMoved && field.secret && isOld(field.path, on)
        ? [{ path: field.path, says: again }]
        : [],
  );
}

/** It is set, and what is set was there before. */
function isOld(path: string, on: { readonly next: unknown; readonly set: SectionValues }): boolean {
  const value = valueAt(on.next, path);
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return false;
  return !(path in on.set) || hasKept(on.set[path]);
}

const hasKept = (value: unknown): boolean =>
  isKept(value) || (Array.isArray(value) && value.some(hasKept));

function findInEntries(
  field: ChannelField,
  on: {
    readonly now: unknown;
    readonly next: unknown;
    readonly set: SectionValues;
    readonly hasMoved: boolean;
  },
): FieldProblem[] {
  const typed = on.set[field.path];
  const entries = (valueAt(on.next, field.path) ?? []) as readonly unknown[];
  return entries.flatMap((entry, index) => {
    const shown = Array.isArray(typed) ? (typed as unknown[])[index] : undefined;
    return field.fields
      .filter(({ secret }) => secret)
      .flatMap(({ path }) => {
        const mark = valueAt(shown, path);
        const isNew = typeof mark === "string";
        if (isNew || valueAt(entry, path) === undefined) return [];
        const from = isKept(mark) ? mark.kept.slice(0, -path.length - 1) : `${field.path}.${index}`;
        const hasMoved = field.fields.some(
          (each) =>
            isAddress(each) &&
            valueAt(entry, each.path) !== valueAt(on.now, `${from}.${each.path}`),
        );
        const at = `${field.path}.${index}.${path}`;
        return on.hasMoved || hasMoved ? [{ path: at, says: again }] : [];
      });
  });
}
