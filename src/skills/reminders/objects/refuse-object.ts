import { Refusal } from "../../../domain/errors.ts";

/** Preconditions of RFC 4791 (5.3.2.1) that a file can fail. */
export type Precondition =
  | "valid-calendar-data"
  | "valid-calendar-object-resource"
  | "supported-calendar-component"
  | "no-uid-conflict"
  | "max-resource-size"
  | "max-instances";

export const refuseObject = (precondition: Precondition, words: string): Refusal =>
  new Refusal("calendar_entry_refused", { precondition }, words);
