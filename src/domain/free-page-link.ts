/** The public page of a person's free times. Its code is a secret that the person hands out. */
export const freePageLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/free/${code}`;

/** Where a visitor sees what became of a request. */
export const visitLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/free/asked/${code}`;
