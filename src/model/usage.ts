import type { CallCost, PriceList } from "../domain/ports/model.ts";

/** What one call used so far. Belongs to the call, so a failure in one never shows in another. */
export interface CallUsage {
  attempts: number;
  inputTokens: number;
  outputTokens: number;
  firstTokenAt: number | undefined;
}

export const startUsage = (): CallUsage => ({
  attempts: 0,
  inputTokens: 0,
  outputTokens: 0,
  firstTokenAt: undefined,
});

/** What these tokens cost at this model's price. A price for a million tokens is one in millionths for a single one. */
export function priceCall(
  list: PriceList | undefined,
  {
    model,
    inputTokens,
    outputTokens,
  }: { readonly model: string } & Pick<CallUsage, "inputTokens" | "outputTokens">,
): CallCost | undefined {
  const price =
    list === undefined || !Object.hasOwn(list.prices, model) ? undefined : list.prices[model];
  if (list === undefined || price === undefined) return undefined;
  return {
    micros: Math.round(inputTokens * price.input + outputTokens * price.output),
    currency: list.currency,
  };
}
