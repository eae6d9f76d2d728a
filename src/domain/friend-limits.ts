/** Invitations and changes per friend per day; each one notifies the friend. */
export const maxNoticesPerDay = 40;
/** Availability lookups per friend per day; a booking attempt counts as one. */
export const maxLookupsPerDay = 60;
