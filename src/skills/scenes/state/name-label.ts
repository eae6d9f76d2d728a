/** The prefix of a line where it is not shown who speaks. */
export const nameLabel = (name: string): string =>
  /\p{Script=Han}/u.test(name) ? `${name}：` : `${name}: `;
