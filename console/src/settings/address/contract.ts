/** The server's public address. Declared by the server; this file only gives it the page's names. */
import type { AddressAnswer, SavedAddressBody } from "../../../../src/api/routes/address-routes.ts";

export type AddressState = AddressAnswer;
export type AddressToSave = SavedAddressBody;
