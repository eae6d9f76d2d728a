/** In a Chinese sentence a Latin name stands between spaces. */
export const spaceName = (name: string): string =>
  /^[\x20-\x7e]+$/.test(name) ? ` ${name} ` : name;
