import type { Delivery } from "../../domain/delivery.ts";
import { buttonsFor } from "../kit/buttons.ts";

/** The buttons of a part, as Telegram shows them. */
export function keyboardFor(delivery: Delivery): object | undefined {
  const row = buttonsFor(delivery).map(({ label, data }) => ({ text: label, callback_data: data }));
  return row.length === 0 ? undefined : { inline_keyboard: [row] };
}
