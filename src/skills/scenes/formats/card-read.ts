import { type CardAssets, assetsIn } from "./card-assets.ts";
import { readCardFile } from "./card-file.ts";
import type { Card } from "./card.ts";

/** All that a card's file holds: what it says, and the pictures and other parts that came with it. */
export interface WholeCard {
  readonly card: Card;
  readonly assets: CardAssets;
}

export function readWholeCard(bytes: Uint8Array): WholeCard {
  const card = readCardFile(bytes);
  return { card, assets: assetsIn(bytes, card) };
}
